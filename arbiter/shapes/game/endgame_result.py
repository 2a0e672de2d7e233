"""The result of a position by the endgame tables: evidence for an arbiter who adjudicates a game."""

from __future__ import annotations

from typing import TypedDict

from arbiter.incidents.results import by_tables
from arbiter.tournament.game import Game
from arbiter.view import View


class ExactTold(TypedDict):
    """The result of a position with best play of both sides: who wins, in how many moves, and a sentence with both.

    `allowed`: the number of plies after which a draw count ends the game; null if no count runs.
    """

    winner: str | None
    moves: int
    allowed: int | None
    sentence: str


def exact_shape(view: View, game: Game) -> ExactTold | None:
    """Return the result of the present position by the endgame tables; None if no table has the position."""
    found = by_tables(view, game)
    if found is None:
        return None
    exact, plies, sentence = found
    winner = exact.winner.value if exact.winner else None
    return {"winner": winner, "moves": exact.moves, "allowed": plies, "sentence": sentence}
