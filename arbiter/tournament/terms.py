"""What a director settles beside the announcement: who sits out when, who may not meet, who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbiter.pairing.ratings.systems import RATING_SYSTEMS
from arbiter.pairing.system import Bounds
from arbiter.pairing.table.byes import ByeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    """An entry does not play in that round, and gets what `kind` says."""

    entry: int
    round: int
    kind: ByeKind
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """Two of these do not meet in rounds `first` to `last`; its number is the journal line that forbade it."""

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
"""What can be settled whatever the system.

`numbers`: how the pairing numbers are given, "" as the system has it; `allocated_bye`: what the bye of an odd number
counts; `half_byes`: how many an entry may ask for, `half_byes_until`: the last round for which (0: any); `postponed`:
what a game that was put off counts while the next round is paired; `clubmates`, `compatriots`: whether they meet;
`colour`: of the first pairing number in round 1; `edition`: of FIDE C.07, for tie-breaks that name none; `ratings`: the
formula that makes new ratings of the games, `rated_games`: how many games each rating rests on before them; `house`:
whether the house may be entered as a player: only an event for practice says so; `live_delay`: by how many minutes
those who watch are behind the moves of a running game; `tables`: whether players enter moves at their boards, results
of games without moves, or both; `interest`: in whose games an official may not act beside their own: those of their
family, or those of their club as well.
"""
