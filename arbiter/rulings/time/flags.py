"""Whose time has expired, and what an interruption of the service does to the clocks.

The alarm only asks; what is decided here rests on the clock's own instants, never on when somebody came to look. What
the service cannot answer for alone, because the board's tablet was out of touch or a former life of the service had
part of the thinking time, it proposes even where flags end games by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from arbiter.fields import Road
from arbiter.refused import Refused
from arbiter.rulings.request import OfBoard, OfRound, article, running_game
from arbiter.rulings.time.lag import grace
from arbiter.rulings.time.timeouts import lost_on_time
from arbiter.sides import SECOND, Instant, Span
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import ServiceInterrupted
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

TOUCH: Span = 25 * SECOND
"""A tablet that has not been heard of for so long is out of touch; while it is in touch it says so every 10 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RingFlag:
    """Has the flag of this board fallen? Refused with the instant at which it will, when it has not.

    `touched` is when its tablet was last heard of; None: no tablet plays there.
    """

    round: OfRound
    board: OfBoard
    touched: Annotated[Instant | None, Road("when the tablet was last heard of")] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        event = flag_fallen(game, at, self.touched)
        falls = game.clock.flag_at
        if event is not None and state.regulations.flags == "auto":
            falls = event.at + grace(state, game, event.side)
        if event is None or (falls is not None and at < falls):
            raise Refused("flag_still_up", board=self.board, flag_at=falls)
        return flag_events(state, event)


@dataclass(frozen=True, slots=True, kw_only=True)
class RingFlags:
    """Several boards at once, when their flags are due together; those that have not fallen are passed over."""

    rings: Annotated[tuple[RingFlag, ...], Road("the boards")]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        events: list[Event] = []
        refused = Refused("nothing_interrupted")
        for ring in self.rings:
            try:
                events += ring.rule(state, at)
            except Refused as no:
                refused = no
        if not events:
            raise refused
        return events


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteInterruption:
    """The service comes back and was last known to be there at `alive`.

    Flags that had fallen by then have fallen, and every other clock stopped at that instant. Nobody is charged for
    the gap.
    """

    alive: Annotated[Instant, Road("when the service was last known to be there")]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        going = [game for game in state.games() if game.running and game.clock.running]
        if not going:
            raise Refused("nothing_interrupted")
        flags = {(game.round, game.board): flag_fallen(game, self.alive) for game in going}
        events = [event for flag in flags.values() if flag is not None for event in flag_events(state, flag)]
        stopped = tuple(board for board, flag in flags.items() if flag is None)
        return [*events, ServiceInterrupted(at=at, alive=self.alive, boards=stopped)] if stopped else events


def undisputed_game(state: Tournament, round: int, board: int, at: Instant) -> Game:
    """The running game, refused from the instant at which a flag falls until the ruling on it.

    What was received before that instant counts, also when it is handled after the flag.
    """
    game = running_game(state, round, board)
    fallen = game.flag or flag_fallen(game, at)
    if fallen is not None and at >= fallen.at:
        raise Refused("flag_pending", board=board, side=fallen.side.value, article=article(state, "flag"))
    return game


def flag_fallen(game: Game, at: Instant, touched: Instant | None = None) -> FlagFell | None:
    """The fall of the running side's flag, if its time had expired by *at*.

    Its instant is when it fell, not when it was noticed.
    """
    falls = game.clock.flag_at
    if falls is None or at < falls or game.clock.running is None:
        return None
    fell = FlagFell(at=falls, round=game.round, board=game.board, side=game.clock.running, noticed=at)
    return replace(fell, provisional=provisional(game, falls, touched))


def provisional(game: Game, falls: Instant, touched: Instant | None) -> str:
    """Why the service cannot answer for this flag alone: "outage", "tablet", or "" when it can."""
    since = game.plays[-1].at if game.plays else 0
    if any(note.what == "outage" and note.ply == game.ply and note.at >= since for note in game.notes):
        return "outage"
    return "tablet" if touched is not None and touched < falls - TOUCH else ""


def flag_events(state: Tournament, fell: FlagFell) -> Sequence[Event]:
    """The fall as it is written down, and the lost game with it where the tournament's regulations say so (000 X)."""
    if state.regulations.flags != "auto" or fell.provisional:
        return [fell]
    game = state.game(fell.round, fell.board)
    return [fell, lost_on_time(state, game, fell.side, fell.noticed)]
