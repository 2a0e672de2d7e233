"""Whatever goes wrong between nodes and database: no acknowledged move is lost, and nobody pays for the outage."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from arbiter.sides import SECOND
from tests.outages import (
    Hall,
    Players,
    Press,
    all_cut,
    all_killed,
    black_hole,
    cancelled,
    delayed,
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


def test_the_database_is_cut_off_from_two_nodes_and_nobody_pays_for_it(two: Hall) -> None:
    """The short form of what the next test does with every fault."""
    players = endured(two, all_cut, 4, plies=12)

    verdict = judged(two.main.url, players)
    assert verdict.good, verdict


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
