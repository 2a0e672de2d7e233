"""A PostgreSQL of a test's own: on a free port, with a standby where one is asked for, thrown away afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from filelock import FileLock

from arbiter.journal.postgres.rights import CHANGED
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from tests import templates
from tests.service import free_port

USERS = Path("/etc/passwd")
OWNER = "postgres" if USERS.exists() and "\npostgres:" in USERS.read_text("utf-8", "replace") else "nobody"
"""For whom it serves where root tests."""
MEMORY = "/dev/shm"
PATIENCE = 300.0
"""Seconds that a start may take on a busy machine."""


def quick() -> str | None:
    """A folder in memory for the files of a server, because no test here cuts the power; None where there is none."""
    with suppress(OSError):
        if shutil.disk_usage(MEMORY).free > 500_000_000:
            return MEMORY
    return "/tmp" if os.geteuid() == 0 else None


def programs() -> Path | None:
    """Where the programs of PostgreSQL lie; None where it is not installed, or is to be left out."""
    named = os.environ.get("POSTGRESQL", "")
    if named not in ("", "demanded"):
        return None if named == "none" else Path(named)
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return None if initdb is None else Path(initdb).resolve().parent


@dataclass
class Cluster:
    """One server: its folder and its port; *main*: the server that it follows as a standby."""

    folder: Path
    port: int
    main: Cluster | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def make(self) -> None:
        """The files of a new server, or a copy of the one that it follows."""
        if self.main is None:
            files = os.environ.get(templates.FOLDER)
            if files is None:
                empty(self.data)
            else:
                made = Path(files) / "cluster" / "data"
                with FileLock(f"{files}/cluster.lock"):
                    if not made.exists():  # once a run: it takes longer than everything else about a server
                        made.parent.mkdir(exist_ok=True)
                        owned(made.parent)
                        empty(made)
                run("cp", "-a", str(made), str(self.data))
        else:
            there = f"host=127.0.0.1 port={self.main.port} user=postgres application_name=standby"
            run("pg_basebackup", "-D", str(self.data), "-R", "-c", "fast", "--no-sync", "-d", there)
        self.settle()

    def settle(self) -> None:
        """Its own settings, also in files that were another server's."""
        settings = (
            f"port = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '{self.folder}'\n"
            "max_connections = 60\nshared_buffers = 32MB\nwal_level = replica\nhot_standby = on\n"
            "wal_retrieve_retry_interval = 200ms\n"
        )
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.write(settings)

    def start(self) -> None:
        log = str(self.folder / "log")
        run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-t", str(int(PATIENCE)), "start")

    def stop(self, how: str = "immediate") -> None:
        with suppress(subprocess.CalledProcessError):
            run("pg_ctl", "-D", str(self.data), "-m", how, "-w", "stop")

    def kill(self) -> None:
        """Ends it as a power cut would: not even its children get a word in."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.killpg(os.getpgid(pid), signal.SIGKILL)

    def promote(self) -> None:
        run("pg_ctl", "-D", str(self.data), "-w", "promote")

    def another(self, name: str) -> str:
        """The address of one more database on this server."""
        self.asks(f"CREATE DATABASE {name}")
        return self.beside(name)

    def beside(self, name: str) -> str:
        """The address of the database of that name."""
        return f"{self.url.rpartition('/')[0]}/{name}"

    def asks(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """One statement, as the owner of the database, and its rows."""
        with psycopg.connect(self.beside(database), autocommit=True) as conn:
            asked = conn.execute(statement.encode())
            return asked.fetchall() if asked.description else []

    def emptied(self) -> None:
        """Every table is empty from now on; the triggers allow it of tournaments that are deleted."""
        tables = ("line", "tournament", "silence", *CHANGED)
        self.asks("UPDATE tournament SET deleted = true; " + "".join(f"DELETE FROM {table};" for table in tables))

    def set(self, name: str, value: str) -> None:
        """A setting, from now on."""
        self.asks(f"ALTER SYSTEM SET {name} = '{value}'")
        self.asks("SELECT pg_reload_conf()")

    def followed(self) -> bool:
        """Whether a synchronous standby has all there is."""
        return self.asks("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == [(1,)]


def empty(data: Path) -> None:
    """The files of a server without a database of ours."""
    run("initdb", "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")


def owned(folder: Path) -> None:
    """A folder that the server may write into."""
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER)


def run(program: str, *arguments: str) -> None:
    """One of PostgreSQL's programs, as somebody who is not root: it refuses to serve for root."""
    folder = programs()
    assert folder is not None
    command = [shutil.which(program, path=folder) or program, *arguments]
    if os.geteuid() == 0:
        command = ["runuser", "-u", OWNER, "--", *command]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


@contextmanager
def cluster(main: Cluster | None = None, port: int = 0, folder: Path | None = None) -> Iterator[Cluster]:
    """A running server for as long as the block runs; with *main* a standby of that one."""
    if folder is None:
        folder = Path(tempfile.mkdtemp(prefix="arbiter-pg-", dir=quick()))
    owned(folder)
    one = Cluster(folder, port or free_port(), main)
    try:
        one.make()
        one.start()
        yield one
    finally:
        one.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def migrated() -> Iterator[Cluster]:
    """A running server with the tables."""
    with cluster() as one:
        with closing(Server(one.url)) as server:
            migrate(server)
        yield one


@contextmanager
def pair(*, synchronous: bool = True, disk: Path | None = None) -> Iterator[tuple[Cluster, Cluster]]:
    """A primary on that *disk* and its standby, whose word it waits for unless it is not *synchronous*."""
    with cluster(folder=disk) as main, cluster(main) as standby:
        if synchronous:
            main.set("synchronous_standby_names", "standby")
            until(main.followed)
        yield main, standby


def either(*servers: Cluster) -> str:
    """The address of whichever of them takes writing."""
    return f"postgresql://postgres@{','.join(f'127.0.0.1:{one.port}' for one in servers)}/postgres"


def until(holds: object, patience: float = PATIENCE) -> None:
    """Waits until that is so."""
    assert callable(holds)
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, "it does not come true"
        time.sleep(0.05)
