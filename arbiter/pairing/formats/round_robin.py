"""Everybody meets everybody, by the Berger tables.

The tables are computed, not typed. With n players, or n - 1 and one who is not there: the last number meets 1, 1 +
n/2, ... round by round and changes colours each time; the others sit around that pair, so that their numbers are
equally far from it. A second cycle is the first with colours reversed, a third is as the first, and so on. Before each
turn the last two rounds are exchanged, since otherwise somebody would have one colour three times running there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drawing:
    """One round: pairs of (White's, Black's) number from board 1 on, and the numbers that sit out."""

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]


def rounds(players: int, cycles: int = 1) -> int:
    return cycles * (players - 1 + players % 2)


def drawing(players: int, round: int, cycles: int = 1) -> Drawing:
    """Round *round* (from 1) of so many cycles among the numbers 1 to *players*, two at least."""
    seats = players + players % 2
    cycle, number = divmod(round - 1, seats - 1)
    if not (players >= 2 and round >= 1 and cycle < cycles):
        raise ValueError(f"there is no round {round} of {cycles} cycles among {players}")
    number += 1
    if cycle < cycles - 1 and seats > 2 and number >= seats - 2:
        number = 2 * seats - 3 - number  # the last two rounds exchanged
    pairs = _berger(seats, number)
    if cycle % 2:
        pairs = [(black, white) for white, black in pairs]
    byes = (
        tuple(number for pair in pairs if seats in pair for number in pair if number < seats) if seats > players else ()
    )
    return Drawing(tuple(pair for pair in pairs if max(pair) <= players), byes)


def _berger(seats: int, round: int) -> list[tuple[int, int]]:
    """One round of the table for an even number of seats."""
    others = seats - 1
    first = (round - 1) * (seats // 2) % others
    last = (first + 1, seats) if round % 2 else (seats, first + 1)
    return [last, *(((first + far) % others + 1, (first - far) % others + 1) for far in range(1, seats // 2))]
