"""Writes into the documents what stands in the tables of the program: `make docs`, and with `--check` only looks.

Cog runs the lines between `[[[cog` and `]]]` in a document and puts what they print below them. They call the
functions of this file: each prints one table, a line for each row of the program.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from cogapp import Cog
from flask import Flask

from arbiter import cli, sentences, words
from arbiter import settings as setting_rows
from arbiter.clock import presets
from arbiter.exchange import export_formats
from arbiter.exchange import import_formats as import_rows
from arbiter.exchange.analyst import tables as analyst
from arbiter.fields import sent
from arbiter.pairing import all_systems
from arbiter.pairing.ratings import systems as rating_systems
from arbiter.pairing.standings import tiebreaks as tie_breaks
from arbiter.pairing.system_interface import Bounds
from arbiter.rules import ballots, endings, variants
from arbiter.rulings import official_rulings
from arbiter.rulings.bounds import rights
from arbiter.shapes.board import BoardTold
from arbiter.shapes.json_answers import Sides
from arbiter.shapes.places.place import HereTold
from arbiter.shapes.places.screens import AnnouncementTold
from arbiter.sheets import catalogue
from arbiter.sides import Side
from arbiter.tournament import events as event_kinds
from arbiter.tournament import terms
from arbiter.tournament.regulations import profiles, switches
from arbiter.web import app, http_statuses
from arbiter.web.api.openapi import operations, tag_of
from arbiter.web.api.operation import Operation

HOME = Path(__file__).resolve().parents[1]
LANGUAGE = words.SOURCE
SCRIPTS_READ = (BoardTold, HereTold, AnnouncementTold)
"""The answers that the scripts of the pages read."""


def main(arguments: list[str] | None = None) -> int:
    """Write every document anew, or with `--check` say which are stale; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a document is stale")
    parser.add_argument("files", nargs="*", help="the documents; without any all that have something to be written")
    asked = parser.parse_args(arguments)
    how = ["--check", "--check-fail-msg=`make docs` writes it."] if asked.check else ["-r"]
    prologue = ["-P", "-p", "from docs import *", "-I", str(Path(__file__).parent)]
    return Cog().main(["cog", *how, *prologue, "-U", "-n", "utf-8", "--verbosity=1", *(asked.files or written())])


def written() -> list[str]:
    """The documents into which something is written."""
    texts = [*HOME.glob("*.md"), *HOME.glob("docs/**/*.md"), HOME / "arbiter" / "web" / "static" / "shapes.d.ts"]
    return sorted(str(file) for file in texts if "[[[cog" in file.read_text("utf-8"))


def table(head: str, rows: Iterable[Iterable[object]]) -> None:
    """A table: the heads of its columns between bars, and its rows."""
    columns = [column.strip() for column in head.split("|")]
    print()
    for row in (columns, ["---"] * len(columns), *rows):
        print("|", " | ".join(" ".join(str(cell).replace("|", r"\|").split()) for cell in row), "|")
    print()


def code(*names: object) -> str:
    return " ".join(f"`{name}`" for name in names)


def said(thing: Any, *, whole: bool = True) -> str:
    """The docstring of a function or class, or its first paragraph, on one line."""
    text = inspect.getdoc(thing.func if isinstance(thing, partial) else thing) or ""
    return " ".join((text if whole else text.partition("\n\n")[0]).split())


def term(key: str) -> str:
    return words.term(key, LANGUAGE)


def yes(fact: object) -> str:
    return "yes" if fact else ""


def settings() -> None:
    table(
        "setting | if not set | what it is",
        (
            (code(row.name), code(row.default) if row.default != "" else "-", row.setting.help)
            for row in setting_rows.SETTINGS
        ),
    )


def subcommands() -> argparse._SubParsersAction[argparse.ArgumentParser]:
    (verbs,) = (action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction))
    return verbs


