"""What is said of a board as a place in the hall: what is played there, in whatever round, and what may be reported."""

from __future__ import annotations

from typing import TypedDict

from arbiter.pairing.table.points import NAMED_RESULTS
from arbiter.rulings.rounds.placing import placing
from arbiter.shapes.agenda import next_step
from arbiter.shapes.board import BoardTold, board_shape
from arbiter.shapes.sides import Sides, SideTold, sides
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.view import View


class ResultTold(TypedDict):
    """A result that can be reported, and who has won by it; null: nobody."""

    result: str
    winner: SideTold | None


class ClaimAnswerTold(TypedDict):
    """Whose claim was not granted, and why."""

    side: SideTold
    reason: str


class HereTold(TypedDict):
    """What is played at a board: `game` is null before its first round; `bound`: whoever asks is its tablet.

    `results`: those that its players may report of a game without moves, with who has won by each; none where they may
    not, or where moves are all that is entered. `answer`: what an arbiter has said to a claim that was not granted,
    until the next move. `places`: of whoever played here, once the tournament is over.
    """

    version: int
    bound: bool
    results: list[ResultTold]
    answer: ClaimAnswerTold | None
    places: Sides[int] | None
    game: BoardTold | None


def here_shape(view: View, board: int, *, bound: bool) -> HereTold:
    """What is played at that board in whatever round; where its tablet asks, with what helps it."""
    state = view.state
    game = state.at_board(board)
    told = board_shape(view, game, helped=bound) if game else None
    return {
        "version": state.version,
        "bound": bound,
        "results": reportable(state),
        "answer": answer(state, game) if game else None,
        "places": places(view, game) if game else None,
        "game": told,
    }


def answer(state: Tournament, game: Game) -> ClaimAnswerTold | None:
    """What was said last to a claim that was not granted, if nothing has been played since."""
    place, claims = (game.round, game.board), ("claim", "irregular")
    asked = [p for p in state.proposals if (p.round, p.board) == place and p.kind in claims]
    notes = [note for note in game.notes if note.what == "dismissed" and note.ply == game.ply and note.side]
    if not asked or asked[-1].decided != "dismissed" or not notes or game.result is not None:
        return None
    return {"side": asked[-1].side.value, "reason": notes[-1].reason}


def places(view: View, game: Game) -> Sides[int] | None:
    """The final places of the two; None while there is something to play."""
    if next_step(view.state).code != "finished":
        return None
    rank = {row.entry: row.rank for row in placing(view.state, view.known)}
    return sides(lambda side: rank[game.entries[side]])


def reportable(state: Tournament) -> list[ResultTold]:
    """The results that players may report, as they are written."""
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
