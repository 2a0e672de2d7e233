"""The clock at one board, as a value: what is left at an instant, what a press does, when the flag will fall.

It does not tick.

A clock is down when the time used is equal to or more than the time left. What is left when a period is completed
stays (000 X), and the allotment of the next is added to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.clock.control import Control
from arbiter.sides import Both, Instant, Side, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """`had` is what each side had left when its time last stood still; the `running` side's goes down since `since`."""

    control: Both[Control]
    had: Both[Span]
    moves: Both[int] = Both(0, 0)
    running: Side | None = None
    since: Instant = 0
    thought: Both[Span] = Both(0, 0)
    """How long each has thought about its present move before `since`: a delay passes once a move, not once a pause."""

    def left(self, side: Side, at: Instant) -> Span:
        """What *side* has left at that instant; below zero once its flag has fallen."""
        return self.had[side] - self._used(side, at)

    @property
    def flag_at(self) -> Instant | None:
        """The instant at which the running side's flag falls unless it has pressed before.

        None while nothing can fall.
        """
        side = self.running
        if side is None or not self.control[side].periods:
            return None
        return self.since + self._free(side) + self.had[side]

    def fallen(self, at: Instant) -> bool:
        """Whether the running side's time has expired by that instant."""
        return self.flag_at is not None and at >= self.flag_at

    def start(self, side: Side, at: Instant) -> Clock:
        """The clock set going for *side*; one that was running is charged first."""
        return replace(self.stop(at), running=side, since=at)

    def stop(self, at: Instant) -> Clock:
        """The clock standing still, the running side charged for the time until *at*."""
        if self.running is None:
            return self
        had = self.had.put(self.running, max(0, self.left(self.running, at)))
        thought = self.thought.put(self.running, self.thought[self.running] + max(0, at - self.since))
        return replace(self, had=had, running=None, since=max(at, self.since), thought=thought)

    def press(self, at: Instant) -> Clock:
        """The running side has made its move.

        It is charged, gets its increment and what a completed period brings, and the other runs.

        Pressing a clock that stands is a fault of the caller; whether the flag fell before is the ruling's question.
        """
        side = self.running
        if side is None:
            raise ValueError("nobody's clock runs")
        control, moves = self.control[side], self.moves[side] + 1
        left = self.left(side, at)
        if control.periods:
            before = control.period(moves - 1)
            left += control.rules(before).increment
            if control.period(moves) > before:
                left += control.rules(before + 1).base
        return self.pressed(side, left, at)

    def pressed(self, side: Side, left: Span, at: Instant) -> Clock:
        """The clock after a press that is history: nothing is reckoned, *left* is what *side* had once it was done."""
        return replace(
            self,
            had=self.had.put(side, left),
            moves=self.moves.put(side, self.moves[side] + 1),
            running=side.other,
            since=max(at, self.since),
            thought=Both(0, 0),
        )

    def with_left(self, side: Side, left: Span, at: Instant) -> Clock:
        """The clock with exactly *left* for *side* at that instant, running or standing as it was."""
        clock = self.start(self.running, at) if self.running else self
        return replace(clock, had=clock.had.put(side, left))

    def period(self, side: Side) -> int:
        """The number, from 1, of the period in which *side* is."""
        return self.control[side].period(self.moves[side])

    def moves_to_go(self, side: Side) -> int | None:
        """How many moves *side* has to make before its time is added to; None in a period without a number of moves."""
        return self.control[side].moves_to_go(self.moves[side])

    def _free(self, side: Side) -> Span:
        """How much of the delay is still to come in the present move."""
        periods = self.control[side].periods
        return max(0, self.control[side].rules(self.period(side)).delay - self.thought[side]) if periods else 0

    def _used(self, side: Side, at: Instant) -> Span:
        """What the running side has used of its time.

        Nothing before *since*, nothing within the delay, nothing without a clock.
        """
        if side is not self.running or not self.control[side].periods:
            return 0
        return max(0, at - self.since - self._free(side))


def new_clock(control: Both[Control]) -> Clock:
    """The clock before the game: both sides have their first period, and nobody's time runs."""
    return Clock(control=control, had=control.map(lambda one: one.periods[0].base if one.periods else 0))
