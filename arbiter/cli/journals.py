"""The verbs of the journal: `verify`, `repair`, `backup`, `verify-backup`, `restore`, `renew`."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter import words
from arbiter.cli.stores import beside, kept, shown, store_asked, store_of
from arbiter.cli.typed import LANGUAGE, Verbs, instance_of
from arbiter.refused import Refused

if TYPE_CHECKING:
    from arbiter.journal.lines import BadLine, Line
    from arbiter.journal.store import Archive
    from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)


def add(verb: Verbs) -> None:
    made = verb("verify", verify, "check a journal's chain of hashes and replay it")
    made.add_argument("tournament", metavar="TOURNAMENT")
    store_of(made)

    made = verb("repair", repair, "bring back what a damaged journal has lost: from its witness and the copies")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument(
        "--shorter", action="store_true", help="go on from the last line that is left, though some are lost"
    )
    instance_of(made)

    made = verb("backup", backup, "copy a tournament, names included, while the service runs")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("file", metavar="FILE", type=Path)
    store_of(made)

    made = verb("verify-backup", verify_backup, "bring a backup back into a folder of its own, check and replay it")
    made.add_argument("file", metavar="FILE", type=Path)

    made = verb("restore", restore, "bring a backup back, or the JSON of an export, or a TRF")
    made.add_argument("file", metavar="FILE", type=Path)
    store_of(made)

    made = verb("renew", renew, "begin a new key or register, where the old one is lost for good")
    made.add_argument("what", choices=("key", "register"))
    instance_of(made)


def renew(asked: argparse.Namespace) -> int:
    """`arbiter renew`: what is lost for good begins anew, because somebody says so; what is there is put aside."""
    from arbiter.hall.keys import KNOWN, instance_keys, make_key
    from arbiter.journal.sqlite.archive import put_aside
    from arbiter.journal.sqlite.register import SqliteRegister
    from arbiter.journal.sqlite.writer import one_writer

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


def verify(asked: argparse.Namespace) -> int:
    """`arbiter verify`: the chain of hashes, that every line can be replayed, and what the witness has."""
    from arbiter.journal.witness.text import Witness, compared, witness_path

    witness = Witness(witness_path(asked.instance, asked.tournament))
    known = max((line.seq for line in witness.lines()), default=0)
    bad, lines = _looked_through(asked)  # after the witness: beside a running service the journal is the longer one
    if bad is not None:
        print(f"Line {bad.seq} of {asked.tournament} is not what was written: {bad.why}.", file=sys.stderr)
        return 1
    if known > len(lines):
        print(
            f"The journal of {asked.tournament} ends with line {len(lines)}, its witness knows of {known}: "
            f"arbiter repair {asked.tournament}",
            file=sys.stderr,
        )
        return 1
    found = compared(lines, witness.texts())
    if found.agreeing < min(known, len(lines)):
        print(f"From line {found.agreeing + 1} on the witness of {asked.tournament} has other lines.", file=sys.stderr)
        return 1
    state = _replayed(asked.tournament, lines, held(asked.instance, asked.tournament, lines))
    if state is None:
        return 1
    head = lines[-1].hash[:16] if lines else "-"
    print(f"{state.version} lines of {asked.tournament} hold together; the last has the hash {head}.")
    if found.agreeing < len(lines):
        print(f"The witness has the first {found.agreeing} of them.")
    return 0


def _looked_through(asked: argparse.Namespace) -> tuple[BadLine | None, list[Line]]:
    """The first line of the tournament's journal that is not what was written, and all lines where there is none."""
    from arbiter.journal.lines import first_bad
    from arbiter.journal.sqlite.archive import journal_path
    from arbiter.journal.sqlite.journal import verify as first_bad_of_file

    if not store_asked(asked):
        bad = first_bad_of_file(journal_path(asked.instance, asked.tournament))  # of a file, also what is unreadable
        if bad is not None:
            return bad, []
    with beside(asked) as read:
        lines = read.lines(asked.tournament)
    return first_bad(lines), lines


def _replayed(tournament: str, lines: Sequence[Line], snapshot: Tournament | None = None) -> Tournament | None:
    """The tournament after those lines; None, and the reason told, where one cannot be replayed."""
    from arbiter.tournament.events import parse_event
    from arbiter.tournament.replay import after
    from arbiter.tournament.state import Tournament

    state = Tournament()
    for line in lines:
        try:
            state = after(state, parse_event(line.kind, line.at, line.body))
        except (ValueError, TypeError, LookupError, AttributeError, Refused) as cause:
            why = words.refusal(cause, LANGUAGE) if isinstance(cause, Refused) else f"{cause}."
            print(f"Line {line.seq} of {tournament} cannot be replayed: {why}", file=sys.stderr)
            return None
        if snapshot is not None and state.version == snapshot.version and state != snapshot:
            print(f"The snapshot of {tournament} is not what its first {line.seq} lines come to.", file=sys.stderr)
            return None
    return state


