"""The round robin as a pairing system: the entries of a tournament are put in the seats of the Berger tables.

The tables are in `round_robin`. A player who has withdrawn keeps the seat, and each round's opponent of that seat sits
out. A player who is absent for a round keeps the game: it is postponed or forfeited, and the opponent is not paired
with somebody else.
"""

from __future__ import annotations

from arbiter.pairing.formats import round_robin
from arbiter.pairing.system import Bounds, Drawn, Field, Options, Pair, Reason, System
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused


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
        return deal(field, history, round_robin.drawing(len(field), options.round, cycles), cycles)

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
"""A round robin with as many cycles as the club sets."""


def needed(field: Field, cycles: int) -> int:
    return round_robin.rounds(len(field), cycles) if len(field) > 1 else 0


def deal(field: Field, history: Crosstable, drawing: round_robin.Drawing, cycles: int) -> Drawn:
    """Make the pairs of one round: the entries of *field* are put in the seats of the round's table.

    Raise Refused if two of them have already met *cycles* times.
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
