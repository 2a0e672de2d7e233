"""Time after the main time: byo-yomi periods for single moves, and Canadian blocks of several moves.

In all functions `used` is None while the main time lasts. After it, `used` counts the byo-yomi periods that are used
up, or the moves made in the present Canadian block. `left` is the main time in milliseconds. During a move in overtime
it is minus the overtime that this move has used.
"""

from __future__ import annotations

from arbiter.clock.control import Overtime
from arbiter.sides import Span


def reserve(over: Overtime, used: int | None) -> Span:
    """Return the overtime that may still be used after the time on the clock is gone, in milliseconds.

    In byo-yomi these are the periods that are not used up. In a Canadian control it is the whole block if *used* is
    None. Otherwise it is 0, because the time of the present block is already on the clock.
    """
    if over.moves == 1:
        return (over.blocks - (used or 0)) * over.span
    return over.span if used is None else 0


def shown(over: Overtime, used: int | None, left: Span) -> Span:
    """Return the time that the clock shows, in milliseconds.

    After the main time it is 0 in byo-yomi, and the rest of the block in a Canadian control. It is negative once the
    flag has fallen.
    """
    if left > 0:
        return left
    return min(0, left + reserve(over, used)) if over.moves == 1 else left + reserve(over, used)


def block_left(over: Overtime, used: int | None, left: Span) -> Span | None:
    """Return the time left in the present overtime block, in milliseconds; None while the main time lasts."""
    if over.moves == 1:
        return None if left > 0 else max(0, over.span - (-left % over.span) if left + reserve(over, used) > 0 else 0)
    return None if used is None and left > 0 else max(0, left + reserve(over, used))


def after_move(over: Overtime, used: int | None, left: Span) -> tuple[Span, int | None]:
    """Return the main time in milliseconds, and the new value of *used*, after a move has been completed.

    *used*: the number of byo-yomi periods used up, or of moves made in the present Canadian block; None during the main
    time. *left*: the main time at the end of the move, or minus the overtime that the move has used.
    """
    if over.moves == 1:
        return (left, used) if left > 0 else (0, (used or 0) + -left // over.span)
    if used is None and left > 0:
        return left, None
    left, made = left + reserve(over, used), (used or 0) + 1
    return (over.span, 0) if made == over.moves else (left, made)
