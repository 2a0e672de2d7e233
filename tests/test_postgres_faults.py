"""Databases and writers that are killed, frozen and filled, again and again: what was acknowledged stays, once."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from arbiter.journal.journal import CannotWrite, VersionConflict
from arbiter.journal.lines import Unwritten
from arbiter.journal.postgres.journal import PostgresJournal
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.sqlite.journal import file_of
from tests.histories import History
from tests.postgres import Cluster, cluster, either, pair, programs, until
from tests.promises import found
from tests.writing import Writer, kept, write

pytestmark = [
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"),
]


def made(url: str, ids: Sequence[str]) -> None:
    """The tables, and an empty journal of each of these."""
    with closing(Server(url)) as server:
        migrate(server)
        store = PostgresStore(server, Path(), file_of)
        for id in ids:
            store.create(id).close()


@contextmanager
def written(url: str, ids: Sequence[str]) -> Iterator[History]:
    """Somebody appends to each of these journals; when the block ends, each has one more acknowledged line."""
    history, ended = History(), threading.Event()
    with closing(PostgresStore(Server(url), Path(), file_of)) as store:
        journals = [store.open(id) for id in ids]
        threads = [
            threading.Thread(target=write, args=(journal, history, board, ended))
            for board, journal in enumerate(journals)
        ]
        for thread in threads:
            thread.start()
        try:
            yield history
            since = time.monotonic()
            until(lambda: all(acknowledged(history, since, board) for board in range(len(ids))))
        finally:
            ended.set()
            for thread in threads:
                thread.join()


def acknowledged(history: History, since: float, board: int | None = None) -> int:
    return sum(since < one.until < float("inf") and board in (None, one.board) for one in tuple(history.asked))


def lost(main: Cluster, standby: Cluster, history: History) -> None:
    """The primary is killed when it has told its standby nothing for a moment; that one takes its place."""
    ((sender,),) = main.asks("SELECT pid FROM pg_stat_replication")
    os.kill(sender, signal.SIGSTOP)
    since = time.monotonic()
    with suppress(AssertionError):
        until(lambda: acknowledged(history, since) > 50, patience=0.5)
    main.kill()
    standby.promote()
    standby.set("synchronous_standby_names", "")


def violations(url: str, ids: Sequence[str], history: History) -> Mapping[int, str]:
    return history.violations({board: kept(url, id) for board, id in enumerate(ids)})


@pytest.mark.slow
def test_twenty_primaries_are_lost_and_no_acknowledged_line() -> None:
    times, ids = 20, [f"hall-{number}" for number in range(10)]
    with ExitStack() as stack:
        main, standby = stack.enter_context(pair())
        made(either(main, standby), ids)
        with written(either(main, standby), ids) as history:
            for _ in range(times):
                main, standby = replaced(stack, main, standby, history)
        total = acknowledged(history, 0)
        assert violations(main.url, ids, history) == {}
    found("G13", times, f"{total:,} acknowledged lines kept, {history.silence():.1f} s without one at most")


def replaced(stack: ExitStack, main: Cluster, standby: Cluster, history: History) -> tuple[Cluster, Cluster]:
    """The standby is the primary, and has a standby of its own in the place of the one that is lost."""
    since = time.monotonic()
    until(lambda: main.followed() and acknowledged(history, since) > 50)
    lost(main, standby, history)
    since = time.monotonic()
    until(lambda: acknowledged(history, since) > 0)
    new = stack.enter_context(cluster(standby, main.port))
    standby.set("synchronous_standby_names", "standby")
    return standby, new


@pytest.mark.slow
def test_without_waiting_for_the_standby_the_same_loses_acknowledged_lines() -> None:
    """The control: if this kept everything, the test above would show nothing."""
    ids = [f"hall-{number}" for number in range(10)]
    with pair(synchronous=False) as (main, standby):
        url = either(main, standby)
        made(url, ids)
        until(lambda: main.asks("SELECT count(*) FROM pg_stat_replication") == [(1,)])
        with written(url, ids) as history:
            until(lambda: acknowledged(history, 0) > 50)
            lost(main, standby, history)
        wrong = violations(standby.url, ids, history)
        assert wrong
    found("G13", len(ids), f"the control: {len(wrong)} lose acknowledged lines")


@pytest.mark.slow
def test_fifty_writers_that_were_frozen_go_on_behind_what_others_have_written(tmp_path: Path) -> None:
    count = 0
    with cluster() as one:
        for begin in (0, 25):
            ids = [f"hall-{number}" for number in range(begin, begin + 25)]
            made(one.url, ids)
            frozen_once(one.url, tmp_path, ids)
            count += len(ids)
    found("G13", count, "writers frozen; nobody waited for them, and nothing is there twice")


def frozen_once(url: str, folder: Path, ids: Sequence[str]) -> None:
    """A process that writes these is frozen, others write meanwhile, and it goes on."""
    frozen = Writer(url, folder, *ids)
    until(lambda: set(frozen.said("has")) == set(ids))
    frozen.send(signal.SIGSTOP)
    with closing(PostgresStore(Server(url), Path(), file_of)) as store:
        for id in ids:
            journal = store.open(id)
            until(partial(appended, journal))
        frozen.send(signal.SIGCONT)
        before = len(frozen.acknowledged())
        until(lambda: len(frozen.acknowledged()) > before + 3 * len(ids))
    frozen.kill()
    has = {(id, seq, line.key) for id in ids for seq, line in enumerate(kept(url, id), start=1)}
    assert set(frozen.acknowledged()) <= has
    for id in ids:
        keys = [line.key for line in kept(url, id)]
        assert "meanwhile" in keys
        assert len(set(keys)) == len(keys)


def appended(journal: PostgresJournal) -> bool:
    """Whether a line could be written, though a frozen session may hold the journal for some seconds."""
    with suppress(CannotWrite, VersionConflict):
        journal.append([Unwritten(1, "MovePlayed", "{}", "meanwhile")], journal.version)
    return journal.by_key("meanwhile") is not None


@pytest.mark.slow
def test_a_writer_that_is_killed_fifty_times_loses_no_acknowledged_line(tmp_path: Path) -> None:
    times, chains = 50, 5
    with cluster() as one:
        made(one.url, [f"hall-{chain}" for chain in range(chains)])

        def killed(chain: int) -> list[tuple[str, int, str]]:
            return [line for _ in range(times // chains) for line in killed_once(one.url, tmp_path, f"hall-{chain}")]

        with ThreadPoolExecutor(chains) as pool:
            every = list(pool.map(killed, range(chains)))
        for chain, told in enumerate(every):
            keys = [line.key for line in kept(one.url, f"hall-{chain}")]
            assert len(set(keys)) == len(keys)
            assert [keys[seq - 1] for _, seq, _ in told] == [key for _, _, key in told]
    found("G13", times, f"{sum(map(len, every)):,} acknowledged lines kept, each once")


def killed_once(url: str, folder: Path, id: str) -> list[tuple[str, int, str]]:
    """What was acknowledged to a process that was killed while it wrote."""
    writer = Writer(url, folder, id)
    until(lambda: len(writer.said("has")) > 3)
    writer.kill()
    return writer.acknowledged()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root mounts a disk")
def test_a_full_disk_of_the_primary_acknowledges_nothing_and_loses_nothing(small_disk: Path) -> None:
    with cluster(folder=small_disk) as one:
        made(one.url, ["hall"])
        filler = small_disk / "filler"
        with written(one.url, ["hall"]) as history:
            until(lambda: acknowledged(history, 0) > 20)
            with filler.open("wb") as file, suppress(OSError):
                while True:
                    file.write(b"x" * 65_536)
                    file.flush()
            until(lambda: not acknowledged(history, time.monotonic() - 2), patience=120)
            filler.unlink()
            with suppress(subprocess.CalledProcessError):
                one.start()  # where it ended itself
        assert history.violations({0: kept(one.url, "hall")}) == {}
        assert history.silence() > 1
    kept_lines = acknowledged(history, 0)
    found("G13", 1, f"{kept_lines} acknowledged lines kept, {history.silence():.0f} s of a full disk")
