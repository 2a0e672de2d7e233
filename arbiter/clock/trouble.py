"""Time trouble: how much time each side has for each move that it still has to make."""

from __future__ import annotations

from arbiter.clock.clock import Clock
from arbiter.sides import Instant, Side, Span
from arbiter.values import dataclass

MOVES_TO_COME = 25
"""The number of moves assumed to be still to come if the period sets no number."""


@dataclass(frozen=True, slots=True)
class Need:
    """The time of one side, the number of its moves still to make (None: no number is set), and the time for each move.

    Times are in milliseconds.
    """

    side: Side
    left: Span
    to_go: int | None
    a_move: Span


def needs(clock: Clock, at: Instant) -> tuple[Need, ...]:
    """The time that each side has for each move of its period, including the increment and the delay of a move.

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
