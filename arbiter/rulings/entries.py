"""Announcing a tournament, and entering and withdrawing its players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Annotated

from arbiter.clock.parsing import control_spoken
from arbiter.fields import MOST_ROUNDS, Road, Sent
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.system_interface import SystemSettings
from arbiter.pairing.table.points import parse_points, points_text
from arbiter.refused import Refused
from arbiter.rules.ballots import TABLES
from arbiter.rules.endings import ENDINGS, keys_for
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.request import By, OfEntry, Why, plain_text
from arbiter.rulings.terms import settled, tiebreaks_known
from arbiter.sides import Instant
from arbiter.tournament.events.entries import (
    EntryDeleted,
    PlayerEntered,
    PlayersCheckedIn,
    PlayerWithdrew,
    next_entry,
)
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.terms import TournamentOpened
from arbiter.tournament.regulations.profiles import REGULATIONS, UNNAMED, default_for
from arbiter.tournament.regulations.switches import SWITCHES, Value
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

LONGEST_NAME = 200
MOST_ENTRIES = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTournament:
    """Announce a tournament.

    `rounds` 0 means as many as the system needs. `regulations` "" means the variant's own regulations, with irregular
    moves corrected at once (`UNNAMED`). `flags` "" means: as in the regulations. `switches` changes single regulations
    from the start. `ballots` names the table from which openings are drawn, "" for none. `endings` lists the draw rules
    that are counted, None for those of the regulations.
    """

    name: Annotated[str, Sent("what it is called", "Club open", longest=LONGEST_NAME, too_long="name_too_long")]
    variant: Annotated[str, Sent("the game that is played", "international", known=tuple(VARIANTS))] = "international"
    system: Annotated[str, Sent("who meets whom", "swiss", known=tuple(SYSTEMS))] = "round-robin"
    rounds: Annotated[int, Sent("how many; 0: as many as the system needs", 5, least=0, most=MOST_ROUNDS)] = 0
    control: Annotated[str, Sent("the time control", "50/7200:25/3600")] = "50/7200:25/3600"
    regulations: Annotated[
        str, Sent("under which book it is played; without one the book of the variant", known=tuple(REGULATIONS))
    ] = ""
    flags: Annotated[
        str, Sent("what a fallen flag comes to; without one as the regulations have it", known=SWITCHES["flags"].values)
    ] = ""
    switches: Annotated[
        tuple[tuple[str, object], ...], Sent("switches of the regulations turned from the start, with their values")
    ] = ()
    points: Annotated[str, Sent("what a win, a draw and a loss are worth", "2-1-0")] = "2-1-0"
    tiebreaks: Annotated[
        tuple[str, ...] | None, Sent("the tie-breaks in their order; without them those of the system")
    ] = None
    settings: Annotated[SystemSettings, Sent("settings of the system by their names")] = field(default_factory=dict)
    ballots: Annotated[str, Sent("the table from which openings are drawn", known=tuple(TABLES))] = ""
    endings: Annotated[
        tuple[str, ...] | None,
        Sent("the endings that are counted; without them those of the regulations", known=tuple(ENDINGS)),
    ] = None
    practice: Annotated[bool, Road("somebody sits down with the house, and nothing of it counts")] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if state.version:
            raise Refused("already_open", name=state.name)
        row = self.regulations or default_for(self.variant)
        if self.variant not in REGULATIONS[row].variants:
            raise Refused("regulations_of_another_game", regulations=row, variant=self.variant)
        unnamed = () if self.regulations else UNNAMED
        turned = (*unnamed, *switches_read(self.switches), *((("flags", self.flags),) if self.flags else ()))
        regulations = REGULATIONS[row].turn(turned)
        away = tuple(key for key in SWITCHES if regulations.value(key) != REGULATIONS[row].value(key))
        tiebreaks = SYSTEMS[self.system].tiebreaks if self.tiebreaks is None else self.tiebreaks
        if self.ballots and self.variant not in TABLES[self.ballots].variants:
            raise Refused("ballots_of_another_game", table=self.ballots, variant=self.variant)
        return [
            TournamentOpened(
                at=at,
                name=plain_text(self.name, "name"),
                variant=self.variant,
                system=self.system,
                rounds=self.rounds,
                control=control_spoken(self.control),
                regulations=row,
                flags=regulations.flags,
                switches=regulations.switches,
                turned=away,
                late_at_once=True,
                points=points_text(parse_points(self.points)),
                tiebreaks=tiebreaks_known(tiebreaks),
                settings=settled(SYSTEMS[self.system], self.settings),
                endings=keys_for(self.variant, row) if self.endings is None else tuple(dict.fromkeys(self.endings)),
                ballots=self.ballots,
                practice=self.practice,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayer:
    """Enter a player. `same_as` is the entry number, if the register already has an entry under that name."""

    by: By
    same_as: Annotated[int | None, Road("the entry that the register knows under that name")] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.same_as is not None and self.same_as in state.entries:
            raise Refused("entered_twice", entry=self.same_as)
        return _entered(state, at, 1, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayers:
    """Enter several players at once, as from a list: all of them, or none."""

    count: Annotated[int, Road("how many")]
    first_timers: Annotated[
        frozenset[int], Road("the places in the list of those who were in no other tournament here, counted from 0")
    ] = frozenset()
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if not self.count:
            raise Refused("list_empty")
        return _entered(state, at, self.count, self.by, self.first_timers)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawPlayer:
    """Withdraw an entry from the tournament.

    From the next pairing on the player is not paired. In a system with a fixed pairing table, the opponent whom the
    table gives the player in a round sits out.
    """

    entry: OfEntry
    by: By
    reason: Why

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.entry not in state.entries:
            raise Refused("no_entry", entry=self.entry)
        if self.entry in state.withdrawn:
            raise Refused("already_withdrawn", entry=self.entry)
        playing = next((g for g in state.games() if self.entry in tuple(g.entries) and g.result is None), None)
        if playing is not None and state.round(playing.round).draft:
            raise Refused("in_a_draft", entry=self.entry, round=playing.round)
        if playing is not None:
            raise Refused("still_playing", entry=self.entry, round=playing.round, board=playing.board)
        return [PlayerWithdrew(at=at, entry=self.entry, by=self.by, reason=plain_text(self.reason, "reason"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteEntry:
    """Delete an entry that was made by mistake and was never paired."""

    entry: OfEntry
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.entry not in state.entries:
            raise Refused("no_entry", entry=self.entry)
        for round in state.rounds:
            if self.entry in round.byes or any(self.entry in pair for pair in round.pairs):
                raise Refused("entry_paired", entry=self.entry, round=round.number)
        return [EntryDeleted(at=at, entry=self.entry, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    """Record that entries are present (check-in). With `here` false, a mistaken check-in is taken back.

    From the first check-in on, a continuous club evening pairs only entries that are present. To end the check-in when
    nobody is present any more, the request has `here` false and no entries. Then everybody is paired again.
    """

    entries: Annotated[tuple[int, ...], Sent("who has come", (1, 2))]
    by: By
    here: Annotated[bool, Sent("whether they have come")] = True

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        for entry in self.entries:
            if entry not in state.entries:
                raise Refused("no_entry", entry=entry)
        changed = tuple(dict.fromkeys(entry for entry in self.entries if (entry in state.here) != self.here))
        given_up = state.checking and not (self.entries or self.here or state.here)
        if not changed and not given_up:
            raise Refused("nothing_changed")
        return [PlayersCheckedIn(at=at, entries=changed, here=self.here, by=self.by)]


def _entered(
    state: Tournament, at: Instant, count: int, by: str, first_timers: frozenset[int] = frozenset()
) -> Sequence[Event]:
    if state.rounds and state.pairing.fixed_field:
        raise Refused("entries_closed", system=state.system)
    if len(state.entries) + count > MOST_ENTRIES:
        raise Refused("too_many_entries", most=MOST_ENTRIES)
    first = next_entry(state)
    return [
        PlayerEntered(at=at, entry=first + place, by=by, first_time=place in first_timers) for place in range(count)
    ]


def known(field: str, key: str, table: Iterable[str]) -> None:
    """Raise Refused if *key* is not in *table*. The refusal lists the keys of the table."""
    keys = tuple(table)
    if key not in keys:
        raise Refused("unknown_key", field=field, key=key[:80], known=keys)


def switches_read(given: Iterable[tuple[str, object]]) -> tuple[tuple[str, Value], ...]:
    """Return the given switches (values of the regulations), each parsed.

    Raise Refused if a name or a value does not exist.
    """
    read = []
    for key, value in given:
        known("switch", key, SWITCHES)
        read.append((key, SWITCHES[key].read(value)))
    return tuple(read)
