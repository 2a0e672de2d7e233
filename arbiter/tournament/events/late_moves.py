"""Events of a player's acts that a tablet recorded while it was offline, and that arrived too late.

An act came too late if a flag fell before it arrived. The touch of a piece also came too late if the opponent undid the
last move before it arrived. The events are named after moves only, because older releases recorded no other act.
"""

from __future__ import annotations

from arbiter.refused import Fact
from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events.clocks import doubted
from arbiter.tournament.events.event import BoardAct, Event
from arbiter.tournament.game import Late
from arbiter.tournament.lapsed_proposals import settled
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCameLate(BoardAct):
    """A move or another act of a player arrived after a flag, which fell at `fell`, with the tablet's record of it.

    `act` names what the player confirmed, and `said` has the fields that were sent. `pressed` is the instant of the
    press by the tablet's clock and its `offset` to the service's clock. `chain` is the newest hash of the tablet's own
    journal. `offered`: whether the act was confirmed in time, so that an arbiter accepts or refuses it.
    """

    ply: int
    side: Side
    move: str
    pressed: Instant
    offset: Span
    chain: str
    fell: Instant
    offered: bool
    act: str = "move"
    said: tuple[tuple[str, Fact], ...] = ()

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        late = Late(
            line=state.version,
            at=self.at,
            act=self.act,
            said=self.said,
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
class LateMoveAccepted(BoardAct):
    """An arbiter accepted a move or another act that arrived after a flag. Its events are the next journal lines.

    The clock is set back to the times that it showed at `pressed`, and runs on from the moment of the ruling. If the
    game had ended because of the flag, the game is open again.
    """

    side: Side
    move: str
    pressed: Instant
    reason: str = ""
    act: str = "move"

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        fallen = game if game.flag is not None else game.fallen
        if fallen is None or fallen.flag is None:
            return state
        stood = game if game.result is None else fallen
        former = game.reopened(self.at, "late_accepted").former
        stood = replace(
            stood,
            notes=game.notes,
            calls=game.calls,
            late=game.late,
            entries=game.entries,
            rulers=game.rulers,
            former=former,
        )
        clock = fallen.flag.clock.stop(self.pressed).start(fallen.flag.side, self.at)
        game = replace(stood, clock=clock, flag=None, halted=None, fallen=replace(fallen, fallen=None))
        return settled(state, self.noted(game, "late_accepted"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchCameLate(BoardAct):
    """A touch of a piece arrived after the opponent had undone their last move, at the instant `undone`.

    By the tablet's record the piece was touched before that. The move could then not be undone any more. An arbiter
    decides whether `move`, the one undone and the last of `ply` plies, stands. The other fields have the same meaning
    as in `MoveCameLate`.
    """

    ply: int
    side: Side
    move: str
    pressed: Instant
    offset: Span
    chain: str
    undone: Instant

    def after(self, state: Tournament) -> Tournament:
        state = state.put(self.noted(self.game(state), "late_touch", span=self.undone - self.pressed))
        *others, proposal = self.proposed(state, "late_touch", "", move=self.move).proposals
        return replace(state, proposals=(*others, replace(proposal, ply=self.ply)))


EVENTS: tuple[type[Event], ...] = (MoveCameLate, LateMoveAccepted, TouchCameLate)
