"""What clients asked and were answered, and when: whether one order of it all explains every answer.

A board is a register of moves to which one is appended at an expected version, its ply. Whoever asks sees an instant
before and one after; what is asked takes effect at one instant between them, or, where no answer came, at any later
one or never. A history is linearizable if such instants can be chosen for all of it and the board then goes through
the moves that its journal has. For a register that only grows, that is decided exactly by the bounds which each answer
puts on the instants at which versions began.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple


class Written(NamedTuple):
    """A move as the journal has it, and the key of the request that it answers."""

    move: str
    key: str


@dataclass
class Asked:
    """A move that was asked to be appended behind *ply* others, or with no *key* a look at the board.

    *until* stays infinite where no answer came; *seen*: the moves that the answer showed; *refused*: it was told no.
    """

    board: int
    since: float
    ply: int = 0
    key: str = ""
    until: float = math.inf
    seen: Sequence[str] | None = None
    refused: bool = False

    def answered(self, seen: Sequence[str] | None = None, *, refused: bool = False) -> None:
        """An answer came just now."""
        self.until, self.seen, self.refused = time.monotonic(), seen, refused


@dataclass
class History:
    """What all clients did; every method may be called from any thread."""

    asked: list[Asked] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, board: int, ply: int = 0, key: str = "") -> Asked:
        """Somebody asks, from now on."""
        one = Asked(board, time.monotonic(), ply, key)
        with self._lock:
            self.asked.append(one)
        return one

    def silence(self) -> float:
        """The longest time in seconds in which no move was acknowledged, from the first one to the last."""
        at = sorted(one.until for one in self.asked if one.key and one.until < math.inf)
        return max((later - earlier for earlier, later in pairwise(at)), default=0.0)

    def violations(self, journals: Mapping[int, Sequence[Written]]) -> dict[int, str]:
        """Of each board whose answers no order explains, why."""
        found = {
            board: violation([one for one in self.asked if one.board == board], written)
            for board, written in journals.items()
        }
        return {board: why for board, why in found.items() if why is not None}


def violation(asked: Sequence[Asked], journal: Sequence[Written]) -> str | None:
    """Why no order explains what one board's clients were answered, given the moves in its journal, or None."""
    moves, keys = [line.move for line in journal], [line.key for line in journal]
    if len(set(keys)) < len(keys):
        return f"a request was recorded twice: {keys}"
    by_key = {one.key: one for one in asked if one.key}
    begins, begun = [-math.inf] * (len(moves) + 2), [math.inf] * (len(moves) + 2)
    for version, key in enumerate(keys, start=1):
        if key not in by_key or by_key[key].ply != version - 1 or by_key[key].refused:
            return f"nobody was granted {key} as version {version}"
        begins[version], begun[version] = by_key[key].since, by_key[key].until
    for one in asked:
        if one.key and one.until < math.inf and not one.refused and one.key not in keys:
            return f"{one.key} was acknowledged and is not in the journal"
        if one.seen is None:
            continue
        version = len(one.seen)
        if list(one.seen) != moves[:version]:
            return f"moves were shown that the journal has otherwise: {list(one.seen)}"
        begun[version] = min(begun[version], one.until)
        if not one.key:
            begins[version + 1] = max(begins[version + 1], one.since)
    return _impossible(begins[1:-1], begun[1:-1])


def _impossible(begins: Sequence[float], begun: Sequence[float]) -> str | None:
    """Which version had to begin earlier than it could; they begin one after the other."""
    latest = [*begun]
    for n in reversed(range(len(latest) - 1)):
        latest[n] = min(latest[n], latest[n + 1])
    earliest = -math.inf
    for n, least in enumerate(begins):
        earliest = max(earliest, least)
        if earliest > latest[n]:
            return f"version {n + 1} was there before it can have begun"
    return None
