"""The service over a database and its standby: whichever is lost, no acknowledged move is, and none is there twice."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.timeouts import LONGEST_SECONDS
from tests.postgres import cluster, pair, programs, until
from tests.service import service
from tests.tables import MOVES, kept

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


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
