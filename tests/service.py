"""The real service in a test: a process with its own port and folder, that can be killed and started again."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from arbiter.machine.keys import instance_keys

HOUSE = Path(__file__).parents[1]
ARBITER = (sys.executable, "-m", "arbiter")
PATIENCE = 300.0
"""Seconds that a start may take on a busy machine."""

CHANCE = random.SystemRandom()
"""Ports are drawn by it: `random` begins with the same number in every process that tests."""

Gone = (OSError, http.client.HTTPException)
"""What a caller meets when the service dies before it has answered."""


class Process(Protocol):
    """What a service runs in."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class Service:
    """`arbiter serve` over a folder; what it says goes into a file beside it."""

    def __init__(self, folder: Path, environment: Mapping[str, str], command: Sequence[str] = ARBITER) -> None:
        self.instance = folder / "instance"
        self.output = folder / "output.txt"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.started = 0.0
        self.options: tuple[str, ...] = ()
        self._command = command
        self._environment = {**os.environ, "ARBITER_BACKUP_MINUTES": "0", **environment}
        self._process: Process | None = None

    def start(self) -> None:
        """Starts the process; does not wait for it."""
        at = ("--host", "127.0.0.1", "--port", str(self.port), "--instance", str(self.instance))
        self._process = self.launched(("serve", *self.options, *at))
        self.started = time.monotonic()

    def launched(self, arguments: tuple[str, ...]) -> Process:
        """The process, begun."""
        with self.output.open("ab") as output:
            return subprocess.Popen(
                [*self._command, *arguments],
                cwd=HOUSE,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        """Waits until it answers."""
        while time.monotonic() - self.started < PATIENCE:
            assert self._process is not None
            assert self._process.poll() is None, f"the service ended at its start:\n{self.said()}"
            with suppress(*Gone), self.caller(timeout=20) as caller:
                if caller.send("GET", "/healthz", root="").status == 200:
                    return
            time.sleep(0.02)
        raise AssertionError(f"the service does not answer after {PATIENCE} s:\n{self.said()}")

    def kill(self) -> int:
        """Kills it without a warning; the instant in Unix milliseconds."""
        assert self._process is not None
        at = time.time_ns() // 1_000_000
        self._process.kill()
        self._process.wait()
        return at

    def stop(self) -> int | None:
        """Ends it as its owner would, and less kindly where that does not help; its exit code."""
        if self._process is None:
            return None
        self._process.terminate()
        try:
            return self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    @property
    def process(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def said(self) -> str:
        """What it has printed since the first start."""
        return self.output.read_text("utf-8")

    def sign_in_link(self) -> str:
        """The one-time link that the last start has printed."""
        return str(re.findall(r"https?://\S+/sign-in/\S+", self.said())[-1])

    def token(self, role: str = "director") -> str:
        """A bearer token: what `arbiter token` prints after a second of starting."""
        return instance_keys(self.instance).bearer(role)

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`arbiter` with these arguments, beside the running service."""
        return subprocess.run(
            [*self._command, *arguments],
            cwd=HOUSE,
            env=self._environment,
            check=False,
            capture_output=True,
            text=True,
        )

    def caller(self, token: str | None = None, *, timeout: float = PATIENCE) -> Caller:
        """Somebody who talks to it over one connection."""
        return Caller(self.port, token, timeout)


@contextmanager
def service(folder: Path, command: Sequence[str] | None = None, **environment: str) -> Iterator[Service]:
    """A running service over an empty folder; stopped in any case at the end of the block.

    It begins with the program read, in a third of the time, unless a *command* says how it is to be started.
    """
    from tests.warm import WarmService

    served = Service(folder, environment, command) if command else WarmService(folder, environment)
    try:
        served.start()
        served.wait()
        yield served
    finally:
        served.stop()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status, and the JSON or the text."""

    status: int
    body: Any
    receipt: str = ""
    """What a refused request is sent again with."""


class Caller:
    """One kept-alive connection to the API; a thread has its own."""

    def __init__(self, port: int, token: str | None, timeout: float) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.token = token
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def again(self, token: str) -> Caller:
        """Somebody else, with another token, over a connection of their own."""
        return Caller(self._connection.port, token, PATIENCE)

    def close(self) -> None:
        """Hangs up."""
        self._connection.close()

    def send(self, method: str, path: str, body: object = None, *, root: str = "/api/v1", receipt: str = "") -> Answer:
        """One request and its answer; one of `Gone` when none came, and the next request calls anew."""
        headers = {**self._headers, **({"Arbiter-Received": receipt} if receipt else {})}
        sent = None
        if method in ("POST", "PATCH"):
            sent, headers["Content-Type"] = json.dumps({} if body is None else body).encode(), "application/json"
        try:
            self._connection.request(method, root + path, sent, headers)
            response = self._connection.getresponse()
            data = response.read()
        except BaseException:
            self._connection.close()
            raise
        known = "json" in response.headers.get("Content-Type", "")
        given = response.headers.get("Arbiter-Received", "")
        return Answer(response.status, json.loads(data) if known else data, given)

    def get(self, path: str) -> Any:
        """What is there; it has to be."""
        answer = self.send("GET", path)
        assert answer.status == 200, answer
        return answer.body

    def post(self, path: str, body: object = None) -> Any:
        """What was recorded; it has to be."""
        answer = self.send("POST", path, body)
        assert answer.status in (200, 201), answer
        return answer.body

    def tournament(self, players: int, *, started: bool = True, **terms: object) -> str:
        """Announces a tournament with so many players, pairs and starts its first round; its id."""
        id = str(self.post("/tournaments", {"name": "Club open", **terms})["id"])
        for number in range(1, players + 1):
            self.post(f"/tournaments/{id}/entries", {"name": f"Player {number}"})
        if started:
            self.post(f"/tournaments/{id}/rounds")
            self.post(f"/tournaments/{id}/rounds/1/start")
        return id


def free_port() -> int:
    """A port that nobody listens on just now.

    It lies below those that systems give to callers: while a service is down, none of them takes its port.
    """
    for port in CHANCE.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a hundred ports are taken")
