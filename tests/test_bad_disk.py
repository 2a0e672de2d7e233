"""A disk that answers with errors, and one that takes its time: it has what is acknowledged, and work goes on.

`strace` stands between the service and the system, and fails or delays what is asked of the disk while it is attached.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.promises import found
from tests.service import PATIENCE, Caller, Service, service
from tests.test_full_disk import until

SYNCS = "fsync,fdatasync"
BOARD = "/rounds/1/boards/1"
GAME = ("32-28", "19-23", "28x19", "14x23", "37-32", "10-14", "41-37", "14-19")


@contextmanager
def disk(served: Service, calls: str, what: str) -> Iterator[None]:
    """For as long as the block runs the disk of the service does *what* when it is asked for that."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace")
    asked = [strace, "-f", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:{what}", "-p"]
    with subprocess.Popen([*asked, str(served.process)], stderr=subprocess.PIPE, text=True) as between:
        assert between.stderr is not None
        said = between.stderr.readline()
        if "attached" not in said:
            pytest.skip(f"strace may not be attached: {said}")
        try:
            yield
        finally:
            between.send_signal(signal.SIGINT)
            between.wait()


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[tuple[Service, Caller, str]]:
    """A service with a game that has begun, and the director."""
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        id = caller.tournament(4)
        caller.post(f"/tournaments/{id}{BOARD}/moves", {"move": GAME[0], "ply": 0})
        yield served, caller, f"/tournaments/{id}"


def notices(caller: Caller) -> list[str]:
    return [one["code"] for one in caller.get("/service")["notices"]]


@pytest.mark.slow
@pytest.mark.parametrize("calls", [SYNCS, "pwrite64,write,fsync,fdatasync"], ids=["syncs fail", "writes fail"])
def test_a_disk_that_fails_is_told_and_nothing_is_acknowledged(
    playing: tuple[Service, Caller, str], calls: str
) -> None:
    served, caller, t = playing
    move = {"move": GAME[1], "ply": 1, "key": "tap"}
    if "pwrite64" in calls:  # what is written to a socket goes by sendto, and is not asked of a disk
        calls = "pwrite64,fsync,fdatasync"
    with disk(served, calls, "error=EIO"):
        refused = caller.send("POST", f"{t}{BOARD}/moves", move)
        took = until(lambda: caller.send("GET", "/readyz", root="").status == 503, PATIENCE)
        told = notices(caller)
        board = caller.get(f"{t}{BOARD}")
        printed = caller.get(f"{t}/sheets/pairings.pdf?round=1")
    until(lambda: caller.send("GET", "/readyz", root="").status == 200, PATIENCE)
    recorded = caller.send("POST", f"{t}{BOARD}/moves", move)

    assert (refused.status, refused.body["code"]) == (503, "cannot_write_io")
    assert "cannot_write_io" in told
    assert board["moves"] == [GAME[0]]
    assert printed[:5] == b"%PDF-"
    assert (recorded.status, recorded.body["moves"]) == (200, list(GAME[:2]))
    assert notices(caller) == []
    found(
        "G6",
        "test_a_disk_that_fails_is_told_and_nothing_is_acknowledged",
        f"syncs or writes fail with EIO: refused at once, told after {took:.1f} s, goes on by itself",
    )


@pytest.mark.slow
def test_a_disk_that_takes_a_second_for_each_sync_acknowledges_after_it_and_is_told(
    playing: tuple[Service, Caller, str],
) -> None:
    served, caller, t = playing
    waits = []
    with disk(served, SYNCS, "delay_enter=1000000"):
        for ply, move in enumerate(GAME[1:4], start=1):
            began = time.monotonic()
            caller.post(f"{t}{BOARD}/moves", {"move": move, "ply": ply})
            waits.append(time.monotonic() - began)
        until(lambda: "disk_slow" in notices(caller), PATIENCE)
        began = time.monotonic()
        assert caller.get(f"{t}{BOARD}")["moves"] == list(GAME[:4])
        read = time.monotonic() - began
    until(lambda: notices(caller) == [], PATIENCE)
    served.kill()
    caller.close()
    served.start()
    served.wait()

    assert caller.get(f"{t}{BOARD}")["moves"] == list(GAME[:4])
    assert min(waits) > 0.9
    assert read < 0.9
    found(
        "G6",
        "test_a_disk_that_takes_a_second_for_each_sync_acknowledges_after_it_and_is_told",
        f"1 s a sync: moves answered after {min(waits):.1f} to {max(waits):.1f} s, pages after {read:.2f} s, all kept",
    )
