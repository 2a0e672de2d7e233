"""The prizes that a group of equal players can win together, one each, and who of them takes which.

Some prizes are only for the members of a category. So the best set of prizes is a matching between prizes and players:
prizes are taken up in the order of their worth, as long as each still finds a player of its own (Kuhn's algorithm).
"""

from __future__ import annotations

from collections.abc import Sequence


def taken(fits: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return which player takes which prize, by prize, so that the prizes together are worth the most.

    *fits* has for each prize, the best one first, the players who may take it, in the order of its list. Of the prizes
    that are taken, the best one goes to the first player of its list with whom all others are still taken, then the
    second one, and so on.

    >>> taken([[0, 1], [0]])  # the second prize is only for player 0
    {0: 1, 1: 0}
    """
    held: dict[int, int] = {}
    for prize in range(len(fits)):
        _place(prize, fits, held, set(), frozenset())
    settled = set[int]()
    for prize in sorted(held):
        for player in fits[prize]:
            if player not in settled and _given(player, prize, fits, held, frozenset(settled)):
                break
        settled.add(held[prize])
    return dict(sorted(held.items()))


def _place(
    prize: int, fits: Sequence[Sequence[int]], held: dict[int, int], seen: set[int], settled: frozenset[int]
) -> bool:
    """Find a player for the prize, if need be by giving others another prize. Return whether there is one."""
    by_player = {holder: other for other, holder in held.items()}
    open_to = [player for player in fits[prize] if player not in settled and player not in seen]
    free = next((player for player in open_to if player not in by_player), None)
    if free is not None:
        held[prize] = free
        return True
    for player in open_to:
        if player in seen:
            continue
        seen.add(player)
        if _place(by_player[player], fits, held, seen, settled):
            held[prize] = player
            return True
    return False


def _given(
    player: int, prize: int, fits: Sequence[Sequence[int]], held: dict[int, int], settled: frozenset[int]
) -> bool:
    """Give that prize to the player if the one that they have finds another player. Return whether it was given."""
    stood = dict(held)
    other = next((one for one, holder in held.items() if holder == player), None)
    held[prize] = player
    if other in (None, prize):
        return True
    del held[other]
    if _place(other, fits, held, set(), settled | {player}):
        return True
    held.clear()
    held.update(stood)
    return False
