"""The replay of events to the state of a tournament.

Nothing is decided here: no move is generated or refused, no pair or lot is drawn. The effect of each event is defined
beside it, in `events`.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.tournament.events.event import Event
from arbiter.tournament.state import Tournament
from arbiter.values import replace


def replay(events: Iterable[Event], state: Tournament | None = None) -> Tournament:
    """The tournament after *events*, starting from *state*, or from an empty tournament if *state* is not given."""
    state = state or Tournament()
    for event in events:
        state = after(state, event)
    return state


def after(state: Tournament, event: Event) -> Tournament:
    """The tournament after one more journal line; its version is the number of that line."""
    return event.after(replace(state, version=state.version + 1, at=max(state.at, event.at)))
