"""Pairing down a list: the first free player meets the nearest allowed opponent. Also the colours of such a pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbiter.pairing.lots import toss
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.sides import Side

MOST_STEPS = 20_000
"""The most steps of the search for a pairing. Then the search ends without a result, and the caller relaxes a rule."""


def down_the_list(
    order: Sequence[int],
    may_meet: Callable[[int, int], bool],
    nearer: Callable[[int, int], object] | None = None,
) -> tuple[tuple[int, int], ...] | None:
    """Pair a list of even length, the higher player of each pair first. Return None if no pairing was found.

    The highest player meets the nearest player below for whom *may_meet* is true, and so on. If somebody would remain
    without an opponent, the search goes back to the last choice that can be changed. *nearer* is a sort key by which
    the possible opponents are tried. If it is None, they are tried in the order of the list.
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
            if steps > MOST_STEPS:
                return None
            below = pair(tuple(one for one in rest if one != other))
            if below is not None:
                return ((first, other), *below)
        return None

    return pair(tuple(order))


def with_colours(history: Crosstable, pair: tuple[int, int], lots: int) -> tuple[int, int]:
    """Return the pair as (White, Black).

    The balance of a player is the number of games with White minus that with Black. The lower balance gets White. If
    the balances are equal, White goes to the player who had Black in the last game. If that is equal too, the lot
    decides.
    """
    first, second = pair
    for claim in (_balance, _last):
        mine, theirs = claim(history, first), claim(history, second)
        if mine != theirs:
            return (first, second) if mine < theirs else (second, first)
    return (first, second) if toss(lots, first * 10_000 + second) else (second, first)


def met(history: Crosstable, first: int, second: int) -> tuple[int, ...]:
    """Return the rounds in which the two entries have played each other at the board."""
    return tuple(meeting.round for meeting in history.between(first, second) if meeting.played)


def _balance(history: Crosstable, entry: int) -> int:
    return sum(1 if met.side(entry) is Side.WHITE else -1 for met in history.of(entry) if met.played)


def _last(history: Crosstable, entry: int) -> int:
    """Return the colour of the entry in its last game: 1 for White, -1 for Black, 0 before its first game."""
    played = [met for met in history.of(entry) if met.played]
    last = max(played, key=lambda met: met.round, default=None)
    return 0 if last is None else 1 if last.side(entry) is Side.WHITE else -1
