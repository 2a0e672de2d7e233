"""Who stands where: by points, then by the tie-breaks in their order; who is equal in all of them shares the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.pairing.crosstable import Crosstable
from arbiter.pairing.tiebreaks import TIEBREAKS


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the order; `tiebreaks` in the order in which they were asked for."""

    rank: int
    entry: int
    points: int
    tiebreaks: tuple[int, ...]


def standings(table: Crosstable, tiebreaks: Sequence[str]) -> tuple[Standing, ...]:
    """The order. Within a shared place the lower entry number is named first, which decides nothing."""
    values = {
        entry: (table.score(entry), *(TIEBREAKS[code](table, entry) for code in tiebreaks)) for entry in table.entries
    }
    order = sorted(table.entries, key=lambda entry: (*(-value for value in values[entry]), entry))
    ranks: dict[tuple[int, ...], int] = {}
    for place, entry in enumerate(order, start=1):
        ranks.setdefault(values[entry], place)
    return tuple(Standing(ranks[values[entry]], entry, values[entry][0], values[entry][1:]) for entry in order)
