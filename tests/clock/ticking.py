"""A slow second clock that really ticks, a millisecond at a time, and has all its periods laid end to end in a list."""

from __future__ import annotations

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


class Ticking:
    """Both sides' time in two counters that go down."""

    def __init__(self, control: Both[Control]) -> None:
        self.plan = control.map(laid_out)
        self.counter = {side: control[side].periods[0].base for side in Side}
        self.made = dict.fromkeys(Side, 0)
        self.free = dict.fromkeys(Side, 0)
        self.running: Side | None = None
        self.now = 0
        self.flag: tuple[Side, int] | None = None
        for side in Side:
            self.turn(side)

    def turn(self, side: Side) -> None:
        """A new move of *side* begins, with its whole delay."""
        self.free[side] = self.plan[side][self.made[side]][1].delay

    def tick(self, span: int) -> None:
        """So many milliseconds pass."""
        for _ in range(span):
            self.now += 1
            side = self.running
            if side is None or self.flag:
                continue
            if self.free[side]:
                self.free[side] -= 1
            else:
                self.counter[side] -= 1
                if not self.counter[side]:
                    self.flag = (side, self.now)

    def press(self) -> None:
        """The running side completes its move."""
        side = self.running
        assert side is not None
        _, period, completes = self.plan[side][self.made[side]]
        self.made[side] += 1
        self.counter[side] += period.increment
        if completes:
            self.counter[side] += self.plan[side][self.made[side]][1].base
        self.turn(side)
        self.running = side.other

    def shown(self) -> dict[Side, tuple[int, int, int | None]]:
        """What is left, the period and the moves to go of both."""
        return {side: (self.counter[side], self.plan[side][self.made[side]][0], self.to_go(side)) for side in Side}

    def to_go(self, side: Side) -> int | None:
        """How many moves until the end of the period is passed, counted one by one."""
        ahead = self.plan[side][self.made[side] :]
        return next((count for count, (_, _, completes) in enumerate(ahead, start=1) if completes), None)
