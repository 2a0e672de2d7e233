"""Who met whom with what result: the one table that pairings, standings, tie-breaks and sheets are read from.

A *meeting* is one game; where two play several games a round, each is a meeting with its number in `game`. In a
tournament of teams the entries are teams, and a meeting is a match of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.sides import Both, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two entries in one round. No outcome: the game has no result yet. Not `played`: it was decided without play.

    `scored`: the points of either, where a scheme gives points by more than the outcome (9-1, a match of teams);
    `plus`: the side that had the better of a draw; `boards`: what each board of a match of teams brought, from board 1.
    """

    round: int
    board: int
    white: int
    black: int
    outcome: Both[Outcome] | None
    played: bool = True
    game: int = 1
    scored: Both[int] | None = None
    plus: Side | None = None
    boards: tuple[Both[int], ...] = ()

    def of(self, entry: int) -> Outcome | None:
        """What the game was for that entry; None while it has no result."""
        return None if self.outcome is None else self.outcome[self.side(entry)]

    def side(self, entry: int) -> Side:
        return Side.WHITE if entry == self.white else Side.BLACK

    def opponent(self, entry: int) -> int:
        return self.black if entry == self.white else self.white

    def points_of(self, entry: int, points: PointScheme) -> int:
        """What the game brought that entry by that scheme; nothing while it has no result."""
        if self.outcome is None:
            return 0
        side = self.side(entry)
        return points.of(self.outcome[side]) if self.scored is None else self.scored[side]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A round without an opponent; no outcome: it counts nothing, as in a round robin, where everybody has one.

    `scored`: what it counts, where that is not what its outcome does.
    """

    round: int
    entry: int
    outcome: Outcome | None
    kind: ByeKind = ByeKind.FREE
    scored: int | None = None

    def points_of(self, points: PointScheme) -> int:
        if self.scored is not None:
            return self.scored
        return 0 if self.outcome is None else points.of(self.outcome)


@dataclass(frozen=True, kw_only=True)
class Crosstable:
    """Everything that has been met and sat out.

    `rounds`: of the whole tournament, 0 when that is not fixed; `everybody`: everybody meets everybody, so that a game
    decided without play counts as one played (FIDE C.07 15.6). `ratings`, `numbers` (pairing numbers) and `lots` are
    asked for by those tie-breaks alone that count them; an entry that has none there is unrated, has its own number,
    or has drawn no lot. `boards`: the scheme at the boards of a match of teams;
    `extra`: points given or taken by a ruling, without a game.
    """

    entries: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...]
    points: PointScheme
    rounds: int = 0
    everybody: bool = False
    ratings: Mapping[int, int] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)
    lots: Mapping[int, int] = field(default_factory=dict)
    boards: PointScheme | None = None
    extra: Mapping[int, int] = field(default_factory=dict)

    def of(self, entry: int) -> Iterator[Meeting]:
        return iter(self._meetings.get(entry, ()))

    def byes_of(self, entry: int) -> tuple[Bye, ...]:
        return self._byes.get(entry, ())

    def between(self, entry: int, opponent: int) -> tuple[Meeting, ...]:
        """The meetings of two entries, none, one, or one a cycle."""
        return tuple(meeting for meeting in self.of(entry) if opponent in (meeting.white, meeting.black))

    def before(self, round: int) -> Crosstable:
        """The table as it stood when that round was paired."""
        return replace(
            self,
            meetings=tuple(meeting for meeting in self.meetings if meeting.round < round),
            byes=tuple(bye for bye in self.byes if bye.round < round),
        )

    def score(self, entry: int) -> int:
        """The points of one entry so far."""
        return self._scores.get(entry, 0)

    @cached_property
    def last(self) -> int:
        """The last round in which anything stands."""
        return max((*(met.round for met in self.meetings), *(bye.round for bye in self.byes)), default=0)

    @cached_property
    def _meetings(self) -> Mapping[int, tuple[Meeting, ...]]:
        found: dict[int, list[Meeting]] = {}
        for meeting in self.meetings:
            for entry in (meeting.white, meeting.black):
                found.setdefault(entry, []).append(meeting)
        return {entry: tuple(meetings) for entry, meetings in found.items()}

    @cached_property
    def _byes(self) -> Mapping[int, tuple[Bye, ...]]:
        found: dict[int, list[Bye]] = {}
        for bye in self.byes:
            found.setdefault(bye.entry, []).append(bye)
        return {entry: tuple(byes) for entry, byes in found.items()}

    @cached_property
    def _scores(self) -> Mapping[int, int]:
        return {
            entry: sum(meeting.points_of(entry, self.points) for meeting in self.of(entry))
            + sum(bye.points_of(self.points) for bye in self.byes_of(entry))
            + self.extra.get(entry, 0)
            for entry in {*self.entries, *self._meetings, *self._byes}
        }
