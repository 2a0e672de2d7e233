"""Lots without chance: one number that was drawn decides all of them, so that a drawing can be repeated.

The lot of each is a digest of the number drawn and of the entry's own, so that it does not matter who is asked first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256


def shuffled(entries: Iterable[int], lots: int) -> tuple[int, ...]:
    """The entries in the order in which the lots fall."""
    return tuple(sorted(entries, key=lambda entry: (_digest(lots, entry), entry)))


def drawn(entries: Iterable[int], lots: int) -> Mapping[int, int]:
    return {entry: lot for lot, entry in enumerate(shuffled(entries, lots), start=1)}


def toss(lots: int, what: int = 0) -> bool:
    """A coin that falls the same way whenever it is tossed with these *lots*; *what* tells several tosses apart."""
    return _digest(lots, what)[0] % 2 == 1


def _digest(lots: int, entry: int) -> bytes:
    return sha256(f"{lots}:{entry}".encode()).digest()
