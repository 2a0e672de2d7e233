"""Announcing a tournament, and who takes part in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arbiter.clock.control import controls_text, parse_controls
from arbiter.pairing.system import Settings
from arbiter.pairing.systems import SYSTEMS
from arbiter.pairing.table.points import parse_points, points_text
from arbiter.refused import Refused
from arbiter.rules.ballots import TABLES
from arbiter.rules.endings import ENDINGS, keys_for
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.request import plain_text
from arbiter.rulings.terms import settled, tiebreaks_known
from arbiter.sides import Instant
from arbiter.tournament.events.entries import PlayerEntered, PlayerWithdrew
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.terms import TournamentOpened
from arbiter.tournament.regulations.profiles import FLAGS, REGULATIONS, default_for
from arbiter.tournament.regulations.switches import SWITCHES, Value
from arbiter.tournament.state import Tournament

LONGEST_NAME = 200
MOST_ROUNDS = 99
MOST_ENTRIES = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTournament:
    """The director announces a tournament.

    `rounds` 0: as many as the system needs; `regulations` "": the variant's own book; `flags` "": as the regulations
    have it; `switches`: those of the regulations that are turned from the start; `ballots`: the table from which
    openings are drawn, "" for none; `endings`: the rows that are counted, None for those of the regulations.
    """

    name: str
    variant: str = "international"
    system: str = "round-robin"
    rounds: int = 0
    control: str = "50/7200:25/3600"
    regulations: str = ""
    flags: str = ""
    switches: tuple[tuple[str, object], ...] = ()
    points: str = "2-1-0"
    tiebreaks: tuple[str, ...] | None = None
    settings: Settings = field(default_factory=dict)
    ballots: str = ""
    endings: tuple[str, ...] | None = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if state.version:
            raise Refused("already_open", name=state.name)
        if len(self.name) > LONGEST_NAME:
            raise Refused("name_too_long", length=len(self.name), longest=LONGEST_NAME)
        known("variant", self.variant, VARIANTS)
        known("system", self.system, SYSTEMS)
        row = self.regulations or default_for(self.variant)
        known("regulations", row, REGULATIONS)
        if self.variant not in REGULATIONS[row].variants:
            raise Refused("regulations_of_another_game", regulations=row, variant=self.variant)
        if self.flags:
            known("flags", self.flags, FLAGS)
        turned = (*switches_read(self.switches), *((("flags", self.flags),) if self.flags else ()))
        regulations = REGULATIONS[row].turn(turned)
        away = tuple(key for key in SWITCHES if regulations.value(key) != REGULATIONS[row].value(key))
        if not 0 <= self.rounds <= MOST_ROUNDS:
            raise Refused("number_out_of_range", field="rounds", number=self.rounds, least=0, most=MOST_ROUNDS)
        tiebreaks = SYSTEMS[self.system].tiebreaks if self.tiebreaks is None else self.tiebreaks
        for key in self.endings or ():
            known("endings", key, ENDINGS)
        if self.ballots:
            known("ballots", self.ballots, TABLES)
            if self.variant not in TABLES[self.ballots].variants:
                raise Refused("ballots_of_another_game", table=self.ballots, variant=self.variant)
        return [
            TournamentOpened(
                at=at,
                name=plain_text(self.name, "name"),
                variant=self.variant,
                system=self.system,
                rounds=self.rounds,
                control=controls_text(parse_controls(self.control)),
                regulations=row,
                flags=regulations.flags,
                switches=regulations.switches,
                turned=away,
                points=points_text(parse_points(self.points)),
                tiebreaks=tiebreaks_known(tiebreaks),
                settings=settled(SYSTEMS[self.system], self.settings),
                endings=keys_for(self.variant, row) if self.endings is None else tuple(dict.fromkeys(self.endings)),
                ballots=self.ballots,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayer:
    """Somebody takes part. `same_as` is the entry that the register already knows under that name."""

    by: str
    same_as: int | None = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.same_as is not None and self.same_as in state.entries:
            raise Refused("entered_twice", entry=self.same_as)
        return _entered(state, at, 1, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayers:
    """So many people take part, as a list has them: all of them, or none."""

    count: int
    by: str

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if not self.count:
            raise Refused("list_empty")
        return _entered(state, at, self.count, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawPlayer:
    """An entry leaves the tournament; from the next pairing on, whoever would have met it sits out."""

    entry: int
    by: str
    reason: str

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


def _entered(state: Tournament, at: Instant, count: int, by: str) -> Sequence[Event]:
    if state.rounds and SYSTEMS[state.system].fixed_field:
        raise Refused("entries_closed", system=state.system)
    if len(state.entries) + count > MOST_ENTRIES:
        raise Refused("too_many_entries", most=MOST_ENTRIES)
    first = next_entry(state)
    return [PlayerEntered(at=at, entry=entry, by=by) for entry in range(first, first + count)]


def next_entry(state: Tournament) -> int:
    """The entry number that the next player gets: 1, 2, 3 in order of entering."""
    return len(state.entries) + 1


def known(field: str, key: str, table: Iterable[str]) -> None:
    """Refuses a *key* that is not in *table*, and says which ones are."""
    keys = tuple(table)
    if key not in keys:
        raise Refused("unknown_key", field=field, key=key[:80], known=keys)


def switches_read(given: Iterable[tuple[str, object]]) -> tuple[tuple[str, Value], ...]:
    """Switches with the values that they are to have; refused where there is no such switch or no such value."""
    read = []
    for key, value in given:
        known("switch", key, SWITCHES)
        read.append((key, SWITCHES[key].read(value)))
    return tuple(read)
