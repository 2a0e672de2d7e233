"""Why a flag may only be proposed: what could have kept a press that was made in time from being heard.

The service cannot answer for a flag alone when it stood still as the flag fell or for long in that thinking time, when
the disk refused a move of that board in it, when the tablet was out of touch, or when another life of the service had
part of it. Such a flag is provisional: it never ends a game by itself, and what is doubtful about it lies beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.sides import SECOND, Instant, Side, Span
from arbiter.tournament.game import Game

BEFORE: Span = SECOND
"""A stall so shortly before a flag may have kept a press on its way."""
TOGETHER: Span = 2 * SECOND
"""What the stalls of one thinking time may come to together."""
REPORTS: Span = 2 * SECOND
"""A tablet in touch says so often that it is there."""
TOUCH: Span = REPORTS + SECOND
"""A tablet that has not been heard of for so long is out of touch: a report is missing, or more than a second late."""
HEARD: Span = 5 * SECOND
"""For how long a flag waits for the tablet to say that it holds nothing back."""

Seat: TypeAlias = tuple[int, Side | None]
"""A board, and the side that a tablet there was given; None: it lies between the players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A tablet was heard of at `at`.

    It knew the journal up to line `seen` by then, and held `waiting` messages that had not been answered; None: it did
    not say.
    """

    at: Instant
    seen: int = 0
    waiting: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeSigns:
    """What the service knows of itself and of its tablets when it rules on a flag.

    `stalls`: when it stood still, from and until. `refused`: when a write of a board was last refused, by round and
    board. `speed`: of the hall's time.
    """

    stalls: Sequence[tuple[Instant, Instant]] = ()
    tablets: Mapping[Seat, Heard] = field(default_factory=dict)
    refused: Mapping[tuple[int, int], Instant] = field(default_factory=dict)
    speed: float = 1

    def tablet(self, board: int, side: Side) -> Heard | None:
        """The tablet with which *side* plays at the board: the one that was heard of last; None: there is none."""
        found = [self.tablets[seat] for seat in ((board, side), (board, None)) if seat in self.tablets]
        return max(found, key=lambda heard: (heard.at, heard.seen), default=None)


NOTHING_KNOWN = LifeSigns()


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Why the service cannot answer for a flag alone, and what it has seen of that.

    `why`: "outage", "stall", "stalls", "disk", "tablet", "unruled", "unheard", or "press".
    """

    why: str
    evidence: tuple[tuple[str, Fact], ...] = ()


def doubt(game: Game, side: Side, falls: Instant, known: LifeSigns) -> Doubt | None:
    """What is doubtful about the flag of *side* that fell at *falls*; None where the service can answer for it."""
    since = thinking_since(game)
    if any(note.what == "outage" and note.ply == game.ply and note.at >= since for note in game.notes):
        return Doubt(why="outage")
    still = still_at(known.stalls, falls)
    if still is not None:
        return Doubt(why="stall", evidence=(("since", still[0]), ("still_ms", still[1] - still[0])))
    refused = known.refused.get((game.round, game.board))
    if refused is not None and since <= refused < falls:
        return Doubt(why="disk", evidence=(("refused_at", refused),))
    tablet = known.tablet(game.board, side)
    if tablet is not None and tablet.at < falls - TOUCH * known.speed:
        return Doubt(why="tablet", evidence=(("heard_at", tablet.at), ("silent_ms", falls - tablet.at)))
    together = still_together(known.stalls, since, falls)
    if together > TOGETHER:
        return Doubt(why="stalls", evidence=(("still_ms", together),))
    return None


def still_at(stalls: Sequence[tuple[Instant, Instant]], falls: Instant) -> tuple[Instant, Instant] | None:
    """The stall in which a flag that fell at *falls* fell, or shortly after which; None where there was none."""
    return next((stall for stall in stalls if stall[0] <= falls and stall[1] >= falls - BEFORE), None)


def still_together(stalls: Sequence[tuple[Instant, Instant]], since: Instant, until: Instant) -> Span:
    """For how long the service stood still between two instants; what two have noticed counts once."""
    together, end = 0, since
    for begun, over in sorted(stalls):
        together += max(0, min(over, until) - max(begun, end))
        end = max(end, over)
    return together


def thinking_since(game: Game) -> Instant:
    """The instant from which the side to move has been thinking."""
    return game.plays[-1].at if game.plays else game.started or 0
