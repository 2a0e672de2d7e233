"""Packing a tournament, with its journal and its names, into one backup file, and restoring it from that file."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from arbiter.journal.accounts import Account
from arbiter.journal.files import put_in_place, whole
from arbiter.journal.people import Person, readable, readable_name
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import SEALS
from arbiter.journal.sqlite.journal import file_of, lines_in, verify
from arbiter.journal.sqlite.register import SqliteRegister, people_in, setting_in
from arbiter.journal.sqlite.register import beside as register_in
from arbiter.journal.sqlite.writer import one_writer
from arbiter.journal.store import Archive
from arbiter.refused import Refused

ACTED = re.compile(r'"([a-z]+) (\d{6})"')
"""A regular expression that finds, in a journal line, the role and the account number of an official who acted."""
MOST_BYTES = 1 << 30
"""The most bytes of one part of a backup file: far more than the journal of a million lines has."""
LONGEST_ID = 200
"""The most characters of a tournament's id; no file system takes a much longer name."""

SQLITE = b"SQLite format 3\0"
"""The first bytes of an SQLite database file."""


def journal_path(instance: Path, tournament: str) -> Path:
    """Return the path of that tournament's journal. Raise Refused if the tournament has no journal."""
    for folder in (instance / "tournaments", instance / "practice"):
        path = folder / f"{tournament}.sqlite"
        if path.parent == folder and len(tournament) <= LONGEST_ID and path.is_file():
            return path
    raise Refused("no_tournament", tournament=tournament[:80])


def pack(beside: ReadBeside, tournament: str, to: Path, more: Mapping[str, bytes] = {}) -> None:  # never changed
    """Write the whole tournament to the backup file *to*; the service may run.

    *more*: further parts of the file, by name.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal.sqlite"
        file_of(copy, beside.lines(tournament))
        names = beside.people(tournament)
        with whole(to) as unfinished, zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(copy, "journal.sqlite")
            told = {
                "tournament": tournament,
                "people": {str(entry): asdict(person) for entry, person in names.items()},
                "officials": _acted(copy, beside.officials()),
                SEALS: beside.setting(f"{SEALS} {tournament}") or "",
            }
            archive.writestr("people.json", json.dumps(told, ensure_ascii=False, indent=1))
            for name, content in more.items():
                archive.writestr(name, content)


def unpack(archive: Archive, file: Path) -> str:
    """Restore the tournament of a backup, or of a copy in the folder `backups`, and return its id.

    Raise Refused if a tournament with that id exists, or if a line was altered or damaged.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal.sqlite"
        tournament, people = taken_out(file, copy)
        lines = lines_in(copy)
    if tournament in archive.store.ids():
        raise Refused("already_there", tournament=tournament)
    register = archive.register
    register.enter(tournament, people)
    for account in _officials(file):
        if register.accounts.numbered(account.number) is None:
            # an official of another instance: the name is shown, and the account cannot sign in
            register.accounts.put(account)
    if key := _key(file, tournament):
        register.settled(f"{SEALS} {tournament}", key)
    archive.store.anew(tournament, lines).close()
    return tournament


def _key(file: Path, tournament: str) -> str:
    """Return the key that encrypts findings (whether moves were irregular); empty if there is none.

    It is in the backup, or in the register's copy beside the backup.
    """
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            return str(json.loads(archive.read("people.json")).get(SEALS, ""))
    names = _names_beside(file)
    return (setting_in(names, f"{SEALS} {tournament}") or "") if names.is_file() else ""


def _acted(journal: Path, names: Mapping[int, str]) -> dict[str, list[str]]:
    """Return, by account number, the role and the name of every account that a journal names."""
    found = {by for line in lines_in(journal) for by in ACTED.findall(line.body)}
    return {number: [role, names[int(number)]] for role, number in sorted(found) if int(number) in names}


def _officials(file: Path) -> list[Account]:
    """Return the officials named in a backup, as ended accounts; empty if an older release made the backup."""
    if not zipfile.is_zipfile(file):
        return []
    try:
        with zipfile.ZipFile(file) as archive:
            told = json.loads(archive.read("people.json")).get("officials", {})
        named = [(readable_name(str(name)), str(role), int(number)) for number, (role, name) in told.items()]
    except (AttributeError, TypeError, ValueError) as cause:
        raise Refused("archive_unreadable", file=file.name) from cause
    return [Account(name, role, number=number, ended=True) for name, role, number in named]


def restore_register(instance: Path, copy: Path) -> None:
    """Replace the present register by a copy. Raise Refused if the present register can still be read."""
    path = instance / "register.sqlite"
    with one_writer(instance), tempfile.TemporaryDirectory(dir=instance) as folder:
        made = Path(folder) / path.name
        with register_in(copy) as register:
            register.copy_to(made)
        try:
            SqliteRegister(path).close()
        except FileNotFoundError:
            put_in_place(made, path)
        except Refused:
            put_aside(path)
            put_in_place(made, path)
        else:
            raise Refused("register_there", file=path.name)


def put_aside(path: Path) -> None:
    """Move an unusable file into the folder `damaged`."""
    folder = path.parent / "damaged"
    folder.mkdir(mode=0o700, exist_ok=True)
    for part in path.parent.glob(f"{path.name}*"):
        part.replace(folder / f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}.{part.name}")


def taken_out(file: Path, copy: Path) -> tuple[str, dict[int, Person]]:
    """Return the id and the people of the packed tournament, and write its checked journal to *copy*.

    Raise Refused if a part cannot be read, or if a line was altered or damaged.
    """
    with file.open("rb") as opened:
        plain = opened.read(len(SQLITE)) == SQLITE
    tournament, people = _copied(file, copy) if plain else _unzipped(file, copy)
    if not tournament or not set(tournament) <= set("abcdefghijklmnopqrstuvwxyz0123456789-"):
        raise Refused("archive_unreadable", file=file.name)
    if (bad := verify(copy)) is not None:
        raise Refused("line_altered", tournament=tournament, line=bad.seq)
    return tournament, people


def _copied(file: Path, copy: Path) -> tuple[str, dict[int, Person]]:
    """Return the id and the people of a tournament in an automatic backup copy.

    The names come from the register's copy beside it.
    """
    tournament, names = file.name.partition(".")[0], _names_beside(file)
    shutil.copyfile(file, copy)
    return tournament, people_in(names, tournament) if names.is_file() else {}


def _names_beside(file: Path) -> Path:
    """Return the path of the register's copy that was made at the same time as this copy of a journal."""
    return file.with_name(f"_register.{file.name.partition('.')[2]}")


def _unzipped(file: Path, copy: Path) -> tuple[str, dict[int, Person]]:
    try:
        with zipfile.ZipFile(file) as archive:
            if any(part.file_size > MOST_BYTES for part in archive.infolist()):
                raise Refused("archive_unreadable", file=file.name)
            with archive.open("journal.sqlite") as packed, copy.open("wb") as to:
                shutil.copyfileobj(packed, to)
            told = json.loads(archive.read("people.json"))
            people = {int(entry): readable(Person(**person)) for entry, person in told["people"].items()}
            return str(told["tournament"]), people
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RuntimeError,  # a part that is encrypted, or packed by an unknown method
    ) as cause:
        raise Refused("archive_unreadable", file=file.name) from cause
