"""The verbs of `contract.md`.

Each does one thing and says how it ended: exit 0 done or yes, 1 refused or no, 2 misused.

`--json` prints one JSON document on standard output and nothing else; the last line of standard error says why
something is not so.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from arbiter import __version__, words
from arbiter.clock.control import parse_control
from arbiter.clock.presses import replay_presses
from arbiter.config import settings
from arbiter.refused import Refused
from arbiter.rules.moves import divide, legal_moves, perft
from arbiter.rules.notation import move_text, named_square, parse_move
from arbiter.rules.position import Position, fen_text, parse_fen, start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.rules.verdict import judge
from arbiter.web.keys import instance_keys
from arbiter.web.shapes import move_shape

LANGUAGE = words.SOURCE
MISUSED = frozenset(
    {
        "move_unreadable",
        "fen_unreadable",
        "fen_impossible",
        "square_unreadable",
        "control_unreadable",
        "control_impossible",
        "press_unreadable",
        "unknown_key",
        "field_unreadable",
        "press_out_of_turn",
        "number_out_of_range",
        "no_sheet",
    }
)
"""Refusals of what was typed, rather than of what was asked: exit 2."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the answer is its exit code."""
    asked = parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = asked.command
    try:
        return command(asked)
    except Refused as refused:
        print(words.refusal(refused, LANGUAGE), file=sys.stderr)
        return 2 if refused.code in MISUSED else 1
    except OSError as cause:
        print(
            f"{cause.strerror or cause}: {cause.filename}" if cause.filename else str(cause.strerror or cause),
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        return 0 if command is serve else 1


def serve(asked: argparse.Namespace) -> int:
    """`arbiter serve`."""
    from arbiter import serving  # the whole service, which the other verbs do without

    instance = asked.instance or (None if asked.demo else Path("instance"))
    host = asked.host or ("127.0.0.1" if asked.demo else "0.0.0.0")
    try:
        serving.serve(instance, host, asked.port, asked.url, settings(), demo=asked.demo)
    except OSError as cause:
        if cause.filename is not None:  # of the instance, not of the address
            raise
        print(
            f"{host} port {asked.port} cannot be listened on: {cause.strerror}. Name another with --port.",
            file=sys.stderr,
        )
        return 1
    return 0


def token(asked: argparse.Namespace) -> int:
    """`arbiter token`: signed with the instance's key, so that it can be made beside a running service."""
    print(instance_keys(asked.instance).bearer(asked.role))
    return 0


def variants(asked: argparse.Namespace) -> int:
    """`arbiter variants`."""
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
        _json({"variants": rows})
    else:
        for row in rows:
            print(
                f"{row['key']:24} {row['size']}x{row['size']}  {row['men']} men  {row['first']} begins  {row['name']}"
            )
    return 0


def legal(asked: argparse.Namespace) -> int:
    """`arbiter legal`."""
    variant, position = _position(asked)
    moves = legal_moves(position, variant)
    if asked.json:
        shown = {"variant": variant.key, "fen": fen_text(position, variant), "turn": position.turn.value}
        _json({**shown, "moves": [move_shape(move, moves, variant) for move in moves]})
    else:
        for move in moves:
            print(move_text(move, moves, variant))
    return 0


def check(asked: argparse.Namespace) -> int:
    """`arbiter check`."""
    variant, position = _position(asked)
    same = None
    if asked.same_piece is not None:
        same = named_square(asked.same_piece, variant)
        if same is None or not 1 <= same <= variant.board.last:
            raise Refused("square_unreadable", text=asked.same_piece[:20])
    verdict = judge(position, parse_move(asked.move, variant), variant, same)
    sentence = "" if verdict.code is None else words.say(verdict.code, verdict.facts, LANGUAGE, verdict.article)
    if asked.json:
        moves = legal_moves(position, variant)
        _json(
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
    if sentence:
        print(sentence, file=sys.stderr)
    return 0 if verdict.move is not None else 1


def count(asked: argparse.Namespace) -> int:
    """`arbiter perft`."""
    variant, position = _position(asked)
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
        _json({**shown, "moves": moves} if asked.divide else shown)
    else:
        for move, leaves in moves.items():
            print(f"{move} {leaves}")
        print(nodes)
    return 0


def clock(asked: argparse.Namespace) -> int:
    """`arbiter clock`: presses from standard input, the clock after each."""
    replayed = replay_presses(parse_control(asked.control), sys.stdin.read())
    presses = [
        {"side": p.side.value, "left_ms": p.left, "period": p.period, "moves_to_go": p.moves_to_go}
        for p in replayed.presses
    ]
    if asked.json:
        flag = {"side": replayed.flag.side.value, "at_ms": replayed.flag.at} if replayed.flag else None
        _json({"presses": presses, "flag": flag})
    else:
        for press in presses:
            to_go = "-" if press["moves_to_go"] is None else press["moves_to_go"]
            print(press["side"], press["left_ms"], press["period"], to_go)
        if replayed.flag:
            print(replayed.flag.side.value, "flag", replayed.flag.at)
    if replayed.flag:
        fell = {"side": replayed.flag.side.value, "at": replayed.flag.at}
        print(words.say("flag_fell_at", fell, LANGUAGE, "000 X"), file=sys.stderr)
    return 1 if replayed.flag else 0


def print_sheet(asked: argparse.Namespace) -> int:
    """`arbiter print`: a sheet as PDF, also while the service runs."""
    from arbiter.journal.files import whole
    from arbiter.web.papers import print_from_files

    with whole(asked.to) as unfinished, unfinished.open("wb") as printed:
        print_from_files(
            asked.instance,
            asked.tournament,
            asked.sheet,
            printed,
            settings(),
            round=asked.round,
            board=asked.board,
            paper=asked.paper,
            language=asked.lang,
        )
    print(f"{asked.sheet} of {asked.tournament} is in {asked.to}.")
    return 0


def verify(asked: argparse.Namespace) -> int:
    """`arbiter verify`: the chain of hashes, and that every line can be replayed."""
    from arbiter.journal.archive import journal_path
    from arbiter.journal.journal import lines_in
    from arbiter.journal.journal import verify as first_bad
    from arbiter.tournament.events import parse_event
    from arbiter.tournament.replay import after
    from arbiter.tournament.state import Tournament

    path = journal_path(asked.instance, asked.tournament)
    bad = first_bad(path)
    if bad is not None:
        print(f"Line {bad.seq} of {asked.tournament} is not what was written: {bad.why}.", file=sys.stderr)
        return 1
    lines = lines_in(path)
    state = Tournament()
    for line in lines:
        try:
            state = after(state, parse_event(line.kind, line.at, line.body))
        except (ValueError, TypeError, LookupError, AttributeError, Refused) as cause:
            print(f"Line {line.seq} of {asked.tournament} cannot be replayed: {cause}.", file=sys.stderr)
            return 1
    head = lines[-1].hash[:16] if lines else "-"
    print(f"{state.version} lines of {asked.tournament} hold together; the last has the hash {head}.")
    return 0


def backup(asked: argparse.Namespace) -> int:
    """`arbiter backup`: a copy of one tournament with its names, also while the service runs."""
    from arbiter.journal.archive import pack

    pack(asked.instance, asked.tournament, asked.file)
    print(f"{asked.tournament} is in {asked.file}.")
    return 0


def restore(asked: argparse.Namespace) -> int:
    """`arbiter restore`: a backup becomes a tournament again, never over one that is there."""
    from arbiter.journal.archive import unpack

    print(f"{unpack(asked.instance, asked.file)} is back in {asked.instance}.")
    return 0


def parser() -> argparse.ArgumentParser:
    """What can be typed."""
    root = argparse.ArgumentParser(
        prog="arbiter", description="Tournament arbiter and clock service for draughts clubs."
    )
    root.add_argument("--version", action="version", version=f"arbiter {__version__}")
    verbs = root.add_subparsers(metavar="COMMAND", required=True)

    def verb(name: str, command: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        made.set_defaults(command=command)
        return made

    made = verb("serve", serve, "serve the hall")
    made.add_argument("--host", help="address to listen on (0.0.0.0; the demonstration 127.0.0.1)")
    made.add_argument("--port", type=_port, default=8_000)
    made.add_argument(
        "--instance",
        type=Path,
        help="folder of journals, register and key (instance; the demonstration a throw-away one)",
    )
    made.add_argument("--url", help="address that the QR codes hold (this machine's in the hall)")
    made.add_argument(
        "--demo", action="store_true", help="a running tournament from real games, on a clock of its own speed"
    )

    made = verb("token", token, "print a bearer token for the API")
    made.add_argument("--role", choices=("director", "arbiter", "spectator"), required=True)
    _instance(made)

    _as_json(verb("variants", variants, "list the variants"))

    made = verb("legal", legal, "list the legal moves of a position")
    _position_of(made)
    _as_json(made)

    made = verb("check", check, "judge one move")
    _position_of(made)
    made.add_argument("--same-piece", metavar="SQUARE", help="the piece that has to put an irregular move right")
    made.add_argument("move", metavar="MOVE")
    _as_json(made)

    made = verb("perft", count, "count the leaves of the tree of legal moves")
    _position_of(made)
    made.add_argument("--divide", action="store_true", help="by first move")
    made.add_argument("depth", metavar="DEPTH", type=_depth)
    _as_json(made)

    made = verb("clock", clock, "replay presses, lines like “white 63000” on standard input, through a time control")
    made.add_argument("--control", required=True)
    _as_json(made)

    made = verb("print", print_sheet, "print a sheet as PDF")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("sheet", metavar="SHEET")
    made.add_argument("--round", type=int)
    made.add_argument("--board", type=int)
    made.add_argument("--to", type=Path, required=True, metavar="FILE.pdf")
    made.add_argument("--paper", choices=("A4", "Letter"), default="A4")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    _instance(made)

    made = verb("verify", verify, "check a journal's chain of hashes and replay it")
    made.add_argument("tournament", metavar="TOURNAMENT")
    _instance(made)

    made = verb("backup", backup, "copy a tournament, names included, while the service runs")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("file", metavar="FILE", type=Path)
    _instance(made)

    made = verb("restore", restore, "bring a backup back")
    made.add_argument("file", metavar="FILE", type=Path)
    _instance(made)
    return root


def _position_of(made: argparse.ArgumentParser) -> None:
    made.add_argument("--variant", choices=tuple(VARIANTS), required=True)
    made.add_argument("--fen", help="the position; the start where it is left out")


def _as_json(made: argparse.ArgumentParser) -> None:
    made.add_argument("--json", action="store_true", help="one JSON document on standard output")


def _instance(made: argparse.ArgumentParser) -> None:
    made.add_argument("--instance", type=Path, default=Path("instance"))


def _depth(text: str) -> int:
    depth = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= depth <= 30:
        raise argparse.ArgumentTypeError("a depth is from 0 to 30")
    return depth


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= port <= 65_535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return port


def _position(asked: argparse.Namespace) -> tuple[Variant, Position]:
    variant = VARIANTS[asked.variant]
    return variant, start(variant) if asked.fen is None else parse_fen(asked.fen, variant)


def _json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False))
