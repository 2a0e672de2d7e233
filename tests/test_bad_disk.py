"""A disk that answers with errors, and one that takes its time: it has what is acknowledged, and work goes on.

`strace` stands between the service and the system, and fails or delays what is asked of the disk while it is attached.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.promises import found
from tests.service import PATIENCE, Caller, Service, service
from tests.test_full_disk import until

SYNCS = "fsync,fdatasync"
BOARD = "/rounds/1/boards/1"
GAME = ("32-28", "19-23", "28x19", "14x23", "37-32", "10-14", "41-37", "14-19")


@contextmanager
def disk(process: int, calls: str, what: str) -> Iterator[None]:
    """For as long as the block runs the disk of that process does *what* when it is asked for that."""
    asked = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:{what}", "-p"]
    with subprocess.Popen([*asked, str(process)], stderr=subprocess.PIPE, text=True) as between:
        assert between.stderr is not None
        said = between.stderr.readline()
        assert "attached" in said, said
        try:
            yield
        finally:
            between.send_signal(signal.SIGINT)
            between.wait()


@pytest.fixture
def strace() -> None:
    """A system on which one process may stand between another and its disk."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as idle, suppress(AssertionError):
        try:
            with disk(idle.pid, SYNCS, "error=EIO"):
                return
        finally:
            idle.kill()
    pytest.skip("strace may not be attached")


@pytest.fixture
def playing(strace: None, tmp_path: Path) -> Iterator[tuple[Service, Caller, str]]:
    """A service with a game that has begun, and the director."""
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        id = caller.tournament(4)
        caller.post(f"/tournaments/{id}{BOARD}/moves", {"move": GAME[0], "ply": 0})
        yield served, caller, f"/tournaments/{id}"


def notices(caller: Caller) -> list[str]:
    return [one["code"] for one in caller.get("/service")["notices"]]


def failing(playing: tuple[Service, Caller, str], calls: str, ply: int) -> float:
    """A disk that fails when it is asked for *calls* takes no move, and the next one when it is well again.

    The seconds until it was told.
    """
    served, caller, t = playing
    move = {"move": GAME[ply], "ply": ply, "key": f"tap {ply}"}
    with disk(served.process, calls, "error=EIO"):
        refused = caller.send("POST", f"{t}{BOARD}/moves", move)
        took = until(lambda: caller.send("GET", "/readyz", root="").status == 503, PATIENCE)
        told = notices(caller)
        board = caller.get(f"{t}{BOARD}")
        printed = caller.get(f"{t}/sheets/pairings.pdf?round=1")
    until(lambda: caller.send("GET", "/readyz", root="").status == 200, PATIENCE)
    recorded = caller.send("POST", f"{t}{BOARD}/moves", move)

    assert (refused.status, refused.body["code"]) == (503, "cannot_write_io")
    assert "cannot_write_io" in told
    assert board["moves"] == list(GAME[:ply])
    assert printed[:5] == b"%PDF-"
    assert (recorded.status, recorded.body["moves"]) == (200, list(GAME[: ply + 1]))
    until(lambda: notices(caller) == [], PATIENCE)
    return took


@pytest.mark.slow
def test_a_disk_that_fails_is_told_and_nothing_is_acknowledged(playing: tuple[Service, Caller, str]) -> None:
    took = [failing(playing, calls, ply) for ply, calls in enumerate((SYNCS, f"pwrite64,{SYNCS}"), start=1)]
    told = f"syncs, and writes, with EIO: refused, told {max(took):.1f} s later at most, goes on by itself"
    found("G6", len(took), told)


@pytest.mark.slow
def test_a_disk_that_takes_a_second_for_each_sync_acknowledges_after_it_and_is_told(
    playing: tuple[Service, Caller, str],
) -> None:
    served, caller, t = playing
    waits = []
    with disk(served.process, SYNCS, "delay_enter=1000000"):
        for ply, move in enumerate(GAME[1:4], start=1):
            began = time.monotonic()
            caller.post(f"{t}{BOARD}/moves", {"move": move, "ply": ply})
            waits.append(time.monotonic() - began)
        until(lambda: "disk_slow" in notices(caller), PATIENCE)
        assert caller.get(f"{t}{BOARD}")["moves"] == list(GAME[:4])
    until(lambda: notices(caller) == [], PATIENCE)
    served.kill()
    caller.close()
    served.start()
    served.wait()

    assert caller.get(f"{t}{BOARD}")["moves"] == list(GAME[:4])
    assert min(waits) >= 1  # no sooner than its sync
    found("G6", len(waits), f"at 1 s a sync, none answered before it ({min(waits):.1f} s at least), told, all kept")
