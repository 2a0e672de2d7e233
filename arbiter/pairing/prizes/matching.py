"""The prizes that a group of equal players can win together, one each, and who of them takes which.

Some prizes are only for the members of a category. So the best set of prizes is a matching between prizes and players:
prizes are taken up in the order of their worth, as long as each still finds a player of its own (Kuhn's algorithm).
"""

from __future__ import annotations

from collections.abc import Sequence


def taken(fits: Sequence[frozenset[int]]) -> dict[int, int]:
    """Return which player takes which prize, by prize, so that the prizes together are worth the most.

    Prizes and players are numbers from 0, both the best first. *fits* has for each prize the players who may take it.
    Of the prizes that are taken, the first player has the best possible one, then the second, and so on.

    >>> taken([frozenset({0, 1}), frozenset({0})])  # the second prize is only for player 0
    {0: 1, 1: 0}
    """
    held: dict[int, int] = {}
    for prize in range(len(fits)):
        _place(prize, fits, held, set(), frozenset())
    players, settled = sorted({player for fit in fits for player in fit}), set[int]()
    for player in players:
        before = {holder: prize for prize, holder in held.items()}
        for prize in sorted(held):
            if held[prize] == player or (
                held[prize] not in settled
                and player in fits[prize]
                and _swapped(player, prize, before.get(player), fits, held, frozenset(settled))
            ):
                break
        settled.add(player)
    return dict(sorted(held.items()))


def _place(
    prize: int, fits: Sequence[frozenset[int]], held: dict[int, int], seen: set[int], settled: frozenset[int]
) -> bool:
    """Find a player for the prize, if need be by giving others another prize. Return whether there is one."""
    by_player = {holder: other for other, holder in held.items()}
    free = sorted(fits[prize] - settled - by_player.keys() - seen)
    if free:
        held[prize] = free[0]
        return True
    for player in sorted(fits[prize] - settled - seen):
        seen.add(player)
        if _place(by_player[player], fits, held, seen, settled):
            held[prize] = player
            return True
    return False


def _swapped(
    player: int,
    prize: int,
    before: int | None,
    fits: Sequence[frozenset[int]],
    held: dict[int, int],
    settled: frozenset[int],
) -> bool:
    """Give the player that prize instead of the one *before*, if that one still finds another player."""
    stood = dict(held)
    held[prize] = player
    if before is None:
        return True
    del held[before]
    if _place(before, fits, held, set(), settled | {player}):
        return True
    held.clear()
    held.update(stood)
    return False
