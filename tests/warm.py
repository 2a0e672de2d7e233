"""The real service again and again: a process that has read the program once makes each start out of itself.

A start of a second is a tenth of one then: a sweep of a thousand kills is ten minutes and not an hour. What a process
holds of the world, its files, its port, its locks, it takes after it has begun, as ever.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from arbiter.cli import main
from tests import templates
from tests.service import Service, service

READ = (
    "arbiter.serving",
    "arbiter.cli",
    "arbiter.demo.demonstration",
    "cryptography.x509",
    "sqlite_utils",
    "tests.warm",
    "uvicorn.loops.auto",
)
"""Modules that the process has read from which each start is made."""


class WarmService(Service):
    """The same service; its process begins with the program read."""

    def launched(self, arguments: tuple[str, ...]) -> Begun:
        """The process, begun."""
        return Begun(arguments, self._environment, self.output)


class Begun:
    """A process of the service, as `subprocess` shows one."""

    def __init__(self, arguments: tuple[str, ...], environment: Mapping[str, str], output: Path) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(READ))
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
    os.environ.clear()
    os.environ.update(environment)
    templates.keep()
    with output.open("ab", buffering=0) as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
    sys.exit(main(list(arguments)))


warm_service = service
"""A running service over an empty folder, as every test has one."""
