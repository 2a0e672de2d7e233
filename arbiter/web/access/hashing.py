"""Hashes of passwords: each takes a core and 32 MB for about a third of a second.

The requests that need one have a lane of their own (`wires/lanes.py`): pages and tablets are answered meanwhile.
"""

from __future__ import annotations

from contextvars import ContextVar

from werkzeug.security import check_password_hash, generate_password_hash

from arbiter.refused import Refused

HASHES = 2
"""Passwords that are hashed at one time."""
METHOD = "scrypt:32768:8:1"
LONGEST = 1_000
"""Characters of a password that are hashed."""

FULL: ContextVar[bool] = ContextVar("full", default=False)
"""Whether so many passwords wait for their hash that the request at hand gets none."""


class Hashing:
    """Makes and checks hashes of passwords."""

    def __init__(self, method: str = METHOD) -> None:
        self.method = method
        self.nobodys = f"{method}$nobody$" + 128 * "0"
        """The hash that stands for none: an unknown name takes as long as a known one."""

    def make(self, password: str) -> str:
        """Return the hash of *password*."""
        return generate_password_hash(password[:LONGEST], self.method)

    def right(self, kept: str, password: str) -> bool:
        """Return whether *kept* is the hash of *password*; an empty one costs a hash too, and is of no password."""
        return check_password_hash(kept or self.nobodys, password[:LONGEST]) and bool(kept)


def check_room() -> None:
    """Refuse the request at hand where too many passwords wait for their hash."""
    if FULL.get():
        raise Refused("sign_ins_wait")
