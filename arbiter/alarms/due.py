"""Which alarms a board needs as it stands, when each is due, and what it asks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arbiter.desk.recorded import Recorded
from arbiter.rulings.request import Request
from arbiter.rulings.time.attendance import RingLate, late_at
from arbiter.rulings.time.flags import RingFlag, RingFlags, awaits_tablet
from arbiter.rulings.time.inactivity import RingInactivity, rings_at
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

TOGETHER = 100
"""Flags that are asked for at once: their lines are one transaction."""
KINDS = ("flag", "late", "idle")
"""A flag, the limit for who comes late, and the limits for thinking long where no clock runs."""


class Alarm(NamedTuple):
    """What rings: one of `KINDS` at a board."""

    kind: str
    tournament: str
    round: int
    board: int


def boards_in(recorded: Recorded) -> set[tuple[int, int]]:
    """The boards that were written about, as (round, board)."""
    return {place for event in recorded.events for place in event.about(recorded.state)}


def due_at(kind: str, state: Tournament, game: Game) -> Instant | None:
    """When the alarm of that kind is due at the board as it stands; None: it is not."""
    match kind:
        case "flag":
            if game.flag is not None:
                return game.flag.at if awaits_tablet(state, game) else None
            return game.clock.flag_at if game.running else None
        case "late":
            return min((due for side in Side if (due := late_at(state, game, side)) is not None), default=None)
        case _:
            return rings_at(state, game)


def requests(
    kind: str, boards: Sequence[tuple[int, int]], unruled: Collection[tuple[int, int]] = ()
) -> Sequence[Request]:
    """What an alarm of that kind asks about those boards.

    *unruled*: those at which something that was received before has waited for its ruling as long as a flag may wait.

    Flags are asked for together, so that those of a hall that fall together are written together.
    """
    match kind:
        case "flag":
            rings = tuple(
                RingFlag(round=round, board=board, unruled=(round, board) in unruled) for round, board in boards
            )
            return [RingFlags(rings=rings[first : first + TOGETHER]) for first in range(0, len(rings), TOGETHER)]
        case "late":
            return [RingLate(round=round, board=board) for round, board in boards]
        case _:
            return [RingInactivity(round=round, board=board) for round, board in boards]