def commands() -> None:
    verbs = subcommands()
    rows = []
    for name, command in verbs.choices.items():
        actions = [action for action in command._actions if not isinstance(action, argparse._HelpAction)]
        given = [action.metavar or action.dest.upper() for action in actions if not action.option_strings]
        options = [action.option_strings[-1] for action in actions if action.option_strings]
        help = next(one.help for one in verbs._choices_actions if one.dest == name)
        rows.append((code(name), code(*given), code(*options), help))
    table("command | given | options | what it does", rows)


def runs(command: str, typed: str = "") -> None:
    """What a command prints, beneath the command; *typed*: the lines on its standard input."""
    before = f"printf '{typed}' | " if typed else ""
    print(f"\n```\n$ {before}arbiter {command}")
    sys.stdin = io.StringIO(typed.replace(r"\n", "\n"))
    with contextlib.redirect_stderr(io.StringIO()):
        cli.main(shlex.split(command))
    print("```\n")


def api_operations() -> list[tuple[str, str, Operation]]:
    made = Flask("arbiter.web")
    for part in app.API:
        made.register_blueprint(part)
    order = ("get", "post", "put", "patch", "delete")
    return sorted(operations(made), key=lambda one: (tag_of(one[1]), one[1], order.index(one[0])))


def api() -> None:
    rows: dict[str, list[tuple[str, ...]]] = {}
    for method, path, one in api_operations():
        names = [
            f"{slot.name}{'' if slot.needed else '?'}"
            for kind in (*one.takes, one.query)
            if kind
            for slot in sent(kind)
        ]
        takes = code(*(["kind"] if one.kinds else []), *names) + (" and the fields of its kind" if one.kinds else "")
        taken = "a file; " * bool(one.raw) + takes
        row = (code(f"{method.upper()} {path}"), one.whose, taken.strip("; "), one.does)
        rows.setdefault(tag_of(path), []).append(row)
    for tag, found in rows.items():
        print(f"\n## {tag}" if tag == next(iter(rows)) else f"## {tag}")
        table("request | who | takes | what it does", found)


def sheets() -> None:
    table(
        "sheet | title | of a round | of a board | of an entry | public | what is on it",
        (
            (
                code(name),
                row.title,
                *map(yes, (row.needs_round, row.takes_board, row.takes_entry, row.public)),
                said(row.draw),
            )
            for name, row in catalogue.SHEETS.items()
        ),
    )


def exports() -> None:
    table(
        "format | what it is | name of the file | public",
        (
            (code(name), row.title, code(f"TOURNAMENT{row.suffix or '.' + name}"), yes(row.public))
            for name, row in export_formats.FORMATS.items()
        ),
    )


def analyst_tables() -> None:
    for name, row in analyst.TABLES.items():
        print(f"\n## {name}\n\n{row.help}")
        rows = []
        for column, one in row.columns.items():
            key = "primary key" if column == row.key else f"key of `{one.references}`" if one.references else ""
            rows.append((code(column), {str: "text", int: "integer", float: "number"}[one.type], key, one.help))
        table("column | type | key | what it is", rows)
        if row.searched:
            print(f"\nFull-text search: `{name}_fts`, with the columns {code(*row.searched)}.")


def imports() -> None:
    table(
        "format | names end in | recognised by | players | tournament",
        (
            (
                code(name),
                code(*row.suffixes),
                said(row.recognised),
                said(row.people or row.rows) if row.people or row.rows else "",
                said(row.tournament) if row.tournament else "",
            )
            for name, row in import_rows.IMPORTS.items()
        ),
    )


def games() -> None:
    table(
        "variant | game | board | men | begins | PDN game type | ballots | endings that are counted",
        (
            (
                code(row.key),
                row.name,
                f"{row.board.size}x{row.board.size}",
                row.men,
                row.first.value,
                row.gametype,
                code(*(one.key for one in ballots.TABLES.values() if row.key in one.variants)),
                code(*endings.keys_for(row.key, profiles.default_for(row.key))),
            )
            for row in variants.VARIANTS.values()
        ),
    )


