"""What a database may do to whoever writes in it: answer too late, or not at all, or take back a transaction."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Unwritten
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import MOST_CONNECTIONS, Server
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.postgres.timeouts import LONGEST_SECONDS
from arbiter.journal.sqlite.journal import file_of
from arbiter.refused import Refused
from tests.postgres import Cluster, pair, programs, until

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@pytest.fixture
def server(primary: Cluster) -> Iterator[Server]:
    with closing(Server(primary.url)) as one:
        yield one


def move(key: str) -> list[Unwritten]:
    return [Unwritten(1, "MovePlayed", "{}", key)]


def test_an_answer_that_does_not_come_in_time_is_not_waited_for(server: Server) -> None:
    with pytest.raises(CannotWrite) as silent, server.transaction(longest=0.2) as conn:
        conn.execute("SELECT pg_sleep(600)")

    assert silent.value.reason == "unreachable"
    with server.transaction() as conn:
        assert conn.execute("SELECT 1").fetchone() == (1,)


def test_a_writer_that_stood_still_in_its_transaction_is_told_that_it_was_ended(
    primary: Cluster, server: Server
) -> None:
    def stood_still() -> None:
        with server.transaction() as conn:
            conn.execute("SET LOCAL idle_in_transaction_session_timeout = 50")
            until(lambda: primary.asks("SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'") == [])
            conn.execute("SELECT 1")

    with pytest.raises(CannotWrite, match="unreachable"):
        stood_still()


def test_the_steps_of_an_upgrade_may_take_longer_than_a_move(primary: Cluster) -> None:
    made = primary.another("upgraded")
    limits = (
        "CREATE TABLE seen AS SELECT current_setting('statement_timeout') AS a, current_setting('lock_timeout') AS b"
    )
    with closing(Server(made)) as server:
        assert migrate(server, (limits,)) == (0, 1)
        with server.transaction() as conn:
            assert conn.execute("SELECT * FROM seen").fetchone() == ("0", "0")


def test_a_full_disk_of_the_server_is_told_as_one(server: Server) -> None:
    with pytest.raises(CannotWrite, match="disk_full"), server.transaction() as conn:
        conn.execute("DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$")


def test_a_server_that_takes_no_writing_any_more_is_left_for_one_that_does(server: Server, primary: Cluster) -> None:
    with server.transaction() as conn:
        conn.execute("SET default_transaction_read_only = on")  # as where it was demoted under an open connection
    with pytest.raises(CannotWrite), server.transaction() as conn:
        conn.execute("CREATE TABLE never ()")

    with server.transaction() as conn:
        conn.execute("CREATE TABLE once ()")


def test_a_process_has_a_limited_number_of_connections_and_who_finds_none_waits(primary: Cluster) -> None:
    """A storm of requests took more than the database allows, and was refused."""
    with closing(Server(primary.url)) as one:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'arbiter'"
        before = primary.asks(asked)[0][0]

        def held(_: int) -> None:
            with one.transaction() as conn:
                conn.execute("SELECT pg_sleep(0.01)")

        with ThreadPoolExecutor(3 * MOST_CONNECTIONS) as several:
            list(several.map(held, range(3 * MOST_CONNECTIONS)))
        assert primary.asks(asked)[0][0] - before <= MOST_CONNECTIONS


def test_after_a_restart_no_connection_of_before_is_met_twice(server: Server, primary: Cluster) -> None:
    with server.transaction(), server.transaction(), server.transaction():
        pass
    primary.asks("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'arbiter'")
    with pytest.raises(CannotWrite), server.transaction() as conn:
        conn.execute("SELECT 1")

    with server.transaction() as conn:
        assert conn.execute("SELECT 1").fetchone() == (1,)


def test_a_server_that_does_not_keep_what_it_acknowledges_is_refused(primary: Cluster) -> None:
    primary.set("fsync", "off")
    until(lambda: primary.asks("SHOW fsync") == [("off",)])
    try:
        with closing(Server(primary.url)) as unsafe, pytest.raises(Refused, match="store_unsafe"), unsafe.transaction():
            pass
    finally:
        primary.set("fsync", "on")


@pytest.mark.slow
def test_what_only_a_restarted_primary_has_is_told_to_nobody_as_recorded(tmp_path: Path) -> None:
    """A server that comes back alone shows the lines that it had not acknowledged; its standby may replace it still."""
    with pair() as (main, standby), closing(Server(main.url)) as server:
        migrate(server)
        journal = PostgresStore(server, tmp_path, file_of, "a").create("open")
        journal.append(move("first"), 0)
        standby.stop()
        with pytest.raises(CannotWrite):
            journal.append(move("second"), 1)
        main.stop()
        main.start()
        assert len(journal.read()) == 2
        began = time.monotonic()
        with pytest.raises(CannotWrite):
            journal.by_key("second")
        assert time.monotonic() - began > LONGEST_SECONDS - 1

        standby.start()
        until(main.followed)
        line = journal.by_key("second")
        assert line is not None
        assert line.seq == 2
