"""The alarms that a board needs in its present state: when each is due, and the request that it submits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arbiter.desk.recorded import Recorded
from arbiter.rulings.request import Request
from arbiter.rulings.time.attendance import RingLate, late_at
from arbiter.rulings.time.flags import RingFlag, RingFlags, awaits_tablet, uncalled
from arbiter.rulings.time.inactivity import RingInactivity, rings_at
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

FLAGS_TOGETHER = 100
"""At most this many flags that fall are handled by one request.

All journal lines of a request are one transaction.
"""
KINDS = ("flag", "late", "idle")
"""The kinds of alarm: a flag that falls, a player who is too late, a player who thinks too long without a clock."""


class Alarm(NamedTuple):
    """An alarm for a board in a round of a tournament. `kind` is one of `KINDS`, such as "flag" or "late"."""

    kind: str
    tournament: str
    round: int
    board: int


def boards_in(recorded: Recorded) -> set[tuple[int, int]]:
    """Return the boards that the events of a recorded request are about, as (round, board)."""
    return {place for event in recorded.events for place in event.about(recorded.state)}


def due_at(kind: str, state: Tournament, game: Game) -> Instant | None:
    """Return when the alarm of the kind *kind* is due at the board of *game*; None if the board needs no such alarm."""
    match kind:
        case "flag":
            if game.flag is not None:
                return game.flag.at if awaits_tablet(state, game) else None
            return game.clock.flag_at if game.running and not uncalled(state) else None
        case "late":
            return min((due for side in Side if (due := late_at(state, game, side)) is not None), default=None)
        case _:
            return rings_at(state, game)


def requests(
    kind: str, boards: Sequence[tuple[int, int]], unruled: Collection[tuple[int, int]] = ()
) -> Sequence[Request]:
    """Return the requests that alarms of the kind *kind* submit about *boards*, each given as (round, board).

    *unruled* are the boards at which an earlier request still has no ruling although the flag has waited as long as it
    may. Flags that fall together are put into one request, so that they are written together.
    """
    match kind:
        case "flag":
            rings = tuple(
                RingFlag(round=round, board=board, unruled=(round, board) in unruled) for round, board in boards
            )
            return [
                RingFlags(rings=rings[first : first + FLAGS_TOGETHER]) for first in range(0, len(rings), FLAGS_TOGETHER)
            ]
        case "late":
            return [RingLate(round=round, board=board) for round, board in boards]
        case _:
            return [RingInactivity(round=round, board=board) for round, board in boards]
