"""The counts towards the endings of a game, as an immutable value: each move makes the next `Tally`.

Every ending (a row of the table in `endings`) is counted separately. A run is a series of plies during which the
condition of an ending held without interruption. Only the ply after which the run began needs to be stored. A
repetition is found among the positions since the last irreversible move. Replaying a game computes the same counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from arbiter.rules.board import Board
from arbiter.rules.endings import BEGIN, CAPTURE, CROWNED, MAN_MOVED, MATERIAL, NOTICE, Counts, Ending, weaker
from arbiter.rules.position import Position
from arbiter.sides import Side
from arbiter.values import dataclass, replace


class CountedPlay(Protocol):
    """The attributes of a played move that are needed to count towards endings."""

    @property
    def path(self) -> tuple[int, ...]: ...

    @property
    def taken(self) -> tuple[int, ...]: ...

    @property
    def crowned(self) -> bool: ...


class Run(NamedTuple):
    """The present run of one ending: the ply after which it began, and why it began after that ply."""

    began: int | None
    """The number of plies after which the run began; None while there is no run."""
    cause: str
    """The code of the event that began the run. If there is no run, the code of what is missing."""


BY_MATERIAL = Run(None, MATERIAL)
"""No run, because the pieces do not meet the condition of the ending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """All counts of a game after `ply` plies."""

    rows: tuple[Ending, ...]
    board: Board
    ply: int
    recent: tuple[Position, ...]
    """The positions since the last capture or advance of a man, the present one last. Earlier ones cannot recur."""
    runs: tuple[Run, ...]
    """One run for each of `rows`. The run of a repetition is not used: a repetition is counted in `recent`."""

    def after(self, play: CountedPlay, now: Position) -> Tally:
        """Return the counts after one more move *play*. *now* is the position after that move."""
        counting = RunningTally(self)
        counting.move(play, now)
        return counting.tally()

    def set_up(self, now: Position, cause: str = CAPTURE) -> Tally:
        """Return the counts after a ruling has changed the position: all counts begin again.

        *now*: the new position. *cause*: the code of the reason for the change.
        """
        runs = tuple(_begun(row, now, self.board, Run(self.ply, cause)) for row in self.rows)
        return replace(self, recent=(now,), runs=runs)

    def noticed(self) -> Tally:
        """Return the counts after both players have been told that an ending is counted ("notice").

        The counts that wait for this begin. Counts that run already go on.
        """
        runs = zip(self.rows, self.runs, strict=True)
        began = (Run(self.ply, NOTICE) if row.from_notice and run.began is None else run for row, run in runs)
        return replace(self, runs=tuple(began))

    def with_notices(self, known: Tally) -> Tally:
        """Return these counts, with some of them begun at the moment when both players were told of the count.

        A replay of the moves does not show when the players were told. *known*: earlier counts that hold these moments.
        A count that begins later than the present ply is not taken from it.
        """
        runs = zip(self.rows, self.runs, strict=True)
        given = {
            row.key: run
            for row, run in zip(known.rows, known.runs, strict=True)
            if row.from_notice and run.began is not None and run.began <= self.ply
        }
        return replace(self, runs=tuple(given.get(row.key, run) for row, run in runs)) if given else self

    def counts(self) -> tuple[Count, ...]:
        """Return the count of every ending, including endings whose condition is not met now."""
        return tuple(self._count(row, run) for row, run in zip(self.rows, self.runs, strict=True))

    def count(self, key: str) -> Count | None:
        """Return the count of the ending with the key *key*; None if the game has no such ending."""
        return next((count for count in self.counts() if count.row.key == key), None)

    def _count(self, row: Ending, run: Run) -> Count:
        if row.counts is Counts.TIMES:
            first = self.ply - len(self.recent) + 1
            stood = tuple(first + at for at, position in enumerate(self.recent) if position == self.recent[-1])
            return Count(row=row, side=None, began=stood[0], cause=BEGIN, plies=stood, number=len(stood))
        if run.began is None:
            return Count(row=row, side=None, began=None, cause=run.cause, plies=(), number=0)
        length = self.ply - run.began
        side = _counted(row, self.recent[-1])
        ahead = side is not None and side is not self.recent[-1].turn  # this side made the last, odd ply
        number = {
            Counts.EACH: length // 2,
            Counts.PLIES: length,
        }.get(row.counts, (length + 1) // 2 if ahead else length // 2)
        plies = tuple(range(run.began + 1, self.ply + 1))
        return Count(row=row, side=side, began=run.began, cause=run.cause, plies=plies, number=number)

    def due(self, *, capturing: bool) -> tuple[Count, ...]:
        """Return the counts that the last move has brought to their limit.

        Each count is due once, at the move that reaches the limit. *capturing* says that the side to move has to
        capture. Then an ending with limit 0 is not due yet.
        """
        return tuple(count for count in self.counts() if count.reached and self._fresh(count, capturing=capturing))

    def _fresh(self, count: Count, *, capturing: bool) -> bool:
        if count.row.counts is Counts.TIMES:
            return count.number == count.row.limit
        if not count.row.limit:
            return count.began == self.ply and not capturing
        side_moved = self.recent[-1].turn.other
        last = count.side is None or count.side is side_moved
        whole = count.row.counts is not Counts.EACH or len(count.plies) % 2 == 0
        return count.number == count.row.limit and last and whole


class RunningTally:
    """The counts of a game while many moves are replayed: one changing object instead of a `Tally` for each move."""

    def __init__(self, tally: Tally) -> None:
        self._before = tally
        self._ply = tally.ply
        self._recent = list(tally.recent)
        self._runs = list(tally.runs)

    def move(self, play: CountedPlay, now: Position) -> None:
        """Count the move *play*. *now* is the position after that move."""
        before, board = self._recent[-1], self._before.board
        self._ply += 1
        origin = play.path[0]
        man = not before.movers_kings >> origin & 1
        events = [CAPTURE] if play.taken else []
        if play.crowned:
            events.append(CROWNED)
        if man:
            events.append(MAN_MOVED)
        if play.taken or (man and board.row(origin) != board.row(play.path[-1])):
            self._recent.clear()
        self._recent.append(now)
        for at, row in enumerate(self._before.rows):
            self._runs[at] = self._run(row, self._runs[at], events, now)

    def _run(self, row: Ending, run: Run, events: list[str], now: Position) -> Run:
        if row.from_notice:
            return run
        if row.material is not None and not row.material.holds(now, self._before.board):
            return BY_MATERIAL
        if run.began is None:
            return Run(self._ply, MATERIAL)
        for name in events:
            if name in row.resets:
                return Run(self._ply, name)
        return run

    def tally(self) -> Tally:
        """Return the counts after the last move, as an immutable value."""
        return replace(self._before, ply=self._ply, recent=tuple(self._recent), runs=tuple(self._runs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """The count of one ending: how far it has come, and the plies that prove it."""

    row: Ending
    side: Side | None
    """The side whose moves are counted; None if the moves of both sides are counted."""
    began: int | None
    """The number of plies after which the count began; None while nothing is counted."""
    cause: str
    """The code of the event that began the count, or of the reason why nothing is counted."""
    plies: tuple[int, ...]
    """The proof, as ply numbers: the plies after which the position occurred, or the plies of the run."""
    number: int

    @property
    def reached(self) -> bool:
        return self.began is not None and self.number >= self.row.limit


def begin(position: Position, rows: tuple[Ending, ...], board: Board, cause: str = BEGIN) -> Tally:
    """Return the counts in the position with which a game begins. *cause* is the code of the reason why they begin."""
    runs = tuple(_begun(row, position, board, Run(0, cause)) for row in rows)
    return Tally(rows=rows, board=board, ply=0, recent=(position,), runs=runs)


def _begun(row: Ending, position: Position, board: Board, run: Run) -> Run:
    """Return the run with which the count of *row* starts in *position*: *run* if the condition of *row* is met.

    Otherwise return a `Run` that has not begun.
    """
    if row.from_notice:
        return Run(None, NOTICE)
    return BY_MATERIAL if row.material is not None and not row.material.holds(position, board) else run


def counted(position: Position, plays: Iterable[CountedPlay], rows: tuple[Ending, ...], board: Board) -> Tally:
    tally = begin(position, rows, board)
    for play in plays:
        position = position.played(play.path, play.taken, play.crowned)
        tally = tally.after(play, position)
    return tally


def _counted(row: Ending, position: Position) -> Side | None:
    """Return the side whose moves the ending *row* counts in *position*; None if it counts those of both sides."""
    weak = weaker(position)
    if weak is None or row.counts not in (Counts.STRONGER, Counts.WEAKER):
        return None
    return weak if row.counts is Counts.WEAKER else weak.other
