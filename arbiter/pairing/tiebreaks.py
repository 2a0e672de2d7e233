"""Numbers that separate equals: one row each. They are whole numbers, so that no rounding decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arbiter.pairing.crosstable import Crosstable
from arbiter.pairing.points import Outcome


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A row: its name on screens and sheets, what it counts, and how."""

    name: str
    counts: str
    value: Callable[[Crosstable, int], int]


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


TIEBREAKS: Mapping[str, Tiebreak] = {
    "wins": Tiebreak("Wins", "games won", wins),
    "solkoff": Tiebreak("Solkoff", "points of all opponents together", solkoff),
    "sonneborn-berger": Tiebreak(
        "Sonneborn-Berger", "points of each opponent, times the points won from that opponent", sonneborn_berger
    ),
}
