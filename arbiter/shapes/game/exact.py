"""The result of a position by the endgame tables: evidence for an arbiter who adjudicates a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from arbiter import words
from arbiter.endgames import allowed, endgames
from arbiter.tournament.game import Game
from arbiter.view import View


class ExactTold(TypedDict):
    """The result of a position with best play of both sides: who wins, in how many moves, and this as a sentence.

    `allowed` is the number of plies after which a count of moves draws the game; null if no count runs.
    """

    winner: str | None
    moves: int
    allowed: int | None
    sentence: str


def exact_shape(view: View, game: Game) -> ExactTold | None:
    """Return the result of the present position; None if no endgame table has it."""
    variant = view.state.variant
    tables = endgames(variant)
    exact = tables.exact(game.position) if tables else None
    if exact is None:
        return None
    count = allowed(game.tally)
    plies = count[0] if count else None
    facts: Mapping[str, object] = {}
    code = "tables_drawn"
    if exact.winner:
        late = plies is not None and plies < exact.plies
        code = "tables_won_late" if late else "tables_won"
        facts = {"side": exact.winner.value, "moves": exact.moves, "plies": plies}
    return {
        "winner": exact.winner.value if exact.winner else None,
        "moves": exact.moves,
        "allowed": plies,
        "sentence": words.say(code, facts, view.language, called=variant.called),
    }
