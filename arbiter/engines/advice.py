"""Questions that people ask the computer: a hint for a visitor who practises, an opinion for an arbiter."""

from __future__ import annotations

from concurrent.futures import TimeoutError as NotYet

from arbiter.engines.search_processes import Effort, Thinkers
from arbiter.engines.search_request import Advice, task_of
from arbiter.refused import Refused
from arbiter.rulings.request import running_game
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

HINT = Effort(nodes=60_000, seconds=2)
OPINION = Effort(nodes=100_000, seconds=4)
PATIENCE_SECONDS = 15.0
"""If the computer is busy at other boards, a person waits at most this many seconds for an answer."""


def hint(thinkers: Thinkers, state: Tournament, side: Side | None) -> Advice:
    """Return a good move for the visitor in a practice game.

    Raise Refused if the visitor is not to move, or if the tournament is not a practice sitting. If *side* is given, the
    visitor must play this side.
    """
    if not state.practice:
        raise Refused("practice_only")
    game = running_game(state, len(state.rounds), 1)
    turn = game.position.turn
    if game.entries[turn] in state.house or side not in (None, turn):
        raise Refused("not_your_turn", board=1, turn=turn.value)
    return asked(thinkers, state, game, HINT)


def opinion(thinkers: Thinkers, state: Tournament, round: int, board: int) -> Advice:
    """Return the computer's evaluation of the position at a board, for an arbiter who has to adjudicate the game.

    The caller must have recorded the question in the journal (`AskOpinion`).
    """
    return asked(thinkers, state, state.game(round, board), OPINION)


def asked(thinkers: Thinkers, state: Tournament, game: Game, effort: Effort) -> Advice:
    """Return the move that the computer would play in the position of *game*.

    Raise Refused if the computer is too busy to answer or if there is no legal move.
    """
    thought = thinkers.think(task_of(game, state.variant), effort)
    try:
        advice = thought.result(PATIENCE_SECONDS)
    except NotYet:
        thought.cancel()
        raise Refused("house_busy") from None
    if advice is None:
        raise Refused("no_move_left", board=game.board)
    return advice
