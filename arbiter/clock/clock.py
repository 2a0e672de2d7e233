"""The clock at one board, as a value: what is left at an instant, what a press does, when the flag will fall.

It does not tick.

A clock is down when the time used is equal to or more than the time left: a move that completes in that very
millisecond is too late. What is left when a period is completed stays (000 X), and the allotment of the next is added
to it; a move that is retracted gives back what completing it had brought, its increment and its period.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.clock import overtime
from arbiter.clock.control import Control, Overtime, Period
from arbiter.sides import Both, Instant, Side, Span


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move of a side, so that it can be taken back: what it brought, how long it took, the overtime before."""

    brought: Span
    thought: Span
    overtime: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """`had` is what each side had left when its time last stood still; the `running` side's goes down since `since`."""

    control: Both[Control]
    had: Both[Span]
    moves: Both[int] = Both(0, 0)
    skew: Both[int] = Both(0, 0)
    """How many more moves count for the periods than have been made: an arbiter has corrected the counter."""
    running: Side | None = None
    since: Instant = 0
    thought: Both[Span] = Both(0, 0)
    """How long each has thought about its present move before `since`: a delay passes once a move, not once a pause."""
    overtime: Both[int | None] = Both(None, None)
    """Byo-yomi periods used up, or moves made in a Canadian block; None while the main time lasts."""
    made: Both[LastMove | None] = Both(None, None)

    def left(self, side: Side, at: Instant) -> Span:
        """What *side*'s clock shows at that instant; below zero once its flag has fallen."""
        over, left = self._overtime(side), self._left(side, at)
        return left if over is None else overtime.shown(over, self.overtime[side], left)

    def lasts(self, side: Side, at: Instant) -> Span:
        """How long *side* can think before its flag falls, a delay apart: what is shown, and the overtime behind it."""
        return self._left(side, at) + self._reserve(side)

    @property
    def flag_at(self) -> Instant | None:
        """The instant at which the running side's flag falls unless it has pressed before.

        None while nothing can fall.
        """
        side = self.running
        if side is None or not self.control[side].periods:
            return None
        return self.since + self._free(side) + self.had[side] + self._reserve(side)

    def fallen(self, at: Instant) -> bool:
        """Whether the running side's time has expired by that instant."""
        return self.flag_at is not None and at >= self.flag_at

    def start(self, side: Side, at: Instant) -> Clock:
        """The clock set going for *side*; one that was running is charged first."""
        return replace(self.stop(at), running=side, since=max(at, self.since))

    def stop(self, at: Instant) -> Clock:
        """The clock standing still, the running side charged for the time until *at*."""
        side = self.running
        if side is None:
            return self
        left = max(-self._reserve(side), self._left(side, at))
        thought = self.thought.put(side, self.thought[side] + max(0, at - self.since))
        return replace(self, had=self.had.put(side, left), running=None, since=max(at, self.since), thought=thought)

    def press(self, at: Instant) -> Clock:
        """The running side has made its move.

        It is charged, gets its increment and what a completed period brings, and the other runs.

        Pressing a clock that stands is a fault of the caller; whether the flag fell before is the ruling's question.
        """
        side = self.running
        if side is None:
            raise ValueError("nobody's clock runs")
        left, used = self._after_move(side, at)
        return self.pressed(side, left, at, overtime=used)

    def pressed(self, side: Side, left: Span, at: Instant, *, lag: Span = 0, overtime: int | None = None) -> Clock:
        """The clock after a press that is history: nothing is reckoned, *left* is what *side* had once it was done.

        `lag`: so much of the time until *at* was the network's, and is charged to nobody.
        """
        stood = self.stop(at - lag)
        made = LastMove(left - stood.had[side], stood.thought[side], self.overtime[side])
        poured = made.thought if self.control[side].sand else 0
        return replace(
            stood,
            had=stood.had.put(side, left).put(side.other, stood.had[side.other] + poured),
            moves=self.moves.put(side, self.moves[side] + 1),
            running=side.other,
            since=max(at, self.since),
            thought=Both(0, 0),
            overtime=self.overtime.put(side, overtime),
            made=self.made.put(side, made),
        )

    def retracted(self, side: Side, at: Instant) -> Clock:
        """The last move of *side* is taken back at that instant, and its clock runs on from there.

        What the move had brought is withdrawn: its increment, and the allotment of the period that it completed, so
        that the flag can fall while it is put right. What the other has thought meanwhile stays charged. A fault of
        the caller when *side* has made no move since the clock was set up or the position restored.
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
        """The clock with exactly *left* for *side* at that instant, running or standing as it was."""
        clock = self.start(self.running, at) if self.running else self
        return replace(clock, had=clock.had.put(side, left))

    def with_to_go(self, side: Side, to_go: int, period: int | None = None) -> Clock:
        """The clock with so many moves to go for *side*, in its period or in that one; the times stay.

        A fault of the caller where the period has no number of moves.
        """
        control = self.control[side]
        number = self.period(side) if period is None else period
        if not control.periods or control.rules(number).moves is None:
            raise ValueError(f"{side.value} has no moves to count")
        counted = control.moves_until(number + 1) - to_go
        return replace(self, skew=self.skew.put(side, counted - self.moves[side]))

    def swapped(self, at: Instant) -> Clock:
        """The clock with the times of the two sides exchanged; whoever is to move runs on with the other's."""
        stood = self.stop(at)
        turned = replace(
            stood,
            had=Both(stood.had.black, stood.had.white),
            overtime=Both(stood.overtime.black, stood.overtime.white),
        )
        return turned.start(self.running, max(at, self.since)) if self.running else turned

    def period(self, side: Side) -> int:
        """The number, from 1, of the period in which *side* is."""
        return self.control[side].period(self.counted(side))

    def moves_to_go(self, side: Side) -> int | None:
        """How many moves *side* has to make before its time is added to; None in a period without a number of moves."""
        return self.control[side].moves_to_go(self.counted(side))

    def counted(self, side: Side) -> int:
        """How many moves of *side* count for its periods."""
        return self.moves[side] + self.skew[side]

    def rules(self, side: Side) -> Period | None:
        """The period in which *side* is; None without a clock."""
        return self.control[side].rules(self.period(side)) if self.control[side].periods else None

    def block_left(self, side: Side, at: Instant) -> Span | None:
        """What is left of *side*'s block of overtime; None where there is none, and while the main time lasts."""
        over = self._overtime(side)
        return None if over is None else overtime.block_left(over, self.overtime[side], self._left(side, at))

    def _after_move(self, side: Side, at: Instant) -> tuple[Span, int | None]:
        """What the running *side* has, and what it has used of its overtime, once it has made its move at *at*."""
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
        """What *side* may use once what stands on its clock is gone."""
        over = self._overtime(side)
        return 0 if over is None else overtime.reserve(over, self.overtime[side])

    def _free(self, side: Side) -> Span:
        """How much of the delay is still to come in the present move."""
        rules = self.rules(side)
        return max(0, rules.free - self.thought[side]) if rules else 0

    def _left(self, side: Side, at: Instant) -> Span:
        """What *side* has of its time and its overtime together, less the overtime: below zero while that is used."""
        return self.had[side] - self._used(side, at)

    def _used(self, side: Side, at: Instant) -> Span:
        """What the running side has used of its time.

        Nothing before *since*, nothing within the delay, nothing without a clock.
        """
        if side is not self.running or not self.control[side].periods:
            return 0
        return max(0, at - self.since - self._free(side))


def new_clock(control: Both[Control]) -> Clock:
    """The clock before the game: both sides have their first period, and nobody's time runs."""
    return Clock(control=control, had=control.map(lambda one: one.at_start))
