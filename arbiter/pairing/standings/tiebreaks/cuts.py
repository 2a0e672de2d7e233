"""Cuts in a tie-break: the lowest contributions are left out of the sum (cut-1), or the lowest and the highest."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arbiter.pairing.table.working import Part
from arbiter.values import replace


def cut(parts: Sequence[Part], voluntary: frozenset[int], low: int, high: int) -> tuple[Part, ...]:
    """Return *parts* with the contributions marked that are left out: *low* of the lowest and *high* of the highest.

    The lowest part is that of the opponent with the lowest score; of equal opponents it is the smaller contribution.
    *voluntary* are the rounds that the player did not play by choice. Such a round is left out first, unless it
    contributed less (FIDE C.07 16.5). Among the highest parts there is no such exception.
    """
    left = list(parts)
    done: dict[int, str] = {}
    for _ in range(min(low, len(parts))):
        least = min(left, key=_significance)
        given_up = [part for part in left if part.round in voluntary]
        first = min(given_up, key=lambda part: (_number(part.value), _number(part.of)), default=None)
        out = first if first is not None and _number(first.value) >= _number(least.value) else least
        done[out.round] = "cut_given_up" if out is first else "cut_lowest"
        left.remove(out)
    for _ in range(min(high, len(left))):
        most = max(left, key=_significance)
        done[most.round] = "cut_highest"
        left.remove(most)
    return tuple(replace(part, cut=True, how=done[part.round]) if part.round in done else part for part in parts)


def _significance(part: Part) -> tuple[Fraction | int, Fraction | int]:
    return _number(part.of), _number(part.value)


def _number(value: Fraction | int | None) -> Fraction | int:
    return value or 0
