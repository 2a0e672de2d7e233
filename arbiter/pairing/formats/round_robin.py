"""The Berger tables: every player meets every other.

The tables are computed. With n players (or n - 1 and an empty seat) the last number meets 1, 1 + n/2, ... round by
round and changes colours each time. The others are paired around that opponent, at equal distances. A second cycle is
the first with colours reversed, a third is as the first, and so on. The last two rounds before each reversal are
exchanged, because otherwise somebody would have the same colour three times in a row there.
"""

from __future__ import annotations

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Drawing:
    """The pairings of one round as numbers: the pairs (White, Black) from board 1 on, and the numbers that sit out."""

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]


def rounds(players: int, cycles: int = 1) -> int:
    return cycles * (players - 1 + players % 2)


def drawing(players: int, round: int, cycles: int = 1) -> Drawing:
    """The pairings of round *round*, counted from 1, in a round robin of the numbers 1 to *players* (at least 2).

    *cycles* is how often everybody meets everybody. Raise ValueError if there is no such round.

    >>> drawing(5, 1).pairs, drawing(5, 1).byes
    (((2, 5), (3, 4)), (1,))
    """
    seats = players + players % 2
    cycle, number = divmod(round - 1, seats - 1)
    if not (players >= 2 and round >= 1 and cycle < cycles):
        raise ValueError(f"there is no round {round} of {cycles} cycles among {players}")
    number += 1
    if cycle < cycles - 1 and seats > 2 and number >= seats - 2:
        number = 2 * seats - 3 - number  # the last two rounds are exchanged
    pairs = _berger(seats, number)
    if cycle % 2:
        pairs = [(black, white) for white, black in pairs]
    byes = (
        tuple(number for pair in pairs if seats in pair for number in pair if number < seats) if seats > players else ()
    )
    return Drawing(tuple(pair for pair in pairs if max(pair) <= players), byes)


def _berger(seats: int, round: int) -> list[tuple[int, int]]:
    """The pairs of one round of the Berger table for an even number of seats."""
    others = seats - 1
    first = (round - 1) * (seats // 2) % others
    last = (first + 1, seats) if round % 2 else (seats, first + 1)
    return [last, *(((first + far) % others + 1, (first - far) % others + 1) for far in range(1, seats // 2))]
