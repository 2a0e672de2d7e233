"""The register, whichever engine keeps it: who the entries are, which tablets still act, what the instance was told.

Correctable and erasable. Every method may be called from any thread; each writes whole or not at all, and raises
CannotWrite where the disk does not take it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from arbiter.journal.accounts import KeptAccounts
from arbiter.journal.journal import Obstacle
from arbiter.journal.people import Person, Post, Staff
from arbiter.journal.tablets import KeptTablets


class Register(Protocol):
    """An open register, and the accounts that are kept with it."""

    @property
    def accounts(self) -> KeptAccounts: ...

    @property
    def devices(self) -> KeptTablets: ...

    @property
    def changes(self) -> int:
        """How often something was written here: what is told of people stays the same between two of these."""

    def people(self, tournament: str) -> dict[int, Person]:
        """Who plays in *tournament*, by entry number."""

    def person(self, tournament: str, entry: int) -> Person | None:
        """Who has this entry number; None where nobody has, or where they were erased."""

    def find(self, tournament: str, name: str) -> int | None:
        """The entry that has this name already, however it is spaced, accented or capitalised."""

    def enter(self, tournament: str, people: Mapping[int, Person]) -> None:
        """Write down, or correct, who these entries are: all of them, or none. Refused where a name is unprintable."""

    def erase(self, tournament: str, entry: int) -> None:
        """Forget the person behind an entry number, for good; the number stays in the journal."""

    def staff(self, tournament: str) -> Staff:
        """Who organises *tournament*, and who officiates at it."""

    def put_staff(self, tournament: str, staff: Staff) -> None:
        """Write down who they are from now on. Refused where a name is unprintable."""

    def forget(self, tournament: str) -> None:
        """Forget everybody of *tournament*, and everything that was kept of it, for good."""

    def epoch(self, tournament: str, board: int) -> int:
        """How often the links of this board have been revoked: a link holds the epoch in which it was made."""

    def revoke(self, tournament: str, board: int | None = None) -> None:
        """Every link made so far for *board*, or for all boards, opens nothing from now on."""

    def setting(self, name: str) -> str | None:
        """What the instance was told under that name."""

    def set_setting(self, name: str, value: str) -> None:
        """Tells it *value* from now on."""

    def settled(self, name: str, value: str) -> str:
        """What holds under that name: *value*, unless somebody was first."""

    def refresh(self) -> None:
        """What others have written meanwhile is read again, where several nodes keep one register."""

    def refuse(self, why: Obstacle | None) -> None:
        """From now on nothing is written here, because of that; None: something may be."""

    def copy_to(self, path: Path) -> None:
        """A consistent copy, while the service runs; it replaces what was at *path* once it is whole."""

    def close(self) -> None:
        """Ends writing; nothing is lost where this is not called."""


def staff_of(text: str | None) -> Staff:
    """The staff as it is kept; nobody where nothing was."""
    told = json.loads(text) if text else {}
    return Staff(told.get("organiser", ""), tuple(Post(**post) for post in told.get("posts", ())))