def counted() -> None:
    table(
        "ending | what it is | article",
        ((code(row.key), term(row.key), row.article or "-") for row in endings.ENDINGS.values()),
    )


def openings() -> None:
    table(
        "ballots | games | openings | barred",
        (
            (code(row.key), code(*sorted(row.variants)), len(row.ballots), len(row.ballots) - len(row.playable))
            for row in ballots.TABLES.values()
        ),
    )


def controls() -> None:
    table(
        "control | notation | what it is | source | read there",
        (
            (code(row.key), code(row.notation), term(row.name), row.source, yes(row.sure))
            for row in presets.PRESETS.values()
        ),
    )


def pairing_systems() -> None:
    table(
        "system | what it is | settings of its own",
        ((code(name), term(name), code(*row.settings)) for name, row in all_systems.SYSTEMS.items()),
    )


def _terms(rows: Iterable[tuple[str, Bounds]]) -> None:
    table(
        "setting | if not set | values | what it is",
        (
            (
                code(name),
                code(row.default) if row.default != "" else "-",
                ", ".join(map(code, filter(None, row.choices))) if row.choices else f"{row.least} to {row.most}",
                term(f"setting {name}"),
            )
            for name, row in rows
        ),
    )


def general_terms() -> None:
    _terms(terms.GENERAL.items())


def terms_of_some() -> None:
    _terms(
        dict.fromkeys((name, row) for system in all_systems.SYSTEMS.values() for name, row in system.settings.items())
    )


def tiebreaks() -> None:
    table(
        "code | name | what it counts",
        ((code(name), term(name), term(f"{name} counts")) for name in tie_breaks.OFFERED),
    )


def books() -> None:
    table(
        "profile | what it is | edition | games | switches with a source",
        (
            (code(name), term(name), row.edition, code(*row.variants), len(row.sources))
            for name, row in profiles.REGULATIONS.items()
        ),
    )


def turned() -> None:
    def values(row: switches.Switch) -> str:
        match row.kind:
            case "number":
                return f"0 to {row.most}"
            case "ladder":
                return "a list of steps"
            case "yes":
                return "`true`, `false`"
        return "; ".join(f"{code(value)}: {words.switch_value(row, value, LANGUAGE)}" for value in row.values)

    table(
        "switch | what it settles | values | where no text says",
        (
            (code(name), words.switch(row, LANGUAGE), values(row), words.switch_value(row, row.default, LANGUAGE))
            for name, row in switches.SWITCHES.items()
        ),
    )


def rulings() -> None:
    def taken(kind: Any) -> Iterator[str]:
        fixed = kind.keywords if isinstance(kind, partial) else {}
        for slot in sent(kind.func if fixed else kind):
            if slot.attribute not in fixed:
                yield f"{slot.name}{'' if slot.needed else '?'}"

    table(
        "kind | takes | what it does",
        ((code(name), code(*taken(row)), said(row)) for name, row in official_rulings.RULINGS.items()),
    )


def events() -> None:
    table(
        "event | called | its line holds | what has happened",
        (
            (
                code(name),
                term(f"event {name}"),
                code(*(one.name for one in fields(kind) if one.init and one.name != "at")),
                said(kind),
            )
            for name, kind in event_kinds.KINDS.items()
        ),
    )


def codes() -> None:
    known = {one: status for status, every in http_statuses.STATUSES.items() for one in every}
    table(
        "code | status | sentence",
        ((code(name), known.get(name, ""), sentence) for name, sentence in sorted(sentences.SENTENCES.items())),
    )


