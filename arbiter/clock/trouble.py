"""Time trouble: how much time each side has for each move that it still has to make."""

from __future__ import annotations

from arbiter.clock.clock import Clock
from arbiter.sides import Instant, Side, Span
from arbiter.values import dataclass

MOVES_TO_COME = 25
"""The number of moves that a side is assumed to have still to make if its period sets no number."""


@dataclass(frozen=True, slots=True)
class Need:
    """The time `left` of one side, the moves `to_go` that it still has to make, and the time for each, `a_move`.

    Times are in milliseconds. `to_go` is None if the period sets no number of moves.
    """

    side: Side
    left: Span
    to_go: int | None
    a_move: Span


def needs(clock: Clock, at: Instant) -> tuple[Need, ...]:
    """Return the time that each side has at *at* for each move of its period, with the increment and the delay.

    A side without a clock is left out. If the period sets no number of moves, `MOVES_TO_COME` moves are assumed.
    """
    found = []
    for side in Side:
        rules = clock.rules(side)
        if rules is None:
            continue
        left, to_go = max(0, clock.lasts(side, at)), clock.moves_to_go(side)
        found.append(Need(side, left, to_go, left // (to_go or MOVES_TO_COME) + rules.increment + rules.delay))
    return tuple(found)
