"""The Berger tables: every player meets every other.

The tables are computed. With n players (or n - 1 and an empty seat) the last number meets 1, 1 + n/2, ... round by
round, and changes colours each time. The other numbers are paired at equal distances from that opponent. A second cycle
is the first with colours reversed, a third is as the first, and so on. The last two rounds before each reversal are
exchanged, because otherwise somebody would have the same colour three times in a row.

In a tournament the entries are put in the seats of the tables. A player who has withdrawn keeps the seat, and in each
round the opponent of that seat sits out. A player who is absent for a round keeps the game: it is postponed or
forfeited, and the opponent is not paired with somebody else.
"""

from __future__ import annotations

from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Pair, Reason, System
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Drawing:
    """One round of a table, as seat numbers: the pairs (White, Black) from board 1 on, and the numbers that sit out."""

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]


def rounds(players: int, cycles: int = 1) -> int:
    return cycles * (players - 1 + players % 2)


def drawing(players: int, round: int, cycles: int = 1) -> Drawing:
    """Return round *round*, counted from 1, of a round robin of the numbers 1 to *players* (at least 2).

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
    """Return the pairs of one round of the Berger table for *seats* seats, which must be an even number."""
    others = seats - 1
    first = (round - 1) * (seats // 2) % others
    last = (first + 1, seats) if round % 2 else (seats, first + 1)
    return [last, *(((first + far) % others + 1, (first - far) % others + 1) for far in range(1, seats // 2))]


def system(cycles: int) -> System:
    """Make the round robin in which everybody meets everybody *cycles* times, as a pairing system."""
    return System(
        pair=_pair(cycles),
        rounds=lambda field, _: needed(field, cycles),
        table=lambda field, _: needed(field, cycles),
        tiebreaks=("wins", "sonneborn-berger"),
        fixed_field=True,
        cycles=cycles,
        meets=cycles,
    )


def _pair(cycles: int) -> Pair:
    def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
        if options.round > needed(field, cycles):
            raise Refused("all_rounds_paired", rounds=needed(field, cycles))
        return deal(field, history, drawing(len(field), options.round, cycles), cycles)

    return pair


MULTIPLE = System(
    pair=lambda field, history, options: _pair(int(options.settings["cycles"]))(field, history, options),
    rounds=lambda field, settings: needed(field, int(settings["cycles"])),
    table=lambda field, settings: needed(field, int(settings["cycles"])),
    tiebreaks=("wins", "sonneborn-berger"),
    fixed_field=True,
    meets=0,
    settings={"cycles": Bounds(default=3, least=1, most=10)},
)
"""The round robin in which everybody meets everybody as often as the setting `cycles` says."""


def needed(field: Field, cycles: int) -> int:
    return rounds(len(field), cycles) if len(field) > 1 else 0


def deal(field: Field, history: Crosstable, drawing: Drawing, cycles: int) -> Drawn:
    """Pair one round: the entries of *field* are put in the seats of *drawing*, the round of the table.

    Raise Refused if two entries of a pair have already met *cycles* times.
    """
    seats = [player.entry for player in field]
    gone = {player.entry for player in field if player.withdrawn}
    pairs = tuple((seats[white - 1], seats[black - 1]) for white, black in drawing.pairs)
    left = tuple(pair for pair in pairs if not gone.intersection(pair))
    for white, black in left:  # the tables do not know of rounds that were paired by hand
        met = history.between(white, black)
        if len(met) >= cycles:
            raise Refused("met_before", white=white, black=black, round=met[-1].round)
    paired = {entry for pair in left for entry in pair}
    byes = sorted(entry for entry in seats if entry not in paired and entry not in gone)
    opponents = {entry: other for pair in pairs for entry, other in (pair, pair[::-1])}
    why = [Reason("by_the_table", (white, black), "FIDE C.05 annex 1") for white, black in left]
    why += [
        Reason("opponent_withdrew", (entry,), facts=(("opponent", opponents[entry]),))
        if entry in opponents
        else Reason("odd_number", (entry,))
        for entry in byes
    ]
    return Drawn(left, tuple((entry, ByeKind.FREE) for entry in byes), tuple(why))
