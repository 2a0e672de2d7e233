"""pydraughts, by its public board. It is hundreds of times slower, and counts three plies deep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import draughts

from tests.bench.peers import pace

BOARDS = {
    "international": "standard",
    "frisian": "frisian",
    "russian": "russian",
    "brazilian": "brazilian",
    "american": "english",
    "italian": "italian",
}
FROM_BELOW = {"russian", "brazilian"}
"""Here it numbers the rows from below."""
DEPTH = 3


def perft(board: Any, depth: int) -> int:
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def run(wanted: dict[str, Any]) -> dict[str, Any]:
    name = BOARDS.get(wanted["variant"])
    if name is None:
        return {}
    told: dict[str, Any] = {"plies": None}

    def play(game: Sequence[str]) -> int:
        board, done = draughts.Board(name), 0
        for text in game:
            legal = board.legal_moves()
            squares = [int(square) for square in text.replace("x", "-").split("-")]
            if wanted["variant"] in FROM_BELOW:
                squares = [(7 - (square - 1) // 4) * 4 + (square - 1) % 4 + 1 for square in squares]
            for move in legal:
                if (move.board_move[0][0], move.board_move[-1][-1]) == (squares[0], squares[-1]):
                    break
            else:
                break
            board.push(move)
            done += 1
        return done

    if wanted["games"]:
        told["plies"] = pace.plies(play, wanted["games"], wanted["seconds"])
    told["leaves"] = pace.leaves(lambda: perft(draughts.Board(name), DEPTH), wanted["seconds"])
    return told


if __name__ == "__main__":
    pace.answer(run)
