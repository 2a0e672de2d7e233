"""Shots with proof: positions in which one move wins a man or more, and every other does not.

    python -m tests.thinking.shots VARIANT [--number 10] [--plies 5] [--seed 1]

makes some by exhaustive search: every line of so many plies, and every capture behind it, is followed to its end, and
only pieces count. The move must win as well two and four plies deeper, and not be seen two plies less deep. Those of
international draughts were made by dame-rs, by `python -m tests.bench.peers.dame_shots`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbiter import thinking
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move, move_text
from arbiter.rules.position import Position, fen_text, parse_fen, start
from arbiter.rules.variants import VARIANTS, Variant
from tests.rules.drawn import framed

SHOTS = Path(__file__).parents[1] / "data" / "thinking" / "shots.jsonl"
LOST = -99


@dataclass(frozen=True, slots=True)
class Shot:
    """A position by number, and the one move that wins there."""

    variant: Variant
    position: Position
    move: str

    def solved(self, found: thinking.Found | None) -> bool:
        legal = legal_moves(self.position, self.variant)
        return found is not None and move_text(found.move, legal, self.variant) == self.move


def shots(variant: str) -> list[Shot]:
    rows = [json.loads(line) for line in SHOTS.read_text("utf-8").splitlines()]
    game = framed(VARIANTS[variant])
    return [Shot(game, parse_fen(row["fen"], game), row["move"]) for row in rows if row["variant"] == variant]


def pieces(position: Position, variant: Variant) -> int:
    """What the mover has more, in men: a king that flies counts for three, one that steps for a man and a half."""
    king = 6 if variant.flying_kings else 3
    mover, waiter = position.turn, position.turn.other
    return sum(
        sign * (2 * position.men[side].bit_count() + king * position.kings[side].bit_count())
        for side, sign in ((mover, 1), (waiter, -1))
    )


def exhaustive(position: Position, variant: Variant, plies: int, alpha: int, beta: int) -> int:
    """What the mover has more at the end of the best line, in half men. Nothing is left out but what cannot matter."""
    moves = legal_moves(position, variant)
    if not moves:
        return LOST
    if plies <= 0 and not moves[0].taken:
        return pieces(position, variant)
    for move in moves:
        alpha = max(alpha, -exhaustive(position.played(*move), variant, plies - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def proved(position: Position, variant: Variant, plies: int) -> Move | None:
    """The one move that wins a man or more, by giving something first; None where there is none, or another."""
    moves = legal_moves(position, variant)
    if len(moves) < 3 or moves[0].taken:
        return None
    won = pieces(position, variant) + 2
    good = []
    for move in moves:
        onward = position.played(*move)
        if -exhaustive(onward, variant, plies - 1, -won, 1 - won) >= won:
            good.append((move, any(reply.taken for reply in legal_moves(onward, variant))))
            if len(good) > 1:
                return None
    return good[0][0] if good and good[0][1] else None


def made(variant: Variant, number: int, plies: int, seed: int) -> Iterator[tuple[Position, Move]]:
    """Shots met in games between a weak player and chance."""
    drawn = random.Random(seed)
    found = 0
    while found < number:
        position = start(variant)
        for ply in range(60):
            moves = legal_moves(position, variant)
            if not moves:
                break
            shot = proved(position, variant, plies) if ply > 8 else None
            if shot and all((proved(position, variant, plies + more) == shot) == (more > 0) for more in (-2, 2, 4)):
                yield position, shot
                found += 1
                break
            thought = thinking.search(position, variant, nodes=60)
            assert thought is not None
            move = thought.move if drawn.random() < 0.7 else drawn.choice(moves)
            position = position.played(*move)


def main() -> None:
    """Makes some, a line each as the file has them."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("variant", choices=tuple(VARIANTS))
    asked.add_argument("--number", type=int, default=10)
    asked.add_argument("--plies", type=int, default=5)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    variant = framed(VARIANTS[given.variant])
    for position, move in made(variant, given.number, given.plies, given.seed):
        text = move_text(move, legal_moves(position, variant), variant)
        row = {"variant": variant.key, "fen": fen_text(position, variant), "move": text, "plies": given.plies}
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
