"""The commands about games and rulings: `pdn`, `export`, `package`, `rulings`, `publish`, `replay`.

`pdn` checks files of games by the rules, and `export` writes a tournament to a file. `package` makes the package for
the federation. `rulings` searches earlier rulings, and `publish` writes a static copy of the pages. `replay` shows from
which line a finished game would differ under other regulations, or with one ruling undone.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Any

from arbiter import progress, words
from arbiter.cli.progress import listened, shown
from arbiter.cli.stores import beside, store_of
from arbiter.cli.typed import LANGUAGE, Verbs, as_document, as_json, counted
from arbiter.exchange.export_formats import FORMATS, together
from arbiter.refused import Refused
from arbiter.rules.pdn.collection import Collection, read_collection
from arbiter.rules.variants import VARIANTS
from arbiter.settings import settings
from arbiter.tournament.regulations.profiles import REGULATIONS

Finding = dict[str, Any]


def add(verb: Verbs) -> None:
    made = verb("pdn", pdn, "read PDN collections and check every game by the rules")
    made.add_argument("files", metavar="FILE", nargs="+", type=Path)
    made.add_argument(
        "--variant", choices=tuple(VARIANTS), help="the game; otherwise as the files say, or the one that fits best"
    )
    made.add_argument("--strict", action="store_true", help="refuse everything outside the grammar of the PDN standard")
    as_json(made)

    made = verb("export", export, "export a tournament in an open format, also while the service runs")
    made.add_argument("tournaments", metavar="TOURNAMENT", nargs="+", help="several only with the format sqlite")
    made.add_argument("--format", choices=tuple(FORMATS), required=True)
    made.add_argument("--to", "--output", type=Path, required=True, metavar="FILE")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    made.add_argument("--public", action="store_true", help="without private data, for publication")
    store_of(made)

    made = verb("package", package, "make the package for the federation: reports, games, sheets, signed journal head")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--to", type=Path, required=True, metavar="FILE.zip")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    made.add_argument("--paper", choices=("A4", "Letter"), default="A4")
    store_of(made)

    made = verb(
        "rulings", rulings, "search the rulings of all tournaments, without people, also while the service runs"
    )
    made.add_argument("words", metavar="WORD", nargs="*", help="words of the ruling or its reason, or their beginnings")
    made.add_argument("--tournament", metavar="ID", action="append", help="only this tournament; may be repeated")
    made.add_argument("--article", default="", help="the article, or its beginning")
    made.add_argument("--kind", default="", help="the kind of ruling: irregular, penalty, flag and so on")
    made.add_argument("--game", default="", help="the game that was played, such as international")
    made.add_argument("--rows", type=int, default=20, help="the largest number of rulings, the newest first")
    made.add_argument(
        "--to", type=Path, metavar="FILE.db", help="write the library to a file (SQLite) and search nothing"
    )
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    store_of(made)
    as_json(made)

    made = verb("publish", publish, "write a static copy of a tournament to a folder, also while the service runs")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--to", type=Path, required=True, metavar="FOLDER")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    store_of(made)

    made = verb("replay", replay, "replay a finished game under other regulations, or with one ruling undone")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--round", type=int, required=True)
    made.add_argument("--board", type=int, required=True)
    made.add_argument("--regulations", choices=tuple(REGULATIONS), default="", help="the other profile of regulations")
    made.add_argument("--without", type=int, metavar="LINE", help="the journal line of the ruling to undo")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    store_of(made)
    as_json(made)


def pdn(asked: argparse.Namespace) -> int:
    """`arbiter pdn`: check every game in the files by the rules. A faulty game does not end the check."""
    told = Findings()
    single = len(asked.files) == 1
    for file in asked.files if single else shown(asked.files, "files"):
        try:
            content = file.read_bytes()
        except OSError as cause:
            told.unreadable.append({"file": str(file), "game": None, "sentence": f"{cause.strerror or cause}: {file}"})
            continue
        variant = VARIANTS[asked.variant] if asked.variant else None
        with listened("games") if single else nullcontext():
            read = read_collection(content, variant, strict=asked.strict)
        told.read(str(file), read)
    if asked.json:
        as_document(told.document())
    else:
        told.print_lines()
    bad = told.faulty or told.unreadable
    if bad:
        print(f"{len(told.faulty)} games are faulty, {len(told.unreadable)} places cannot be read.", file=sys.stderr)
    return 1 if bad else 0


def export(asked: argparse.Namespace) -> int:
    """`arbiter export`: write whole tournaments to a file. The service may be running."""
    from arbiter.exchange.export_formats import format_named
    from arbiter.hall.stored_view import view_in
    from arbiter.journal.files import whole

    kind, ids = format_named(asked.format), list(dict.fromkeys(asked.tournaments))
    if asked.public and not kind.public:
        raise Refused("not_public", format=asked.format)
    if len(ids) > 1 and not kind.several:
        raise Refused("one_tournament_a_file", format=asked.format)
    with beside(asked) as read:
        views = [view_in(read, id, settings(instance=asked.instance), asked.lang) for id in ids]
    shows = [view.in_public if asked.public else view for view in views]
    if kind.several:
        pieces = iter([together((view, shown(view.lines, "lines")) for view in shows)])
    else:
        pieces = kind.written_from(shows[0], progress.counted(shows[0].lines))
    with whole(asked.to) as unfinished, unfinished.open("wb") as file, listened("written"):
        file.writelines(pieces)
    if kind.several:
        described(asked.to)
    print(f"{', '.join(ids)} {'is' if len(ids) == 1 else 'are'} in {asked.to}.")
    return 0


def described(file: Path) -> None:
    """Write the metadata for Datasette beside the SQLite file *file*, and print the command that opens both."""
    from arbiter.exchange.analyst.file import metadata_beside, metadata_text

    beside_it = metadata_beside(file)
    beside_it.write_text(metadata_text(file.stem), "utf-8")
    print(f"datasette {file} --metadata {beside_it}")


def package(asked: argparse.Namespace) -> int:
    """`arbiter package`: write the package for the federation to a file. The service may be running.

    The journal does not record the package, because only the service writes to it. The button in the office makes the
    same package and records it.
    """
    from arbiter.hall.printing import printer_beside
    from arbiter.hall.reports.package import package_of
    from arbiter.hall.reports.sent import PACKAGE, last_sent, salt_name
    from arbiter.hall.stored_view import view_in
    from arbiter.journal.files import whole
    from arbiter.tournament.replay import replay as replayed

    with beside(asked) as read:
        view = view_in(read, asked.tournament, settings(instance=asked.instance), asked.lang, asked.paper)
        last = last_sent(view.state, PACKAGE)
        before = replayed(view.events[: last.line]) if last is not None else None
        salt = read.setting(salt_name(asked.tournament)) or ""
        made = package_of(view, printer_beside(read, asked.instance, view), before, salt)
    with whole(asked.to) as unfinished:
        unfinished.write_bytes(made)
    print(f"The package of {asked.tournament} is in {asked.to}. SHA-256: {sha256(made).hexdigest()}")
    return 0


def rulings(asked: argparse.Namespace) -> int:
    """`arbiter rulings`: print the earlier rulings of all tournaments that match, with the position and the clocks.

    The library is made anew from the journals each time. The exit code is 1 if nothing was found.
    """
    from arbiter.fields import fitting
    from arbiter.hall.precedents.library import library_of
    from arbiter.hall.precedents.search import RulingsWanted, search
    from arbiter.hall.stored_view import view_in
    from arbiter.journal.files import whole
    from arbiter.sentences.officials import SHUT

    wanted = RulingsWanted(
        words=" ".join(asked.words), article=asked.article, kind=asked.kind, game=asked.game, rows=asked.rows
    )
    fitting(wanted)
    with beside(asked) as read:
        ids = sorted(read.ids()) if asked.tournament is None else list(dict.fromkeys(asked.tournament))
        given = settings(instance=asked.instance)
        conn = library_of(view_in(read, id, given, asked.lang) for id in shown(ids, "tournaments"))
    if asked.to is not None:
        with whole(asked.to) as unfinished:
            conn.execute("VACUUM INTO ?", (str(unfinished),))
        print(f"The rulings of {counted(len(ids), 'tournament', 'tournaments')} are in {asked.to}.")
        return 0
    found = search(conn, wanted)
    if asked.json:
        as_document({"count": found.count, "shut": found.shut, "rulings": list(found.rulings)})
    else:
        for row in found.rulings:
            article = f" ({row['article']})" if row["article"] else ""
            print(f"{row['name']}, {row['round']}/{row['board']}, line {row['line']}:")
            print(f"    {row[f'text_{asked.lang}']}{article}")
            clocks = [row[f"{side}_left_ms"] for side in ("white", "black")]
            told = f"  {' - '.join(words.clock_text(left) for left in clocks)}" if None not in clocks else ""
            print(f"    {row['position']}{told}")
        print(f"{len(found.rulings)} of {counted(found.count, 'ruling', 'rulings')}.")
        if found.shut:
            print(words.text(SHUT, asked.lang, count=found.shut))
    return 0 if found.count else 1


def publish(asked: argparse.Namespace) -> int:
    """`arbiter publish`: write the static copy of a tournament to a folder: plain files that need no service.

    The copy contains only what the public pages show. Files of an earlier copy are replaced. Other files in the folder
    are not touched.
    """
    from arbiter.broadcast.static_copy import write_copy
    from arbiter.hall.stored_view import view_in

    with beside(asked) as read:
        view = view_in(read, asked.tournament, settings(instance=asked.instance), asked.lang)
    asked.to.mkdir(parents=True, exist_ok=True)
    made = write_copy(view, asked.to)
    print(f"{asked.tournament} is in {asked.to}: {counted(len(made), 'file', 'files')}. Open index.html.")
    return 0


def replay(asked: argparse.Namespace) -> int:
    """`arbiter replay`: print at which line a finished game would differ, and by which article. Nothing is recorded.

    The exit code is 1 if the result would be different.
    """
    from arbiter.hall.stored_view import view_in
    from arbiter.rulings.rejudging import otherwise
    from arbiter.shapes.referee.rejudged_game import otherwise_shape

    with beside(asked) as read:
        view = view_in(read, asked.tournament, settings(instance=asked.instance), asked.lang)
    told = otherwise(view.events, asked.round, asked.board, regulations=asked.regulations, without=asked.without)
    shape = otherwise_shape(view, told, asked.without)
    if asked.json:
        as_document(shape)
    else:
        print(*shape["sentences"], sep="\n")
    return 0 if told.same_result else 1


class Findings:
    """The findings of a check of PDN files: faults and totals, to be printed as JSON or as lines."""

    def __init__(self) -> None:
        self.files: list[Finding] = []
        self.faulty: list[Finding] = []
        self.unreadable: list[Finding] = []
        self.notes: list[Finding] = []
        self.variants: Counter[str] = Counter()
        self.replayed = 0

    def read(self, file: str, read: Collection) -> None:
        """Add the faults and totals of one more file. *file*: its name. *read*: its games."""
        games = sum(not record.empty for record in read.records)
        self.files.append({"file": file, "games": games, "moves": read.moves})
        if read.refused is not None:
            self.unreadable.append(_place(file, None, *astuple(read.refused)))
        if not games:
            self.unreadable.append(_place(file, None, 1, 1, "no_games", {}))
        for number, (record, game) in enumerate(zip(read.records, read.replayed, strict=True), start=1):
            self.variants[game.variant.key] += not record.empty
            self.replayed += len(game.made)
            self.unreadable += [_place(file, number, *astuple(odd)) for odd in record.oddities]
            if game.fault is not None:
                fault = game.fault
                self.faulty.append(
                    {
                        "file": file,
                        "game": number,
                        "ply": fault.ply,
                        "move": fault.move,
                        "code": fault.code,
                        "sentence": words.say(fault.code, fault.facts, LANGUAGE, fault.article, game.variant.called),
                        "article": fault.article,
                        "line": fault.line,
                        "column": fault.column,
                        "variant": game.variant.key,
                        "played": len(game.made),
                        "left": game.lost,
                    }
                )
            notes = [("pdn_settled", {"ply": ply}) for ply in game.guessed]
            notes += [("pdn_uncrowned", {})] if game.uncrowned else []
            self.notes += [_place(file, number, record.line, 1, code, facts) for code, facts in notes]

    def document(self) -> Finding:
        return {
            "games": sum(file["games"] for file in self.files),
            "moves": sum(file["moves"] for file in self.files),
            "replayed": self.replayed,
            "faulty": self.faulty,
            "unreadable": self.unreadable,
            "notes": self.notes,
            "variants": dict(self.variants),
            "files": self.files,
        }

    def print_lines(self) -> None:
        """Print a line for each fault, then the totals."""
        for fault in self.faulty:
            at = f"line {fault['line']}, column {fault['column']}, game {fault['game']}, ply {fault['ply']}"
            print(f"{fault['file']}, {at}, {fault['move']}: {fault['sentence']}")
        for place in (*self.unreadable, *self.notes):
            game = f", game {place['game']}" if place["game"] else ""
            print(f"{place['file']}{game}: {place['sentence']}")
        told = self.document()
        kinds = ", ".join(f"{count} {key}" for key, count in sorted(self.variants.items()))
        print(f"{told['games']} games with {told['moves']} moves in {len(self.files)} files ({kinds or '-'}).")
        print(f"{self.replayed} moves replayed, {len(self.faulty)} games faulty.")


def _place(file: str, game: int | None, line: int, column: int, code: str, facts: Mapping[str, Any]) -> Finding:
    sentence = words.say(code, facts, LANGUAGE)
    return {"file": file, "game": game, "line": line, "column": column, "code": code, "sentence": sentence}
