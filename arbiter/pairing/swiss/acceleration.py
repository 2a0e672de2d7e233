"""Points that count for pairing only, so that a large field is sorted sooner: the Baku method (FIDE C.04.7)."""

from __future__ import annotations

from arbiter.pairing.table.points import PointScheme


def first_half(entries: int) -> int:
    """How many of the first pairing numbers are accelerated: half, rounded up to an even number."""
    return 2 * -(-entries // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """So many first rounds with the points of a win, and so many behind them with half of it."""
    both = -(-rounds // 2)
    whole = -(-both // 2)
    return whole, both - whole


def baku(round: int, rounds: int, points: PointScheme) -> int:
    """What the accelerated half has in that round; nothing where the number of rounds is open."""
    whole, half = accelerated_rounds(rounds)
    if round <= whole:
        return points.win
    return points.draw if round <= whole + half else 0
