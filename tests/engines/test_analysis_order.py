"""The analysis of a game from its last position to its first."""

from __future__ import annotations

import json
from importlib.resources import files

from arbiter.engines.analysis_order import MOST_LOOKS, backwards
from arbiter.engines.search_processes import Effort, thought
from arbiter.engines.search_request import Advice
from arbiter.rulings.board.claims import Resign
from arbiter.sides import Side
from arbiter.thinking.transposition_table import Sights
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis, Weighed, decided, judged
from tests.hall import BY, Hall

DEMONSTRATION = json.loads(files("arbiter.demo").joinpath("games.json").read_text("utf-8"))


def analysed(hall: Hall, game: Game, effort: Effort) -> tuple[Analysis, int]:
    """The analysis of the game, and the number of positions that were searched for it."""
    done: list[Weighed] = []
    looks, nodes = backwards(game, hall.state.variant, effort, done), 0
    tables: dict[str, Sights] = {}
    found: Advice | None = None
    while True:
        try:
            task, each = looks.send(found)
        except StopIteration:
            return Analysis(tuple(play.move for play in game.plays), tuple(reversed(done))), nodes
        found = thought(task, each, tables=tables)
        nodes += found.nodes if found else 0


def test_a_lost_game_of_the_demonstration_has_a_decisive_mistake(hall: Hall) -> None:
    """Round 1, board 1: Black loses it in the last ten moves, one small step after the other."""
    moves = DEMONSTRATION[0]["moves"].split()
    hall.play(*moves)
    hall.submit(Resign(round=1, board=1, side=Side.BLACK, by=BY))
    game, effort = hall.game(), Effort(nodes=1_200)
    analysis, nodes = analysed(hall, game, effort)
    found = judged(game, analysis)

    assert decided(game, analysis) == "mistake"
    (decisive,) = [one for one in found if one.decisive]
    assert decisive.mistake
    assert (decisive.side, decisive.ply > len(moves) - 20) == (Side.BLACK, True)
    assert nodes <= effort.nodes * (len(moves) + MOST_LOOKS)
    assert all(
        after.score == -before.score
        for play, before, after in zip(game.plays, analysis.weighed, analysis.weighed[1:], strict=False)
        if before.best == play.move
    ), "the score of a position is that of the next one unless the move played was not the best"
