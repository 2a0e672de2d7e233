"""Fits what men and blocks of men are worth in international draughts to how games ended.

    python tools/fit_blocks.py GAMES... > arbiter/thinking/fitted_weights.py

A line of GAMES has a result (1 White won, 0 drawn, -1 Black won) and the FEN of a position from that game in which
nothing can be taken; `python -m tests.bench.peers.dame_games` plays such games. Nothing but these results goes in: no
engine's opinion of a position, and nobody's weights. By gradient descent over a logistic curve; a side's weights are
the other's turned round. Every twentieth game is left out, and what it shows of the fit is told on standard error.
"""

from __future__ import annotations

import base64
import math
import random
import sys
import zlib
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from arbiter.thinking.block_evaluation import DIGITS, PLACES, SIZE

SQUARES = 50
KINGS, FIRST_KING, TURN = SQUARES, SQUARES + 1, SQUARES + 2
BLOCKS = SQUARES + 3
"""From here on, the weights of the blocks."""
PASSES = (0.02, 0.006, 0.002)
"""How far a step goes, in one pass after the other."""
DOUBT = 30
"""Of a block that was met so often half is believed."""
LEAST = 7
"""Pieces of a position that is fitted to."""
OWN, OTHER = 1, 2


def position(fen: str) -> tuple[str, list[int], tuple[int, int]]:
    """Who moves, the men by square, and the kings of White and Black."""
    turn, *sides = fen.split(":")
    board, kings = [0] * (SQUARES + 1), [0, 0]
    for side in sides:
        of = OWN if side[0] == "W" else OTHER
        for piece in filter(None, side[1:].split(",")):
            if piece[0] == "K":
                kings[of - 1] += 1
            else:
                board[int(piece)] = of
    return turn, board, (kings[0], kings[1])


def features(fen: str) -> tuple[list[int], list[int]]:
    """The weights that count for White there, and those that count against White."""
    turn, board, (kings, their_kings) = position(fen)
    turned = [0, *(of and 3 - of for of in board[:0:-1])]
    ours = [square - 1 for square in range(1, SQUARES + 1) if board[square] == OWN]
    theirs = [square - 1 for square in range(1, SQUARES + 1) if turned[square] == OWN]
    for seen, those, many in ((board, ours, kings), (turned, theirs, their_kings)):
        those.extend([KINGS] * many + [FIRST_KING] * (many > 0))
        for number, squares in enumerate(PLACES):
            at = 0
            for square in squares:
                at = DIGITS * at + seen[square]
            those.append(BLOCKS + SIZE * number + at)
    (ours if turn == "W" else theirs).append(TURN)
    return ours, theirs


class Sample:
    """The positions, as the numbers of their weights: one long row of them."""

    def __init__(self) -> None:
        self.all = array("i")
        self.begin = array("q", [0])
        self.results = array("b")

    def add(self, result: int, fen: str) -> None:
        ours, theirs = features(fen)
        self.all.extend(ours)
        self.begin.append(len(self.all))
        self.all.extend(theirs)
        self.begin.append(len(self.all))
        self.results.append(result)

    def at(self, number: int) -> tuple[array[int], array[int], float]:
        begin, middle, end = self.begin[2 * number : 2 * number + 3]
        return self.all[begin:middle], self.all[middle:end], (self.results[number] + 1) / 2


def read(files: Sequence[str]) -> Iterator[tuple[int, str]]:
    for file in files:
        with Path(file).open(encoding="utf-8") as lines:
            for line in lines:
                result, _, fen = line.strip().partition(" ")
                if fen.count(",") + 2 >= LEAST:
                    yield int(result), fen


def fitted(sample: Sample, weights: list[float], pace: float, drawn: random.Random) -> None:
    """One pass over all positions, in an order drawn by lot."""
    order = list(range(len(sample.results)))
    drawn.shuffle(order)
    exp = math.exp
    for done, number in enumerate(order):
        ours, theirs, result = sample.at(number)
        score = 0.0
        for weight in ours:
            score += weights[weight]
        for weight in theirs:
            score -= weights[weight]
        step = pace * (1 - 0.7 * done / len(order)) * (1 / (1 + exp(-max(-30.0, min(30.0, score)))) - result)
        for weight in ours:
            weights[weight] -= step
        for weight in theirs:
            weights[weight] += step


def loss(sample: Sample, weights: Sequence[float]) -> float:
    """How far the curve is from the results, on average."""
    total = 0.0
    for number in range(len(sample.results)):
        ours, theirs, result = sample.at(number)
        score = sum(weights[weight] for weight in ours) - sum(weights[weight] for weight in theirs)
        total += math.log1p(math.exp(-abs(score))) + max(score, 0) - result * score
    return total / max(1, len(sample.results))


def module(men: Sequence[int], blocks: Sequence[int]) -> str:
    """The file that has these weights."""
    capped = bytes(max(-127, min(127, weight)) % 256 for weight in blocks)
    text = base64.b85encode(zlib.compress(capped, 9)).decode()
    lines = [f'    "{text[begin : begin + 112]}"' for begin in range(0, len(text), 112)]
    rows = [f"    {', '.join(map(str, men[begin : begin + 10]))}," for begin in range(0, len(men), 10)]
    return "\n".join(
        [
            '"""What men and blocks of men are worth in international draughts; made by `tools/fit_blocks.py`."""',
            "",
            "MEN = (",
            *rows,
            ")",
            '"""A white man by its square, in hundredths of a man."""',
            "BLOCKS = (",
            *lines,
            ")",
            '"""The same of what stands in a block, a byte each, compressed (`block_evaluation`)."""',
            "",
        ]
    )


def main() -> None:
    sample, left_out = Sample(), Sample()
    game, before = 0, 99
    for result, fen in read(sys.argv[1:]):
        number = fen.count(",")
        game += number > before
        before = number
        (left_out if game % 20 == 0 else sample).add(result, fen)
    weights = [0.9] * SQUARES + [2.0, 1.0, 0.05] + [0.0] * (SIZE * len(PLACES))
    drawn = random.Random(1)  # noqa: S311 (an order, no secret)
    for pace in PASSES:
        fitted(sample, weights, pace, drawn)
        sys.stderr.write(f"{pace}: {loss(left_out, weights):.5f} on what was left out\n")
    met = [0] * len(weights)
    for weight in sample.all:
        met[weight] += 1
    for at in range(BLOCKS, len(weights)):
        weights[at] *= met[at] / (met[at] + DOUBT)
    sys.stderr.write(f"shrunk: {loss(left_out, weights):.5f} on what was left out\n")
    man = sum(weights[10:40]) / 30
    scaled = [round(100 * weight / man) for weight in weights]
    sys.stderr.write(f"kings {scaled[KINGS]}, first {scaled[FIRST_KING]}, turn {scaled[TURN]}\n")
    sys.stdout.write(module(scaled[:SQUARES], scaled[BLOCKS:]))


if __name__ == "__main__":
    main()
