"""State from events. What is written has happened: nothing here refuses, generates a move, pairs, or draws lots.

One file a matter, as in `events.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from arbiter.tournament import events as e
from arbiter.tournament.replay_clocks import after_clocks
from arbiter.tournament.replay_endings import after_endings
from arbiter.tournament.replay_entries import after_entries
from arbiter.tournament.replay_games import after_games
from arbiter.tournament.replay_irregular import after_irregular
from arbiter.tournament.replay_officials import after_officials
from arbiter.tournament.replay_rounds import after_rounds
from arbiter.tournament.replay_rulings import after_rulings
from arbiter.tournament.state import Tournament


def replay(events: Iterable[e.Event], state: Tournament | None = None) -> Tournament:
    """The tournament after *events*, from *state* on or from nothing."""
    state = state or Tournament()
    for event in events:
        state = after(state, event)
    return state


def after(state: Tournament, event: e.Event) -> Tournament:
    """The tournament after one more line of the journal; its version is the number of that line."""
    state = replace(state, version=state.version + 1, at=max(state.at, event.at))
    if isinstance(event, e.GameEvent):
        return after_games(state, event)
    if isinstance(event, e.ClockEvent):
        return after_clocks(state, event)
    if isinstance(event, e.RulingEvent):
        return after_rulings(state, event)
    if isinstance(event, e.RoundEvent):
        return after_rounds(state, event)
    if isinstance(event, e.EntryEvent):
        return after_entries(state, event)
    if isinstance(event, e.IrregularEvent):
        return after_irregular(state, event)
    if isinstance(event, e.OfficialEvent):
        return after_officials(state, event)
    if isinstance(event, e.EndingEvent):
        return after_endings(state, event)
    assert_never(event)
