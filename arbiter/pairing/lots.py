"""Reproducible lots: one drawn number decides all of them, so that a drawing can be repeated.

An entry's lot is a digest of the drawn number and the entry number, so the result does not depend on who is asked
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256


def shuffled(entries: Iterable[int], lots: int) -> tuple[int, ...]:
    """The entries in the order of their lots."""
    return tuple(sorted(entries, key=lambda entry: (_digest(lots, entry), entry)))


def drawn(entries: Iterable[int], lots: int) -> Mapping[int, int]:
    return {entry: lot for lot, entry in enumerate(shuffled(entries, lots), start=1)}


def toss(lots: int, what: int = 0) -> bool:
    """A coin toss that depends only on the drawn number *lots* and on *what*.

    *what* names the purpose, so that several tosses from the same *lots* are independent.
    """
    return _digest(lots, what)[0] % 2 == 1


def _digest(lots: int, entry: int) -> bytes:
    return sha256(f"{lots}:{entry}".encode()).digest()
