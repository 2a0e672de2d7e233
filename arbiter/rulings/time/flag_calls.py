"""Calling a fallen flag, if by the regulations only the players or the arbiter may do so (H13, H14).

Also rulings on a board at which both flags have fallen (H17, H18).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.cited_articles import by_hand
from arbiter.rulings.request import (
    Article,
    BoardRequest,
    BySide,
    Why,
    article,
    drawn,
    of_official,
    plain_text,
    running_game,
)
from arbiter.rulings.time.flags import time_out, uncalled
from arbiter.rulings.time.open_claims import after_claims
from arbiter.rulings.time.provisional_flags import InformedRequest, LifeSigns, refuse_beside_tablet
from arbiter.rulings.time.timeouts import lost_on_time
from arbiter.sides import Instant, Side
from arbiter.tournament.events.clocks import NO_FLAG_CALLED, FlagCalled, FlagFell
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.proposals import ProposalDismissed
from arbiter.tournament.game import Game
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

GROUND = "flag"
"""The code of the ground by which a player claims that the opponent's flag has fallen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFlag(InformedRequest):
    """Call the flag of the opponent. If by the regulations a fallen flag alone loses, the game ends.

    If only players may call a flag, it falls with this call. Nobody calls their own flag. If a player claims a flag
    that has not fallen, the claim is recorded, once at each move, and changes nothing else.
    """

    side: BySide = None
    ground: Annotated[str, Sent("“flag”", GROUND, known=(GROUND,))] = GROUND

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game, where = running_game(state, self.round, self.board), article(state, "flag")
        if state.regulations.flag_called_by == "players":
            caller = self.side or game.position.turn.other
            refuse_beside_tablet(self.known, self.by, self.board, caller, at)
        fell = None
        if game.flag is None and uncalled(state):
            fell = out_of_time(game, self.side, at, self.known)
        if fell is not None:
            fell = after_claims(state, fell)
            game = replay([fell], state).game(self.round, self.board)
        if game.flag is None:
            return self._unfounded(state, game, at)
        if state.regulations.flag_called_by == "arbiter":
            raise Refused("flag_of_the_arbiter", board=self.board, article=where)
        if game.flag.called:
            raise Refused("flag_called", board=self.board)
        if self.side is game.flag.side:
            raise Refused("own_flag", board=self.board, article=where)
        side = game.flag.side.other
        called: list[Event] = [fell] if fell else []
        called.append(FlagCalled(**self.at_board(at), side=side))
        if state.regulations.flags != "auto" or game.flag.provisional:
            return called
        return [*called, lost_on_time(state, game, game.flag.side, at)]

    def _unfounded(self, state: Tournament, game: Game, at: Instant) -> Sequence[Event]:
        """Return the record of a player's claim of a flag that has not fallen.

        Raise Refused for a second claim at this move.
        """
        side = self.side or game.position.turn.other
        before = any((n.what, n.side, n.ply) == (NO_FLAG_CALLED, side, game.ply) for n in game.notes)
        if before or of_official(self.by) or state.regulations.flag_called_by == "arbiter":
            raise Refused("no_flag", board=self.board)
        return [FlagCalled(**self.at_board(at), side=side)]


def out_of_time(game: Game, caller: Side | None, at: Instant, known: LifeSigns) -> FlagFell | None:
    """Return the fall of the flag that *caller* calls; None if no flag is down.

    It is the opponent's flag, and the caller's own only if the opponent's has not fallen. If *caller* is None, the flag
    of the side to move comes first. The flag of a side that pressed its clock without time left stays down until that
    side gets more time.
    """
    clock = game.clock
    first = caller.other if caller else game.position.turn
    for side in (first, first.other):
        if side is clock.running and clock.fallen(at):
            return time_out(game, at, known)
        if side is not clock.running and clock.control[side].periods and clock.lasts(side, at) <= 0:
            return FlagFell(at=clock.since, round=game.round, board=game.board, side=side, noticed=at)
    return None


def refuse_uncalled(state: Tournament, game: Game) -> None:
    """Raise Refused if by the regulations a flag falls only when a player calls it, and no player has called it."""
    if state.regulations.flag_called_by == "players" and game.flag is not None and not game.flag.called:
        raise Refused("flag_uncalled", board=game.board, article=article(state, "flag"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFlags(BoardRequest):
    """Rule on a board where both flags are down and nobody knows which fell first.

    The service knows the order for its own clocks. So this ruling is for other clocks, or for a fallen flag that is in
    doubt; the sheet then names the doubt. Refused while a clock of the service has time left and there is no such
    doubt. If both players are in their last period and the regulations say so, the game is drawn. Otherwise it goes on
    once the arbiter has given time (FIDE 6.11).
    """

    reason: Why
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game, how = running_game(state, self.round, self.board), state.regulations.both_flags
        if how == "first":
            raise Refused("first_flag_loses", board=self.board, article=article(state, "flag"))
        flag, reason = game.flag, plain_text(self.reason, "reason")
        up = next((s for s in Side if flag and flag.side is not s and game.clock.lasts(s, at) > 0), None)
        timed = any(game.clock.control[side].periods for side in Side)
        if timed and (flag is None or (up is not None and not flag.provisional)):
            side, where = up or game.position.turn, article(state, "flag")
            left = game.clock.left(side, at)
            raise Refused("one_flag_only", board=self.board, side=side.value, left_ms=left, article=where)
        where = by_hand(state, "both_flags", self.article) or article(state, "flag")
        if how == "draw" and all(last_period(game, side) for side in Side):
            return [drawn(game, at, because="flags_both", article=where, by=self.by, reason=reason)]
        waiting = [p for p in state.waiting if (p.kind, p.round, p.board) == ("flag", self.round, self.board)]
        if not waiting:
            raise Refused("game_goes_on", board=self.board, article=where)
        return [ProposalDismissed(at=at, proposal=p.number, by=self.by, reason=reason) for p in waiting]


def last_period(game: Game, side: Side) -> bool:
    """Return whether *side* is in its last period, so that it will get no more time."""
    periods = game.clock.control[side].periods
    return not periods or (game.clock.period(side) >= len(periods) and periods[-1].moves is None)
