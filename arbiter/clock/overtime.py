"""Time after the main time: byo-yomi's periods for single moves, and the Canadian blocks of several moves.

`used` is None while the main time lasts. After that it counts, in byo-yomi, the periods that are used up, and in a
Canadian block the moves that have been made in it. What is left of the main time may be below zero in the middle of a
move: so much of the overtime has been used in that move.
"""

from __future__ import annotations

from arbiter.clock.control import Overtime
from arbiter.sides import Span


def reserve(over: Overtime, used: int | None) -> Span:
    """How much may be used once what stands on the clock is gone."""
    if over.moves == 1:
        return (over.blocks - (used or 0)) * over.span
    return over.span if used is None else 0


def shown(over: Overtime, used: int | None, left: Span) -> Span:
    """What the clock shows: the main time, then nothing more in byo-yomi and the block in a Canadian control."""
    if left > 0:
        return left
    return min(0, left + reserve(over, used)) if over.moves == 1 else left + reserve(over, used)


def block_left(over: Overtime, used: int | None, left: Span) -> Span | None:
    """What is left of the block that runs or would run next; None while the main time lasts."""
    if over.moves == 1:
        return None if left > 0 else max(0, over.span - (-left % over.span) if left + reserve(over, used) > 0 else 0)
    return None if used is None and left > 0 else max(0, left + reserve(over, used))


def after_move(over: Overtime, used: int | None, left: Span) -> tuple[Span, int | None]:
    """What stands on the clock, and how much is used, once a move has been made with *left*."""
    if over.moves == 1:
        return (left, used) if left > 0 else (0, (used or 0) + -left // over.span)
    if used is None and left > 0:
        return left, None
    left, made = left + reserve(over, used), (used or 0) + 1
    return (over.span, 0) if made == over.moves else (left, made)
