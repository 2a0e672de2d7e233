"""Numbers that separate equals: one row each. They are whole numbers, so that no rounding decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from arbiter.pairing.crosstable import Crosstable
from arbiter.pairing.points import Outcome


def wins(table: Crosstable, entry: int) -> int:
    """Games won, those without play included."""
    return sum(meeting.of(entry) is Outcome.WON for meeting in table.of(entry))


def solkoff(table: Crosstable, entry: int) -> int:
    """The scores of all opponents together; a round without an opponent adds nothing."""
    return sum(table.score(meeting.opponent(entry)) for meeting in table.of(entry) if meeting.outcome is not None)


def sonneborn_berger(table: Crosstable, entry: int) -> int:
    """The scores of the opponents, each times the points won from that opponent.

    With 2-1-0 this is twice the score of those beaten and once the score of those drawn with: whole, and in the same
    order as the halves of chess.
    """
    return sum(
        table.score(meeting.opponent(entry)) * table.points.of(outcome)
        for meeting in table.of(entry)
        if (outcome := meeting.of(entry)) is not None
    )


Tiebreak: TypeAlias = Callable[[Crosstable, int], int]

TIEBREAKS: Mapping[str, Tiebreak] = {
    "wins": wins,
    "solkoff": solkoff,
    "sonneborn-berger": sonneborn_berger,
}
"""Each by its code; its name and what it counts stand in the message catalogue."""
