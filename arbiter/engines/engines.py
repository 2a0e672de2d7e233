"""The engines (external playing programs) that a club has set up, and their running processes, one for each game."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

from arbiter.engines.engine import Conversation, Engine, conversation
from arbiter.engines.search_request import Advice, Task, task_from
from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS

Chair: TypeAlias = tuple[str, int, int]
"""A place where an engine plays: the id of the tournament, the round and the board."""
SETTING = "engines"
"""The name of the setting in the register that holds the engines set up by the chief arbiter."""
MOST_WAITED = 64
"""The most engines whose answers the service waits for at the same time: the size of a thread pool."""
LONGEST_NAME = 40
LONGEST_COMMAND = 500


class Engines:
    """All engines by name: those in the service's settings, and those stored in the register.

    If both have an engine of the same name, the one in the register is used. *configured* is the text of the setting.
    *folder* is the folder from which the programs of the stored engines may be started. It is empty if the machine's
    owner has named none.
    """

    def __init__(self, register: Register, configured: str = "", folder: str = "") -> None:
        self.register = register
        self.folder = folder
        self.waiting = ThreadPoolExecutor(MOST_WAITED, thread_name_prefix="engine waits")
        self._configured = configured
        self._talks: dict[Chair, Conversation] = {}
        self._running: set[Conversation] = set()
        self._lock = threading.Lock()

    def all(self) -> Mapping[str, Engine]:
        """Return every engine by its name."""
        return engines_of(self._configured, self.register.setting(SETTING), self.folder)

    def programs(self) -> list[str]:
        """Return the names of the programs in the folder for engines.

        The list is empty if no folder is named, or if the folder does not exist.
        """
        try:
            every = sorted(Path(self.folder).iterdir()) if self.folder else []
        except OSError:
            return []
        return [path.name for path in every if path.is_file() and os.access(path, os.X_OK)]

    def named(self, name: str) -> Engine:
        """Return the engine called *name*. Raise Refused if there is no such engine."""
        found = self.all().get(name)
        if found is None:
            raise Refused("engine_unknown", engine=name[:LONGEST_NAME], known=tuple(self.all()))
        return found

    def fixed(self, name: str) -> bool:
        """Return whether the service's settings define the engine called *name*. No page can remove such an engine."""
        return name not in self._kept()

    def set_up(self, name: str, command: str) -> None:
        """Store an engine with the command that starts it: a program in the folder for engines, and its arguments.

        The command is tried first. Raise Refused if the name or the command is empty or too long, if the machine's
        owner has named no folder, if the program is not in the folder, or if the engine does not answer the greeting.
        """
        name, command = " ".join(name.split()), command.strip()
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or not 0 < len(command) <= LONGEST_COMMAND:
            raise Refused("engine_unnamed", longest=LONGEST_NAME)
        greeted(Engine(name, command, self.folder))
        self.register.set_setting(SETTING, json.dumps({**self._kept(), name: command}))

    def strike(self, name: str) -> None:
        """Remove the engine called *name*. Raise Refused if the service's settings define it, or if it is unknown."""
        kept = self._kept()
        if name not in kept:
            raise Refused("engine_fixed", engine=self.named(name).name)
        self.register.set_setting(SETTING, json.dumps({other: kept[other] for other in kept if other != name}))

    def _kept(self) -> dict[str, str]:
        kept: dict[str, str] = json.loads(self.register.setting(SETTING) or "{}")
        return kept

    def advise(
        self, name: str, chair: Chair, task: Task, seconds: float, enough: Callable[[], bool] = lambda: False
    ) -> Advice:
        """Return the move that the engine called *name* finds for *task* at the board *chair* within *seconds*.

        If *enough* returns True, the engine is told to stop. If the engine fails, end its process and raise Refused.
        """
        with self._lock:
            talk = self._talks.pop(chair, None)
        try:
            if talk is None or talk.name != name:
                if talk is not None:
                    self._end(talk)
                talk = Conversation(self.named(name))
                self._running.add(talk)
                talk.greet(task)
            advice = talk.advise(task, seconds=seconds, enough=enough)
        except Refused:
            if talk is not None:
                self._end(talk)
            raise
        with self._lock:
            self._talks[chair] = talk
        return advice

    def leave(self, chair: Chair) -> None:
        """End the engine process at the board *chair*, whose game is over."""
        with self._lock:
            talk = self._talks.pop(chair, None)
        if talk is not None:
            threading.Thread(target=self._end, args=(talk,), name="engine ends", daemon=True).start()

    def close(self) -> None:
        """End all engine processes."""
        self.waiting.shutdown(wait=False, cancel_futures=True)
        for talk in tuple(self._running):
            self._end(talk)

    def _end(self, talk: Conversation) -> None:
        """End one engine process. In a thread that waits for the engine's answer, Refused is raised."""
        talk.close()
        self._running.discard(talk)


def greeted(engine: Engine) -> None:
    """Start the engine, and raise Refused if it does not answer the greeting of the protocol.

    Whether the engine plays a variant is not checked here, but when it has to play a game of that variant.
    """
    game = VARIANTS["international"]
    try:
        with conversation(engine, task_from(start(game), game)):
            pass
    except Refused as fault:
        if fault.code != "engine_wrong_game":
            raise


def engines_of(named: str, kept: str | None, folder: str) -> Mapping[str, Engine]:
    """Return all engines by name: those listed in the owner's setting, and those stored in the register.

    *named*: the text of the setting. *kept*: the stored engines as JSON, None if there are none. *folder*: the folder
    from which the programs of the stored engines may be started.
    """
    own = [Engine(name, command, folder) for name, command in json.loads(kept or "{}").items()]
    return {engine.name: engine for engine in (*configured(named), *own)}


def configured(text: str) -> list[Engine]:
    """Parse a setting such as `dame=dame hub; scan=/opt/scan/scan hub`: names of engines, each with its command."""
    pairs = [part.partition("=") for part in text.split(";") if part.strip()]
    return [Engine(name.strip(), command.strip()) for name, _, command in pairs if name.strip() and command.strip()]
