"""How many files and how much memory the system lets the service have: raised where it may be, else said."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import pytest

from arbiter import serving, words
from arbiter.machine.checkup import Machine, allowance
from arbiter.machine.hall_urls import Whereabouts
from arbiter.machine.limits import (
    BACKLOG_CONNECTIONS,
    FEWEST_CONNECTIONS,
    MEGABYTE,
    UNLIMITED_FILES,
    Files,
    Space,
    address_space,
    allowed,
    open_files,
)
from arbiter.refused import Refused
from arbiter.settings import Settings
from tests.service import ARBITER, PATIENCE, free_port, service


def limited(limit: int, value: int) -> Callable[[], None]:
    """Makes that limit so low in a process that is begun, and no root of that process raises it again."""
    return lambda: resource.setrlimit(limit, (value, value))


def started(instance: Path, limit: int, value: int) -> subprocess.CompletedProcess[str]:
    """`arbiter serve` under that limit, which is expected to end by itself."""
    return subprocess.run(
        [*ARBITER, "serve", "--instance", str(instance), "--port", str(free_port())],
        preexec_fn=limited(limit, value),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    ("limit", "value", "said"),
    [
        (resource.RLIMIT_NOFILE, 48, "The service may open only 48 files. It needs 178 to serve a hall at all"),
        (resource.RLIMIT_AS, 400 * MEGABYTE, "The service may use only 400 MB of address space, and needs"),
    ],
)
def test_a_service_that_is_given_too_little_ends_with_a_sentence(
    tmp_path: Path, limit: int, value: int, said: str
) -> None:
    ended = started(tmp_path, limit, value)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(said)
    assert "ulimit -H" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_service_that_may_open_few_files_says_how_many_connections_it_serves_and_lets_officials_in(
    tmp_path: Path,
) -> None:
    few = ("sh", "-c", 'ulimit -n 300; exec "$@"', "sh", *ARBITER)
    with service(tmp_path, few) as served, ExitStack() as idle, served.caller(served.token()) as caller:
        for _ in range(400):
            idle.enter_context(socket.create_connection(("127.0.0.1", served.port)))
        id = caller.tournament(4)
        held = len(list(Path(f"/proc/{served.process}/fd").iterdir())) if sys.platform == "linux" else 0
        said = served.said()

    assert id
    assert held < 300
    assert said.startswith("The service may open only 300 files: it serves 158 connections at a time, not 4000.")


def test_an_own_limit_of_open_files_is_raised_as_far_as_it_may_be(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    try:
        looked = open_files(tmp_path, Settings())
        still = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        allowed(tmp_path, Settings())
        raised = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    assert (still, raised) == (64, UNLIMITED_FILES if hard == resource.RLIM_INFINITY else hard)
    assert looked.have == raised


@pytest.mark.parametrize(
    ("have", "code", "connections"),
    [
        (120 + FEWEST_CONNECTIONS + 7, "files_too_few", None),
        (120 + FEWEST_CONNECTIONS + 8, "files_few", FEWEST_CONNECTIONS),
        (1_024, "files_few", 791),
        (4_096, "files_few", 3_479),
        (120 + 4_000 + BACKLOG_CONNECTIONS - 1, "files_good", 4_000),
        (120 + 4_000 + BACKLOG_CONNECTIONS, "files_good", 4_000),
        (1_048_576, "files_good", 4_000),
    ],
)
def test_connections_leave_room_for_journals_and_for_those_that_are_taken_in_at_once(
    have: int, code: str, connections: int | None
) -> None:
    files = Files(have, 120, 4_000)

    assert files.code == code
    if connections is not None:
        assert files.connections <= connections
        assert files.connections + files.backlog + files.others <= have
    assert words.say(code, files.facts, "nl")


def test_the_doctor_tells_what_the_service_would(tmp_path: Path) -> None:
    machine = Machine(tmp_path, Settings(), Whereabouts(own=(), address="", port=1))

    assert [code for _, code, _ in allowance(machine)] == [
        open_files(tmp_path, machine.settings).code,
        address_space(machine.settings).code,
    ]


def test_fewer_threads_need_less_memory() -> None:
    many, few = (address_space(Settings(threads=threads)).needed for threads in (32, 8))

    assert few < many
    assert [Space(have, many).code for have in (None, many, many - 1)] == [
        "memory_good",
        "memory_good",
        "memory_too_little",
    ]


@pytest.mark.parametrize("cause", [RuntimeError("can't start new thread"), MemoryError()])
def test_a_start_that_is_given_no_thread_or_no_memory_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cause: Exception
) -> None:
    def none(_: threading.Thread) -> NoReturn:
        raise cause

    monkeypatch.setattr(threading.Thread, "start", none)  # as the system answers
    with pytest.raises(Refused) as refused:
        serving.serve(tmp_path, Settings(port=free_port()), demo=False)

    assert refused.value.code == "start_short_of_memory"
