"""A game as a page replays it: the position after each ply, and the squares that its move passed."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rules.notation import square_text
from arbiter.rules.position import fen_text
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import positions
from arbiter.tournament.state import Tournament


class ReplayTold(TypedDict):
    """A game to replay: the positions from the first to the present one as FEN, and the squares of each move."""

    version: int
    positions: list[str]
    paths: list[list[str]]


def replay_shape(state: Tournament, game: Game) -> ReplayTold:
    """Return every position of the game, one more than there are moves, and the squares of every move in order."""
    return {
        "version": state.version,
        "positions": [fen_text(position, state.variant) for position in positions(game)],
        "paths": [[square_text(square, state.variant) for square in play.path] for play in game.plays],
    }
