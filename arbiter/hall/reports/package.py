"""The package for a federation: one ZIP archive with what it needs to rate a tournament, and to trust the result.

It has reports, games, tables, the report of rulings, and a list of the games as the rules checker replayed them. With
the signed head of the journal and the verifier, the federation can later check a copy of the journal. The journal
itself is not in the package, because it tells who paid what.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import arbiter
from arbiter import words
from arbiter.desk.desk import Desk
from arbiter.exchange.export_formats import FORMATS
from arbiter.exchange.games_as_pdn import game_record
from arbiter.exchange.spreadsheets import TableRow, rows_text
from arbiter.hall.printing import Printer
from arbiter.hall.reports.sent import PACKAGE, ReportFile, changes, last_sent, remembered
from arbiter.incidents import irregular_moves
from arbiter.refused import Refused
from arbiter.rules.pdn.collection import read_collection
from arbiter.rules.pdn.writer import pdn_text
from arbiter.rulings.board.unsealing import sealed_plays
from arbiter.sentences import N_
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.view import View

FILES: Mapping[str, str] = {
    "trf": N_("the report in the form of 2026 (TRF-2026), with federation IDs, dates of birth, days and officials"),
    "trf16": N_("the report in the older form (TRF16), for older programs"),
    "pdn": N_("every game with its clocks, irregular moves and rulings (PDN)"),
    "csv": N_("the crosstable as a table"),
    "ratings": N_("the ratings before and after"),
}
"""The export formats in the package, each with an explanation."""
SHEETS: Mapping[str, str] = {
    "standings": N_("the standings as they are printed"),
    "final": N_("the final standings with their signatures, once the tournament is over"),
    "crosstable": N_("the crosstable as it is printed"),
    "irregularities": N_("all irregular moves, in order"),
    "rulings": N_("all rulings, in order"),
}
"""The printed sheets in the package, each with an explanation."""
VERIFIER = "verify_journal.py"
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of all files in the archive: the earliest that ZIP allows, so that the time of packing changes no byte."""


def make_package(desk: Desk, view: View, printer: Printer, by: str, *, key: str | None = None) -> ReportFile:
    """Make the package of the tournament as it is now, and record it with its hash in the journal.

    If the same *key* was used before, the package is made again and nothing is recorded.
    """
    return remembered(
        desk, view, PACKAGE, lambda now, before, salt: package_of(now, printer, before, salt), by, key=key
    )


