"""The pairing numbers before the first round: in order of entry, by rating, by lot, or by lot with regard to clubs.

In a round robin the pairing numbers decide all pairs. The restricted draw (FIDE C.05 annex 2, the Varma tables) gives
the players of one club numbers from one group. Two numbers of a group do not meet in the last three rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from arbiter.pairing.formats import round_robin
from arbiter.pairing.lots import shuffled
from arbiter.pairing.system_interface import Field, Player

GROUPS: Mapping[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: (
        (4, 5, 9, 10),
        (1, 2, 7),
        (6, 8, 11),
        (3, 12),
    ),  # the handbook has 12, 11; but 6 meets 12 in round 11
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: ((6, 7, 8, 9, 10, 11, 19, 20, 21, 22), (1, 2, 3, 4, 13, 14, 15, 16, 17), (12, 18, 23), (5, 24)),
}
"""Groups of pairing numbers, by the number of seats. The players of one club get numbers from one group.

Two numbers of a group do not meet in the last three rounds of a round robin. With an odd number of players the last
seat is empty.
"""
TRIES = 60


def by_entering(field: Field, lots: int) -> Field:
    del lots
    return tuple(sorted(field, key=lambda player: player.entry))


def by_rating(field: Field, lots: int) -> Field:
    """Return the players in order of rating, highest first.

    Players without a rating come last. Players with equal ratings are ordered by lot.
    """
    lot = {entry: at for at, entry in enumerate(shuffled((player.entry for player in field), lots))}
    return tuple(sorted(field, key=lambda player: (player.rating is None, -(player.rating or 0), lot[player.entry])))


def by_lot(field: Field, lots: int) -> Field:
    by_entry = {player.entry: player for player in field}
    return tuple(by_entry[entry] for entry in shuffled(by_entry, lots))


def restricted(field: Field, lots: int) -> Field:
    """Return the players in an order drawn by lot, in which players of one club have numbers of one group.

    The largest club draws first. If a club fits into no group, or if there are fewer than 9 or more than 24 players,
    `TRIES` orders are drawn. The one is returned in which the last meetings of clubmates come earliest.
    """
    seats = len(field) + len(field) % 2
    order = by_lot(field, lots)
    clubs = _clubs(order)
    if seats not in GROUPS:
        return _soonest(field, lots)
    free = [[number for number in group if number <= len(field)] for group in GROUPS[seats]]
    given: dict[int, Player] = {}
    for mates in clubs:
        fitting = [group for group in free if len(group) >= len(mates)]
        if not fitting:
            return _soonest(field, lots)
        group = min(fitting, key=len)
        numbers = shuffled(group, lots)[: len(mates)]
        given |= dict(zip(numbers, mates, strict=True))
        group[:] = [number for number in group if number not in numbers]
    left = shuffled((number for number in range(1, len(field) + 1) if number not in given), lots)
    alone = [player for player in order if player not in given.values()]
    given |= dict(zip(left, alone, strict=True))
    return tuple(given[number] for number in sorted(given))


def last_meetings(field: Field) -> tuple[int, ...]:
    """Return the rounds in which players of one club meet if *field* plays a round robin, the latest round first."""
    mates = {frozenset(pair) for club in _clubs(field) for pair in combinations((one.entry for one in club), 2)}
    met = []
    for round in range(1, round_robin.rounds(len(field)) + 1 if len(field) > 1 else 1):
        pairs = round_robin.drawing(len(field), round).pairs
        met += [round for w, b in pairs if frozenset((field[w - 1].entry, field[b - 1].entry)) in mates]
    return tuple(reversed(met))


NUMBERS: Mapping[str, Callable[[Field, int], Field]] = {
    "entered": by_entering,
    "rating": by_rating,
    "lot": by_lot,
    "restricted": restricted,
}
"""The ways to assign pairing numbers, by key. Each is a function that returns the field in the order of numbers."""


def _clubs(field: Field) -> list[list[Player]]:
    """Return the players of each club with at least two members in the field, the largest club first."""
    clubs: dict[str, list[Player]] = {}
    for player in field:
        if player.club:
            clubs.setdefault(player.club.casefold(), []).append(player)
    return sorted((mates for mates in clubs.values() if len(mates) > 1), key=lambda mates: (-len(mates), mates[0].club))


def _soonest(field: Field, lots: int) -> Field:
    return min((by_lot(field, lots + extra) for extra in range(TRIES)), key=last_meetings)
