"""Cuts in a tie-break: the lowest contributions to a sum are left out (cut-1), or the lowest and the highest."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arbiter.pairing.table.standings_calculation import Part
from arbiter.values import replace


def cut(parts: Sequence[Part], voluntary: frozenset[int], low: int, high: int) -> tuple[Part, ...]:
    """Return *parts*, of which the *low* lowest and the *high* highest contributions are marked as cut.

    The lowest contribution is that of the opponent with the lowest score; of equal opponents, the smaller contribution.

    *voluntary*: the rounds that the player chose not to play. Instead of the lowest contribution, the least one of
    these rounds is cut, if it is at least as great as the lowest (FIDE C.07 16.5). For the highest contributions there
    is no such exception.
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
