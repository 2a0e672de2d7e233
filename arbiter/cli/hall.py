"""The verbs of the hall: `serve`, `token`, `print`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arbiter import words
from arbiter.cli.typed import Verbs, instance_of
from arbiter.config import instance_folder, settings
from arbiter.hall.keys import instance_keys


def add(verb: Verbs) -> None:
    made = verb("serve", serve, "serve the hall")
    made.add_argument("--host", help="address to listen on (0.0.0.0; the demonstration 127.0.0.1)")
    made.add_argument("--port", type=_port, default=8_000)
    made.add_argument(
        "--instance",
        type=Path,
        help="folder of journals, register and key (ARBITER_INSTANCE, ./instance of a checkout or with a register, "
        "or the user's data folder; the demonstration a throw-away one)",
    )
    made.add_argument("--url", help="address that the QR codes hold (this machine's in the hall)")
    made.add_argument(
        "--demo", action="store_true", help="a running tournament from real games, on a clock of its own speed"
    )

    made = verb("token", token, "print a bearer token for the API")
    made.add_argument("--role", choices=("director", "arbiter", "spectator"), required=True)
    instance_of(made)

    made = verb("print", print_sheet, "print a sheet as PDF")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("sheet", metavar="SHEET")
    made.add_argument("--round", type=int)
    made.add_argument("--board", type=int)
    made.add_argument("--to", type=Path, required=True, metavar="FILE.pdf")
    made.add_argument("--paper", choices=("A4", "Letter"), default="A4")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    instance_of(made)


def serve(asked: argparse.Namespace) -> int:
    from arbiter import serving  # the whole service, which the other verbs do without

    instance = asked.instance or (None if asked.demo else instance_folder())
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


def print_sheet(asked: argparse.Namespace) -> int:
    """`arbiter print`: a sheet as PDF, also while the service runs."""
    from arbiter.hall.printing import print_from_files
    from arbiter.journal.files import whole

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


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= port <= 65_535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return port
