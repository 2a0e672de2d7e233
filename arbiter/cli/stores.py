"""The options that tell commands where journals and register are, and the commands `migrate` and `copy`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from arbiter.cli import progress
from arbiter.cli.typed import Verbs, counted, instance_of
from arbiter.journal.lines import first_bad
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import SEALS
from arbiter.journal.sqlite import folder
from arbiter.journal.sqlite.journal import file_of
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.journal.store import Archive
from arbiter.refused import Refused
from arbiter.settings import settings

SERVER = ("postgresql://", "postgres://")
"""The beginnings of a database's URL. Any other text names a folder."""


def add(verb: Verbs) -> None:
    made = verb("migrate", migrate, "create the tables of a database, or update them for this version")
    made.add_argument("--store", metavar="URL", help="postgresql://... of the database (ARBITER_STORE)")
    made.set_defaults(instance=None)

    made = verb("copy", copy, "copy a tournament from one store to another, from files to a database or back")
    made.add_argument("tournament", metavar="TOURNAMENT")
    made.add_argument("--from", dest="source", required=True, metavar="STORE", help="a folder, or postgresql://...")
    made.add_argument("--to", required=True, metavar="STORE", help="a folder, or postgresql://...")


def store_of(made: argparse.ArgumentParser) -> None:
    """Add to a command the options that tell where journals and register are stored.

    *made*: the parser of the command.
    """
    instance_of(made)
    made.add_argument("--store", metavar="URL", help="database of journals and register (ARBITER_STORE)")


def store_asked(asked: argparse.Namespace) -> str:
    """Return the URL of the database, from the command line or the settings; empty if journals are stored as files."""
    given = {} if asked.store is None else {"store": asked.store}
    return settings(instance=asked.instance, given=given).store


def migrate(asked: argparse.Namespace) -> int:
    """`arbiter migrate`: create or update the tables of a database, each step in one transaction."""
    url = store_asked(asked)
    if not url:
        raise Refused("field_missing", field="--store")
    with speaking():
        from arbiter.journal.postgres.schema import migrate as take_steps
        from arbiter.journal.postgres.server import Server
    with closing(Server(url)) as server, progress.listened("steps"):
        before, now = take_steps(server)
    print(f"The database has the tables of step {now}." if before == now else f"Steps {before + 1} to {now} are taken.")
    return 0


def copy(asked: argparse.Namespace) -> int:
    """`arbiter copy`: copy a tournament with its names to another store. The journal lines stay the same.

    Raise Refused if the other store already has the tournament.
    """
    id = asked.tournament
    with kept(asked.source) as source, kept(asked.to) as to:
        if id not in source.store.ids():
            raise Refused("no_tournament", tournament=id[:80])
        if id in to.store.ids():
            raise Refused("already_there", tournament=id[:80])
        with progress.listened("read"):
            lines = source.store.salvaged(id)
        bad = first_bad(progress.shown(lines, "checked"))
        if bad is not None:
            raise Refused("line_altered", tournament=id, line=bad.seq)
        to.register.enter(id, source.register.people(id))
        to.register.put_staff(id, source.register.staff(id))
        if key := source.register.setting(f"{SEALS} {id}"):
            to.register.settled(f"{SEALS} {id}", key)
        with progress.listened("written"), closing(to.store.anew(id, lines)) as made:
            head = made.head
    print(
        f"{counted(len(lines), 'line', 'lines')} of {id} are in {shown(asked.to)}; the last has the hash {head[:16]}."
    )
    return 0


@contextmanager
def beside(asked: argparse.Namespace) -> Iterator[ReadBeside]:
    """Yield a reader of the store. It can be used while the service is running."""
    url = store_asked(asked)
    if not url:
        yield FilesBeside(asked.instance)
        return
    with speaking():
        from arbiter.journal.postgres.read_only import beside as of_database
    with of_database(url) as read:
        yield read


@contextmanager
def kept(place: str | Path) -> Iterator[Archive]:
    """Yield the store at *place*, for reading and writing.

    It is a database, or a folder that no running service uses.
    """
    if not str(place).startswith(SERVER):
        with folder.opened(Path(place)) as files:
            yield files
        return
    with speaking():
        from arbiter.journal.postgres.store import opened
    store, rows = opened(str(place), Path(), file_of)
    with closing(store):
        yield rows


@contextmanager
def speaking() -> Iterator[None]:
    """Convert an ImportError in the block to Refused, because the package for the database is not installed."""
    try:
        yield
    except ImportError as cause:
        raise Refused("store_needs_psycopg") from cause


def shown(place: str | Path) -> str:
    """Return a store's name for printing, without the password of a database.

    >>> shown("postgresql://arbiter:secret@db.example.org/club")
    'postgresql://arbiter@db.example.org/club'
    """
    scheme, found, rest = str(place).partition("://")
    if not found:
        return scheme
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where.partition('?')[0]}"
