"""The verbs of a database that keeps the journals: `migrate`, `copy`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from arbiter.cli.typed import Verbs
from arbiter.journal.lines import first_bad
from arbiter.journal.store import Archive
from arbiter.refused import Refused

SERVER = ("postgresql://", "postgres://")
"""How the address of a database begins; anything else is a folder."""


def add(verb: Verbs) -> None:
    made = verb("migrate", migrate, "make the tables of a database, or bring them up to this release")
    made.add_argument("--store", required=True, metavar="URL", help="postgresql://... of the database")

    made = verb("copy", copy, "take a tournament from one store into another, from files into a database or back")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--from", dest="source", required=True, metavar="STORE", help="a folder, or postgresql://...")
    made.add_argument("--to", required=True, metavar="STORE", help="a folder, or postgresql://...")


def migrate(asked: argparse.Namespace) -> int:
    """`arbiter migrate`: each step whole or not at all; again it does nothing."""
    from arbiter.journal.postgres.schema import migrate as take_steps
    from arbiter.journal.postgres.server import Server

    with closing(Server(asked.store)) as server:
        before, now = take_steps(server)
    print(f"The database has the tables of step {now}." if before == now else f"Steps {before + 1} to {now} are taken.")
    return 0


def copy(asked: argparse.Namespace) -> int:
    """`arbiter copy`: every line as it was written, and the names; refused over one that is there."""
    id = asked.tournament
    with kept(asked.source) as source, kept(asked.to) as to:
        if id not in source.store.ids():
            raise Refused("no_tournament", tournament=id[:80])
        if id in to.store.ids():
            raise Refused("already_there", tournament=id[:80])
        lines = source.store.salvaged(id)
        bad = first_bad(lines)
        if bad is not None:
            raise Refused("line_altered", tournament=id, line=bad.seq)
        to.register.enter(id, source.register.people(id))
        to.register.put_staff(id, source.register.staff(id))
        with closing(to.store.anew(id, lines)) as made:
            head = made.head
    print(f"{len(lines)} lines of {id} are in {asked.to}; the last has the hash {head[:16]}.")
    return 0


@contextmanager
def kept(text: str) -> Iterator[Archive]:
    """The store of that name: a folder, which nobody else may be writing, or a database."""
    from arbiter.journal.sqlite.folder import Folder
    from arbiter.journal.sqlite.register import SqliteRegister
    from arbiter.journal.sqlite.writer import one_writer

    if text.startswith(SERVER):
        from arbiter.journal.postgres.store import opened

        store, made = opened(text, Path())
        with closing(store):
            yield made
        return
    instance = Path(text)
    (instance / "tournaments").mkdir(parents=True, exist_ok=True, mode=0o700)
    with one_writer(instance), closing(SqliteRegister.open(instance / "register.sqlite")) as register:
        yield Archive(Folder(instance), register)
