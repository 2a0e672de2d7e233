"""Who may sign in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who signs in: the role decides what is allowed, *password* is a scrypt hash made by the caller."""

    name: str
    role: str
    password: str
