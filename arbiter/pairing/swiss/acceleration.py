"""Acceleration by the Baku method (FIDE C.04.7): extra points for the upper half of the field in the first rounds.

The extra points count only for the pairing. They separate the players of a large field in fewer rounds.
"""

from __future__ import annotations

from arbiter.pairing.table.points import PointScheme


def first_half(entries: int) -> int:
    """Return how many of *entries* are accelerated: half of them, rounded up to an even number.

    The accelerated entries are those with the lowest pairing numbers.
    """
    return 2 * -(-entries // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """Return two numbers of rounds with extra points: first as many as for a win, then as many as for a draw.

    *rounds*: the number of rounds of the tournament. The upper half of the field is paired as if it had the extra
    points (FIDE C.04.7).
    """
    both = -(-rounds // 2)
    whole = -(-both // 2)
    return whole, both - whole


def baku(round: int, rounds: int, points: PointScheme) -> int:
    """Return the extra points of each accelerated player in *round*; 0 after the accelerated rounds.

    *rounds* is the number of rounds of the tournament.
    """
    whole, half = accelerated_rounds(rounds)
    if round <= whole:
        return points.win
    return points.draw if round <= whole + half else 0
