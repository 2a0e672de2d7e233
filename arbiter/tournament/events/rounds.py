"""Who meets whom, and when it begins. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.sides import Instant

Told: TypeAlias = tuple[str, tuple[int, ...], str | None, tuple[tuple[str, Fact], ...]]
"""A reason as it is written down: its code, the entries that it is about, its article, its facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired:
    """Who meets whom: `pairs` are (White's entry, Black's entry) from board 1 on; `byes` sit out.

    `kinds` are of the byes, in their order; `why` says how it came about; a `draft` is the office's alone until it is
    published; `lots`: the number that was drawn for this round, 0 where none was; `control`: of a play-off, where it is
    not the tournament's; `matches` of teams: home and guest by number (0: a bye), and the seats that either left empty.
    """

    at: Instant
    round: int
    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    by: str
    kinds: tuple[str, ...] = ()
    why: tuple[Told, ...] = ()
    draft: bool = False
    lots: int = 0
    reason: str = ""
    control: str = ""
    matches: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourDrawn:
    """The lot fell: the first pairing number begins round 1 with that colour."""

    at: Instant
    side: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundChanged:
    """The director's hand: these are the pairs and byes now. `what` was done with `entries`; `bends` is what it bends.

    A board whose pair is another one begins anew; the others are as they were.
    """

    at: Instant
    round: int
    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    kinds: tuple[str, ...]
    what: str
    entries: tuple[int, ...]
    bends: tuple[Told, ...]
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    """Everybody may see the pairing; until then it was a draft."""

    at: Instant
    round: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePostponed:
    """A game will be played later, `until` in words; the next round does not wait for it."""

    at: Instant
    round: int
    board: int
    until: str
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUndone:
    """The last pairing was taken back; what had been played in it, with its results, counts no more."""

    at: Instant
    round: int
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesStarted:
    """The clocks of these boards were set going at one instant, for the side that begins."""

    at: Instant
    round: int
    boards: tuple[int, ...]
    side: str
    by: str


RoundEvent: TypeAlias = (
    RoundPaired | ColourDrawn | RoundChanged | RoundPublished | RoundUndone | GamesStarted | GamePostponed
)
