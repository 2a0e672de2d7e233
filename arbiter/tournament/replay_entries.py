"""State from events: who takes part, under what."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.clock.control import parse_control
from arbiter.pairing.points import parse_points
from arbiter.rules.variants import VARIANTS
from arbiter.tournament import events as e
from arbiter.tournament.profiles import BEFORE_SWITCHES, REGULATIONS
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.state import Tournament


def after_entries(state: Tournament, event: e.EntryEvent) -> Tournament:
    """The tournament after an event of `events_entries`."""
    match event:
        case e.TournamentOpened():
            return _opened(state, event)
        case e.PlayerEntered():
            return replace(state, entries=(*state.entries, event.entry))
        case e.PlayerWithdrew():
            return replace(state, withdrawn=state.withdrawn | {event.entry})
        case _:
            assert_never(event)


def _opened(state: Tournament, event: e.TournamentOpened) -> Tournament:
    return replace(
        state,
        name=event.name,
        variant=VARIANTS[event.variant],
        system=event.system,
        planned=event.rounds,
        control=parse_control(event.control),
        regulations=_regulations(event),
        points=parse_points(event.points),
        tiebreaks=event.tiebreaks,
    )


def _regulations(event: e.TournamentOpened) -> Regulations:
    row = REGULATIONS[event.regulations].put(event.switches or BEFORE_SWITCHES)
    return replace(row, flags=event.flags, turned=frozenset(event.turned))
