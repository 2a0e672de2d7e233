"""The verbs of the journal: `verify`, `backup`, `restore`."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter import words
from arbiter.cli.typed import LANGUAGE, Verbs, instance_of
from arbiter.refused import Refused

if TYPE_CHECKING:
    from arbiter.journal.lines import Line
    from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)


def add(verb: Verbs) -> None:
    made = verb("verify", verify, "check a journal's chain of hashes and replay it")
    made.add_argument("tournament", metavar="TOURNAMENT")
    instance_of(made)

    made = verb("backup", backup, "copy a tournament, names included, while the service runs")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("file", metavar="FILE", type=Path)
    instance_of(made)

    made = verb("restore", restore, "bring a backup back, or the JSON of an export, or a TRF")
    made.add_argument("file", metavar="FILE", type=Path)
    instance_of(made)


def verify(asked: argparse.Namespace) -> int:
    """`arbiter verify`: the chain of hashes, and that every line can be replayed."""
    from arbiter.journal.sqlite.archive import journal_path
    from arbiter.journal.sqlite.journal import lines_in
    from arbiter.journal.sqlite.journal import verify as first_bad
    from arbiter.tournament.events import parse_event
    from arbiter.tournament.replay import after
    from arbiter.tournament.state import Tournament

    path = journal_path(asked.instance, asked.tournament)
    bad = first_bad(path)
    if bad is not None:
        print(f"Line {bad.seq} of {asked.tournament} is not what was written: {bad.why}.", file=sys.stderr)
        return 1
    lines = lines_in(path)
    state, snapshot = Tournament(), held(asked.instance, asked.tournament, lines)
    for line in lines:
        try:
            state = after(state, parse_event(line.kind, line.at, line.body))
        except (ValueError, TypeError, LookupError, AttributeError, Refused) as cause:
            why = words.refusal(cause, LANGUAGE) if isinstance(cause, Refused) else f"{cause}."
            print(f"Line {line.seq} of {asked.tournament} cannot be replayed: {why}", file=sys.stderr)
            return 1
        if snapshot is not None and state.version == snapshot.version and state != snapshot:
            print(
                f"The snapshot of {asked.tournament} is not what its first {line.seq} lines come to.", file=sys.stderr
            )
            return 1
    head = lines[-1].hash[:16] if lines else "-"
    print(f"{state.version} lines of {asked.tournament} hold together; the last has the hash {head}.")
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
    from arbiter.journal.sqlite.archive import pack

    pack(asked.instance, asked.tournament, asked.file)
    print(f"{asked.tournament} is in {asked.file}.")
    return 0


def restore(asked: argparse.Namespace) -> int:
    """`arbiter restore`: a backup becomes a tournament again, never over one that is there.

    The JSON of an export and a TRF become one of their own, under a free id.
    """
    from arbiter.exchange.bring import looks_brought
    from arbiter.journal.sqlite.archive import unpack

    with asked.file.open("rb") as file:
        open_format = looks_brought(file.read(200_000))
    id = _brought(asked.instance, asked.file) if open_format else unpack(asked.instance, asked.file)
    print(f"{id} is back in {asked.instance}.")
    return 0


def _brought(instance: Path, file: Path) -> str:
    """The id of the tournament that an open format has become."""
    from arbiter.desk.desks import Desks
    from arbiter.exchange.bring import bring
    from arbiter.instants import HallClock

    desks = Desks(instance, HallClock())
    try:
        came = bring(file.read_bytes(), desks.clock.now())
        return desks.bring(came.name, came.lines, came.people).id
    finally:
        desks.close()
