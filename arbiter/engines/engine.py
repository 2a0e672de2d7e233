"""One running engine: an external playing program in a process of its own, controlled by the Hub protocol.

The program is not trusted. Every wait has a deadline, and every move is looked up among the legal moves. Each kind of
error of the engine is raised as Refused with a code of its own. The caller then uses the computer's own search.
"""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arbiter.engines.hub_protocol import NAMES, HubLine, hub_move, line_text, move_of, parse_line, plays, position_text
from arbiter.engines.niceness import give_way
from arbiter.engines.search_request import Advice, Task
from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.values import dataclass

GREETING_SECONDS = 10.0
"""The most seconds to wait for an engine's answer to the greeting, and after that as many until it is ready."""
GRACE_SECONDS = 1.0
"""If an engine exceeds its time limit by this many seconds, it is told to stop.

If it does not answer within as many seconds after that, it is killed.
"""
LOOK_SECONDS = 0.02
"""The time between two checks whether the caller wants the engine to stop, in seconds."""
LONGEST_LINE = 20_000
MOST_LINES = 20_000
"""If an engine sends more lines than this before the line that is waited for, it has failed."""


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine as the club has set it up: its name and the command that starts it.

    `folder` is the only folder from which its program may be started. It is empty if no folder is named; then the
    engine cannot be started. It is None if the machine's owner has written the command into the settings; then any
    program may be started.
    """

    name: str
    command: str
    folder: str | None = None

    def program(self) -> list[str] | str:
        """Return the command in the form that `subprocess.Popen` takes.

        Raise Refused if `folder` is empty, or if the program is not the plain name of an executable file in `folder`.
        """
        if self.folder is None:
            return shlex.split(self.command) if os.name == "posix" else self.command
        if not self.folder:
            raise Refused("engines_folder_unset")
        name, _, arguments = self.command.partition(" ")
        path = Path(self.folder, name)
        if Path(name).name != name or not path.is_file() or not os.access(path, os.X_OK):
            raise Refused("engine_outside", engine=self.name, program=name[:80], folder=self.folder)
        return [str(path), *shlex.split(arguments)]


class Conversation:
    """A running engine process, and the exchange of lines with it. The engine plays one game at a time."""

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._process = self._started(engine)
        threading.Thread(target=self._listen, name=f"engine {engine.name}", daemon=True).start()

    def greet(self, task: Task) -> None:
        """Greet the engine by the protocol.

        Raise Refused if the engine does not answer, or does not play the variant of *task*.
        """
        self._say("hub")
        declared: dict[str, HubLine] = {}
        for said in self._until("wait", GREETING_SECONDS):
            if said.command == "param":
                declared[said.told.get("name", "")] = said
        if not plays(task.variant, declared):
            raise Refused("engine_wrong_game", engine=self.name, variant=task.variant.key)
        if "variant" in declared:
            self._say(line_text("set-param", name="variant", value=NAMES[task.variant.key]))
        self._say("init")
        for _ in self._until("ready", GREETING_SECONDS):
            pass

    def advise(
        self, task: Task, *, seconds: float, nodes: int = 0, enough: Callable[[], bool] = lambda: False
    ) -> Advice:
        """Return the engine's move for *task*, within *seconds*. Raise Refused if the engine fails or moves illegally.

        *nodes* limits the search of the engine; 0 means no limit. If *enough* returns True, the engine is told to stop.
        """
        told = {"pos": position_text(task.begin, task.variant), **self._since(task)}
        self._say(line_text("pos", **told))
        self._say("ping")
        for said in self._until("pong", GREETING_SECONDS):
            if said.command == "error":  # otherwise the engine would search the position that it was sent before
                raise Refused("engine_objects", engine=self.name, text=said.told.get("message", "")[:80])
        self._say(line_text("level", **{"move-time": f"{seconds:.3f}"}, **({"nodes": nodes} if nodes else {})))
        self._say("go think")
        return self._answer(task, seconds, enough)

    def close(self) -> None:
        """End the process: tell it to quit, and kill it if it does not end within `GRACE_SECONDS`."""
        with suppress(Refused):
            self._say("quit")
        with suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _started(self, engine: Engine) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(  # noqa: S603  # the machine's owner has named the program or its folder
                engine.program(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # nobody reads it, and a full pipe would stop the engine
                process_group=0 if os.name == "posix" else None,
            )
        except (OSError, ValueError) as cause:
            raise Refused("engine_not_started", engine=engine.name, command=engine.command[:200]) from cause
        give_way(process.pid)
        return process

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_LINE):
                if self._heard.qsize() < MOST_LINES:  # further lines are dropped until these have been read
                    self._heard.put(line.decode("utf-8", "replace"))
        self._heard.put(None)

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as cause:
            raise Refused("engine_gone", engine=self.name) from cause

    def _hear(self, until: float) -> HubLine | None:
        """Return the engine's next line; None if none arrives in time. Raise Refused if the process has ended.

        *until*: the time of the monotonic clock, in seconds, after which no line is awaited.
        """
        try:
            line = self._heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            self._heard.put(None)
            raise Refused("engine_gone", engine=self.name)
        return parse_line(line)

    def _until(self, command: str, seconds: float) -> Iterator[HubLine]:
        """Yield the engine's lines that come before the line with *command*.

        Raise Refused if the line with *command* does not come within *seconds*, or after more than `MOST_LINES` others.
        """
        until = time.monotonic() + seconds
        for _ in range(MOST_LINES):
            said = self._hear(until)
            if said is None:
                break
            if said.command == command:
                return
            yield said
        raise Refused("engine_silent", engine=self.name, awaited=command)

    def _answer(self, task: Task, seconds: float, enough: Callable[[], bool]) -> Advice:
        begun = time.monotonic()
        told = HubLine("info", {})
        stop, end, stopped = begun + seconds + GRACE_SECONDS, begun + seconds + 2 * GRACE_SECONDS, False
        while time.monotonic() < end:
            said = self._hear(min(end, time.monotonic() + LOOK_SECONDS))
            if said is not None and said.command == "info":
                told = HubLine("info", {**told.told, **said.told})
            elif said is not None and said.command == "done":
                return self._move(task, said, told)
            elif not stopped and (time.monotonic() > stop or enough()):
                stopped, end = True, time.monotonic() + GRACE_SECONDS
                self._say("stop")
        raise Refused("engine_silent", engine=self.name, awaited="done")

    def _move(self, task: Task, done: HubLine, told: HubLine) -> Advice:
        position, text = task.position, done.told.get("move", "")
        legal = legal_moves(position, task.variant)
        if not text:
            raise Refused("engine_no_move", engine=self.name)
        move = move_of(text, legal)
        if move is None:
            raise Refused("engine_illegal_move", engine=self.name, move=text[:40])
        return Advice(
            move=move_text(move, legal, task.variant),
            score=round(100 * (told.number("score") or 0)),
            depth=int(told.number("depth") or 0),
            nodes=int(told.number("nodes") or 0),
            line=self._line(task, told.told.get("pv", "").split()),
        )

    def _line(self, task: Task, texts: list[str]) -> tuple[str, ...]:
        """Return the line of play that the engine expects, in notation, up to its first illegal move."""
        position, line = task.position, []
        for text in texts[:40]:
            legal = legal_moves(position, task.variant)
            move = move_of(text, legal)
            if move is None:
                break
            line.append(move_text(move, legal, task.variant))
            position = position.played(move.path, move.taken, move.crowned)
        return tuple(line)

    def _since(self, task: Task) -> dict[str, str]:
        return {"moves": " ".join(map(hub_move, task.moves))} if task.moves else {}


@contextmanager
def conversation(engine: Engine, task: Task) -> Iterator[Conversation]:
    """Start *engine* for the variant of *task*, as a context manager. Leaving the context ends the engine's process."""
    talk = Conversation(engine)
    try:
        talk.greet(task)
        yield talk
    finally:
        talk.close()
