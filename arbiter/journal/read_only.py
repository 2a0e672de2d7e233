"""What is read of an instance beside a running service, which goes on writing meanwhile, whichever engine keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from arbiter.journal.lines import Line
from arbiter.journal.people import Person


class ReadBeside(Protocol):
    """The journals and the register of an instance, to be looked at. Refused where there is no such tournament."""

    def lines(self, tournament: str) -> list[Line]:
        """All lines of its journal."""

    def read(self, tournament: str, after: int, limit: int) -> list[Line]:
        """The lines of its journal behind line *after*, at most *limit* of them."""

    def people(self, tournament: str) -> Mapping[int, Person]:
        """Who plays in it, by entry number."""

    def officials(self) -> Mapping[int, str]:
        """What the officials are called, by the numbers of their accounts."""

    def setting(self, name: str) -> str | None:
        """What the instance was told under that name."""

    def epoch(self, tournament: str, board: int) -> int:
        """How often the links of a board have been revoked."""
