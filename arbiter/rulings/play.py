"""A move: from the squares that were tapped to the score sheet, or to what has to be put right (000 VII)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arbiter.clock.clock import Clock
from arbiter.refused import Refused
from arbiter.rules.move import Move
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text, parse_move
from arbiter.rules.verdict import Verdict, judge
from arbiter.rulings.endings import endings_after
from arbiter.rulings.flags import flag_events, flag_fallen
from arbiter.rulings.lag import NO_STAMP, Stamp, given_back
from arbiter.rulings.request import article, running_game
from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events import Event, IrregularMove, MovePlayed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

STANDING: Mapping[str, str] = {
    "arbiter": "clock_stopped",
    "call": "clock_stopped_call",
    "hall": "clock_stopped_hall",
    "adjourned": "game_adjourned",
}
"""Why a board stands still so that nothing may be played at it; after an outage the next move sets it going."""
LONGEST_MOVE = 200
"""Characters that the text of a move may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMove:
    """The mover plays.

    `ply` is the number of plies already played as the tablet knows it; `side` is the side that the tablet was given,
    if it was given one.

    A move that may not stand is not refused: it has been made at the board, so it becomes an `IrregularMove`, the
    clock of the mover goes on, and nothing else may be played until it has been put right. A move that comes in after
    the flag has fallen becomes the flag, unless the regulations give back the time that the network took (`stamp`).
    """

    round: int
    board: int
    ply: int
    move: str
    by: str
    side: Side | None = None
    stamp: Stamp = NO_STAMP

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        lag = given_back(state, game, at, self.stamp)
        if game.flag is not None and at - lag >= game.flag.at:
            raise Refused("flag_pending", board=self.board, side=game.flag.side.value, article=article(state, "flag"))
        if self.ply != game.ply:
            raise Refused("stale_ply", board=self.board, ply=self.ply, played=game.ply)
        if game.halted is not None and game.halted in STANDING:
            raise Refused(STANDING[game.halted], board=self.board)
        turn = game.position.turn
        if self.side not in (None, turn):
            raise Refused("not_your_turn", board=self.board, turn=turn.value)
        if len(self.move) > LONGEST_MOVE:
            raise Refused("text_too_long", field="move", length=len(self.move), longest=LONGEST_MOVE)
        entered = parse_move(self.move, state.variant)
        if event := flag_fallen(game, at - lag):
            event = replace(event, noticed=at)
            return flag_events(state, event)
        verdict = judge(game.position, entered, state.variant, game.bound)
        if verdict.code == "ambiguous":  # nothing wrong was played: the text means two moves
            raise Refused("ambiguous", article=verdict.article, **verdict.facts)
        if verdict.move is None:
            return [self._irregular(verdict, entered, state, game, at)]
        return self._played(verdict.move, state, game, at, lag)

    def _irregular(
        self, verdict: Verdict, entered: tuple[int, ...], state: Tournament, game: Game, at: Instant
    ) -> Event:
        assert verdict.code is not None
        legal = legal_moves(game.position, state.variant)
        bound = game.bound
        if bound is None and verdict.same_piece and state.regulations is not None and state.regulations.same_piece:
            bound = entered[0]
        # where the regulations bind no piece, whatever is legal puts it right
        right = verdict.corrections if bound is not None else legal
        corrections = tuple(move_text(move, legal, state.variant) for move in right)
        return IrregularMove(
            at=at,
            round=self.round,
            board=self.board,
            ply=game.ply,
            side=game.position.turn.value,
            move=str(verdict.facts["move"]),
            code=verdict.code,
            article=verdict.article,
            facts=tuple({**verdict.facts, "corrections": corrections}.items()),
            bound=bound,
            corrections=corrections,
            by=self.by,
        )

    def _played(self, move: Move, state: Tournament, game: Game, at: Instant, lag: Span) -> Sequence[Event]:
        mover = game.position.turn
        clock = clock_in_time(game, at)
        pressed = clock.press(at - lag)
        legal = legal_moves(game.position, state.variant)
        events: list[Event] = [
            MovePlayed(
                at=at,
                round=self.round,
                board=self.board,
                ply=game.ply + 1,
                side=mover.value,
                move=move_text(move, legal, state.variant),
                path=move.path,
                taken=move.taken,
                crowned=move.crowned,
                charged=clock.thought[mover] + max(0, at - lag - clock.since),
                left=pressed.had[mover],
                by=self.by,
                overtime=pressed.overtime[mover],
                lag=lag,
                pressed=self.stamp.pressed,
                round_trip=self.stamp.round_trip,
                device=self.stamp.device,
            )
        ]
        return [*events, *endings_after(state, game, move, at)]


def clock_in_time(game: Game, at: Instant) -> Clock:
    """The clock that a move received at *at* is charged to.

    It is the clock as it ran until a flag that fell later than that, and one set going where an outage had stopped it.
    """
    clock = game.flag.clock if game.flag else game.clock
    return clock if clock.running else clock.start(game.position.turn, at)
