"""The director's decisions after the announcement: byes, bans on pairs, and the settings of every pairing system."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.pairing.ratings.systems import RATING_SYSTEMS
from arbiter.pairing.system_interface import Bounds
from arbiter.pairing.table.byes import ByeKind
from arbiter.sides import Instant
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    """A decision that an entry does not play in a round, with the kind of bye that the entry gets."""

    entry: int
    round: int
    kind: ByeKind
    reason: str = ""
    by: str = ""
    """The official who gave the bye; empty in snapshots of older releases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """A ban: no two of these entries meet in rounds `first` to `last`. Its number is its journal line."""

    number: int
    entries: tuple[int, ...]
    first: int
    last: int
    weak: bool
    reason: str


GENERAL: Mapping[str, Bounds] = {
    "numbers": Bounds(default="", choices=("", "entered", "rating", "lot", "restricted", "hand")),
    "allocated_bye": Bounds(default="win", choices=("win", "draw", "nothing")),
    "half_byes": Bounds(default=1, most=99),
    "half_byes_until": Bounds(default=0, most=99),
    "postponed": Bounds(default="draw", choices=("draw", "nothing")),
    "clubmates": Bounds(default="meet", choices=("meet", "avoid", "forbid")),
    "compatriots": Bounds(default="meet", choices=("meet", "avoid", "forbid")),
    "colour": Bounds(default="lot", choices=("lot", "white", "black")),
    "edition": Bounds(default="2026", choices=("2026", "2024")),
    "ratings": Bounds(default="none", choices=("none", *RATING_SYSTEMS)),
    "rated_games": Bounds(default=80),
    "house": Bounds(default="no", choices=("no", "yes")),
    "live_delay": Bounds(default=0, most=60),
    "tables": Bounds(default="both", choices=("both", "moves", "results")),
    "interest": Bounds(default="family", choices=("family", "club")),
}
"""The settings that every pairing system has, with their allowed values:

- `numbers`: how pairing numbers are given; "" leaves this to the pairing system.
- `allocated_bye`: the points of the bye that an entry gets if the number of players is odd.
- `half_byes`: how many byes with half a point an entry may request; `half_byes_until`: up to which round (0: any).
- `postponed`: what a postponed game counts while the next round is paired.
- `clubmates`, `compatriots`: whether players of one club, or of one country, may meet.
- `colour`: the colour of the entry with pairing number 1 in round 1.
- `edition`: the edition of FIDE C.07 for tie-breaks that name none.
- `ratings`: the formula for new ratings; `rated_games`: the number of games behind each earlier rating.
- `house`: whether the computer may be entered as a player. Only a practice event allows that.
- `live_delay`: by how many minutes spectators see running games later.
- `tables`: what players enter at their boards: moves, results of games without moves, or both.
- `interest`: in whose games an official may not act besides their own: those of their family, or also of their club.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateTerms:
    """The number of rounds or the tie-breaks that the director changed after the first result. None: not changed.

    `after` is the number of the last round that was paired at that time. `rounds_before` and `tiebreaks_before` are the
    old values.
    """

    at: Instant
    by: str
    reason: str
    after: int
    rounds_before: int
    rounds: int | None = None
    tiebreaks_before: tuple[str, ...] = ()
    tiebreaks: tuple[str, ...] | None = None
