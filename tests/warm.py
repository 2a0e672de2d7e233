"""The real service again and again: a process that has read the program once makes each start out of itself.

A start of a second is a tenth of one then: a sweep of a thousand kills is ten minutes and not an hour. What a process
holds of the world, its files, its port, its locks, it takes after it has begun, as ever.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from arbiter.cli import main
from tests.service import Service


class WarmService(Service):
    """The same service; its process begins with the program read."""

    def launched(self, arguments: tuple[str, ...]) -> Begun:
        """The process, begun."""
        return Begun(arguments, self._environment, self.output)


class Begun:
    """A process of the service, as `subprocess` shows one."""

    def __init__(self, arguments: tuple[str, ...], environment: Mapping[str, str], output: Path) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["arbiter.serving", "arbiter.cli", "arbiter.demo.demonstration"])
        self._process: ForkServerProcess = context.Process(target=_serve, args=(arguments, dict(environment), output))
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        assert code is not None, f"it does not end within {timeout} s"
        return code


def _serve(arguments: tuple[str, ...], environment: Mapping[str, str], output: Path) -> None:
    os.environ.update(environment)
    with output.open("ab", buffering=0) as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
    sys.exit(main(list(arguments)))


@contextmanager
def warm_service(folder: Path, **environment: str) -> Iterator[Service]:
    """As `service`."""
    served = WarmService(folder, environment)
    try:
        served.start()
        served.wait()
        yield served
    finally:
        served.stop()
