"""The commands `serve` (run the service), `config` (show its settings) and `print` (write a sheet as PDF)."""

from __future__ import annotations

import argparse
import gc
import sys
from dataclasses import asdict
from pathlib import Path

from arbiter import words
from arbiter.cli.stores import beside, store_of
from arbiter.cli.typed import Verbs, as_document, as_json
from arbiter.refused import Refused
from arbiter.settings import (
    OPTIONS,
    SETTINGS,
    Held,
    found_instance,
    holding,
    instance_folder,
    settings,
    settings_of,
)
from arbiter.values import replace


def add(verb: Verbs) -> None:
    made = verb("serve", serve, "run the service")
    for name in OPTIONS:
        made.add_argument(f"--{name}", help=next(row.setting.help for row in SETTINGS if row.name == name))
    made.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="any setting, such as threads=16"
    )
    made.add_argument(
        "--instance",
        type=Path,
        help="folder of journals, register and key (ARBITER_INSTANCE, ./instance of a checkout or with a register, "
        "or the user's data folder; the demonstration a throw-away one)",
    )
    made.add_argument("--open", action="store_true", help="open the first page in the browser")
    made.add_argument(
        "--demo", action="store_true", help="run a demonstration tournament of real games, with a faster clock"
    )

    made = verb("config", config, "show the settings, and where each comes from")
    made.add_argument("--instance", default="", help="folder of journals, register and key")
    as_json(made)

    made = verb("print", print_sheet, "print a sheet as PDF")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("sheet", metavar="SHEET")
    made.add_argument("--round", type=int)
    made.add_argument("--board", type=int)
    made.add_argument("--entry", type=int)
    made.add_argument("--to", type=Path, required=True, metavar="FILE.pdf")
    made.add_argument("--paper", choices=("A4", "Letter"), default="A4")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    made.add_argument("--blind", action="store_true", help="print entry numbers instead of names")
    store_of(made)


def serve(asked: argparse.Namespace) -> int:
    instance = asked.instance or (None if asked.demo else instance_folder())
    held = holding(instance=instance, given=typed(asked))
    found = settings_of(held)
    gc.disable()  # while the service is loaded, because all that is loaded stays in memory
    from arbiter import serving  # loads the whole service, which other commands do not need

    try:
        serving.serve(instance, found, demo=asked.demo, opens=asked.open)
    except OSError as cause:
        if cause.filename is not None:  # an error about the instance's files, not about the address
            raise
        print(
            f"{found.host} port {found.port} cannot be listened on: {cause.strerror}. Name another with --port.",
            file=sys.stderr,
        )
        return 1
    return 0


def typed(asked: argparse.Namespace) -> dict[str, str]:
    """Return the settings that were given on the command line, by name. Refuse `--set` without "="."""
    named = {name: value for name in OPTIONS if (value := getattr(asked, name)) is not None}
    for text in asked.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refused("field_unreadable", field="--set", wanted="a setting and its value, such as threads=16")
        named[name] = value
    return named


def config(asked: argparse.Namespace) -> int:
    """`arbiter config`: print each setting that is in force, and its source."""
    instance, source = found_instance(asked.instance)
    held = {"instance": Held(str(instance.resolve()), source), **holding(instance=instance)}
    if asked.json:
        as_document({name: asdict(setting) for name, setting in held.items()})
        return 0
    for name, setting in held.items():
        shown = "-" if setting.value == "" else setting.value
        print(f"{name:24} {shown!s:24} {setting.source}")
    return 0


def print_sheet(asked: argparse.Namespace) -> int:
    """`arbiter print`: write a sheet as PDF. The service may be running."""
    from arbiter.hall.printing import printer_beside
    from arbiter.hall.stored_view import view_in
    from arbiter.journal.files import whole

    with beside(asked) as read, whole(asked.to) as unfinished:
        view = view_in(read, asked.tournament, settings(instance=asked.instance), asked.lang, asked.paper)
        printer = printer_beside(read, asked.instance, view)
        view = replace(view, people={}) if asked.blind else view
        unfinished.write_bytes(
            printer.print(asked.sheet, view, round=asked.round, board=asked.board, entry=asked.entry)
        )
    print(f"{asked.sheet} of {asked.tournament} is in {asked.to}.")
    return 0