def repair(asked: argparse.Namespace) -> int:
    """`arbiter repair`: one whole journal again, out of the journal, its witness and the copies of it."""
    from arbiter.journal.sqlite.folder import Folder
    from arbiter.journal.sqlite.journal import salvaged
    from arbiter.journal.sqlite.writer import one_writer
    from arbiter.journal.witness.text import Witness, witness_path
    from arbiter.journal.witness.witnessed import repair as repaired

    id, store = asked.tournament, Folder(asked.instance)
    witness = Witness(witness_path(asked.instance, id))
    copies = sorted((asked.instance / "backups").glob(f"{id}.*.sqlite"))[-1:]
    if store.file(id).parent != store.path or not (store.file(id).exists() or witness.path.exists() or copies):
        raise Refused("no_tournament", tournament=id[:80])
    with one_writer(asked.instance):
        found = repaired(id, store, witness, (salvaged(copy) for copy in copies), shorter=asked.shorter)
    if not found.lines or not (found.whole or asked.shorter):
        lost = "two copies go on differently" if found.forked else f"line {found.reaches} is known of"
        print(
            f"The journal of {id} can be brought back up to line {len(found.lines)}; {lost}. "
            "With --shorter it goes on from there.",
            file=sys.stderr,
        )
        return 1
    print(f"The journal of {id} has {len(found.lines)} lines that hold together; what was there is in damaged.")
    return 0


def verify_backup(asked: argparse.Namespace) -> int:
    """`arbiter verify-backup`: whether a backup can be brought back, and what it holds."""
    import tempfile

    from arbiter.journal.sqlite.archive import taken_out
    from arbiter.journal.sqlite.journal import lines_in

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal.sqlite"
        tournament, people = taken_out(asked.file, copy)
        lines = lines_in(copy)
    state = _replayed(tournament, lines)
    if state is None:
        return 1
    named = len(people.keys() & set(state.entries))
    head = lines[-1].hash[:16] if lines else "-"
    print(
        f"{asked.file.name} holds {state.version} lines of {tournament}, {len(state.rounds)} rounds, names of {named} "
        f"of {len(state.entries)} entries; the last line has the hash {head}."
    )
    return 0


def held(instance: Path, tournament: str, lines: Sequence[Line]) -> Tournament | None:
    """The state in the snapshot of the tournament; None where there is none that the service would use."""
    from arbiter.desk.snapshots import Snapshot, snapshot_path

    def line(seq: int) -> Line | None:
        return lines[seq - 1] if 0 < seq <= len(lines) else None

    try:
        return Snapshot(snapshot_path(instance, tournament), line).held()
    except Exception:  # the service puts it away and replays
        log.debug("no snapshot of %s is used", tournament, exc_info=True)
        return None


def backup(asked: argparse.Namespace) -> int:
    """`arbiter backup`: a copy of one tournament with its names, also while the service runs."""
    from arbiter.engines.findings import parts_of
    from arbiter.journal.sqlite.archive import pack

    with beside(asked) as read:
        pack(read, asked.tournament, asked.file, parts_of(asked.instance, asked.tournament))
    print(f"{asked.tournament} is in {asked.file}.")
    return 0


def restore(asked: argparse.Namespace) -> int:
    """`arbiter restore`: a backup becomes a tournament again, never over one that is there.

    The JSON of an export and a TRF become one of their own, under a free id.
    """
    from arbiter.engines.findings import bring_back
    from arbiter.exchange.bring import looks_brought
    from arbiter.journal.sqlite.archive import restore_register, unpack

    if asked.file.name.startswith("_register."):
        restore_register(asked.instance, asked.file)
        print(f"The register is back in {asked.instance}.")
        return 0
    place = store_asked(asked) or asked.instance
    with asked.file.open("rb") as file:
        open_format = looks_brought(file.read(200_000))
    with kept(place) as archive:
        id = _brought(asked.instance, archive, asked.file) if open_format else unpack(archive, asked.file)
    if not open_format:
        bring_back(asked.instance, id, asked.file)
    print(f"{id} is back in {shown(place)}.")
    return 0


def _brought(instance: Path, archive: Archive, file: Path) -> str:
    """The id of the tournament that an open format has become."""
    from arbiter.desk.desks import free_id
    from arbiter.exchange.bring import bring
    from arbiter.instants import HallClock
    from arbiter.journal.lines import BEGINNING, chained

    came = bring(file.read_bytes(), HallClock().now())
    id = free_id(came.name, archive.store, instance)
    archive.register.enter(id, came.people)
    archive.store.anew(id, chained(came.lines, 0, BEGINNING)).close()
    return id
