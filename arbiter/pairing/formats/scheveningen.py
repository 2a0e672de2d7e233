"""The Scheveningen system: every player of side A meets every player of side B, on boards in the order of side A.

In round r (counted from 0) number i of side A meets number i + r of side B, counted cyclically. If a side has an even
number of players, the two halves of side A have different colours, and both change colours every round. Then each side
has as many games with White as with Black in every round, and so has each player of side A over the whole match. If the
number is odd, a player of side A has White if their own number plus the opponent's, counted cyclically, is in the lower
half. Then nobody's games with one colour outnumber those with the other by more than one.
"""

from __future__ import annotations

from arbiter.pairing.system_interface import Drawn, Field, Options, Reason, System, SystemSettings
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused


def sides(field: Field) -> tuple[list[int], list[int]]:
    """Return the entries of both sides in order. The smaller side has 0 for each empty seat.

    The sides are the two values of `group`. If no player has a group, odd numbers play even numbers. Raise Refused if
    there are more than two groups.
    """
    letters = sorted({player.group for player in field if player.group})
    if len(letters) > 2:
        raise Refused("two_sides", sides=len(letters))
    if letters:
        first = [player.entry for player in field if player.group == letters[0]]
        second = [player.entry for player in field if player.group != letters[0]]
    else:
        first, second = ([player.entry for player in field[at::2]] for at in (0, 1))
    size = max(len(first), len(second))
    return [*first, *[0] * (size - len(first))], [*second, *[0] * (size - len(second))]


def rounds(field: Field, settings: SystemSettings) -> int:
    """Return the number of rounds, which is the number of players of the larger side."""
    del settings
    return len(sides(field)[0])


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair the round by the table. A player whose opponent is an empty seat or has withdrawn sits out."""
    del history
    home, away = sides(field)
    if options.round > len(home):
        raise Refused("all_rounds_paired", rounds=len(home))
    turn, gone = options.round - 1, {player.entry for player in field if player.withdrawn}
    pairs, byes = [], []
    for at, entry in enumerate(home):
        other = away[(at + turn) % len(away)]
        here = [one for one in (entry, other) if one and one not in gone]
        if len(here) < 2:
            byes += here
            continue
        white = _white(at, turn, len(home))
        pairs.append((entry, other) if white else (other, entry))
    why = [Reason("by_the_table", pair) for pair in pairs] + [Reason("no_opponent_left", (entry,)) for entry in byes]
    return Drawn(tuple(pairs), tuple((entry, ByeKind.FREE) for entry in sorted(byes)), tuple(why))


def _white(at: int, turn: int, size: int) -> bool:
    """Return whether player number *at* of side A has White in round *turn*. Both are counted from 0.

    *size* is the number of players of a side.
    """
    if size % 2:
        return 2 * ((2 * at + turn) % size) < size + 1
    return (2 * at < size) == (turn % 2 == 0)


SCHEVENINGEN = System(
    pair=pair, rounds=rounds, table=rounds, tiebreaks=("wins", "sonneborn-berger"), fixed_field=True, settings={}
)
