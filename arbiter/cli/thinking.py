"""The verb of the house player: `best`."""

from __future__ import annotations

import argparse
import sys
import time

from arbiter import thinking
from arbiter.cli.rules import position_asked, position_of
from arbiter.cli.typed import Verbs, as_document, as_json
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.position import Position, fen_text
from arbiter.rules.variants import Variant

LONGEST = 3_600


def add(verb: Verbs) -> None:
    made = verb("best", best, "find the move that the house player would make")
    position_of(made)
    made.add_argument("--seconds", type=_seconds, metavar="S", help="think so long; a second where no limit is given")
    made.add_argument("--nodes", type=_nodes, metavar="N", help="look at so many positions")
    made.add_argument(
        "--level", type=int, choices=tuple(thinking.LEVELS), default=thinking.HIGHEST, help="how well it plays"
    )
    as_json(made)


def best(asked: argparse.Namespace) -> int:
    variant, position = position_asked(asked)
    seconds = asked.seconds if asked.seconds is not None or asked.nodes is not None else 1.0
    until = None if seconds is None else time.monotonic() + seconds
    found = thinking.search(
        position,
        variant,
        nodes=asked.nodes,
        enough=lambda: until is not None and time.monotonic() >= until,
        level=asked.level,
    )
    if found is None:
        print("There is no move: the game is over.", file=sys.stderr)
        return 1
    line = _texts(position, variant, found)
    if asked.json:
        as_document(
            {
                "variant": variant.key,
                "fen": fen_text(position, variant),
                "move": line[0],
                "score": found.score,
                "depth": found.depth,
                "nodes": found.nodes,
                "line": line,
            }
        )
    else:
        print(
            f"{line[0]}  {found.score / 100:+.2f}  {found.depth} plies deep, {found.nodes} positions: {' '.join(line)}"
        )
    return 0


def _texts(position: Position, variant: Variant, found: thinking.Found) -> list[str]:
    texts = []
    for move in found.line:
        texts.append(move_text(move, legal_moves(position, variant), variant))
        position = position.played(*move)
    return texts


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= LONGEST:
        raise argparse.ArgumentTypeError(f"seconds are more than 0 and at most {LONGEST}")
    return seconds


def _nodes(text: str) -> int:
    nodes = int(text) if text.isascii() and text.isdigit() else 0
    if not nodes:
        raise argparse.ArgumentTypeError("nodes are counted from 1")
    return nodes
