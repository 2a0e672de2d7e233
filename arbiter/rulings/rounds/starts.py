"""The rule on which side begins when the same two players meet again (001 Turns): first the visitor, then in turns."""

from __future__ import annotations

from arbiter.pairing.system_interface import Pairs
from arbiter.sides import Side
from arbiter.tournament.state import Tournament


def by_starts(state: Tournament, pairs: Pairs) -> Pairs:
    """Return the pairs with the colours by the rule on who begins.

    If the regulations have no such rule, they stay unchanged.
    """
    if state.regulations.starts != "visitor_first":
        return pairs
    first = state.variant.first
    seated = []
    for white, black in pairs:
        begins = starter(state, white, black)
        if begins is not None and begins != (white if first is Side.WHITE else black):
            white, black = black, white  # noqa: PLW2901  # swap the colours
        seated.append((white, black))
    return tuple(seated)


def starter(state: Tournament, one: int, other: int) -> int | None:
    """Return which entry, *one* or *other*, begins their next game; None if the regulations have no rule on it.

    A game counts once its clocks were started, or once it has a result other than a forfeit.
    """
    began = [
        game.entries[state.variant.first]
        for game in state.games()
        if {*game.entries} == {one, other}
        and (game.started is not None or (game.result is not None and game.result.because != "forfeit"))
    ]
    if began:
        return other if began[-1] == one else one
    visitors = [entry for entry in (one, other) if entry not in state.home]
    return visitors[0] if state.home and len(visitors) == 1 else None
