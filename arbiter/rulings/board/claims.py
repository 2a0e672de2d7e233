"""Requests of players: draw offers and their answers, resignations, draw claims, calls for the arbiter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import LONGEST_MOVE, move_text, parse_move
from arbiter.rules.verdict import judge, made, plain_route
from arbiter.rulings.board.irregular import move_article
from arbiter.rulings.request import LONGEST_TEXT, BoardRequest, BySide, Why, actor, article, drawn, plain_text, won_by
from arbiter.rulings.time.flags import undisputed_game
from arbiter.rulings.time.provisional_flags import InformedRequest, refuse_beside_tablet
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import ArbiterCalled, DrawAnswered, DrawClaimed, DrawOffered
from arbiter.tournament.events.halts import ClockStopped
from arbiter.tournament.events.referee.proposals import RulingProposed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

REPETITION = "repetition"
"""The code of a ground for claiming a draw: a position has occurred as often as the regulations require."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDraw(InformedRequest):
    """Offer a draw.

    Without a `side` the side to move offers it. The offer is valid until the other side answers it or moves. An offer
    from a tablet is refused if the regulations do not allow a draw yet. If the regulations only punish such a draw, an
    official may record one that was agreed at the board.
    """

    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        side = actor(game, self.side)
        refuse_beside_tablet(self.known, self.by, self.board, side, at)
        if game.offer is not None:
            raise Refused("offer_stands", board=self.board, side=game.offer.value)
        if game.entries[side] in state.computers:
            raise Refused("computer_offers_nothing", board=self.board)
        early = too_early(state, game)
        if early is not None and (state.regulations.early_draw == "refused" or self.by.startswith("tablet")):
            raise early
        return [DrawOffered(**self.at_board(at), side=side)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDraw(InformedRequest):
    """Answer a draw offer: accept it, which ends the game, or decline it."""

    accept: Annotated[bool, Sent("whether the offer is accepted", True)]
    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        if game.offer is None:
            raise Refused("no_offer", board=self.board)
        side = self.side or game.offer.other
        refuse_beside_tablet(self.known, self.by, self.board, side, at)
        if side is game.offer:
            raise Refused("own_offer", board=self.board, side=side.value)
        answer = DrawAnswered(**self.at_board(at), side=side, accepted=self.accept)
        if not self.accept:
            return [answer]
        if too_early(state, game) is not None:  # the draw was agreed too early, so an arbiter decides
            return [
                RulingProposed(
                    at=at,
                    round=self.round,
                    board=self.board,
                    kind="early_draw",
                    side=side,
                    white=Outcome.LOST,
                    black=Outcome.LOST,
                    because="ruling",
                    article=article(state, "draw_too_early"),
                ),
                answer,
            ]
        return [answer, drawn(game, at, because="agreed", article=None, by=self.by)]


def too_early(state: Tournament, game: Game) -> Refused | None:
    """Return the refusal if the players may not agree to a draw yet, otherwise None.

    It is too early if too few plies were played or too many pieces are left.
    """
    rules = state.regulations
    if game.ply < rules.plies_before_a_draw:
        least, where = rules.plies_before_a_draw // 2, article(state, "draw_too_early")
        return Refused("draw_too_early", board=game.board, played=game.ply // 2, least=least, article=where)
    if rules.pieces_for_a_draw:
        most = max((game.position.men[side] | game.position.kings[side]).bit_count() for side in Side)
        if most > rules.pieces_for_a_draw:
            where = article(state, "draw_too_early")
            return Refused(
                "too_many_pieces", board=game.board, pieces=most, most=rules.pieces_for_a_draw, article=where
            )
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(InformedRequest):
    """Resign the game. Without a `side` the side to move resigns."""

    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        refuse_beside_tablet(self.known, self.by, self.board, actor(game, self.side), at)
        return [won_by(actor(game, self.side).other, game, at, because="resigned", article=None, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDraw(InformedRequest):
    """Claim a draw on a `ground`. The arbiter decides on it later, and the clocks run on.

    `move` is a move not yet played that would make the claim valid. A claim without a move says that the position on
    the board already meets the ground. The answer does not tell whether it does. If the regulations require the claim
    before the move, a side that has already played the move can no longer claim, but its opponent can (WCDF 1.32.1).
    """

    ground: Annotated[str, Sent("on what the draw is claimed, or “irregular”", REPETITION, longest=LONGEST_TEXT)]
    side: BySide = None
    move: Annotated[str, Sent("the move, not yet played, that is to bring the ground about", longest=LONGEST_MOVE)] = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        side = actor(game, self.side)
        refuse_beside_tablet(self.known, self.by, self.board, side, at)
        waiting = [p for p in state.waiting if (p.round, p.board, p.kind) == (self.round, self.board, "claim")]
        if waiting:
            raise Refused("claim_waits", board=self.board)
        ground = plain_text(self.ground, "ground")
        when = state.regulations.claim_when
        if when == "before_move" and side is not game.position.turn:
            raise Refused("claim_passed", board=self.board, side=side.other.value, article=article(state, "claim"))
        if self.move and (when == "after_move" or side is not game.position.turn):
            raise Refused("claim_after_move", board=self.board, article=article(state, "claim"))
        return [
            DrawClaimed(
                **self.at_board(at),
                side=side,
                ground=ground,
                move=announced(state, game, self.move) if self.move else "",
            )
        ]


def announced(state: Tournament, game: Game, text: str) -> str:
    """Return, in notation, the move announced with a draw claim. Raise Refused unless that move could be played.

    If the regulations keep secret whether a move is irregular, the answer does not tell it either: an irregular move is
    accepted too.
    """
    entered = parse_move(text, state.variant)
    verdict = judge(game.position, entered, state.variant, game.bound)
    as_made = made(game.position, entered, state.variant) if state.regulations.irregular_policy != "block" else None
    move = verdict.move or as_made
    if move is None:
        raise Refused("announced_irregular", move=text[:40], article=move_article(state, verdict))
    if state.regulations.irregular_policy != "block":
        move = plain_route(game.position, move, state.variant)
    return move_text(move, moves_in_play(game.position, state.variant), state.variant)


def call_stops(state: Tournament, game: Game, at: Instant, when: str) -> bool:
    """Return whether by the regulations a call for the arbiter stops the game's clocks.

    *when*: the moment that is asked about: "stop" (at the call) or "accepted" (once the arbiter accepts the call).
    """
    policy = state.regulations.call_clock
    return policy == when and game.running and game.clock.running is not None and not game.clock.fallen(at)


def call_stop(game: Game, at: Instant, by: str) -> ClockStopped:
    return ClockStopped(at=at, round=game.round, board=game.board, by=by, reason="", why="call")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallArbiter(BoardRequest):
    """Call the arbiter to a board, with or without a reason.

    If a call is already open there, no second call is recorded. If by the regulations a call stops the clocks, they
    stand from that instant until the arbiter starts them.
    """

    reason: Why = ""
    side: BySide = None
    stop: Annotated[bool, Sent("the player stops the clocks, where the regulations let players")] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.calling:
            raise Refused("already_called", board=self.board)
        reason = plain_text(self.reason, "reason", needed=False)
        called = ArbiterCalled(**self.at_board(at), side=self.side, reason=reason)
        may = state.regulations.player_may_stop_clock
        if self.stop and not may:
            raise Refused("may_not_stop", board=self.board, article=article(state, "stop"))
        going = game.running and game.clock.running is not None and not game.clock.fallen(at)
        stops = call_stops(state, game, at, "stop") or (self.stop and going)
        return [called, call_stop(game, at, self.by)] if stops else [called]
