"""A disk that takes nothing: nothing is acknowledged, everybody is told, reading goes on, and so does a restart."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from arbiter.machine.file_checks import LOOK_SECONDS
from arbiter.machine.keys import Keys
from tests.service import ARBITER, PATIENCE, Answer, Gone, Service

SIZE = "8m"
BOARD = "/rounds/1/boards/1"


@dataclass(frozen=True, slots=True)
class Small:
    """A disk of its own, seen by the service alone."""

    process: int
    mounted: Path

    @property
    def within(self) -> list[str]:
        return ["nsenter", "-t", str(self.process), "-U", "-m", "--preserve-credentials", "--"]

    @property
    def path(self) -> Path:
        """The disk as this process sees it."""
        return Path(f"/proc/{self.process}/root{self.mounted}")

    def fill(self) -> None:
        with (self.path / "fill").open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4_096))

    def empty(self) -> None:
        (self.path / "fill").unlink()

    def turn(self, how: str) -> None:
        subprocess.run([*self.within, "mount", "-o", f"remount,{how}", str(self.mounted)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Small]:
    if not sys.platform.startswith("linux") or not all(map(shutil.which, ("unshare", "nsenter", "mount"))):
        pytest.skip("needs Linux's namespaces")
    at = tmp_path / "instance"
    at.mkdir()
    script = f"mount -t tmpfs -o size={SIZE} none {at} && echo mounted && exec sleep 1000"
    with subprocess.Popen(
        ["unshare", "-rm", "sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as it:
        try:
            assert it.stdout is not None
            if it.stdout.readline() != b"mounted\n":
                pytest.skip("no disk can be mounted here")
            yield Small(it.pid, at)
        finally:
            it.kill()


@pytest.fixture
def served(small_disk: Small, tmp_path: Path) -> Iterator[tuple[Service, Small]]:
    service = Service(tmp_path, {"TMPDIR": "/dev/shm"}, [*small_disk.within, *ARBITER])
    try:
        service.start()
        service.wait()
        yield service, small_disk
    finally:
        service.stop()


def until(holds: Callable[[], bool], seconds: float) -> float:
    """How long it took until that held."""
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        with suppress(*Gone):
            if holds():
                return time.monotonic() - began
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s")


def asked(service: Service, method: str, path: str, body: object = None, *, token: str | None = None) -> Answer:
    root = "" if path.startswith(("/healthz", "/readyz", "/tournaments")) and method == "LOOK" else "/api/v1"
    with service.caller(token) as caller:
        return caller.send("GET" if method == "LOOK" else method, path, body, root=root)


@pytest.mark.parametrize("kind", ["disk_full", pytest.param("read_only", marks=pytest.mark.slow)])
def test_a_disk_that_takes_nothing_is_told_and_a_restart_reads_and_prints(
    served: tuple[Service, Small], kind: str
) -> None:
    service, disk = served
    token = Keys((disk.path / "key").read_text().strip()).bearer("director")
    with service.caller(token) as caller:
        t = f"/tournaments/{caller.tournament(4)}"
        caller.post(f"{t}{BOARD}/moves", {"move": "32-28", "ply": 0})
    move = {"move": "19-23", "ply": 1, "key": "tap"}

    def ready() -> Answer:
        return asked(service, "LOOK", "/readyz")

    def nothing_is_recorded() -> None:
        refused = asked(service, "POST", f"{t}{BOARD}/moves", move, token=token)
        assert (refused.status, refused.body["code"]) == (503, f"cannot_write_{kind}")
        notices = asked(service, "GET", "/service", token=token).body["notices"]
        assert [one["code"] for one in notices] == [f"cannot_write_{kind}"]
        assert asked(service, "GET", f"{t}{BOARD}").body["moves"] == ["32-28"]
        assert asked(service, "GET", f"{t}/sheets/pairings.pdf?round=1").body[:5] == b"%PDF-"
        assert asked(service, "LOOK", f"{t}/rounds/1").status == 200

    if kind == "disk_full":
        disk.fill()
        until(lambda: ready().status == 503, PATIENCE)
        assert ready().body["code"] == f"cannot_write_{kind}"
        nothing_is_recorded()
        until(lambda: asked(service, "LOOK", "/healthz").body.get("cannot_write") == kind, PATIENCE)
        until(lambda: f"the disk takes nothing ({kind}); no move is recorded" in service.said(), PATIENCE)
        assert LOOK_SECONDS <= 2  # seconds between two looks of the service itself
    service.kill()
    if kind == "read_only":  # a disk in use is made so by its driver alone
        disk.turn("ro")
    service.start()
    service.wait()
    nothing_is_recorded()
    assert f"the disk takes nothing ({kind}): the service reads and prints, and records nothing" in service.said()
    disk.empty() if kind == "disk_full" else disk.turn("rw")
    until(lambda: ready().status == 200, PATIENCE)
    recorded = asked(service, "POST", f"{t}{BOARD}/moves", move, token=token)

    assert (recorded.status, recorded.body["moves"]) == (200, ["32-28", "19-23"])
    assert "the disk takes something again: the service starts anew" in service.said()
