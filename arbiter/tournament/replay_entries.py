"""State from events: who takes part, under what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from arbiter.clock.control import parse_controls
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import parse_points
from arbiter.rules.endings import endings_of, keys_for
from arbiter.rules.variants import VARIANTS
from arbiter.tournament import events as e
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.profiles import BEFORE_SWITCHES, REGULATIONS
from arbiter.tournament.state import Tournament
from arbiter.tournament.terms import Ban, Sit

T = TypeVar("T")


def after_entries(state: Tournament, event: e.EntryEvent) -> Tournament:
    """The tournament after an event of `events_entries`."""
    match event:
        case e.TournamentOpened():
            return _opened(state, event)
        case e.PlayerEntered():
            return replace(state, entries=(*state.entries, event.entry))
        case e.PlayerWithdrew():
            return replace(state, withdrawn=state.withdrawn | {event.entry})
        case e.PlayerReturned():
            return replace(state, withdrawn=state.withdrawn - {event.entry})
        case e.TermsChanged():
            return _changed(state, event)
        case e.NumbersGiven():
            return replace(state, numbers=event.order, numbered=event.how)
        case e.ByeSet():
            others = tuple(sit for sit in state.sits if (sit.entry, sit.round) != (event.entry, event.round))
            sit = (Sit(entry=event.entry, round=event.round, kind=ByeKind(event.kind)),) if event.kind else ()
            return replace(state, sits=(*others, *sit))
        case e.PairsForbidden():
            ban = Ban(
                number=state.version,
                entries=event.entries,
                first=event.first,
                last=event.last,
                weak=event.weak,
                reason=event.reason,
            )
            return replace(state, bans=(*state.bans, ban))
        case e.PairsAllowed():
            return replace(state, bans=tuple(ban for ban in state.bans if ban.number != event.ban))
        case e.BoardFixed():
            return replace(state, seats=_put(state.seats, event.entry, event.board))
        case e.EntryGrouped():
            return replace(state, groups=_put(state.groups, event.entry, event.group))
        case _:
            assert_never(event)


def _put(table: Mapping[int, T], entry: int, value: T) -> dict[int, T]:
    """The table with that value for the entry; without the entry where the value is empty."""
    rest = {key: old for key, old in table.items() if key != entry}
    return {**rest, entry: value} if value else rest


def _changed(state: Tournament, event: e.TermsChanged) -> Tournament:
    if event.rounds is not None:
        state = replace(state, planned=event.rounds)
    if event.tiebreaks is not None:
        state = replace(state, tiebreaks=event.tiebreaks)
    if event.settings is not None:
        state = replace(state, settings=dict(event.settings))
    return state


def _opened(state: Tournament, event: e.TournamentOpened) -> Tournament:
    return replace(
        state,
        name=event.name,
        variant=VARIANTS[event.variant],
        system=event.system,
        planned=event.rounds,
        controls=parse_controls(event.control),
        regulations=_regulations(event),
        points=parse_points(event.points),
        tiebreaks=event.tiebreaks,
        settings=dict(event.settings),
        endings=endings_of(keys_for(event.variant, event.regulations) if event.endings is None else event.endings),
        ballots=event.ballots,
    )


def _regulations(event: e.TournamentOpened) -> Regulations:
    row = REGULATIONS[event.regulations].put(event.switches or BEFORE_SWITCHES)
    return replace(row, flags=event.flags, turned=frozenset(event.turned))
