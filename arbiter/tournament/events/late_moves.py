"""Events of moves that a tablet recorded while it was offline, and that arrived after the flag of their side fell."""

from __future__ import annotations

from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events.clocks import doubted
from arbiter.tournament.events.event import AtBoard, Event
from arbiter.tournament.game import Late
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCameLate(AtBoard):
    """A move arrived after the flag of its side, which fell at `fell`. The tablet's record of the press is included.

    `pressed` is the instant of the press by the tablet's clock and its `offset` to the service's clock. `chain` is the
    newest hash of the tablet's own journal. `offered` says that the move was legal and in time, so that an arbiter
    accepts or refuses it.
    """

    ply: int
    side: Side
    move: str
    pressed: Instant
    offset: Span
    chain: str
    fell: Instant
    offered: bool
    by: str

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        late = Late(
            line=state.version,
            at=self.at,
            ply=self.ply,
            side=self.side,
            move=self.move,
            pressed=self.pressed,
            offset=self.offset,
            chain=self.chain,
            fell=self.fell,
            by=self.by,
        )
        game = replace(game, late=(*game.late, late))
        state = state.put(game)
        if not self.offered:
            return state
        state = doubted(state, game, "press", (("pressed", self.pressed),))
        return self.proposed(state, "late_move", "", move=self.move)


@dataclass(frozen=True, slots=True, kw_only=True)
class LateMoveAccepted(AtBoard):
    """An arbiter accepted a move that arrived after the flag, as pressed at `pressed`. The next journal line plays it.

    If the game had ended because of the flag, it is put back to its state before that end.
    """

    side: Side
    move: str
    pressed: Instant
    by: str
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        stood = game if game.flag is not None else game.fallen
        if stood is None:
            return state
        stood = replace(
            stood, notes=game.notes, calls=game.calls, late=game.late, entries=game.entries, rulers=game.rulers
        )
        return state.put(self.noted(stood, "late_accepted"))


EVENTS: tuple[type[Event], ...] = (MoveCameLate, LateMoveAccepted)
