"""Time after the main time: byo-yomi periods for single moves, and Canadian blocks of several moves.

In all functions `used` is None while the main time lasts. Then it counts the byo-yomi periods that are used up, or the
moves made in the present Canadian block. `left` is the main time in milliseconds; in the middle of a move it is
negative by as much of the overtime as this move has used.
"""

from __future__ import annotations

from arbiter.clock.control import Overtime
from arbiter.sides import Span


def reserve(over: Overtime, used: int | None) -> Span:
    """The overtime that may be used after the time on the clock is gone, in milliseconds."""
    if over.moves == 1:
        return (over.blocks - (used or 0)) * over.span
    return over.span if used is None else 0


def shown(over: Overtime, used: int | None, left: Span) -> Span:
    """The time that the clock shows.

    In byo-yomi this is 0 after the main time; in a Canadian control, the rest of the block.
    """
    if left > 0:
        return left
    return min(0, left + reserve(over, used)) if over.moves == 1 else left + reserve(over, used)


def block_left(over: Overtime, used: int | None, left: Span) -> Span | None:
    """The time left in the block that runs or runs next, in milliseconds; None while the main time lasts."""
    if over.moves == 1:
        return None if left > 0 else max(0, over.span - (-left % over.span) if left + reserve(over, used) > 0 else 0)
    return None if used is None and left > 0 else max(0, left + reserve(over, used))


def after_move(over: Overtime, used: int | None, left: Span) -> tuple[Span, int | None]:
    """The main time and the `used` count after a move. *left* is the main time at the end of the move."""
    if over.moves == 1:
        return (left, used) if left > 0 else (0, (used or 0) + -left // over.span)
    if used is None and left > 0:
        return left, None
    left, made = left + reserve(over, used), (used or 0) + 1
    return (over.span, 0) if made == over.moves else (left, made)
