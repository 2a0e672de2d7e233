"""Acceleration by the Baku method (FIDE C.04.7): extra points for some players in the first rounds.

The points count for the pairing only. They separate the players of a large field in fewer rounds.
"""

from __future__ import annotations

from arbiter.pairing.table.points import PointScheme


def first_half(entries: int) -> int:
    """The number of entries that are accelerated: those with the first pairing numbers.

    It is half of the entries, rounded up to an even number.
    """
    return 2 * -(-entries // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """How many rounds give the extra points of a win, and how many after these the extra points of a draw."""
    both = -(-rounds // 2)
    whole = -(-both // 2)
    return whole, both - whole


def baku(round: int, rounds: int, points: PointScheme) -> int:
    """The extra points of each accelerated player in *round*; 0 after the accelerated rounds."""
    whole, half = accelerated_rounds(rounds)
    if round <= whole:
        return points.win
    return points.draw if round <= whole + half else 0
