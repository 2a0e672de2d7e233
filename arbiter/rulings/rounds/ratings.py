"""Rating changes from a tournament, by the rating formula in the tournament's settings.

The register does not store how many rated games each player has. So one number is used for all players: the setting
`rated_games`.
"""

from __future__ import annotations

from arbiter.pairing.ratings.new import RatingLine, rating_list
from arbiter.pairing.ratings.systems import RATING_SYSTEMS, Before, RatingSystem
from arbiter.rulings.rounds.pairing_input import system_settings
from arbiter.rulings.rounds.placing import Knows, table_of
from arbiter.tournament.state import Tournament

PARS = {"international": 2}
"""The number by which the limit in the KNDB's rating formula is divided, by variant; 1 for all other variants."""


def rating_system_of(state: Tournament) -> RatingSystem | None:
    """Return the rating formula of the tournament's settings, or None."""
    system = RATING_SYSTEMS.get(str(state.setting("ratings")))
    return system.by_round if system is not None and system.by_round is not None and by_round(state) else system


def by_round(state: Tournament) -> bool:
    """Return whether, for ratings, the four games that two players play in a round count as one result."""
    settings = system_settings(state)
    return (settings.get("games"), settings.get("count")) == (4, "match")


def ratings_of(state: Tournament, known: Knows) -> tuple[RatingLine, ...]:
    """Return the rating list after all games that have a result; in a team tournament the list of the players."""
    ratings = {entry: who.rating for entry, who in known.items() if who.rating is not None}
    games, par = int(state.setting("rated_games")), PARS.get(state.variant.key, 1)
    known_before = {entry: Before(ratings.get(entry), games if entry in ratings else 0, par) for entry in state.entries}
    chosen, system = RATING_SYSTEMS.get(str(state.setting("ratings"))), rating_system_of(state)
    merged = system is not chosen
    return rating_list(table_of(state, known) if merged else state.crosstable(ratings), system, known_before)
