"""Reading the journals and the register of an instance while a service writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TypeVar

from arbiter.journal.lines import Line
from arbiter.journal.people import Person
from arbiter.journal.register import Register

T = TypeVar("T")
PIECE_LINES = 5_000
"""The number of lines that are read from a journal at a time."""


class ReadBeside:
    """A reader of the journals and the register of an instance."""

    def __init__(
        self,
        read: Callable[[str, int, int], list[Line]],
        register: Callable[[], AbstractContextManager[Register | None]],
        ids: Callable[[], set[str]],
    ) -> None:
        """The parameters are functions that read a store which another process writes.

        *read* returns the lines of a journal; its arguments are those of the method `read`. *register* yields the
        register, or None if there is none yet. *ids* returns the ids of all tournaments.
        """
        self._read = read
        self._register = register
        self.ids = ids

    def read(self, tournament: str, after: int, limit: int) -> list[Line]:
        """Return at most *limit* lines of a journal after line *after*.

        Raise Refused if there is no such journal.
        """
        return self._read(tournament, after, limit)

    def lines(self, tournament: str) -> list[Line]:
        """Return all lines of a journal. Raise Refused if there is no such journal."""
        found = self.read(tournament, 0, PIECE_LINES)
        while len(found) % PIECE_LINES == 0 and (more := self.read(tournament, len(found), PIECE_LINES)):
            found += more
        return found

    def people(self, tournament: str) -> Mapping[int, Person]:
        """Return the people of a tournament, by entry number."""
        return self._asked(lambda register: register.people(tournament), {})

    def officials(self) -> Mapping[int, str]:
        """Return the names of the officials, by the numbers of their accounts."""
        return self._asked(lambda register: register.accounts.names(), {})

    def setting(self, name: str) -> str | None:
        """Return the value of the instance's setting with the name *name*; None if it has no value."""
        return self._asked(lambda register: register.setting(name), None)

    def epoch(self, tournament: str, board: int) -> int:
        """Return how many times all sign-in links of a board's tablets have been revoked (the board's epoch)."""
        return self._asked(lambda register: register.epoch(tournament, board), 0)

    def _asked(self, ask: Callable[[Register], T], otherwise: T) -> T:
        with self._register() as register:
            return otherwise if register is None else ask(register)
