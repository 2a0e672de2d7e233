"""The points and colours that each entry had before a round, for display."""

from __future__ import annotations

from collections.abc import Callable

from arbiter.rulings.rounds.placing import games_before
from arbiter.sides import Side
from arbiter.tournament.state import Tournament

DISCS = {Side.WHITE: "\u25cb", Side.BLACK: "\u25cf"}


def scores_before(state: Tournament, n: int) -> Callable[[int], str]:
    """Return a function that takes an entry number and returns the entry's points before round *n*, as text."""
    table = games_before(state, n)
    return lambda entry: state.points.text(table.score(entry))


def colours_before(state: Tournament, n: int) -> Callable[[int], str]:
    """Return a function that takes an entry number and returns the entry's colours before round *n*.

    The colours are a disc for each game played.
    """
    table = games_before(state, n)
    return lambda entry: "".join(DISCS[met.side(entry)] for met in table.of(entry) if met.played)
