"""What the service is packed into: one file for a double click, an image, and a unit of the system."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.cli import parser
from tests.service import Service, service

HOUSE = Path(__file__).parents[1]
DOCKERFILE = (HOUSE / "Dockerfile").read_text("utf-8")
UNIT = HOUSE / "tools" / "systemd" / "arbiter.service"


def test_the_image_runs_as_nobody_in_particular_and_says_whether_it_is_well() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    told = {line.partition(" ")[0]: line.partition(" ")[2] for line in last.splitlines() if line[:1].isupper()}

    assert told["USER"] not in ("root", "0")
    assert told["VOLUME"] == "/data"
    assert "ARBITER_INSTANCE=/data" in last
    assert "/readyz" in last.partition("HEALTHCHECK")[2]
    assert told["EXPOSE"].split() == ["8000", "8443"]
    assert told["ENTRYPOINT"] == '["arbiter"]'
    assert parser().parse_args(re.findall(r'"(\w+)"', told["CMD"])).command.__name__ == "serve"


def test_the_image_is_made_of_what_the_wheel_needs() -> None:
    """What is left out of the image's source is nothing that is built."""
    left_out = (HOUSE / ".dockerignore").read_text("utf-8").split()

    assert not {"arbiter", "docs", "templates", "tools", "README.md", "LICENSE", "pyproject.toml"} & set(left_out)
    assert all(
        line.startswith(
            (
                "#",
                "FROM",
                "RUN",
                "WORKDIR",
                "COPY",
                "USER",
                "ENV",
                "VOLUME",
                "EXPOSE",
                "STOPSIGNAL",
                "HEALTHCHECK",
                "    CMD",
                "ENTRYPOINT",
                "CMD",
            )
        )
        for line in DOCKERFILE.splitlines()
        if line
    )


@pytest.mark.slow
@pytest.mark.skipif(
    not shutil.which("docker") or subprocess.run(["docker", "info"], capture_output=True, check=False).returncode != 0,
    reason="no Docker engine runs here",
)
def test_the_image_is_built_and_answers() -> None:
    subprocess.run(["docker", "build", "-t", "arbiter-tried", str(HOUSE)], check=True)
    said = subprocess.check_output(["docker", "run", "--rm", "arbiter-tried", "doctor"], text=True)

    assert "Nothing stands in the way" in said


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_the_unit_is_sound_and_lets_the_service_do_little() -> None:
    verified = subprocess.run(["systemd-analyze", "verify", UNIT], capture_output=True, text=True, check=False)
    faults = [line for line in verified.stderr.splitlines() if "/opt/arbiter" not in line]  # it lies nowhere here
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", UNIT], capture_output=True, text=True, check=False
    )
    exposed = re.search(r"exposure level for arbiter.service: ([\d.]+)", told.stdout)

    assert [line for line in faults if "arbiter.service" in line] == []
    assert exposed is not None, told.stderr
    assert float(exposed[1]) < 2


def test_the_unit_starts_a_command_that_there_is() -> None:
    unit = UNIT.read_text("utf-8")
    (started,) = re.findall(r"^ExecStart=\S+/arbiter (.*)$", unit, re.MULTILINE)

    assert parser().parse_args(started.split()).command.__name__ == "serve"
    assert "Type=notify" in unit
    assert "WatchdogSec=" in unit


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd's protocol")
def test_a_supervisor_is_told_that_the_service_is_ready_alive_and_ending(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(tmp_path / "notify"))
        supervisor.settimeout(20)
        with service(tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="200000") as served:
            told = {supervisor.recv(100), supervisor.recv(100), supervisor.recv(100)}
            served.stop()
        supervisor.setblocking(False)
        while supervisor.recv(100) != b"STOPPING=1":
            pass

    assert told == {b"READY=1", b"WATCHDOG=1"}


@pytest.mark.slow  # packs for minutes
def test_one_file_starts_plays_prints_and_stops(tmp_path: Path) -> None:
    """Built by the command that builds it for whoever downloads it, and run where there is nothing else."""
    subprocess.run([HOUSE / "tools" / "venv", "--group", "onefile", "--inexact"], check=True)
    subprocess.run([HOUSE / "tools" / "onefile" / "build"], check=True)
    file = HOUSE / "build" / "onefile" / ("arbiter.exe" if sys.platform == "win32" else "arbiter")
    moved = Path(shutil.copy(file, tmp_path / file.name))
    opened, sheet = tmp_path / "opened", tmp_path / "sheet.pdf"
    bare = {name: "" for name in os.environ if name.startswith("PYTHON")}
    served = Service(tmp_path, {**bare, "BROWSER": f"sh -c 'echo %s >{opened}'"}, (str(moved),))
    served.options = ("--open",)
    try:
        served.start()
        served.wait()
        with served.caller(served.token()) as caller:
            id = caller.tournament(2)
            caller.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
            for page in ("/help?lang=nl", "/", opened.read_text().strip().removeprefix(served.url)):
                assert caller.send("GET", page, root="").status in (200, 302), page
        printed = served.command("print", id, "scoresheet", "--to", str(sheet), "--instance", str(served.instance))
        assert printed.returncode == 0, printed.stderr
    finally:
        assert served.stop() == 0
    assert sheet.read_bytes().startswith(b"%PDF")
    assert served.command("verify", id, "--instance", str(served.instance)).returncode == 0
