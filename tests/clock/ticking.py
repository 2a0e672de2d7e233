"""A slow second clock that really ticks, a millisecond at a time, and has all its periods laid end to end in a list."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.clock.control import Control, Period
from arbiter.sides import Both, Side

FAR = 200
"""More moves than anybody makes here."""


def laid_out(control: Control) -> list[tuple[int, Period, bool]]:
    """For each move from the first: the number of its period, the period, and whether it is the last of it."""
    moves: list[tuple[int, Period, bool]] = []
    number = 0
    while len(moves) < FAR:
        period = control.periods[min(number, len(control.periods) - 1)]
        number += 1
        count = FAR if period.moves is None else period.moves
        moves += [(number, period, period.moves is not None and move == count - 1) for move in range(count)]
    return moves


@dataclass(frozen=True)
class Hand:
    """One side of it: the counter that goes down, and everything else that a tick or a press may change."""

    counter: int
    made: int = 0
    free: int = 0
    """What is still to come of the delay."""
    spent: int = 0
    """Milliseconds of the present move, for whoever gives time back."""
    block: int | None = None
    """The counter of the overtime, once the other has come to its end."""
    used: int = 0
    """Periods of byo-yomi used up, or moves made in the Canadian block."""


class Ticking:
    """Both sides' time in counters that go down."""

    def __init__(self, control: Both[Control]) -> None:
        self.sand = control.white.sand
        self.plan = control.map(laid_out)
        self.hand: dict[Side, Hand] = {}
        self.pressed: dict[Side, tuple[Hand, Hand]] = {}
        self.running: Side | None = None
        self.now = 0
        self.flag: tuple[Side, int] | None = None
        for side in Side:
            first = control[side].periods[0]
            early = first.increment + first.delay if first.upfront else 0
            self.hand[side] = Hand(counter=first.base + early)
            self.turn(side)

    def rules(self, side: Side) -> Period:
        return self.plan[side][self.hand[side].made][1]

    def turn(self, side: Side) -> None:
        """A new move of *side* begins, with its whole delay."""
        rules = self.rules(side)
        self.hand[side] = replace(self.hand[side], free=0 if rules.upfront else rules.delay, spent=0)

    def tick(self, span: int) -> None:
        """So many milliseconds pass."""
        for _ in range(span):
            self.now += 1
            if self.running is not None and not self.flag:
                self._tick(self.running)

    def _tick(self, side: Side) -> None:
        hand, over = self.hand[side], self.rules(side).overtime
        hand = replace(hand, spent=hand.spent + 1)
        if hand.free:
            hand = replace(hand, free=hand.free - 1)
        elif hand.block is None:
            hand = replace(hand, counter=hand.counter - 1)
            if not hand.counter:
                if over is None:
                    self.flag = (side, self.now)
                else:
                    hand = replace(hand, block=over.span)
        else:
            assert over is not None
            hand = replace(hand, block=hand.block - 1)
            if not hand.block:
                used_up = over.moves > 1 or hand.used + 1 == over.blocks
                if used_up:
                    self.flag = (side, self.now)
                else:
                    hand = replace(hand, block=over.span, used=hand.used + 1)
        self.hand[side] = hand

    def press(self) -> None:
        """The running side completes its move."""
        side = self.running
        assert side is not None
        before = hand = self.hand[side]
        _, period, completes = self.plan[side][hand.made]
        over = period.overtime
        if hand.block is not None:
            assert over is not None
            if over.moves == 1:
                hand = replace(hand, block=over.span)
            else:
                full = hand.used + 1 == over.moves
                hand = replace(hand, block=over.span if full else hand.block, used=0 if full else hand.used + 1)
        counter = hand.counter + period.increment
        if period.upfront:
            counter += min(hand.spent, period.delay)
        if completes:
            coming = self.plan[side][hand.made + 1][1]
            counter = counter - (period.increment + period.delay if period.upfront else 0) if period.kept else 0
            counter += coming.base + (coming.increment + coming.delay if coming.upfront else 0)
        if self.sand:
            other = self.hand[side.other]
            self.hand[side.other] = replace(other, counter=other.counter + hand.spent)
        self.hand[side] = replace(hand, counter=counter, made=hand.made + 1)
        self.turn(side)
        self.pressed[side] = (before, self.hand[side])
        self.running = side.other

    def retract(self) -> None:
        """The move that was completed last is taken back, and whoever made it thinks on."""
        assert self.running is not None
        side = self.running.other
        before, then = self.pressed.pop(side)
        since = self.hand[side].counter - then.counter
        block = before.block if then.block == self.hand[side].block else self.hand[side].block
        self.hand[side] = replace(before, counter=before.counter + since, block=block)
        if self.sand:
            other = self.hand[side.other]
            self.hand[side.other] = replace(other, counter=other.counter - before.spent)
        self.turn(side.other)
        self.running = side

    def give(self, side: Side, left: int) -> None:
        """Exactly so much, in the block of a Canadian overtime too; in byo-yomi it is main time again."""
        over, hand = self.rules(side).overtime, self.hand[side]
        if over is not None and over.moves > 1 and hand.block is not None and (hand.used or not hand.counter):
            self.hand[side] = replace(hand, block=left)
        else:
            self.hand[side] = replace(hand, counter=left, block=None)

    def shown(self) -> dict[Side, tuple[int, int, int | None]]:
        """What is left, the period and the moves to go of both."""
        return {side: (self.left(side), self.plan[side][self.hand[side].made][0], self.to_go(side)) for side in Side}

    def left(self, side: Side) -> int:
        """The main time, and after it the block of a Canadian overtime."""
        over, hand = self.rules(side).overtime, self.hand[side]
        in_block = over is not None and over.moves > 1 and hand.block is not None
        return (hand.block or 0) if in_block else hand.counter

    def to_go(self, side: Side) -> int | None:
        """How many moves until the end of the period is passed, counted one by one."""
        ahead = self.plan[side][self.hand[side].made :]
        return next((count for count, (_, _, completes) in enumerate(ahead, start=1) if completes), None)
