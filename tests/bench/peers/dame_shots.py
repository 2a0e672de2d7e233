"""Shots of international draughts, made by dame-rs: run by the Python of its own environment, `build/peers/dame-rs*`.

    python -m tests.bench.peers.dame_shots [NUMBER] [SEED] >> tests/data/thinking/shots.jsonl

Positions of real games, a move or two of chance later. A line is written where one move that gives something first
wins 0.9 of a man or more, every other being 0.86 worse: the three best by a search of 15 plies, the rest by one of 10.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import dame

from tests.games import real_games

MAN = 77
"""The value of a man for dame-rs, in positions of real games."""
WINS, WORSE = 90, 86
LEAST, MOST = 9, 22
"""Pieces on the board."""


def positions(drawn: random.Random) -> Iterator[Any]:
    games = list(real_games())
    while True:
        game = drawn.choice(games)
        board = dame.Board()
        try:
            for text in game.moves[: drawn.randrange(10, len(game.moves))]:
                board.push(text)
        except dame.IllegalMoveError:  # some games write a capture as a step
            continue
        for _ in range(drawn.choice((0, 1, 2, 2))):
            if board.legal_moves:
                board.push(drawn.choice(board.legal_moves))
        men = board.piece_map().values()
        if LEAST <= len(men) <= MOST and not board.must_capture and not any(piece.is_king for piece in men):
            yield board


def ahead(board: Any) -> int:
    """How many men the mover has more."""
    colours = [piece.color for piece in board.piece_map().values()]
    return 2 * colours.count(board.turn) - len(colours)


def scores(engine: Any, fen: str, moves: list[str], depth: int) -> list[tuple[int, str]]:
    """The best move first."""
    found = []
    for move in moves:
        board = dame.Board(fen)
        board.push(move)
        found.append((-engine.search(board, depth=depth).score if board.legal_moves else 9_999, move))
    return sorted(found, reverse=True)


def shot(engine: Any, board: Any) -> str | None:
    """The one move that wins, if there is one."""
    fen, moves, least = board.fen(), [move.hub() for move in board.legal_moves], MAN * ahead(board) + WINS
    if len(moves) < 4 or engine.search(board, depth=7).score < least:
        return None
    ranked = scores(engine, fen, moves, 10)
    if ranked[0][0] - ranked[1][0] < WORSE:
        return None
    board.push(ranked[0][1])
    gives = board.must_capture
    board.pop()
    ranked = scores(engine, fen, [move for _, move in ranked[:3]], 15)
    wins = ranked[0][0] >= least and ranked[0][0] - ranked[1][0] >= WORSE
    return str(ranked[0][1]) if gives and wins else None


def main() -> None:
    """Prints them as they are found."""
    number, seed = (int(given) for given in (*sys.argv[1:], *("30", "3")[len(sys.argv) - 1 :]))
    engine = dame.Engine(hash_mb=64)
    for board in positions(random.Random(seed)):
        if move := shot(engine, board):
            row = {"variant": "international", "fen": board.fen(), "move": move.split("x")[0], "plies": 15}
            sys.stdout.write(json.dumps(row) + "\n")
            sys.stdout.flush()
            number -= 1
        if not number:
            break


if __name__ == "__main__":
    main()
