"""Moves that a tablet out of touch had recorded and that came in after the flag, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events.clocks import doubted
from arbiter.tournament.events.event import AtBoard, Event
from arbiter.tournament.game import Late
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCameLate(AtBoard):
    """A move came in after the flag of its side, which fell at `fell`, with what the tablet had recorded of its press.

    `pressed` is the instant of the press by the tablet's clock and its `offset` to the service's, `chain` the head of
    the tablet's own journal. `offered`: it could have been played, and in time: an arbiter accepts or refuses it.
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
    """An arbiter let a move stand that came in after the flag, as pressed at `pressed`; the line that follows plays it.

    The game stands as it stood before its flag ended it, if it did.
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
