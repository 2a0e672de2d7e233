"""Time that the network took, given back: off unless the regulations give a quota, and never more than was measured.

A press counts when the service has it. Where the regulations give each player a quota, a tablet may say when it was
pressed, by the offset that it has measured against the service's clock; so much of the way as the quota still holds,
and never more than the round trip that the tablet has measured, is charged to nobody. The quota refills a little at
each move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from arbiter.fields import Sent
from arbiter.sides import SECOND, Instant, Side, Span
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

REFILL: Span = SECOND // 2
"""What comes back into the quota at each move."""
MOST: Span = 5 * SECOND
"""So much lag at most is given back to a player who has saved all of it up."""
LONGEST_GRACE: Span = 2 * SECOND
"""For how long at most a flag waits for a move that may be on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What a tablet says of a press: its instant by the measured offset, the round trip, its own monotonic time."""

    pressed: Annotated[
        Instant | None, Sent("when it was pressed, by the measured offset to the clock of the service", unit="ms")
    ] = None
    round_trip: Annotated[
        Span | None, Sent("the round trip with which that offset was measured", name="round_trip_ms", unit="ms")
    ] = None
    device: Annotated[
        int | None, Sent("the monotonic time of the device: evidence, never the clock", name="device_ms", unit="ms")
    ] = None


NO_STAMP = Stamp()


def quota(state: Tournament, game: Game, side: Side) -> Span:
    """How much *side* may still be given back in this game."""
    left = state.regulations.lag_quota_ms
    if not left:
        return 0
    for play in game.plays:
        if play.side is side:
            left = min(MOST, left - play.lag + REFILL)
    return left


def given_back(state: Tournament, game: Game, at: Instant, stamp: Stamp) -> Span:
    """How much of the way of a press that was received at *at* is charged to nobody."""
    if stamp.pressed is None or stamp.round_trip is None:
        return 0
    side = game.position.turn
    since = (game.flag.clock if game.flag else game.clock).since
    return max(0, min(at - stamp.pressed, stamp.round_trip, quota(state, game, side), at - since))


def grace(state: Tournament, game: Game, side: Side) -> Span:
    """For how long a fallen flag waits for a move that was made in time and is on its way."""
    return min(LONGEST_GRACE, quota(state, game, side))
