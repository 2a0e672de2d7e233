"""State from events: what officials settle besides rulings at a board."""

from __future__ import annotations

from dataclasses import replace

from arbiter.tournament import events as e
from arbiter.tournament.state import Tournament


def after_officials(state: Tournament, event: e.OfficialEvent) -> Tournament:
    """The tournament after an event of `events_officials`."""
    assert state.regulations is not None
    return replace(state, regulations=state.regulations.turn(event.switches))
