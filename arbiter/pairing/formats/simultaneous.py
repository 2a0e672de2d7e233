"""A simultaneous exhibition: one player (a person or the computer) plays against all others at the same time.

It is one round. The setting `giver` is the entry of the player who plays at every board. This player has the same
colour at all boards, or alternates from board to board. The others sit in the order of their numbers.
"""

from __future__ import annotations

from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Reason, System, SystemSettings, sitting
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused


def giver(field: Field, settings: SystemSettings) -> int:
    """Return the entry of the player who plays at every board."""
    del field
    return int(settings["giver"])


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair the player who plays at every board with every other player who is present.

    Raise Refused after round 1, or if the setting `giver` names no entry.
    """
    del history
    if options.round > 1:
        raise Refused("all_rounds_paired", rounds=1)
    one = giver(field, options.settings)
    if one not in [player.entry for player in field if not player.withdrawn]:
        raise Refused("no_entry", entry=one)
    colours = str(options.settings["giver_colour"])
    others = [player.entry for player in field if player.plays and player.entry != one]
    pairs = tuple(
        (one, other) if colours == "white" or (colours == "alternate" and not at % 2) else (other, one)
        for at, other in enumerate(others)
    )
    alone = () if pairs else ((one, ByeKind.FREE),)
    byes = (*((entry, kind) for entry, kind in sitting(field) if entry != one), *alone)
    return Drawn(
        pairs, tuple(sorted(byes, key=lambda bye: bye[0])), tuple(Reason("against_the_giver", both) for both in pairs)
    )


SIMULTANEOUS = System(
    pair=pair,
    rounds=lambda _field, _settings: 1,
    tiebreaks=(),
    fixed_field=True,
    settings={
        "giver": Bounds(default=1, least=1),
        "giver_colour": Bounds(default="white", choices=("white", "black", "alternate")),
    },
    everywhere=giver,
)
