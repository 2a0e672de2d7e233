"""Provisional flags: flags that do not end a game, because a press made in time may not have reached the service.

These are the cases. The service stalled as the flag fell, or for long during that thinking time. The disk refused a
move of that board. The tablet was out of touch. An earlier process of the service ran for part of the time. The
evidence of the doubt is recorded with the flag, and an arbiter decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated, TypeAlias

from arbiter.fields import Road
from arbiter.refused import Fact, Refused
from arbiter.rulings.request import BoardRequest, of_official
from arbiter.sides import SECOND, Instant, Side, Span
from arbiter.tournament.game import Game
from arbiter.values import dataclass

STALL_BEFORE_FLAG_MS: Span = SECOND
"""If a stall of the service ended this many milliseconds before a flag fell, or less, it may have delayed a press."""
MOST_STALLS_MS: Span = 2 * SECOND
"""If stalls during one thinking time add up to more milliseconds than this, the fallen flag is in doubt."""
REPORT_EVERY_MS: Span = 2 * SECOND
"""A connected tablet sends a message every so many milliseconds, to say that it is still connected."""
OUT_OF_TOUCH_MS: Span = REPORT_EVERY_MS + SECOND
"""A tablet is out of touch if it is silent for this many milliseconds: a message is missing, or over a second late."""
TABLET_WAIT_MS: Span = 5 * SECOND
"""The milliseconds for which a fallen flag waits for the tablet to say that it has no unsent move."""

Seat: TypeAlias = tuple[int, Side | None]
"""The place of a tablet: a board, and the side assigned to the tablet.

The side is None if the tablet lies between the players.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The last message of a tablet, received at `at`.

    `seen`: the last journal line that the tablet knew then. `waiting`: how many messages of the tablet had no answer
    yet; None if the tablet did not tell.
    """

    at: Instant
    seen: int = 0
    waiting: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeSigns:
    """The facts about the service and its tablets that are used when it rules on a flag.

    `stalls`: the periods in which the service stalled, as (from, until). `refused`: by round and board, when the disk
    last refused a write. `speed`: the factor by which the service's time runs faster than real time. `sent`: the games
    that tablets have sent because the journal lacks moves, each with its round, its moves and the times after them.
    """

    stalls: Sequence[tuple[Instant, Instant]] = ()
    tablets: Mapping[Seat, Heard] = field(default_factory=dict)
    refused: Mapping[tuple[int, int], Instant] = field(default_factory=dict)
    speed: float = 1
    sent: Mapping[Seat, tuple[int, tuple[str, ...], tuple[Span, ...]]] = field(default_factory=dict)

    def tablet(self, board: int, side: Side) -> Heard | None:
        """Return the last message of the tablet with which *side* plays at the board, or None if there is no tablet."""
        found = [self.tablets[seat] for seat in ((board, side), (board, None)) if seat in self.tablets]
        return max(found, key=lambda heard: (heard.at, heard.seen), default=None)


NOTHING_KNOWN = LifeSigns()


@dataclass(frozen=True, slots=True, kw_only=True)
class InformedRequest(BoardRequest):
    """The fields of every request about one board whose ruling depends on the service and the tablets (`known`)."""

    known: Annotated[LifeSigns, Road("what the service knows of itself and of its tablets")] = NOTHING_KNOWN


def in_touch(known: LifeSigns, heard: Heard | None, at: Instant) -> bool:
    """Return whether the last message of a tablet is recent enough for the tablet to be in touch."""
    return heard is not None and heard.at > at - OUT_OF_TOUCH_MS * known.speed


def refuse_beside_tablet(known: LifeSigns, by: str, board: int, side: Side, at: Instant) -> None:
    """Raise Refused if an official enters an act for a side whose own tablet is in touch."""
    if of_official(by) and in_touch(known, known.tablet(board, side), at):
        raise Refused("said_at_tablet", board=board, side=side.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """The reason, with evidence, why a move made in time may have been missed when a flag fell.

    `why` is a code: "outage", "stall", "stalls", "disk", "tablet", "unruled", "unheard", "press", "claim" or "appeal"
    (for the last two see `open_claims.py`).
    """

    why: str
    evidence: tuple[tuple[str, Fact], ...] = ()


def doubt(game: Game, side: Side, falls: Instant, known: LifeSigns) -> Doubt | None:
    """Return the reason to doubt that the flag of *side*, which fell at *falls*, decides.

    None if no move can have been missed.
    """
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
    if tablet is not None and tablet.at < falls - OUT_OF_TOUCH_MS * known.speed:
        return Doubt(why="tablet", evidence=(("heard_at", tablet.at), ("silent_ms", falls - tablet.at)))
    together = still_together(known.stalls, since, falls)
    if together > MOST_STALLS_MS:
        return Doubt(why="stalls", evidence=(("still_ms", together),))
    return None


def still_at(stalls: Sequence[tuple[Instant, Instant]], falls: Instant) -> tuple[Instant, Instant] | None:
    """Return the stall of the service, as (from, until), during or just after which a flag fell; None without one.

    *falls*: the instant at which the flag fell.
    """
    return next((stall for stall in stalls if stall[0] <= falls and stall[1] >= falls - STALL_BEFORE_FLAG_MS), None)


def still_together(stalls: Sequence[tuple[Instant, Instant]], since: Instant, until: Instant) -> Span:
    """Return for how many milliseconds the service stalled between the instants *since* and *until*.

    Overlapping stalls count once.
    """
    together, end = 0, since
    for begun, over in sorted(stalls):
        together += max(0, min(over, until) - max(begun, end))
        end = max(end, over)
    return together


def thinking_since(game: Game) -> Instant:
    """Return the instant since which the side to move has been thinking."""
    return game.plays[-1].at if game.plays else game.started or 0
