"""The clock at one board, as a value.

The value gives the time left at an instant, the clock after a press, and the instant at which the flag will fall. It
does not change while time passes. Times are whole milliseconds: a `Span` is a length of time, an `Instant` a point in
time.

A flag has fallen when the time used is equal to or more than the time left: a move completed in that very millisecond
is too late. Time left when a period is completed is carried over (000 X), and the time of the next period is added to
it. If a move is taken back, what its completion had added is withdrawn: the increment and the time of the next period.
"""

from __future__ import annotations

from arbiter.clock import overtime
from arbiter.clock.control import Control, Overtime, Period
from arbiter.sides import BLACK, WHITE, Both, Instant, Side, Span
from arbiter.values import dataclass, replace

NO_THOUGHT = Both(0, 0)


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move of a side, recorded so that the move can be taken back.

    `brought` is what the press added to the side's time (the increment and the time of the next period), and `thought`
    the time spent on the move, both in milliseconds. `overtime` is the side's overtime count before the move.
    """

    brought: Span
    thought: Span
    overtime: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of both sides at one board.

    `had` is the time that each side had when its clock was last stopped, in milliseconds. The time of the side
    `running` goes down from the instant `since` on; None means that no time runs. `moves` are the moves made.
    """

    control: Both[Control]
    had: Both[Span]
    moves: Both[int] = Both(0, 0)
    skew: Both[int] = Both(0, 0)
    """For each side, the moves counted for the periods of the time control, minus the moves made.

    The difference is not 0 if an arbiter has corrected the counter of moves.
    """
    running: Side | None = None
    since: Instant = 0
    thought: Both[Span] = Both(0, 0)
    """The time that each side had already thought about its present move at the instant `since`, in milliseconds.

    It is stored because a delay applies once for each move, even if the clock is stopped during the move.
    """
    overtime: Both[int | None] = Both(None, None)
    """For each side, its overtime count; None while the main time lasts.

    In byo-yomi it counts the periods used up, in a Canadian control the moves made in the present block.
    """
    made: Both[LastMove | None] = Both(None, None)

    def left(self, side: Side, at: Instant) -> Span:
        """Return the time that the clock of *side* shows at the instant *at*, in milliseconds.

        It is negative once the flag has fallen.

        >>> from arbiter.clock.control import parse_controls
        >>> clock = new_clock(parse_controls("300+2")).start(Side.WHITE, 0).press(10_000)
        >>> clock.running.value, clock.left(Side.WHITE, 15_000), clock.left(Side.BLACK, 15_000)
        ('black', 292000, 295000)
        """
        over, left = self._overtime(side), self._left(side, at)
        return left if over is None else overtime.shown(over, self.overtime[side], left)

    def lasts(self, side: Side, at: Instant) -> Span:
        """Return how long *side* can think from *at* until its flag falls, in milliseconds, overtime included.

        A delay that has not passed yet is not included.
        """
        return self._left(side, at) + self._reserve(side)

    @property
    def flag_at(self) -> Instant | None:
        """The instant at which the flag of the running side falls if that side does not press the clock before.

        None if no time runs, or if the running side has no clock.
        """
        side = self.running
        if side is None or not self.control[side].periods:
            return None
        return self.since + self._free(side) + self.had[side] + self._reserve(side)

    def fallen(self, at: Instant) -> bool:
        """Return whether the running side's flag has fallen at the instant *at*."""
        return self.flag_at is not None and at >= self.flag_at

    def start(self, side: Side, at: Instant) -> Clock:
        """Start the time of *side* at the instant *at*. If a side's time was running, that side is charged first."""
        return replace(self.stop(at), running=side, since=max(at, self.since))

    def stop(self, at: Instant) -> Clock:
        """Stop the clock at the instant *at*. The running side is charged for the time until then."""
        side = self.running
        if side is None:
            return self
        thought = self.thought.put(side, self.thought[side] + max(0, at - self.since))
        had = self.had.put(side, self._stopped(side, at))
        return replace(self, had=had, running=None, since=max(at, self.since), thought=thought)

    def press(self, at: Instant) -> Clock:
        """Complete the move of the running side at the instant *at*, and start the other side's time.

        The running side is charged. It receives its increment and, if it completes a period, the time of the next one.
        Raise ValueError if no time runs. Whether the flag has fallen is not checked.

        >>> from arbiter.clock.control import parse_controls
        >>> clock = new_clock(parse_controls("2/60:30")).start(Side.WHITE, 0).press(5_000).press(6_000)
        >>> clock.press(16_000).had.white  # 60 - 5 - 10 seconds, and 30 for the next period
        75000
        """
        side = self.running
        if side is None:
            raise ValueError("nobody's clock runs")
        left, used = self._after_move(side, at)
        return self.pressed(side, left, at, overtime=used)

    def pressed(self, side: Side, left: Span, at: Instant, *, lag: Span = 0, overtime: int | None = None) -> Clock:
        """Replay a press from a journal line.

        The time left is not computed: *left* is the recorded time of *side* after the press, and *overtime* its
        recorded overtime count. *lag* is the part of the time until *at* that nobody is charged for, because the
        network caused it.
        """
        white, running, since = side is WHITE, self.running, self.since
        own, others = (self.had.white, self.had.black) if white else (self.had.black, self.had.white)
        thought = self.thought[side]
        if running is side:
            own = self._stopped(side, at - lag)
            thought += max(0, at - lag - since)
        elif running is not None:
            others = self._stopped(running, at - lag)
        if self.control[side].sand:
            others += thought
        moves, before = self.moves, self.overtime[side]
        made = LastMove(left - own, thought, before)
        return Clock(
            control=self.control,
            had=Both(left, others) if white else Both(others, left),
            moves=Both(moves.white + 1, moves.black) if white else Both(moves.white, moves.black + 1),
            skew=self.skew,
            running=BLACK if white else WHITE,
            since=max(at, since),
            thought=NO_THOUGHT,
            overtime=self.overtime if before == overtime else self.overtime.put(side, overtime),
            made=Both(made, self.made.black) if white else Both(self.made.white, made),
        )

    def retracted(self, side: Side, at: Instant) -> Clock:
        """Take back the last move of *side* at the instant *at*, and start the time of *side*.

        What the press added is withdrawn: the increment, and the time of the next period. Therefore the flag can fall
        while the move is corrected. The other side stays charged for the time that it has thought since the move. Raise
        ValueError if *side* has made no move since the clock or the position was set up.
        """
        made = self.made[side]
        if made is None:
            raise ValueError(f"{side.value} has no move to take back")
        stood = self.stop(at)
        poured = made.thought if self.control[side].sand else 0
        had = stood.had.put(side, stood.had[side] - made.brought)
        return replace(
            stood,
            had=had.put(side.other, had[side.other] - poured),
            moves=stood.moves.put(side, stood.moves[side] - 1),
            running=side,
            since=max(at, self.since),
            thought=Both(0, 0).put(side, made.thought),
            overtime=stood.overtime.put(side, made.overtime),
            made=stood.made.put(side, None),
        )

    def with_left(self, side: Side, left: Span, at: Instant) -> Clock:
        """Set the time of *side* to exactly *left* at the instant *at*. If time runs, it goes on running."""
        clock = self.start(self.running, at) if self.running else self
        return replace(clock, had=clock.had.put(side, left))

    def with_to_go(self, side: Side, to_go: int, period: int | None = None) -> Clock:
        """Set the number of moves that *side* still has to make in the period number *period*. No times change.

        If *period* is None, it is the present period. Raise ValueError if the period has no number of moves.
        """
        control = self.control[side]
        number = self.period(side) if period is None else period
        if not control.periods or control.rules(number).moves is None:
            raise ValueError(f"{side.value} has no moves to count")
        counted = control.moves_until(number + 1) - to_go
        return replace(self, skew=self.skew.put(side, counted - self.moves[side]))

    def swapped(self, at: Instant) -> Clock:
        """Exchange the times of the two sides at the instant *at*.

        If time runs, the same side goes on, with what was the other side's time.
        """
        stood = self.stop(at)
        turned = replace(
            stood,
            had=Both(stood.had.black, stood.had.white),
            overtime=Both(stood.overtime.black, stood.overtime.white),
        )
        return turned.start(self.running, max(at, self.since)) if self.running else turned

    def period(self, side: Side) -> int:
        """Return the number of the period in which *side* is, counted from 1."""
        return self.control[side].period(self.counted(side))

    def moves_to_go(self, side: Side) -> int | None:
        """Return how many moves *side* has to make before time is added; None if its period sets no number."""
        return self.control[side].moves_to_go(self.counted(side))

    def counted(self, side: Side) -> int:
        """Return the number of moves of *side* that count for its periods.

        It differs from the number of moves made if an arbiter has corrected the counter.
        """
        return self.moves[side] + self.skew[side]

    def rules(self, side: Side) -> Period | None:
        """Return the period in which *side* is, with its rules; None if *side* has no clock."""
        return self.control[side].rules_after(self.counted(side))

    def block_left(self, side: Side, at: Instant) -> Span | None:
        """Return the time left in the overtime block of *side* at the instant *at*, in milliseconds.

        None during the main time, and if the time control has no overtime.
        """
        over = self._overtime(side)
        return None if over is None else overtime.block_left(over, self.overtime[side], self._left(side, at))

    def _after_move(self, side: Side, at: Instant) -> tuple[Span, int | None]:
        """Return the time and the overtime count of the running *side* after it has completed a move at *at*."""
        rules, left, used = self.rules(side), self._left(side, at), self.overtime[side]
        if rules is None:
            return left, used
        if rules.overtime is not None:
            left, used = overtime.after_move(rules.overtime, used, left)
        left += rules.increment
        if rules.upfront:
            left += min(self.thought[side] + max(0, at - self.since), rules.delay)
        number = self.period(side)
        if self.control[side].period(self.counted(side) + 1) > number:
            coming = self.control[side].rules(number + 1)
            left = left - rules.shown_before if rules.kept else 0
            left += coming.base + coming.shown_before
        return left, used

    def _overtime(self, side: Side) -> Overtime | None:
        rules = self.rules(side)
        return rules.overtime if rules else None

    def _reserve(self, side: Side) -> Span:
        """Return the overtime that *side* may still use after the time on its clock is gone, in milliseconds."""
        over = self._overtime(side)
        return 0 if over is None else overtime.reserve(over, self.overtime[side])

    def _free(self, side: Side) -> Span:
        """Return the part of the delay that has not passed yet in the present move, in milliseconds."""
        rules = self.rules(side)
        return max(0, rules.free - self.thought[side]) if rules else 0

    def _stopped(self, side: Side, at: Instant) -> Span:
        """Return the main time of the running *side* if its clock is stopped at *at*, in milliseconds.

        If it is negative, it is minus the overtime used in this move. After the fall of the flag it does not change.
        """
        rules = self.rules(side)
        if rules is None:
            return max(0, self.had[side])
        used = max(0, at - self.since - max(0, rules.free - self.thought[side]))
        reserve = 0 if rules.overtime is None else overtime.reserve(rules.overtime, self.overtime[side])
        return max(-reserve, self.had[side] - used)

    def _left(self, side: Side, at: Instant) -> Span:
        """Return the main time of *side* at the instant *at*, in milliseconds.

        If it is negative, it is minus the overtime used in this move.
        """
        return self.had[side] - self._used(side, at)

    def _used(self, side: Side, at: Instant) -> Span:
        """Return the time that *side* has used since its clock was started, in milliseconds.

        It is 0 if the time of *side* does not run, before `since`, during the delay, and if *side* has no clock.
        """
        if side is not self.running or not self.control[side].periods:
            return 0
        return max(0, at - self.since - self._free(side))


def new_clock(control: Both[Control]) -> Clock:
    """Make the clock for the start of a game: both sides are in their first period, and no time runs."""
    return Clock(control=control, had=control.map(lambda one: one.at_start))
