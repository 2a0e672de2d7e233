"""The points that each entry had before a round, for display."""

from __future__ import annotations

from arbiter.tournament.state import Tournament


def scores_before(state: Tournament, n: int) -> dict[int, str]:
    """Return the points that each entry had before round *n*, as text, by entry number."""
    table = state.crosstable().before(n)
    return {entry: state.points.text(table.score(entry)) for entry in state.entries}
