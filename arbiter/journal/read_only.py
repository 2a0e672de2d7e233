"""The journals and the register of an instance, read while a service goes on writing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TypeVar

from arbiter.journal.lines import Line
from arbiter.journal.people import Person
from arbiter.journal.register import Register

T = TypeVar("T")
PIECE = 5_000
"""Lines that are read at a time."""


class ReadBeside:
    """The journals and the register of an instance, to be read."""

    def __init__(
        self,
        read: Callable[[str, int, int], list[Line]],
        register: Callable[[], AbstractContextManager[Register | None]],
    ) -> None:
        """*read* gives lines of a journal, as the method of this name; *register* is None if there is none yet."""
        self._read = read
        self._register = register

    def read(self, tournament: str, after: int, limit: int) -> list[Line]:
        """The lines of a journal behind line *after*, at most *limit* of them. Refused if there is no such journal."""
        return self._read(tournament, after, limit)

    def lines(self, tournament: str) -> list[Line]:
        """All lines of a journal. Refused if there is no such journal."""
        found = self.read(tournament, 0, PIECE)
        while len(found) % PIECE == 0 and (more := self.read(tournament, len(found), PIECE)):
            found += more
        return found

    def people(self, tournament: str) -> Mapping[int, Person]:
        """The people of a tournament, by entry number."""
        return self._asked(lambda register: register.people(tournament), {})

    def officials(self) -> Mapping[int, str]:
        """The names of the officials, by the numbers of their accounts."""
        return self._asked(lambda register: register.accounts.names(), {})

    def setting(self, name: str) -> str | None:
        """The value of that setting; None if it has none."""
        return self._asked(lambda register: register.setting(name), None)

    def epoch(self, tournament: str, board: int) -> int:
        """The number of times that the links of a board have been revoked."""
        return self._asked(lambda register: register.epoch(tournament, board), 0)

    def _asked(self, ask: Callable[[Register], T], otherwise: T) -> T:
        with self._register() as register:
            return otherwise if register is None else ask(register)
