"""Who is short of time: the least time for each move that still has to be made."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.clock.clock import Clock
from arbiter.sides import Instant, Side, Span

TO_COME = 25
"""How many moves are taken to be still to come where the period sets no number."""


@dataclass(frozen=True, slots=True)
class Need:
    """What one side has, the moves still to go (None: no number is set), and how much that is for each."""

    side: Side
    left: Span
    to_go: int | None
    a_move: Span


def needs(clock: Clock, at: Instant) -> tuple[Need, ...]:
    """What either side has for each move of its period, the increment and the delay of the move included.

    Nothing of a side without a clock. Where no number of moves is set, `TO_COME` are taken to be needed.
    """
    found = []
    for side in Side:
        rules = clock.rules(side)
        if rules is None:
            continue
        left, to_go = max(0, clock.lasts(side, at)), clock.moves_to_go(side)
        found.append(Need(side, left, to_go, left // (to_go or TO_COME) + rules.increment + rules.delay))
    return tuple(found)
