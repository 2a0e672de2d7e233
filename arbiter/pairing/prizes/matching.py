"""The prizes that a group of equal players can win together, one each, and which player takes which prize.

Some prizes are only for the members of a category. Therefore the best set of prizes is found by matching prizes and
players. The prizes are tried from the best down. Each is added to the set if there is still a different player for
every prize of the set (Kuhn's algorithm).
"""

from __future__ import annotations

from collections.abc import Sequence


def taken(fits: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return which player takes which prize, by prize, so that the prizes taken are worth the most together.

    *fits* has for each prize, the best prize first, the players who may take it, in the order of its list. The best
    prize that is taken goes to the first player of its list for whom all other prizes can still be taken. The same
    holds for the second prize, and so on.

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
    """Find a player for *prize*, if need be by giving other players other prizes.

    Return whether a player was found. *fits*: the players who may take each prize. *held*: the player of each prize; it
    is changed. *settled*: the players who keep their prizes. *seen*: the players tried already.
    """
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
    """Give *prize* to *player* if the player's present prize can go to somebody else. Return whether it was given.

    A player without a prize gets *prize* in any case. *held* is the player of each prize and is changed.
    """
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