ROWS: tuple[tuple[str, Any, str, str], ...] = (
    ("A language", words, "LANGUAGES", ""),
    ("A variant", variants, "VARIANTS", "games"),
    ("An ending", endings, "ENDINGS", "games"),
    ("A table of ballots", ballots, "TABLES", "games"),
    ("A system of pairing", all_systems, "SYSTEMS", "terms"),
    ("A term of every tournament", terms, "GENERAL", "terms"),
    ("A tie-break", tie_breaks, "OFFERED", "terms"),
    ("A rating formula", rating_systems, "RATING_SYSTEMS", "terms"),
    ("A time control", presets, "PRESETS", "controls"),
    ("A profile of regulations", profiles, "REGULATIONS", "regulations"),
    ("A switch of the regulations", switches, "SWITCHES", "regulations"),
    ("A ruling", official_rulings, "RULINGS", "rulings"),
    ("An event", event_kinds, "KINDS", "events"),
    ("A sentence with its code", sentences, "SENTENCES", "codes"),
    ("A status of refusals", http_statuses, "STATUSES", "codes"),
    ("A right", rights, "RIGHTS", "api"),
    ("A role", rights, "ROLES", ""),
    ("A sheet", catalogue, "SHEETS", "sheets"),
    ("A format that goes out", export_formats, "FORMATS", "formats"),
    ("A table of the analyst's file", analyst, "TABLES", "analyst"),
    ("A format that comes in", import_rows, "IMPORTS", "formats"),
    ("A setting", setting_rows, "SETTINGS", "settings"),
    ("A part of the API", app, "API", "api"),
)
"""A kind of row, the module and the name of its table, and the chapter of `docs/reference` that is written from it."""


def index() -> None:
    """Where each kind of row stands, how many there are, and which chapter is written from them."""
    recipes = re.findall(r"^## (.+)$", (HOME / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    rows = []
    for kind, module, name, chapter in ROWS:
        recipe = f"[{kind}](#{kind.lower().replace(' ', '-')})" if kind in recipes else kind
        file = Path(module.__file__).relative_to(HOME).as_posix().removesuffix("/__init__.py")
        told = f"[{chapter}](docs/reference/{chapter}.md)" if chapter else ""
        rows.append((recipe, f"{code(name)} in {code(file)}", len(getattr(module, name)), told))
    table("a row | its table | rows | its chapter", rows)


def types() -> None:
    """The types of the answers that the scripts read, and of all that stands in those."""
    print(f"export type Side = {' | '.join(repr(side.value).replace(chr(39), chr(34)) for side in Side)};")
    waiting: list[Any] = list(reversed(SCRIPTS_READ))
    seen: set[Any] = set()
    while waiting:
        shape = waiting.pop()
        if shape in seen:
            continue
        seen.add(shape)
        print(f"\n/** {said(shape, whole=False)} */\nexport interface {interface(shape)} {{")
        for name, hint in get_type_hints(shape, include_extras=True).items():
            optional = get_origin(hint) is NotRequired
            print(f"  {name}{'?' * optional}: {script_type(get_args(hint)[0] if optional else hint, waiting.append)};")
        print("}")


def interface(shape: Any) -> str:
    return str(shape.__name__).removesuffix("Told")


def script_type(hint: Any, met: Callable[[Any], None]) -> str:
    """A type as the scripts have it; *met* is called with each answer that stands in it."""
    plain: Mapping[Any, str] = {NoneType: "null", int: "number", float: "number", str: "string", bool: "boolean"}
    origin, parts = get_origin(hint), [part for part in get_args(hint) if part is not ...]
    if origin is Annotated:
        return next((one.__name__ for one in hint.__metadata__ if one is Side), plain.get(parts[0], "unknown"))
    inner = [script_type(part, met) for part in parts]
    if origin in {Union, UnionType}:
        return " | ".join(dict.fromkeys(inner))
    if origin is Sides:
        return f"Both<{inner[0]}>"
    if origin in {list, tuple}:
        return f"({inner[0]})[]" if "|" in inner[0] else f"{inner[0]}[]"
    if origin is dict:
        return f"Record<{inner[0]}, {inner[1]}>"
    if is_typeddict(hint):
        met(hint)
        return interface(hint)
    return plain.get(hint, "unknown")


if __name__ == "__main__":
    sys.exit(main())
