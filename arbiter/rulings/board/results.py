"""Results reported by the players of games without recorded moves: both sides have to report the same result."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rulings.request import BoardRequest, BySide, OfResult, ended, outcome_told
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import ArbiterCalled, ResultObjected, ResultReported
from arbiter.tournament.game import Game, Reported
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportResult(BoardRequest):
    """Report a result as one side of a game whose moves are not recorded; the other side has to report the same.

    Until then the report waits, and the side that made it may change it. If the two reports differ, nothing is decided
    and the arbiter is called.
    """

    result: OfResult
    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game, before = open_table(state, self.round, self.board)
        outcome, written = outcome_told(state, self.result)
        side = self.side or (game.position.turn if before is None else before.side.other)
        said = ResultReported(**self.at_board(at), side=side, white=outcome.white, black=outcome.black, written=written)
        if before is None or before.side is side:
            return [said]
        if (before.outcome, before.written) != (outcome, written):
            return [said, *objected(game, at, side, self.by)]
        over = ended(outcome, game, at, because="reported", article=None, by=self.by)
        return [replace(over, written=written)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectToResult(BoardRequest):
    """Object to a reported result, as the other side. The arbiter is called and decides."""

    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game, before = open_table(state, self.round, self.board)
        if before is None:
            raise Refused("nothing_reported", board=self.board)
        return objected(game, at, self.side or before.side.other, self.by)


def objected(game: Game, at: Instant, side: Side, by: str) -> Sequence[Event]:
    """Return the event of the objection, and a call for the arbiter unless a call is already open."""
    objection = ResultObjected(at=at, round=game.round, board=game.board, side=side, by=by)
    call = ArbiterCalled(at=at, round=game.round, board=game.board, side=side, reason="", by=by)
    return [objection] if game.calling else [objection, call]


def open_table(state: Tournament, round: int, board: int) -> tuple[Game, Reported | None]:
    """Return the game at the board. If one side has reported a result and the other has not, return that report too.

    Raise Refused if the players may not report a result there.
    """
    game = state.game(round, board)
    if state.setting("tables") == "moves":
        raise Refused("results_off", board=board)
    if state.round(round).draft:
        raise Refused("not_started", round=round, board=board)
    if game.result is not None:
        raise Refused(
            "game_over", round=round, board=board, result=state.result_text(game), because=game.result.because
        )
    if game.plays:
        raise Refused("moves_entered", board=board, played=game.ply)
    return game, game.reported
