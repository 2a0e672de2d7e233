"""Everybody's points before a round, as they are written."""

from __future__ import annotations

from arbiter.tournament.state import Tournament


def scores_before(state: Tournament, n: int) -> dict[int, str]:
    """The points with which everybody goes into that round."""
    table = state.crosstable().before(n)
    return {entry: state.points.text(table.score(entry)) for entry in state.entries}
