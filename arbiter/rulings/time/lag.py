"""Network delay given back to players: off unless the regulations give a quota, and never more than was measured.

A press counts when the service receives it. If the regulations give each player a quota, a tablet may say when it was
pressed, by its measured offset against the service's clock. The delay is charged to nobody as far as the quota lasts,
and never beyond the round trip that the tablet measured. The quota refills a little at each move.
"""

from __future__ import annotations

from typing import Annotated

from arbiter.fields import Sent
from arbiter.sides import SECOND, Instant, Side, Span
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

REFILL_MS: Span = SECOND // 2
"""Milliseconds added to the quota at each move."""
MOST_QUOTA_MS: Span = 5 * SECOND
"""The most milliseconds of delay given back at once, to a player who has saved the whole quota."""
LONGEST_GRACE_MS: Span = 2 * SECOND
"""The longest time, in milliseconds, that a flag waits for a move that may be on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A tablet's data about a press of the clock.

    These are its instant in the service's time, the measured round trip to the service, and the tablet's monotonic
    time.
    """

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
    """Return how many more milliseconds of network delay *side* can be given back in this game."""
    left = state.regulations.lag_quota_ms
    if not left:
        return 0
    for play in game.plays:
        if play.side is side:
            left = min(MOST_QUOTA_MS, left - play.lag + REFILL_MS)
    return left


def given_back(state: Tournament, game: Game, at: Instant, stamp: Stamp) -> Span:
    """Return how many milliseconds of network delay are given back for a press received at *at*."""
    if stamp.pressed is None or stamp.round_trip is None:
        return 0
    side = game.position.turn
    since = (game.flag.clock if game.flag else game.clock).since
    return max(0, min(at - stamp.pressed, stamp.round_trip, quota(state, game, side), at - since))


def grace(state: Tournament, game: Game, side: Side) -> Span:
    """Return how many milliseconds a fallen flag waits for a move that was made in time and is still on its way."""
    return min(LONGEST_GRACE_MS, quota(state, game, side))
