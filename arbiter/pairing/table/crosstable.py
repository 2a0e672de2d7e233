"""The crosstable: who met whom with which result. Pairings, standings, tie-breaks and sheets are all derived from it.

A *meeting* is one game. If two players play several games in a round, each is a meeting with its number in `game`. In a
team tournament the entries are teams, and a meeting is a match of two teams.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.sides import Both, Side
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """One game of two entries. `outcome` is None while the game has no result.

    `played` is False if the game was decided without play. `scored` are the points of both sides if they do not follow
    from the outcome (9-1, a team match). `plus` is the side that had the better position in a draw. `boards` are the
    points at each board of a team match, from board 1 on.
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
        """Return the outcome of the game for *entry*; None while the game has no result."""
        return None if self.outcome is None else self.outcome[self.side(entry)]

    def side(self, entry: int) -> Side:
        return Side.WHITE if entry == self.white else Side.BLACK

    def opponent(self, entry: int) -> int:
        return self.black if entry == self.white else self.white

    def points_of(self, entry: int, points: PointScheme) -> int:
        """Return the points of *entry* from this game by the scheme *points*; 0 while the game has no result."""
        if self.outcome is None:
            return 0
        side = self.side(entry)
        return points.of(self.outcome[side]) if self.scored is None else self.scored[side]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A round of an entry without an opponent.

    `outcome` is the outcome that the bye counts as. If it is None, the bye gives no points, as in a round robin, in
    which everybody has a bye. `scored` are the points of the bye if they differ from those of its outcome.
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
    """All meetings and byes of a tournament.

    `rounds` is the number of rounds of the whole tournament, 0 if it is not fixed. `everybody` is True if all meet all;
    then tie-breaks count a game decided without play as played (FIDE C.07 15.6). `ratings`, `numbers` (pairing numbers)
    and `lots` are used only by some tie-breaks. An entry missing in `ratings` is unrated, one missing in `numbers` has
    its entry number as pairing number, and one missing in `lots` has no lot. `boards` is the point scheme for the
    boards of a team match. `extra` are points given or taken by a ruling, without a game.
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
        """Return all meetings of *entry* and *opponent*."""
        return tuple(meeting for meeting in self.of(entry) if opponent in (meeting.white, meeting.black))

    def before(self, round: int) -> Crosstable:
        """Return the crosstable without *round* and all later rounds."""
        return replace(
            self,
            meetings=tuple(meeting for meeting in self.meetings if meeting.round < round),
            byes=tuple(bye for bye in self.byes if bye.round < round),
        )

    def score(self, entry: int) -> int:
        """Return the points of *entry* so far, in the units of the point scheme."""
        return self._scores.get(entry, 0)

    @cached_property
    def last(self) -> int:
        """The number of the last round with a meeting or a bye; 0 if there is none."""
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
