"""Hashes of passwords. Making or checking a hash takes a processor core and 32 MB for about a third of a second.

Requests that need a hash have a thread pool of their own (`web/streams/thread_pools.py`), so that pages and tablets are
answered meanwhile.
"""

from __future__ import annotations

from contextvars import ContextVar

from werkzeug.security import check_password_hash, generate_password_hash

from arbiter.refused import Refused

HASHES_AT_ONCE = 2
"""The largest number of passwords that are hashed at the same time."""
METHOD = "scrypt:32768:8:1"
LONGEST_PASSWORD_CHARACTERS = 1_000
"""Of a password at most this many characters are hashed. Any further characters are ignored."""

FULL: ContextVar[bool] = ContextVar("full", default=False)
"""Whether too many requests already wait for a hash, so that the current request must be refused."""


class Hashing:
    """Makes and checks hashes of passwords."""

    def __init__(self, method: str = METHOD) -> None:
        self.method = method
        self.nobodys = f"{method}$nobody$" + 128 * "0"
        """The hash to compare with if the name is unknown, so that the answer takes as long as for a known name."""

    def make(self, password: str) -> str:
        """Return the hash of *password*."""
        return generate_password_hash(password[:LONGEST_PASSWORD_CHARACTERS], self.method)

    def right(self, kept: str, password: str) -> bool:
        """Return whether *password* is the right one. *kept*: the stored hash of the right password.

        If there is no such account, *kept* is empty. The answer is then False after the same time, so that the time
        does not reveal which accounts exist.
        """
        return check_password_hash(kept or self.nobodys, password[:LONGEST_PASSWORD_CHARACTERS]) and bool(kept)


def check_room() -> None:
    """Raise Refused if too many requests already wait for a hash."""
    if FULL.get():
        raise Refused("sign_ins_wait")