def package_of(view: View, printer: Printer, before: Tournament | None = None, salt: str = "") -> bytes:
    """Return the package of a tournament. *view* has at least the last journal line.

    *before*: the tournament at the time of the last package, to list the changes since; None if there was none. *salt*:
    the secret salt of the hashes of facts.
    """
    t = view.tournament
    files: dict[str, bytes] = {}
    told: list[tuple[str, str]] = []
    for name, file, why, data in _made(view, printer):
        if data is None:
            told.append((name, view.text("{what} - left out: {why}", what=view.text(why), why=file)))
            continue
        files[file] = data
        told.append((file, view.text(why)))
    last = last_sent(view.state, PACKAGE)
    if before is not None and last is not None:
        files["changes.txt"] = "".join(f"{line}\n" for line in changes(view, before, last, salt)).encode()
        told.append(("changes.txt", view.text("what has changed in the report since the last package")))
    files["README.txt"] = _read_me(view, told).encode()
    sums = [f"{hashlib.sha256(data).hexdigest()}  {file}\n" for file, data in sorted(files.items())]
    files["SHA256SUMS"] = "".join(sums).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
        for file, data in sorted(files.items()):
            pack.writestr(zipfile.ZipInfo(f"{t}/{file}", EARLIEST), data, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def _made(view: View, printer: Printer) -> Iterator[tuple[str, str, str, bytes | None]]:
    """Yield each file: its key, its name, its English explanation, its content.

    If the tournament cannot have the file, the content is None, and the name is a sentence that says why.
    """
    from arbiter.sheets.catalogue import sheet_named  # loads ReportLab

    t = view.tournament
    for name, why in FILES.items():
        row = FORMATS[name]
        try:
            yield name, f"{t}{row.suffix or '.' + name}", why, b"".join(row.written_from(view))
        except Refused as refused:  # a simultaneous display has no report
            yield name, view.refusal(refused), why, None
    for sheet, why in SHEETS.items():
        if sheet != "final" or sheet_named(sheet).exists(view.state, None):
            yield sheet, f"{sheet}.pdf", why, printer.print(sheet, view)
    checked = rows_text(checked_games(view)).encode()
    yield "games", "games-checked.csv", N_("every game as the rules checker replayed it"), checked
    yield "verifier", VERIFIER, N_("checks a journal without Arbiter (Python 3)"), _verifier().read_bytes()
    yield "head", "head.txt", N_("the last line of the journal, signed with the key of the hall"), _head(view, printer)


def checked_games(view: View) -> list[TableRow]:
    """Return a row for each game that has begun or has a result, with what the rules checker found in it."""
    rows: list[TableRow] = [["Round", "Board", "White", "Black", "Result", "Moves", "Irregular moves", "Checked"]]
    state = view.state
    for game in state.games():
        if game.started is None and game.result is None:
            continue
        names = view.name(game.entries.white), view.name(game.entries.black)
        told = game.round, game.board, *names, state.result_text(game), len(game.plays), _irregular(view, game)
        rows.append([*told, _checked(view, game)])
    return rows


def _irregular(view: View, game: Game) -> int | str:
    """Return the number of irregular moves of the game; if findings are still sealed, a text that says so too."""
    count = len(irregular_moves(game))
    return view.text("{count}, findings not opened", count=count) if sealed_plays(game) else count


def _checked(view: View, game: Game) -> str:
    """Return what the rules checker finds in the game, or that it is not checked while findings are sealed."""
    if game.result is None:
        return view.text("not finished")
    if not game.plays:
        return view.text("no moves were recorded")
    if sealed_plays(game):
        return view.text("not checked: findings are sealed")
    if found := [play.sealed for play in game.plays if play.sealed]:
        return " ".join(view.say(one.code, dict(one.facts), one.article) for one in found)
    variant = view.state.variant
    (replayed,) = read_collection(pdn_text([game_record(view, game)]).encode(), variant).replayed
    fault = replayed.fault
    if fault is None:
        return view.text("every move is legal")
    return words.say(fault.code, fault.facts, view.language, fault.article, variant.called)


def _head(view: View, printer: Printer) -> bytes:
    """Return the signed head with the public key; without a key for signing, the number and hash of the last line."""
    if printer.heads is None:
        return f"{view.tournament} {view.state.version} {view.head}\n".encode()
    signed = printer.heads.sign(view.tournament, view.state.version, view.head)
    return f"{signed.text}\n{printer.heads.public}\n".encode()


def _read_me(view: View, told: Sequence[tuple[str, str]]) -> str:
    """Return the text that explains the files of the package."""
    state = view.state
    open_ = sum(game.result is None for game in state.games())
    text, when = view.text, f"{view.local(view.at):%Y-%m-%d %H:%M}"
    lines = [
        state.name,
        text("Made {when} with Arbiter {version}, of journal line {line}.", when=when, version=arbiter.__version__,
             line=state.version),
        *([text("Games without a result: {count}. This is not the final report.", count=open_)] if open_ else []),
        "",
        *(f"{file}: {what}" for file, what in told),
        "SHA256SUMS: " + text("the hash of every file; check with: sha256sum -c SHA256SUMS"),
        "",
        text("This file contains personal data: it is for the federation, not for publication."),
        text("The club keeps the journal. If you want to check it, ask for the export “Complete tournament (JSON)”:"),
        f"python3 {VERIFIER} {view.tournament}.json --head HEAD --key KEY",
        text("HEAD is the first line of head.txt, KEY the second."),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _verifier() -> Path:
    """Return the path of the verifier: in the installed package or, in a clone of the repository, among the tools."""
    package = Path(arbiter.__file__).parent
    inside = package / VERIFIER
    return inside if inside.is_file() else package.parent / "tools" / VERIFIER
