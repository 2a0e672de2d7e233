"""Whatever goes wrong between nodes and database: no acknowledged move is lost, and nobody pays for the outage."""

from __future__ import annotations

import http.client
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from arbiter.sides import SECOND
from tests.games import real_games
from tests.outages import (
    Hall,
    Players,
    Press,
    all_cut,
    all_killed,
    black_hole,
    cancelled,
    delayed,
    disk_full,
    hall,
    judged,
    node_cut,
    node_killed,
    node_stopped,
    overcharged,
    primary_frozen,
    primary_lost,
    standby_away,
)
from tests.postgres import programs, until
from tests.service import Service

pytestmark = [
    pytest.mark.timeout(3_600),
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"),
]
Fault = Callable[[Hall], AbstractContextManager[None]]
TIMES = int(os.environ.get("ARBITER_FAULTS", "10"))
FAULTS: dict[str, tuple[Fault, float]] = {
    "a node is killed": (node_killed, 2),
    "a node stands still": (node_stopped, 5),
    "all nodes are killed": (all_killed, 4),
    "a node is cut off": (node_cut, 6),
    "the database is cut off": (all_cut, 8),
    "a black hole": (black_hole, 8),
    "a delay of 30 ms": (delayed, 4),
    "the standby is away": (standby_away, 8),
    "the primary stands still": (primary_frozen, 6),
    "cancelled sessions": (cancelled, 6),
}
"""What goes wrong, and for how many seconds."""
CLOCK = 20
"""Seconds of each player for the whole game: less than an outage and its end take together, if it were charged."""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("outages")) as one:
        yield one


def endured(two: Hall, fault: Fault, seconds: float, boards: int = 4, plies: int = 24) -> Players:
    """A tournament that is played through a fault."""
    id, token = two.tournament(boards, control=str(CLOCK), name=f"Open {time.monotonic_ns()}")
    players = Players(id, [node.port for node in two.nodes], token, boards, plies)
    players.begin()
    until(lambda: players.acknowledged > 3 * boards)
    with fault(two):
        time.sleep(seconds)
    players.end()
    return players


def test_two_nodes_take_every_request_and_nobody_pays_for_an_outage_or_a_lost_primary(tmp_path: Path) -> None:
    """The short form of what the tests behind it do with every fault."""
    with hall(tmp_path) as two:
        takes_every_request(two)
        for fault, seconds, kept in ((all_cut, 3, two.main), (primary_lost, 1, two.standby)):
            players = endured(two, fault, seconds, plies=8)
            verdict = judged(kept.url, players)
            assert verdict.good, verdict


def takes_every_request(two: Hall) -> None:
    """Each node takes what is asked, and one that is killed is not missed."""
    first, second = two.nodes
    moves = real_games()[0].moves
    with first.caller(second.token()) as one, second.caller(first.token()) as other:
        id = one.tournament(4)
        board = f"/tournaments/{id}/rounds/1/boards/1"
        until(lambda: other.send("GET", f"/tournaments/{id}").status == 200)
        one.post(f"{board}/moves", {"move": moves[0], "ply": 0})
        told = other.post(f"{board}/moves", {"move": moves[1], "ply": 1, "key": "second"})
        assert one.post(f"{board}/moves", {"move": moves[1], "ply": 1, "key": "second"})["seq"] == told["seq"]
        assert other.get(board)["moves"] == one.get(board)["moves"] == list(moves[:2])
        stale = one.send("POST", f"{board}/moves", {"move": moves[2], "ply": 1})
        assert (stale.status, stale.body["code"]) == (409, "stale_ply")
        assert tag(first, f"/tournaments/{id}/standings") == tag(second, f"/tournaments/{id}/standings")
        assert [resumed(at, id, told["seq"] - 2) for at in two.nodes] == [[told["seq"] - 1, told["seq"]]] * 2

        first.kill()
        other.post(f"{board}/moves", {"move": moves[2], "ply": 2})
        kinds = [line["kind"] for line in other.get(f"/tournaments/{id}/journal")["lines"]]
        assert "ServiceInterrupted" not in kinds
        first.start()
        first.wait()
        with first.caller(second.token()) as again:
            until(lambda: again.send("GET", board).status == 200)
            assert again.post(f"{board}/moves", {"move": moves[3], "ply": 3})["moves"] == list(moves[:4])


def tag(served: Service, path: str) -> str:
    """The ETag of a public page."""
    with closing(http.client.HTTPConnection("127.0.0.1", served.port)) as connection:
        connection.request("GET", path, headers={"Host": "hall.test"})
        return connection.getresponse().headers["ETag"]


def resumed(served: Service, id: str, after: int) -> list[int]:
    """The first two lines on the wire of somebody who has had those up to *after*, perhaps from another node."""
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)) as connection:
        connection.request("GET", f"/api/v1/tournaments/{id}/events", headers={"Last-Event-ID": str(after)})
        wire = connection.getresponse()
        ids = (line[3:].decode().partition("-") for line in wire if line.startswith(b"id:"))
        told = [next(ids), next(ids)]
        assert [(dash, int(history)) for _, dash, history in told] == [("-", 0)] * 2
        return [int(seq) for seq, *_ in told]


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_loses_no_move_ends_no_game_and_charges_nobody(two: Hall, name: str) -> None:
    fault, seconds = FAULTS[name]
    for _ in range(TIMES):
        players = endured(two, fault, seconds)
        verdict = judged(two.main.url, players)
        assert verdict.good, verdict
        until(two.main.followed)


@pytest.mark.slow
def test_a_primary_that_is_lost_with_a_flag_running_ends_no_game(tmp_path: Path) -> None:
    for number in range(TIMES):
        with hall(tmp_path / str(number)) as two:
            players = endured(two, primary_lost, 3)
            verdict = judged(two.standby.url, players)
            assert verdict.good, verdict


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root mounts a disk")
def test_a_full_disk_of_the_primary_ends_no_game_and_charges_nobody(tmp_path: Path, small_disk: Path) -> None:
    with hall(tmp_path, disk=small_disk) as two:
        for _ in range(TIMES):
            players = endured(two, disk_full, 6)
            verdict = judged(two.main.url, players)
            assert verdict.good, verdict


@pytest.mark.slow
def test_the_control_without_waiting_for_the_standby_is_found_out(tmp_path: Path) -> None:
    """A primary that acknowledges what its standby has not: if this were good, the tests above would show nothing."""
    with hall(tmp_path, synchronous=False) as two:
        until(lambda: two.main.asks("SELECT count(*) FROM pg_stat_replication") == [(1,)])
        players = endured(two, lost_behind, 1)
        assert judged(two.standby.url, players).lost


def lost_behind(two: Hall) -> AbstractContextManager[None]:
    """The standby is told nothing more, and then the primary is lost."""
    ((sender,),) = two.main.asks("SELECT pid FROM pg_stat_replication")
    os.kill(sender, signal.SIGSTOP)
    time.sleep(2)
    return primary_lost(two)


def test_who_was_charged_for_an_outage_is_found_out() -> None:
    presses = {
        (1, 0): Press(1, 0, first=10.0, sent=10.0, until=10.1),
        (1, 1): Press(1, 1, first=12.0, sent=30.0, until=30.1),
        (1, 2): Press(1, 2, first=31.0, sent=31.0, until=31.1),
    }

    assert overcharged(presses, {(1, 0): 0, (1, 1): 2_000, (1, 2): SECOND}) == {}
    assert overcharged(presses, {(1, 0): 0, (1, 1): 20_000, (1, 2): SECOND}) == {(1, 1): 17_000}
