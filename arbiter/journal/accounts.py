"""Who may sign in, whichever engine keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who signs in: the role decides what is allowed, *password* is a scrypt hash made by the caller."""

    name: str
    role: str
    password: str


class KeptAccounts(Protocol):
    """The accounts of an instance. Every method may be called from any thread."""

    def named(self, name: str) -> Account | None:
        """The account that signs in with this name."""

    def put(self, account: Account) -> None:
        """A new account, or another role or password for the one of that name."""
