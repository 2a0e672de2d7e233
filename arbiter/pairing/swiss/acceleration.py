"""Acceleration by the Baku method: points that count for pairing only, to sort a large field sooner (FIDE C.04.7)."""

from __future__ import annotations

from arbiter.pairing.table.points import PointScheme


def first_half(entries: int) -> int:
    """The number of first pairing numbers that are accelerated: half of the entries, rounded up to an even number."""
    return 2 * -(-entries // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """The number of first rounds with the points of a win, and of following rounds with the points of a draw."""
    both = -(-rounds // 2)
    whole = -(-both // 2)
    return whole, both - whole


def baku(round: int, rounds: int, points: PointScheme) -> int:
    """The extra points of the accelerated half in *round*; 0 after the accelerated rounds."""
    whole, half = accelerated_rounds(rounds)
    if round <= whole:
        return points.win
    return points.draw if round <= whole + half else 0
