"""The commands about journals and their backups: `repair`, `backup`, `verify-backup`, `restore`, `renew`."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.cli.progress import listened
from arbiter.cli.stores import beside, kept, shown, store_asked, store_of
from arbiter.cli.typed import Verbs, counted, instance_of
from arbiter.cli.verifying import Denied, replayed
from arbiter.refused import Refused
from arbiter.settings import settings

if TYPE_CHECKING:
    from arbiter.journal.store import Archive

log = logging.getLogger(__name__)


def add(verb: Verbs) -> None:
    made = verb("repair", repair, "restore lost lines of a damaged journal, from its text copy and the backups")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--shorter", action="store_true", help="continue from the last line left, although some are lost")
    made.add_argument(
        "--from",
        dest="version",
        choices=("journal", "medium"),
        help="the version to keep if the second medium has different lines; the other is set aside",
    )
    instance_of(made)

    made = verb("backup", backup, "back up a tournament with its names, also while the service runs")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("file", metavar="FILE", type=Path)
    store_of(made)

    made = verb("verify-backup", verify_backup, "restore a backup into a temporary folder, and check it")
    made.add_argument("file", metavar="FILE", type=Path)

    made = verb("restore", restore, "restore a backup, or import an exported JSON file or a TRF")
    made.add_argument("file", metavar="FILE", type=Path)
    store_of(made)

    made = verb("renew", renew, "make a new key or register if the old one is permanently lost")
    made.add_argument("what", choices=("key", "register"))
    instance_of(made)


def renew(asked: argparse.Namespace) -> int:
    """`arbiter renew`: make a new key or register after the old one is lost. A damaged file is moved aside."""
    from arbiter.journal.sqlite.archive import put_aside
    from arbiter.journal.sqlite.register import SqliteRegister
    from arbiter.journal.sqlite.writer import one_writer
    from arbiter.machine.keys import KNOWN, instance_keys, make_key

    path = asked.instance / "register.sqlite"
    with one_writer(asked.instance):
        if asked.what == "register":
            put_aside(path)
        else:
            make_key(asked.instance)
        register = SqliteRegister.open(path)
        register.set_setting(KNOWN, "")
        register.close()
    instance_keys(asked.instance)
    print(f"The {asked.what} of {asked.instance} is a new one.")
    return 0


def repair(asked: argparse.Namespace) -> int:
    """`arbiter repair`: rebuild a complete journal from its remaining lines, its text copy, and the backups."""
    from arbiter.journal.sqlite.folder import Folder
    from arbiter.journal.sqlite.journal import salvaged
    from arbiter.journal.sqlite.writer import one_writer
    from arbiter.journal.witness.medium import FarWitness
    from arbiter.journal.witness.text import Witness, witness_path
    from arbiter.journal.witness.witnessed import repair as repaired

    id, store = asked.tournament, Folder(asked.instance)
    witness = Witness(witness_path(asked.instance, id))
    medium = settings(instance=asked.instance).second_medium
    far = FarWitness(witness_path(Path(medium), id)) if medium else None
    if asked.version == "medium" and (far is None or not far.path.exists()):
        raise Refused("field_missing", field="second_medium")
    copies = sorted((asked.instance / "backups").glob(f"{id}.*.sqlite"))[-1:]
    if store.file(id).parent != store.path or not (store.file(id).exists() or witness.path.exists() or copies):
        raise Refused("no_tournament", tournament=id[:80])
    with one_writer(asked.instance):
        copied = (salvaged(copy) for copy in copies)
        found = repaired(id, store, witness, copied, shorter=asked.shorter, far=far, of=asked.version)
    if not found.lines or not (found.whole or asked.shorter):
        lost = "two copies differ" if found.forked else f"line {found.reaches} is known of"
        other = "" if far is None else " --from journal or --from medium chooses the version."
        print(
            f"The journal of {id} can be restored up to line {len(found.lines)}; {lost}. "
            f"With --shorter it continues from there.{other}",
            file=sys.stderr,
        )
        return 1
    lines = counted(len(found.lines), "line", "lines")
    print(f"The journal of {id} has {lines} that hold together; what was there is in damaged.")
    for path in far.aside if far is not None else ():
        print(f"The other version, of the second medium, is kept as {path}.")
    return 0


def verify_backup(asked: argparse.Namespace) -> int:
    """`arbiter verify-backup`: check whether a backup can be restored, and print what the backup contains."""
    import tempfile

    from arbiter.journal.sqlite.archive import taken_out
    from arbiter.journal.sqlite.journal import lines_in

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal.sqlite"
        tournament, people = taken_out(asked.file, copy)
        lines = lines_in(copy)
    try:
        state = replayed(tournament, lines)
    except Denied as no:
        print(no, file=sys.stderr)
        return 1
    named = len(people.keys() & set(state.entries))
    head = lines[-1].hash[:16] if lines else "-"
    print(
        f"{asked.file.name} holds {counted(state.version, 'line', 'lines')} of {tournament}, "
        f"{counted(len(state.rounds), 'round', 'rounds')}, names of {named} "
        f"of {len(state.entries)} entries; the last line has the hash {head}."
    )
    return 0


def backup(asked: argparse.Namespace) -> int:
    """`arbiter backup`: back up one tournament with the names of its people. The service may be running."""
    from arbiter.engines.stored_analyses import parts_of
    from arbiter.journal.sqlite.archive import pack

    with beside(asked) as read:
        pack(read, asked.tournament, asked.file, parts_of(asked.instance, asked.tournament))
    print(f"{asked.tournament} is in {asked.file}.")
    return 0


def restore(asked: argparse.Namespace) -> int:
    """`arbiter restore`: restore a tournament or the register from a backup.

    An existing tournament is never overwritten. An exported JSON document or a TRF is imported as a new tournament,
    with an id that is free.
    """
    from arbiter.engines.stored_analyses import bring_back
    from arbiter.exchange.import_formats import TOURNAMENTS, import_of
    from arbiter.journal.sqlite.archive import restore_register, unpack

    if asked.file.name.startswith("_register."):
        restore_register(asked.instance, asked.file)
        print(f"The register is back in {asked.instance}.")
        return 0
    place = store_asked(asked) or asked.instance
    with asked.file.open("rb") as file:
        open_format = import_of(file.read(200_000), TOURNAMENTS) is not None
    with kept(place) as archive, listened("restored"):
        id = _brought(asked.instance, archive, asked.file) if open_format else unpack(archive, asked.file)
    if not open_format:
        bring_back(asked.instance, id, asked.file)
    print(f"{id} is back in {shown(place)}.")
    return 0


def _brought(instance: Path, archive: Archive, file: Path) -> str:
    """Import a tournament from an exported JSON document or a TRF. Return the new tournament's id."""
    from arbiter.desk.storage import free_id
    from arbiter.exchange.import_formats import read_tournament
    from arbiter.instants import HallClock
    from arbiter.journal.lines import BEGINNING, chained

    came = read_tournament(file.read_bytes(), HallClock().now())
    id = free_id(came.name, archive.store, instance)
    archive.register.enter(id, came.people)
    archive.store.anew(id, chained(came.lines, 0, BEGINNING)).close()
    return id
