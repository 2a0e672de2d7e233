"""The commands about the rules of the game: `variants`, `legal` (legal moves), `check`, `perft`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from arbiter import words
from arbiter.cli.typed import LANGUAGE, Verbs, as_document, as_json
from arbiter.refused import Refused
from arbiter.rules.moves import divide, legal_moves, perft
from arbiter.rules.notation import move_text, named_square, parse_move
from arbiter.rules.position import Position, fen_text, parse_fen, start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.rules.verdict import judge
from arbiter.shapes.board import move_shape


def add(verb: Verbs) -> None:
    as_json(verb("variants", variants, "list the variants"))

    made = verb("legal", legal, "list the legal moves of a position")
    position_of(made)
    as_json(made)

    made = verb("check", check, "check one move")
    position_of(made)
    made.add_argument("--same-piece", metavar="SQUARE", help="the piece that must correct an irregular move")
    made.add_argument("move", metavar="MOVE")
    as_json(made)

    made = verb("perft", count, "count the leaves of the tree of legal moves")
    position_of(made)
    made.add_argument("--divide", action="store_true", help="count the leaves of each first move")
    made.add_argument("depth", metavar="DEPTH", type=_depth)
    as_json(made)


def variants(asked: argparse.Namespace) -> int:
    rows = [
        {
            "key": v.key,
            "name": v.name,
            "size": v.board.size,
            "men": len(start(v).pieces(v.first)),
            "first": v.first.value,
            "numbering": v.gametype.split(",")[4],
            "gametype": v.gametype,
            "articles": dict(v.articles),
        }
        for v in VARIANTS.values()
    ]
    if asked.json:
        as_document({"variants": rows})
    else:
        for row in rows:
            print(
                f"{row['key']:24} {row['size']}x{row['size']}  {row['men']} men  {row['first']} begins  {row['name']}"
            )
    return 0


def legal(asked: argparse.Namespace) -> int:
    variant, position = position_asked(asked)
    moves = legal_moves(position, variant)
    if asked.json:
        shown = {"variant": variant.key, "fen": fen_text(position, variant), "turn": position.turn.value}
        as_document({**shown, "moves": [move_shape(move, moves, variant) for move in moves]})
    else:
        for move in moves:
            print(move_text(move, moves, variant))
    return 0


def check(asked: argparse.Namespace) -> int:
    variant, position = position_asked(asked)
    same = None
    if asked.same_piece is not None:
        same = named_square(asked.same_piece, variant)
        if same is None or not 1 <= same <= variant.board.last:
            raise Refused("square_unreadable", text=asked.same_piece[:20])
    verdict = judge(position, parse_move(asked.move, variant), variant, same)
    sentence = (
        ""
        if verdict.code is None
        else words.say(verdict.code, verdict.facts, LANGUAGE, verdict.article, variant.called)
    )
    if asked.json:
        moves = legal_moves(position, variant)
        as_document(
            {
                "legal": verdict.move is not None,
                "code": verdict.code,
                "article": verdict.article,
                "sentence": sentence or None,
                "facts": verdict.facts,
                "corrections": [move_shape(move, moves, variant) for move in verdict.corrections],
                "same_piece": verdict.same_piece,
            }
        )
    elif verdict.move is not None:
        print(f"{move_text(verdict.move, legal_moves(position, variant), variant)} is legal.")
    elif verdict.corrections:
        print(words.say("corrections", verdict.facts, LANGUAGE))
    if sentence:
        print(sentence, file=sys.stderr)
    return 0 if verdict.move is not None else 1


def count(asked: argparse.Namespace) -> int:
    variant, position = position_asked(asked)
    if asked.divide:
        moves = divide(position, variant, asked.depth)
        nodes = sum(moves.values())
    else:
        moves, nodes = {}, perft(position, variant, asked.depth)
    if asked.json:
        shown: dict[str, Any] = {
            "variant": variant.key,
            "fen": fen_text(position, variant),
            "depth": asked.depth,
            "nodes": nodes,
        }
        as_document({**shown, "moves": moves} if asked.divide else shown)
    else:
        for move, leaves in moves.items():
            print(f"{move} {leaves}")
        print(nodes)
    return 0


def position_of(made: argparse.ArgumentParser) -> None:
    made.add_argument("--variant", choices=tuple(VARIANTS), required=True)
    made.add_argument("--fen", help="the position; otherwise the starting position")


def position_asked(asked: argparse.Namespace) -> tuple[Variant, Position]:
    variant = VARIANTS[asked.variant]
    return variant, start(variant) if asked.fen is None else parse_fen(asked.fen, variant)


def _depth(text: str) -> int:
    depth = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= depth <= 30:
        raise argparse.ArgumentTypeError("a depth is from 0 to 30")
    return depth
