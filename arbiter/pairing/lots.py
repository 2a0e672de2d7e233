"""Reproducible lots: one drawn number, called *lots*, decides all of them, so that a drawing can be repeated.

The lot of an entry is a digest of the drawn number and the entry number. Therefore the result does not depend on the
order in which the entries are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256


def shuffled(entries: Iterable[int], lots: int) -> tuple[int, ...]:
    """Return the entries in the order of their lots. *lots* is the drawn number."""
    return tuple(sorted(entries, key=lambda entry: (_digest(lots, entry), entry)))


def drawn(entries: Iterable[int], lots: int) -> Mapping[int, int]:
    return {entry: lot for lot, entry in enumerate(shuffled(entries, lots), start=1)}


def toss(lots: int, what: int = 0) -> bool:
    """Return the result of a coin toss, which depends only on the drawn number *lots* and on *what*.

    *what* is a number for the purpose. Tosses with different numbers are independent.
    """
    return _digest(lots, what)[0] % 2 == 1


def _digest(lots: int, entry: int) -> bytes:
    return sha256(f"{lots}:{entry}".encode()).digest()
