"""The points and colours that each entry had before a round, for display."""

from __future__ import annotations

from arbiter.sides import Side
from arbiter.tournament.state import Tournament


def scores_before(state: Tournament, n: int) -> dict[int, str]:
    """Return the points that each entry had before round *n*, as text, by entry number."""
    table = state.crosstable().before(n)
    return {entry: state.points.text(table.score(entry)) for entry in state.entries}


def colours_before(state: Tournament, n: int) -> dict[int, str]:
    """Return the colours that each entry had before round *n*, by entry number: a disc for each game played."""
    table = state.crosstable().before(n)
    discs = {Side.WHITE: "\u25cb", Side.BLACK: "\u25cf"}
    return {entry: "".join(discs[met.side(entry)] for met in table.of(entry) if met.played) for entry in state.entries}
