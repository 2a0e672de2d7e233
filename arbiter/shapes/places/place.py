"""The game now at a board number, in any round, and the results that its players can report."""

from __future__ import annotations

from typing import TypedDict

from arbiter.pairing.table.points import NAMED_RESULTS
from arbiter.rulings.rounds.placing import placing
from arbiter.shapes.agenda import over
from arbiter.shapes.board import BoardTold, board_shape
from arbiter.shapes.json_answers import Sides, SideTold, sides
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.view import View


class ResultTold(TypedDict):
    """A result that players can report, with the side that wins; `winner` is null if no side wins by it."""

    result: str
    winner: SideTold | None


class ClaimAnswerTold(TypedDict):
    """The rejection of a claim: the side that claimed, and the reason."""

    side: SideTold
    reason: str


class HereTold(TypedDict):
    """The game now at a board number.

    `game` is null before the board's first round. `bound`: whether the request came from the tablet of this board.
    `results`: the results that the players may report; empty if they may not report any. `answer`: the reason why the
    arbiter rejected a claim; null once a move has been played after that. `places`: the final ranks of both players
    once the tournament is over.
    """

    version: int
    bound: bool
    results: list[ResultTold]
    answer: ClaimAnswerTold | None
    places: Sides[int] | None
    game: BoardTold | None


def here_shape(view: View, board: int, *, bound: bool) -> HereTold:
    """Return the game now at board number *board*.

    *bound*: whether the board's own tablet asks. That tablet gets help with moves.
    """
    state = view.state
    game = state.at_board(board)
    told = board_shape(view, game, helped=bound) if game else None
    return {
        "version": state.version,
        "bound": bound,
        "results": reportable(state),
        "answer": answer(view, game) if game else None,
        "places": places(view, game) if game else None,
        "game": told,
    }


def answer(view: View, game: Game) -> ClaimAnswerTold | None:
    """Return the arbiter's rejection of the last claim; None if there is none, or if a move was played after it."""
    place, claims = (game.round, game.board), ("claim", "irregular")
    asked = [p for p in view.state.proposals if (p.round, p.board) == place and p.kind in claims]
    notes = [note for note in game.notes if note.what == "dismissed" and note.ply == game.ply and note.side]
    if not asked or asked[-1].decided != "dismissed" or not notes or game.result is not None:
        return None
    return {"side": asked[-1].side.value, "reason": view.reason(notes[-1].reason)}


def places(view: View, game: Game) -> Sides[int] | None:
    """Return the final ranks of both players, or None while the tournament is not finished."""
    if not over(view.state):
        return None
    rank = {row.entry: row.rank for row in placing(view.state, view.known)}
    return sides(lambda side: rank[game.entries[side]])


def reportable(state: Tournament) -> list[ResultTold]:
    """Return the results that players may report, as texts such as "2-0"; empty if the moves are recorded."""
    if state.setting("tables") == "moves":
        return []
    points = state.points
    named: list[ResultTold] = [
        {"result": points.pair_text(outcome.map(points.of)), "winner": name if name in ("white", "black") else None}
        for name, outcome in NAMED_RESULTS.items()
        if name in ("white", "black") or (name == "draw" and not points.narrow)
    ]
    others: list[ResultTold] = [{"result": written, "winner": None} for written in points.others]
    return [*named, *others]
