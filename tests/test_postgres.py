"""The service over a database and its standby: whichever is lost, no acknowledged move is, and none is there twice."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.timeouts import LONGEST_SECONDS
from arbiter.machine.keys import make_key
from tests.postgres import Cluster, cluster, either, pair, programs, until
from tests.service import Service, service
from tests.tables import MOVES, Tables, kept

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
BOARDS, PLIES = 20, 10
TWO_HOURS = 2 * 3_600_000


def made(url: str) -> None:
    """The tables of a database."""
    with closing(Server(url)) as server:
        migrate(server)


@pytest.mark.slow
def test_the_service_goes_on_over_a_database_after_it_was_killed(tmp_path: Path) -> None:
    with cluster() as one:
        made(one.url)
        with service(tmp_path, ARBITER_STORE=one.url) as served:
            with served.caller(served.token()) as caller:
                id = caller.tournament(4)
                for ply, move in enumerate(MOVES[:6]):
                    caller.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": move, "ply": ply})
            served.kill()
            until(lambda: one.asks("SELECT max(seen) < now() - interval '5 s' FROM node") == [(True,)])
            served.start()
            served.wait()
            with served.caller(served.token()) as caller:
                board = caller.get(f"/tournaments/{id}/rounds/1/boards/1")
                assert board["moves"] == list(MOVES[:6])
                assert board["halted"] == "outage"
                assert board["players"]["white"]["name"] == "Player 1"
                caller.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": MOVES[6], "ply": 6})
        assert len(kept(one.url, id)[1]) == 7
        assert not list((tmp_path / "instance" / "tournaments").glob("*.sqlite"))


@pytest.mark.slow
def test_while_the_standby_is_away_nothing_is_acknowledged_and_the_same_key_has_one_answer(tmp_path: Path) -> None:
    with pair() as (main, standby):
        made(main.url)
        with service(tmp_path, ARBITER_STORE=main.url) as served, served.caller(served.token()) as caller:
            id = caller.tournament(2)
            board = f"/tournaments/{id}/rounds/1/boards/1"
            caller.post(f"{board}/moves", {"move": MOVES[0], "ply": 0})
            asked = {"move": MOVES[1], "ply": 1, "key": "once"}
            standby.stop()
            began = time.monotonic()
            first = caller.send("POST", f"{board}/moves", asked)
            waited = time.monotonic() - began
            again = caller.send("POST", f"{board}/moves", asked)

            for answer in (first, again):
                assert (answer.status, answer.body["code"]) == (503, "cannot_write_unreachable")
                assert "so this may or may not have been recorded. Send it again" in answer.body["detail"]
            assert LONGEST_SECONDS - 1 < waited < 2 * LONGEST_SECONDS
            until(lambda: caller.send("GET", "/readyz", root="").status == 503)

            standby.start()
            until(main.followed)
            recorded = [caller.post(f"{board}/moves", asked) for _ in range(2)]
            later = caller.post(f"{board}/moves", {"move": MOVES[2], "ply": 2})
            until(lambda: caller.send("GET", "/readyz", root="").status == 200)
        assert recorded[0]["seq"] == recorded[1]["seq"] < later["seq"]
        assert later["moves"] == list(MOVES[:3])
        assert [written.key for written in kept(main.url, id)[1]] == ["", "once", ""]


def test_a_primary_that_is_lost_takes_no_acknowledged_move_with_it(tmp_path: Path) -> None:
    """Twenty boards at two nodes: what was acknowledged is there once, in its order, and nobody is charged for more."""
    with pair() as (main, standby):
        url = either(main, standby)
        made(url)
        with two_nodes(url, tmp_path) as (first, second), first.caller(first.token()) as director:
            began = time.monotonic()
            id = director.tournament(2 * BOARDS)
            tables = Tables(id, [(node.port, node.token()) for node in (first, second)], BOARDS, PLIES)
            tables.begin()
            until(lambda: tables.acknowledged > 3 * BOARDS)
            lost(main, standby)
            tables.end()
            places = [f"/tournaments/{id}/rounds/1/boards/{board}" for board in tables.boards]
            until(lambda: all(len(director.get(place)["moves"]) == PLIES for place in places))  # also as it is followed
            boards = [director.get(place) for place in places]
            lasted = 1_000 * (time.monotonic() - began)

        assert tables.odd == []
        assert [board["moves"] for board in boards] == [list(MOVES[:PLIES])] * BOARDS
        assert all(len(written) == PLIES for written in kept(standby.url, id).values())
        assert tables.history.violations(kept(standby.url, id)) == {}
        for board in boards:
            left = [board["clock"][side]["left_ms"] for side in ("white", "black")]
            assert 0 <= 2 * TWO_HOURS - sum(left) <= lasted


@contextmanager
def two_nodes(url: str, folder: Path) -> Iterator[tuple[Service, Service]]:
    """Two machines that serve the same journals, with the same key."""
    nodes = [Service(folder / name, {"ARBITER_STORE": url}) for name in ("one", "two")]
    make_key(nodes[0].instance)
    nodes[1].instance.mkdir(parents=True)
    shutil.copy(nodes[0].instance / "key", nodes[1].instance)
    try:
        for node in nodes:
            node.start()
        for node in nodes:
            node.wait()
        yield nodes[0], nodes[1]
    finally:
        for node in nodes:
            node.stop()


def lost(main: Cluster, standby: Cluster) -> None:
    """The primary is gone without a word, and the standby serves alone from now on."""
    main.kill()
    standby.promote()
    standby.set("synchronous_standby_names", "")
