"""What a tournament makes of its players' ratings, by the formula that it has settled.

The register keeps no number of rated games, so that one number stands for all: the setting `rated_games`.
"""

from __future__ import annotations

from arbiter.pairing.ratings.new import RatingLine, rating_list
from arbiter.pairing.ratings.systems import RATING_SYSTEMS, Before, RatingSystem
from arbiter.rulings.rounds.pairing_input import system_settings
from arbiter.rulings.rounds.placing import Knows, table_of
from arbiter.tournament.state import Tournament

PARS = {"international": 2}
"""What the KNDB's limit is divided by, 1 in the other games."""


def rating_system_of(state: Tournament) -> RatingSystem | None:
    """The formula that is settled; None where there is none."""
    system = RATING_SYSTEMS.get(str(state.setting("ratings")))
    return system.by_round if system is not None and system.by_round is not None and by_round(state) else system


def by_round(state: Tournament) -> bool:
    """Whether the ratings count the four games that two play in a round as one result."""
    settings = system_settings(state)
    return (settings.get("games"), settings.get("count")) == (4, "match")


def ratings_of(state: Tournament, known: Knows) -> tuple[RatingLine, ...]:
    """The rating list after the games that have a result; of teams: of their players."""
    ratings = {entry: who.rating for entry, who in known.items() if who.rating is not None}
    games, par = int(state.setting("rated_games")), PARS.get(state.variant.key, 1)
    known_before = {entry: Before(ratings.get(entry), games if entry in ratings else 0, par) for entry in state.entries}
    chosen, system = RATING_SYSTEMS.get(str(state.setting("ratings"))), rating_system_of(state)
    merged = system is not chosen
    return rating_list(table_of(state, known) if merged else state.crosstable(ratings), system, known_before)
