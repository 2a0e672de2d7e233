"""The verbs of the journal: `verify`, `backup`, `restore`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arbiter import words
from arbiter.cli.typed import LANGUAGE, Verbs, instance_of
from arbiter.refused import Refused


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
    state = Tournament()
    for line in lines:
        try:
            state = after(state, parse_event(line.kind, line.at, line.body))
        except (ValueError, TypeError, LookupError, AttributeError, Refused) as cause:
            why = words.refusal(cause, LANGUAGE) if isinstance(cause, Refused) else f"{cause}."
            print(f"Line {line.seq} of {asked.tournament} cannot be replayed: {why}", file=sys.stderr)
            return 1
    head = lines[-1].hash[:16] if lines else "-"
    print(f"{state.version} lines of {asked.tournament} hold together; the last has the hash {head}.")
    return 0


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
