"""Pairing by hand: the director names the pairs, and the service only checks them."""

from __future__ import annotations

from arbiter.pairing.system_interface import Drawn, Field, Options, Reason, System, sitting
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Return the pairs of `options.pairs` as the director made them.

    All other players who are present get a bye of the kind FREE, which gives no points.

    Raise Refused if there are no pairs, if an entry is unknown or withdrawn, or if it is paired twice.
    """
    del history
    if not options.pairs:
        raise Refused("pairs_needed", system="manual")
    here = {player.entry: player for player in field}
    seen: set[int] = set()
    for entry in (entry for pair in options.pairs for entry in pair):
        if entry not in here:
            raise Refused("no_entry", entry=entry)
        if here[entry].withdrawn:
            raise Refused("entry_withdrawn", entry=entry)
        if entry in seen:
            raise Refused("paired_twice", entry=entry)
        seen.add(entry)
    asked = {entry: kind for entry, kind in sitting(field) if entry not in seen}
    left = {player.entry: ByeKind.FREE for player in field if player.plays and player.entry not in seen}
    why = tuple(Reason("by_hand", pair) for pair in options.pairs)
    return Drawn(options.pairs, tuple(sorted({**asked, **left}.items(), key=lambda bye: bye[0])), why)


MANUAL = System(
    pair=pair,
    rounds=lambda _field, _settings: 0,
    tiebreaks=("wins", "solkoff"),
    by_hand=True,
)
