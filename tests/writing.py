"""Writers that append to journals of a database, each at its own pace; in a process of their own too.

    python -m tests.writing URL TOURNAMENT...

The process says what was acknowledged, a line each; every other writer is slow before its transactions, so that whoever
stops the process finds some there and some between two of them.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from arbiter.journal.journal import CannotWrite, VersionConflict
from arbiter.journal.lines import Line, Unwritten, first_bad
from arbiter.journal.postgres.journal import PostgresJournal, lines_of
from arbiter.journal.postgres.server import Server, connected
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.sqlite.journal import file_of
from tests.histories import History, Written

REST = 0.05


class Slowly(Sequence[Unwritten]):
    """Lines that take their time to be gone through."""

    def __init__(self, lines: Sequence[Unwritten]) -> None:
        self.lines = lines

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, at: Any) -> Any:
        return self.lines[at]

    def __iter__(self) -> Iterator[Unwritten]:
        time.sleep(random.uniform(0, 0.3))
        return iter(self.lines)


def write(
    journal: PostgresJournal,
    history: History,
    board: int,
    ended: threading.Event,
    told: Callable[[Line], None] = lambda _: None,
    *,
    slowly: bool = False,
) -> None:
    """Appends until it is ended; what had no answer is asked again with the same key."""
    for number in itertools.count():
        if ended.is_set():
            return
        try:
            version = journal.version
        except CannotWrite:
            ended.wait(REST)
            continue
        key = f"{journal.id}-{os.getpid()}-{number}"
        asked, known = history.begin(board, version, key), version
        while not ended.is_set():
            try:
                lines = [Unwritten(1, "MovePlayed", "{}", key)]
                line = journal.by_key(key) or journal.append(Slowly(lines) if slowly else lines, known)[0]
            except VersionConflict as conflict:
                if conflict.actual < version:
                    break  # the journal has lost lines; what was asked stays unanswered
                known = conflict.actual
            except CannotWrite:
                ended.wait(REST)
            else:
                asked.answered()
                told(line)
                break


def kept(url: str, id: str) -> list[Written]:
    """What a database has of a journal, which is one chain; what a request of these says is its key."""
    with closing(connected(url)) as conn:
        lines = lines_of(conn, id, 0, None)
    assert first_bad(lines) is None
    return [Written(line.key or "", line.key or "") for line in lines]


class Writer:
    """Such a process, and what it has said."""

    def __init__(self, url: str, folder: Path, *ids: str) -> None:
        self.output = folder / f"writer-{time.monotonic_ns()}.txt"
        with self.output.open("wb") as output:
            command = [sys.executable, "-m", "tests.writing", url, *ids]
            self.process = subprocess.Popen(command, stdout=output, cwd=Path(__file__).parents[1])

    def said(self, what: str) -> list[str]:
        """The tournaments of which it has said that."""
        return [id for did, id, *_ in self._lines() if did == what]

    def acknowledged(self) -> list[tuple[str, int, str]]:
        """The lines by tournament, number and key."""
        return [(id, int(rest[0]), rest[1]) for did, id, *rest in self._lines() if did == "has"]

    def send(self, what: signal.Signals) -> None:
        self.process.send_signal(what)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _lines(self) -> Iterator[list[str]]:
        whole = self.output.read_text("utf-8").rpartition("\n")[0]
        return (line.split() for line in whole.splitlines())


def main(url: str, *ids: str) -> None:
    store = PostgresStore(Server(url), Path(), file_of)

    def say(*words: object) -> None:
        os.write(1, f"{' '.join(map(str, words))}\n".encode())

    def append(number: int, id: str) -> None:
        told = lambda line: say("has", id, line.seq, line.key)  # noqa: E731
        write(store.open(id), History(), number, threading.Event(), told, slowly=bool(number % 2))

    threads = [threading.Thread(target=append, args=numbered) for numbered in enumerate(ids)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
