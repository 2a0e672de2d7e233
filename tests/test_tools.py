"""What `make test` fetches before it begins: it is found, installed, or left out aloud."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / "tools"
TOOL = TOOLS / "with-postgresql"
ROOT = "echo 0"
LEFT_OUT = "ARE LEFT OUT"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """The tool on a machine that has only what is put there; what it ran saw, and what was said."""
    if os.name != "posix":
        pytest.skip("a tool of Unix")
    for name in ("sh", "dirname", "env", "sudo"):
        found = shutil.which(name)
        if found:
            (tmp_path / name).symlink_to(found)

    def told(asked: str, **programs: str) -> tuple[int, str, str]:
        for name, does in programs.items():
            program = tmp_path / name.replace("_", "-")
            program.unlink(missing_ok=True)  # written through, a link would change the program of this machine
            program.write_text(f"#!/bin/sh\n{does}\n")
            program.chmod(0o755)
        environment = {"PATH": str(tmp_path), "POSTGRESQL": asked}
        done = subprocess.run(
            [TOOL, "sh", "-c", "echo runs with ${POSTGRESQL:-}"],
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout.strip(), done.stderr

    return told


def test_postgresql_is_left_out_where_that_is_asked(run: Run) -> None:
    code, ran, said = run("none")

    assert (code, ran) == (0, "runs with none")
    assert LEFT_OUT in said


def test_postgresql_is_installed_where_it_is_missing(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    code, ran, said = run(str(folder), id=ROOT, apt_get=f"printf '' > {folder}/initdb; /bin/chmod +x {folder}/initdb")

    assert (code, ran) == (0, f"runs with {folder}")
    assert LEFT_OUT not in said


@pytest.mark.parametrize(
    "machine", [{}, {"id": "echo 1000", "sudo": "exit 1", "apt_get": "exit 0"}, {"id": ROOT, "apt_get": "exit 100"}]
)
def test_where_postgresql_cannot_be_had_its_tests_are_left_out_aloud(run: Run, machine: dict[str, str]) -> None:
    code, ran, said = run("/nowhere", **machine)

    assert (code, ran) == (0, "runs with none")
    assert LEFT_OUT in said


def test_an_engine_that_is_missing_is_left_out_aloud_by_its_marker_and_one_that_is_there_is_used(
    run: Run, tmp_path: Path
) -> None:
    run("none", firefox="true")  # which puts the program there

    def engines(asked: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [TOOLS / "with-engines", "sh", "-c", 'echo "$0"', "not slow"],
            env={"PATH": str(tmp_path), "ENGINES": asked},
            check=False,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout.strip(), done.stderr

    assert engines("")[:2] == (0, "not slow and not webkit")
    assert engines("")[2].count(LEFT_OUT) == 1
    assert engines("none")[:2] == (0, "not slow and not webkit and not firefox")
    assert engines("demanded")[0] == 0  # without apt-get there is nothing to install from
    run("none", id=ROOT, apt_get="true")
    assert engines("demanded")[0] == 1  # the mirror was reached, and WebKit is not there all the same
