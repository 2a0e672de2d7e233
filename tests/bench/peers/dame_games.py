"""Games of dame-rs against itself, to be fitted to: run by the Python of its own environment, `build/peers/dame-rs*`.

    python -m tests.bench.peers.dame_games [NUMBER] [SEED] > games.txt

Each begins with four to sixteen moves of chance; of the others one in fifty is of chance. A line is written for each
position in which nothing can be taken: how the game ended (1 White won, 0 drawn, -1 Black won), and the FEN. What
dame-rs thinks of the position is not written.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import dame

NODES = 700
LONGEST = 150
WON, OFTEN = 400, 4
"""A game is over when one side has been so far ahead so many times running."""


def game(engine: Any, drawn: random.Random) -> tuple[int, list[str]]:
    """How it ended for White, and the positions met."""
    board, ahead = dame.Board(), 0
    fens: list[str] = []
    first = drawn.randrange(4, 17)
    engine.clear()
    for ply in range(LONGEST):
        moves = board.legal_moves
        if not moves:
            return -1 if board.turn == dame.WHITE else 1, fens
        if board.is_game_over():
            break
        if ply >= first and not board.must_capture:
            fens.append(board.fen())
        if ply < first or len(moves) == 1:
            board.push(drawn.choice(moves))
            continue
        found = engine.search(board, nodes=NODES)
        ahead = ahead + 1 if abs(found.score) > WON else 0
        if ahead == OFTEN:
            return 1 if (found.score > 0) == (board.turn == dame.WHITE) else -1, fens
        board.push(drawn.choice(moves) if drawn.random() < 1 / 50 else found.best_move)
    return 0, fens


def main() -> None:
    """Prints them as they are played."""
    number, seed = (int(given) for given in (*sys.argv[1:], *("1000", "1")[len(sys.argv) - 1 :]))
    engine, drawn = dame.Engine(hash_mb=1), random.Random(seed)
    for _ in range(number):
        result, fens = game(engine, drawn)
        sys.stdout.writelines(f"{result} {fen}\n" for fen in fens)


if __name__ == "__main__":
    main()
