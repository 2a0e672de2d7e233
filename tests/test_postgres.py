"""The service over a database: tournaments move in and out whole, and a lost machine loses no acknowledged move."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from arbiter.journal.lines import first_bad
from arbiter.journal.postgres.journal import lines_of
from arbiter.journal.postgres.server import connected
from arbiter.journal.sqlite.journal import SqliteJournal
from tests.games import real_games
from tests.postgres import Cluster, cluster, programs, until
from tests.service import Caller, Gone, Service, service

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@pytest.fixture(scope="module")
def primary() -> Iterator[Cluster]:
    with cluster() as one:
        yield one


def kept(url: str, id: str) -> list[str]:
    """The hashes of the lines that a database has, which are one chain."""
    with closing(connected(url)) as conn:
        lines = lines_of(conn, id, 0, None)
    assert first_bad(lines) is None
    return [line.hash for line in lines]


def play(caller: Caller, id: str, moves: Sequence[str], board: int = 1) -> None:
    for ply, move in enumerate(moves):
        caller.post(f"/tournaments/{id}/rounds/1/boards/{board}/moves", {"move": move, "ply": ply})


def test_a_database_that_was_not_made_is_refused_with_what_to_do(primary: Cluster, tmp_path: Path) -> None:
    stranger = primary.another("stranger")
    refused = Service(tmp_path, {}).command("serve", "--store", stranger, "--instance", str(tmp_path / "instance"))

    assert refused.returncode == 1
    assert "arbiter migrate" in refused.stderr


def test_a_tournament_goes_into_a_database_and_back_with_the_same_head(primary: Cluster, tmp_path: Path) -> None:
    files, back = tmp_path / "instance", tmp_path / "back"
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        id = caller.tournament(4)
        play(caller, id, real_games()[0].moves[:6])
        made = served.command("migrate", "--store", primary.url)
        assert "are taken" in made.stdout, made.stderr
        assert "has the tables" in served.command("migrate", "--store", primary.url).stdout
    into = served.command("copy", id, "--from", str(files), "--to", primary.url)
    out = served.command("copy", id, "--from", primary.url, "--to", str(back))
    again = served.command("copy", id, "--from", primary.url, "--to", str(back))

    assert (into.returncode, out.returncode, again.returncode) == (0, 0, 1), into.stderr + out.stderr
    hashes = kept(primary.url, id)
    for folder in (files, back):
        with closing(SqliteJournal.open(folder / "tournaments" / f"{id}.sqlite")) as journal:
            assert [line.hash for line in journal.read()] == hashes
    beside = Service(tmp_path, {})
    assert beside.command("verify", id, "--instance", str(back)).returncode == 0
    taken = beside.command("export", id, "--format", "csv", "--to", str(tmp_path / "out"), "--instance", str(back))
    assert taken.returncode == 0, taken.stderr
    assert "Player 1" in (tmp_path / "out").read_text("utf-8")


@pytest.mark.slow
def test_the_service_goes_on_over_a_database_after_it_was_killed(primary: Cluster, tmp_path: Path) -> None:
    url = primary.another("evening")
    assert Service(tmp_path, {}).command("migrate", "--store", url).returncode == 0
    moves = real_games()[0].moves
    with service(tmp_path, ARBITER_STORE=url) as served:
        with served.caller(served.token()) as caller:
            id = caller.tournament(4)
            play(caller, id, moves[:6])
        served.kill()
        served.start()
        served.wait()
        with served.caller(served.token()) as caller:
            board = caller.get(f"/tournaments/{id}/rounds/1/boards/1")
            assert board["moves"] == list(moves[:6])
            assert board["halted"] == "outage"
            assert board["players"]["white"]["name"] == "Player 1"
            caller.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": moves[6], "ply": 6})
    assert len(kept(url, id)) > 7
    assert not list((tmp_path / "instance" / "tournaments").glob("*.sqlite"))


def test_a_primary_that_is_lost_takes_no_acknowledged_move_with_it(tmp_path: Path) -> None:
    """A synchronous standby takes over; whoever had no answer asks again with the same key, and nothing is doubled."""
    with cluster() as main, cluster(main) as standby:
        main.asks("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        main.asks("SELECT pg_reload_conf()")
        until(lambda: followed(main))
        url = f"postgresql://postgres@127.0.0.1:{main.port},127.0.0.1:{standby.port}/postgres"
        assert Service(tmp_path, {}).command("migrate", "--store", url).returncode == 0
        with (
            service(tmp_path, ARBITER_STORE=url) as served,
            served.caller(served.token()) as director,
            ExitStack() as stack,
        ):
            boards = 20
            id = director.tournament(2 * boards)
            acknowledged: dict[int, int] = {}
            lost = threading.Event()

            def table(board: int) -> None:
                moves = real_games()[0].moves[:14]
                caller = callers[board - 1]
                for ply, move in enumerate(moves):
                    asked = {"move": move, "ply": ply, "key": f"{board}-{ply}"}
                    while True:
                        try:
                            answer = caller.send("POST", f"/tournaments/{id}/rounds/1/boards/{board}/moves", asked)
                        except Gone:
                            continue
                        if answer.status == 200:
                            break
                        assert answer.status in (409, 503), answer
                        lost.wait(0.2)
                    acknowledged[board] = ply + 1

            callers = [stack.enter_context(served.caller(served.token())) for _ in range(boards)]
            players = [threading.Thread(target=table, args=(board,)) for board in range(1, boards + 1)]
            for player in players:
                player.start()
            until(lambda: sum(acknowledged.values()) > 2 * boards)
            main.kill()
            standby.promote()
            standby.asks("ALTER SYSTEM SET synchronous_standby_names = ''")
            standby.asks("SELECT pg_reload_conf()")
            lost.set()
            for player in players:
                player.join(timeout=60)
            for board in range(1, boards + 1):
                told = director.get(f"/tournaments/{id}/rounds/1/boards/{board}")
                assert told["moves"] == list(real_games()[0].moves[:14])
        assert len(kept(standby.url, id)) >= 14 * boards


def followed(main: Cluster) -> bool:
    """Whether a synchronous standby has all there is."""
    with psycopg.connect(main.url) as conn:
        row = conn.execute("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone()
    return row is not None and row[0] == 1
