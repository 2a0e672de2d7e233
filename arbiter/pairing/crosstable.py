"""Who met whom with what result: the one table that standings, tie-breaks and sheets are read from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.pairing.points import Outcome, Points
from arbiter.sides import Both


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two entries in one round. No outcome: the game has no result yet. Not `played`: it was decided without play."""

    round: int
    board: int
    white: int
    black: int
    outcome: Both[Outcome] | None
    played: bool = True

    def of(self, entry: int) -> Outcome | None:
        """What the game was for that entry; None while it has no result."""
        if self.outcome is None:
            return None
        return self.outcome.white if entry == self.white else self.outcome.black

    def opponent(self, entry: int) -> int:
        """Who sat opposite."""
        return self.black if entry == self.white else self.white


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A round without an opponent; no outcome: it counts nothing, as in a round robin, where everybody has one."""

    round: int
    entry: int
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstable:
    """Everything that has been met and sat out, in the order of rounds and boards."""

    entries: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...]
    points: Points

    def of(self, entry: int) -> Iterator[Meeting]:
        """The meetings of one entry."""
        return (meeting for meeting in self.meetings if entry in (meeting.white, meeting.black))

    def between(self, entry: int, opponent: int) -> tuple[Meeting, ...]:
        """The meetings of two entries, none, one, or one a cycle."""
        return tuple(meeting for meeting in self.of(entry) if opponent in (meeting.white, meeting.black))

    def score(self, entry: int) -> int:
        """The points of one entry so far."""
        outcomes = [meeting.of(entry) for meeting in self.of(entry)] + [
            bye.outcome for bye in self.byes if bye.entry == entry
        ]
        return sum(self.points.of(outcome) for outcome in outcomes if outcome is not None)
