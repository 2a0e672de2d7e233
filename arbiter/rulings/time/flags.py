"""Fallen flags, and the effect of an outage of the service on the clocks.

The alarm only asks for a check. The decision depends on the clock's own instants, not on the time of the check. If the
service may have missed a move (`provisional_flags.py`), the loss is only proposed to an arbiter. Otherwise, if the
regulations let a flag end the game, the game ends once the tablet of that side, heard after the flag, has said that it
has no unsent move.

A press counts when the service receives it. Some regulations give network delay back to the players, up to a quota for
each player. Then a tablet may say when it was pressed, by its measured offset against the service's clock. The delay is
charged to nobody as far as the quota lasts, and never beyond the round trip that the tablet measured. The quota refills
a little at each move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.refused import Refused
from arbiter.rulings.request import OfBoard, OfRound, article, running_game
from arbiter.rulings.time.open_claims import after_claims
from arbiter.rulings.time.provisional_flags import NOTHING_KNOWN, TABLET_WAIT_MS, Doubt, LifeSigns, doubt
from arbiter.rulings.time.timeouts import lost_on_time
from arbiter.sides import SECOND, Instant, Side, Span
from arbiter.tournament.events.clocks import FlagDoubted, FlagFell
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import ServiceInterrupted
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class RingFlag:
    """Check whether the flag of a board has fallen and ends the game.

    Otherwise raise Refused with the instant of the next check. `unruled`: whether a request received at the board
    before its flag fell still waits for its ruling.
    """

    round: OfRound
    board: OfBoard
    unruled: Annotated[bool, Road("whether something received before it fell waits for its ruling")] = False
    known: Annotated[LifeSigns, Road("what the service knows of itself and of its tablets")] = NOTHING_KNOWN

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        if awaits_tablet(state, game):
            return self._awaited(state, game, at)
        event = flag_fallen(state, game, at, self.known)
        if event is not None and self.unruled and not event.provisional:
            event = replace(event, provisional="unruled")
        falls = game.clock.flag_at
        if event is not None and state.regulations.flags == "auto":
            falls = event.at + grace(state, game, event.side)
        if event is None or (falls is not None and at < falls):
            raise Refused("flag_still_up", board=self.board, flag_at=falls)
        return flag_events(state, event, self.known)

    def _awaited(self, state: Tournament, game: Game, at: Instant) -> Sequence[Event]:
        """Return the end of the game after a fallen flag, once the tablet has said that it has no unsent move.

        If the tablet does not say so in time, return the event that puts the flag in doubt. Before that, raise Refused.
        """
        flag = game.flag
        assert flag is not None
        heard = self.known.tablet(self.board, flag.side)
        if heard is not None and heard.seen >= flag.proposal and heard.waiting == 0:
            return [lost_on_time(state, game, flag.side, at)]
        until = flag.at + int(TABLET_WAIT_MS * self.known.speed)
        if at < until:
            raise Refused("flag_still_up", board=self.board, flag_at=until)
        return [
            FlagDoubted(
                at=at,
                round=self.round,
                board=self.board,
                side=flag.side,
                provisional="unheard",
                evidence=(("waited_ms", at - flag.at),),
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RingFlags:
    """Check several boards whose flags are due together. Boards whose flag has not fallen are skipped."""

    rings: Annotated[tuple[RingFlag, ...], Road("the boards")]
    known: Annotated[LifeSigns, Road("what the service knows of itself and of its tablets")] = NOTHING_KNOWN

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        events: list[Event] = []
        refused = Refused("nothing_interrupted")
        for ring in self.rings:
            try:
                events += replace(ring, known=self.known).rule(state, at)
            except Refused as no:
                refused = no
        if not events:
            raise refused
        return events


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteInterruption:
    """Record an outage: the service is running again, and was last known to run at `alive`.

    Flags that had fallen by `alive` are only proposed, because moves received before they fell may have been lost with
    the old process. Every other clock is stopped as of `alive`, so that nobody is charged for the time since. A clock
    that was started at `until` or later is left alone.
    """

    alive: Annotated[Instant, Road("when the service was last known to be there")]
    until: Annotated[Instant | None, Road("when it was there again, where another node may have noted it")] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        going = [game for game in state.games() if game.running and game.clock.running]
        if self.until is not None:
            going = [game for game in going if game.clock.since < self.until]
        if not going:
            raise Refused("nothing_interrupted")
        flags = {(game.round, game.board): flag_fallen(state, game, self.alive, gone=True) for game in going}
        fallen = [event for flag in flags.values() if flag is not None for event in flag_events(state, flag)]
        stopped = tuple(board for board, flag in flags.items() if flag is None)
        events: list[Event] = list(fallen)
        return [*events, ServiceInterrupted(at=at, alive=self.alive, boards=stopped)] if stopped else events


def undisputed_game(state: Tournament, round: int, board: int, at: Instant) -> Game:
    """Return the running game. Raise Refused if a flag has fallen there and waits for its ruling.

    *at* is the instant of receipt: a request received before the flag fell is not refused.
    """
    game = running_game(state, round, board)
    fallen = game.flag or flag_fallen(state, game, at)
    if fallen is not None and at >= fallen.at:
        raise Refused("flag_pending", board=board, side=fallen.side.value, article=article(state, "flag"))
    return game


def flag_fallen(
    state: Tournament, game: Game, at: Instant, known: LifeSigns = NOTHING_KNOWN, *, gone: bool = False
) -> FlagFell | None:
    """Return the fall of the flag of the side to move; None if its flag has not fallen.

    *gone*: whether the process that ran when the flag fell has ended. If by the regulations only players may call a
    flag, it counts as fallen only once a player calls it.
    """
    fell = None if uncalled(state) else time_out(game, at, known, gone=gone)
    return after_claims(state, fell) if fell else None


def uncalled(state: Tournament) -> bool:
    """Return whether by the regulations a flag counts as fallen only when a player calls it.

    Until then no clock shows that the flag is down.
    """
    return state.regulations.flag_called_by == "players"


def time_out(game: Game, at: Instant, known: LifeSigns = NOTHING_KNOWN, *, gone: bool = False) -> FlagFell | None:
    """Return the fall of the flag of the side to move if its time had run out by *at*, otherwise None.

    The recorded instant is when the flag fell, not when this was noticed. *gone*: whether the process that ran when the
    flag fell has ended. If so, the flag counts only provisionally.
    """
    falls, side = game.clock.flag_at, game.clock.running
    if falls is None or at < falls or side is None:
        return None
    found = Doubt(why="outage") if gone else doubt(game, side, falls, known)
    return FlagFell(
        at=falls,
        round=game.round,
        board=game.board,
        side=side,
        noticed=at,
        provisional=found.why if found else "",
        evidence=found.evidence if found else (),
    )


def flag_events(state: Tournament, fell: FlagFell, known: LifeSigns = NOTHING_KNOWN) -> Sequence[Event]:
    """Return the fall of the flag, and the loss of the game if the regulations say so (000 X).

    If a tablet plays at the board, the loss follows only after that tablet has said that it has no unsent move.
    """
    if uncalled(state):
        return [fell]
    if state.regulations.flags != "auto" or fell.provisional or known.tablet(fell.board, fell.side) is not None:
        return [fell]
    return [fell, lost_on_time(state, state.game(fell.round, fell.board), fell.side, fell.noticed)]


def awaits_tablet(state: Tournament, game: Game) -> bool:
    """Return whether a flag has fallen that will end the game once the tablet has said that it has no unsent move."""
    rules = state.regulations
    auto = rules.flags == "auto" and not uncalled(state)
    return game.running and game.flag is not None and not game.flag.provisional and auto


REFILL_MS: Span = SECOND // 2
"""The milliseconds by which a player's quota of network delay grows at each of their moves."""
MOST_QUOTA_MS: Span = 5 * SECOND
"""A player's quota of network delay never grows beyond this many milliseconds."""
LONGEST_GRACE_MS: Span = 2 * SECOND
"""A fallen flag waits at most this many milliseconds for a move that may be on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A tablet's data about a press of the clock, all in milliseconds.

    These are the instant of the press in the service's time, the measured round trip to the service, and the reading of
    the tablet's own monotonic clock.
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
    """Return how many more milliseconds of network delay *side* can get back in this game."""
    left = state.regulations.lag_quota_ms
    if not left:
        return 0
    for play in game.plays:
        if play.side is side:
            left = min(MOST_QUOTA_MS, left - play.lag + REFILL_MS)
    return left


def given_back(state: Tournament, game: Game, at: Instant, stamp: Stamp) -> Span:
    """Return how many milliseconds of network delay the player gets back for a press received at *at*."""
    if stamp.pressed is None or stamp.round_trip is None:
        return 0
    side = game.position.turn
    since = (game.flag.clock if game.flag else game.clock).since
    return max(0, min(at - stamp.pressed, stamp.round_trip, quota(state, game, side), at - since))


def grace(state: Tournament, game: Game, side: Side) -> Span:
    """Return how many milliseconds a fallen flag waits for a move that was made in time and is still on its way."""
    return min(LONGEST_GRACE_MS, quota(state, game, side))
