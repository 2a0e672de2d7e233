"""Pairing down a list: the first who is free meets the next whom they may meet; and which of two gets White."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbiter.pairing.lots import toss
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.sides import Side

STEPS = 20_000
"""After so many tries the search gives up; whoever asked then asks for less."""


def down_the_list(
    order: Sequence[int],
    may_meet: Callable[[int, int], bool],
    nearer: Callable[[int, int], object] | None = None,
) -> tuple[tuple[int, int], ...] | None:
    """Everybody of an even list in pairs, the higher first; None where that cannot be, or was not found.

    Whoever stands highest meets the nearest below who may be met; when somebody below is then left over, the last
    choice that can be changed is. `nearer` orders the choices otherwise than by the list.
    """
    steps = 0

    def pair(left: tuple[int, ...]) -> tuple[tuple[int, int], ...] | None:
        nonlocal steps
        if not left:
            return ()
        first, rest = left[0], left[1:]
        choices = [other for other in rest if may_meet(first, other)]
        if nearer is not None:
            choices.sort(key=lambda other: nearer(first, other))  # type: ignore[arg-type, return-value]  # any order
        for other in choices:
            steps += 1
            if steps > STEPS:
                return None
            below = pair(tuple(one for one in rest if one != other))
            if below is not None:
                return ((first, other), *below)
        return None

    return pair(tuple(order))


def with_colours(history: Crosstable, pair: tuple[int, int], lots: int) -> tuple[int, int]:
    """The pair, White first: who has had White less often, else who did not have it last, else by lot."""
    first, second = pair
    for claim in (_balance, _last):
        mine, theirs = claim(history, first), claim(history, second)
        if mine != theirs:
            return (first, second) if mine < theirs else (second, first)
    return (first, second) if toss(lots, first * 10_000 + second) else (second, first)


def met(history: Crosstable, first: int, second: int) -> tuple[int, ...]:
    """The rounds in which two have met at the board."""
    return tuple(meeting.round for meeting in history.between(first, second) if meeting.played)


def _balance(history: Crosstable, entry: int) -> int:
    return sum(1 if met.side(entry) is Side.WHITE else -1 for met in history.of(entry) if met.played)


def _last(history: Crosstable, entry: int) -> int:
    """1 when the last game was with White, -1 with Black, 0 before the first."""
    played = [met for met in history.of(entry) if met.played]
    last = max(played, key=lambda met: met.round, default=None)
    return 0 if last is None else 1 if last.side(entry) is Side.WHITE else -1
