"""The package for a federation: one ZIP archive with what it needs to rate a tournament, and to trust the result.

It holds reports, games, tables and the report of rulings, and a list of the games as the rules checker replayed them.
The signed head of the journal and the verifier are for whoever asks for the journal later. The journal itself is not
in it, because a federation does not need who paid what.
"""

from __future__ import annotations

import hashlib
import io
import secrets
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path

import arbiter
from arbiter import words
from arbiter.desk.desk import Desk
from arbiter.exchange.formats import FORMATS
from arbiter.exchange.games import game_record
from arbiter.exchange.tables import TableRow, rows_text
from arbiter.exchange.trf.report import trf_of
from arbiter.hall.printing import Printer
from arbiter.incidents import irregular_moves
from arbiter.refused import Refused
from arbiter.rules.pdn.collection import read_collection
from arbiter.rules.pdn.writer import pdn_text
from arbiter.rulings.board.findings import sealed_plays
from arbiter.rulings.prizes import RecordPackage
from arbiter.sentences import N_
from arbiter.tournament.game import Game
from arbiter.tournament.prizes import MadePackage
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.view import View

FILES: Mapping[str, str] = {
    "trf": N_("the report in the form of 2026 (TRF-2026), with federation IDs, dates of birth, days and officials"),
    "trf16": N_("the same report for older programs (TRF16)"),
    "pdn": N_("every game with its clocks, irregular moves and rulings (PDN)"),
    "csv": N_("the crosstable as a table"),
    "ratings": N_("the ratings before and after"),
}
"""The export formats in the package, each with an explanation."""
SHEETS: Mapping[str, str] = {
    "standings": N_("the standings as they are printed"),
    "crosstable": N_("the crosstable as it is printed"),
    "irregularities": N_("every irregular move, in their order"),
    "rulings": N_("every ruling, in their order"),
}
"""The printed sheets in the package, each with an explanation."""
VERIFIER = "verify_journal.py"
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, the earliest that a ZIP archive can have: the time of packing is no fact."""
NO_FACT = "### Arbiter,"
"""The beginning of the report's comment about the program, which differs at each journal line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FederationPackage:
    """The archive with its SHA-256, and the SHA-256 of the facts in its report."""

    data: bytes
    hash: str
    report: str


def make_package(desk: Desk, view: View, printer: Printer, by: str, *, key: str | None = None) -> FederationPackage:
    """Make the package of the tournament as it is now, and record it with its hash in the journal.

    The same *key* again records nothing; the package is then made again.
    """
    version = desk.state.version
    lines = tuple(desk.journal.read(after=version - 1, limit=1))
    last = last_package(desk.state)
    before = desk.state_at(last.line) if last is not None else None
    salt = desk.register.settled(salt_name(desk.id), secrets.token_hex(16))
    made = package_of(replace(view, state=desk.state_at(version), lines=lines), printer, before, salt)
    desk.submit(RecordPackage(by=by, line=version, hash=made.hash, report=made.report), key=key)
    return made


def last_package(state: Tournament) -> MadePackage | None:
    """Return the package that was made last, or None."""
    return state.packages[-1] if state.packages else None


def salt_name(tournament: str) -> str:
    """Return the name of the register's setting with the salt of the tournament's report hashes."""
    return f"package {tournament}"


def package_of(view: View, printer: Printer, before: Tournament | None = None, salt: str = "") -> FederationPackage:
    """Return the package of a tournament. *view* has at least the last journal line.

    *before*: the tournament at the time of the last package, to tell the changes since; None if there was none.
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
    if before is not None:
        files["changes.txt"] = changes_text(view, before, salt).encode()
        told.append(("changes.txt", view.text("what has changed in the report since the last package")))
    files["README.txt"] = _read_me(view, told).encode()
    sums = [f"{hashlib.sha256(data).hexdigest()}  {file}\n" for file, data in sorted(files.items())]
    files["SHA256SUMS"] = "".join(sums).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
        for file, data in sorted(files.items()):
            pack.writestr(zipfile.ZipInfo(f"{t}/{file}", EARLIEST), data, zipfile.ZIP_DEFLATED)
    made = archive.getvalue()
    return FederationPackage(data=made, hash=hashlib.sha256(made).hexdigest(), report=report_hash(view, salt))


def _made(view: View, printer: Printer) -> Iterator[tuple[str, str, str, bytes | None]]:
    """Yield each file: its key, its name, its English explanation, its content.

    The content is None if the tournament cannot have the file; the name is then the sentence that says why.
    """
    t = view.tournament
    for name, why in FILES.items():
        row = FORMATS[name]
        try:
            yield name, f"{t}{row.suffix or '.' + name}", why, b"".join(row.written_from(view))
        except Refused as refused:  # a simultaneous display has no report
            yield name, view.refusal(refused), why, None
    for sheet, why in SHEETS.items():
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
    """Return how many irregular moves the game has; while findings about its moves are sealed, it says so too."""
    count = len(irregular_moves(game))
    return view.text("{count}, findings not opened", count=count) if sealed_plays(game) else count


def _checked(view: View, game: Game) -> str:
    """Return what the rules checker finds in the game. It is not checked while a finding about a move is sealed."""
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


def changes_text(view: View, before: Tournament, salt: str) -> str:
    """Return the lines of the report that have changed since *before*, with "-" and "+" before them.

    Both reports are made with the people as the register has them now. A note says whether their facts were corrected
    since the last package.
    """
    last = last_package(view.state)
    old = replace(view, state=before)
    lines = list(unified_diff(_facts(old), _facts(view), "before", "now", lineterm="", n=0))
    said = [] if lines else [view.text("No line about rounds and results has changed.")]
    if last is not None and last.report != report_hash(old, salt):
        said.append(view.text("Facts about people or officials have been corrected in the register since."))
    return "\n".join([*said, *lines]) + "\n"


def report_hash(view: View, salt: str) -> str:
    """Return the SHA-256 of the facts in the report; it stays the same while no fact in the report changes.

    Without the secret *salt* of the register, a day of birth could be found by trying all days.
    """
    return hashlib.sha256("\n".join((salt, *_facts(view))).encode()).hexdigest()


def _facts(view: View) -> Sequence[str]:
    """Return the lines of the report that are facts; those of the crosstable if the tournament has no report."""
    try:
        text = trf_of(view)
    except Refused:
        text = rows_text(checked_games(view))
    return [line for line in text.splitlines() if not line.startswith(NO_FACT)]


def _head(view: View, printer: Printer) -> bytes:
    """Return the signed head with the public key; without a signing key the number and hash of the last line."""
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
        text("It contains personal data: it is for the federation, not for publication."),
        text("The club keeps the journal. If you want to check it, ask for the export “Complete tournament (JSON)”:"),
        f"python3 {VERIFIER} {view.tournament}.json --head HEAD --key KEY",
        text("HEAD is the first line of head.txt, KEY the second."),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _verifier() -> Path:
    """Return the path of the verifier, which lies in the package in a wheel, and among the tools in a clone."""
    package = Path(arbiter.__file__).parent
    inside = package / VERIFIER
    return inside if inside.is_file() else package.parent / "tools" / VERIFIER
