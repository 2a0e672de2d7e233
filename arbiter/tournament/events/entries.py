"""Events of entries: entering, withdrawing, sitting out, and decisions about entries before they are paired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeVar

from arbiter.pairing.table.byes import ByeKind
from arbiter.tournament.events.event import EMPTY, Event, TournamentAct
from arbiter.tournament.state import Tournament
from arbiter.tournament.terms import Ban, Sit
from arbiter.values import dataclass, replace

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered(TournamentAct):
    """A player was entered. Their name is in the register.

    `first_time`: whether the player was in no other tournament of the service then.
    """

    entry: int
    first_time: bool = False

    def after(self, state: Tournament) -> Tournament:
        first = state.first_timers | {self.entry} if self.first_time else state.first_timers
        return replace(state, entries=(*state.entries, self.entry), first_timers=first)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDeleted(TournamentAct):
    """An entry that was never paired was deleted, with all decisions about it. Its number is not used again."""

    entry: int

    def after(self, state: Tournament) -> Tournament:
        gone = self.entry
        return replace(
            state,
            entries=tuple(entry for entry in state.entries if entry != gone),
            last_entry=next_entry(state) - 1,
            withdrawn=state.withdrawn - {gone},
            first_timers=state.first_timers - {gone},
            here=state.here - {gone},
            numbers=tuple(entry for entry in state.numbers if entry != gone),
            sits=tuple(sit for sit in state.sits if sit.entry != gone),
            bans=tuple(ban for ban in state.bans if gone not in ban.entries),
            seats=_put(state.seats, gone, 0),
            seat_reasons=_put(state.seat_reasons, gone, ""),
            groups=_put(state.groups, gone, ""),
            handicaps=tuple(one for one in state.handicaps if one[0] != gone),
            computers=state.computers - {gone},
            home=state.home - {gone},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersCheckedIn(TournamentAct):
    """Entries were checked in, before play or between rounds. If `here` is False, their check-in was taken back.

    If `here` is False and no entries are listed, the check-in of the whole tournament was given up. From then on all
    entries are paired, whether or not they were checked in.
    """

    entries: tuple[int, ...]
    here: bool

    def after(self, state: Tournament) -> Tournament:
        here = state.here | set(self.entries) if self.here else state.here - set(self.entries)
        return replace(state, here=here, checking=bool(self.entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew(TournamentAct):
    """An entry withdrew and is not paired any more; its games count."""

    entry: int
    reason: str

    def after(self, state: Tournament) -> Tournament:
        return replace(state, withdrawn=state.withdrawn | {self.entry})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned(TournamentAct):
    """An entry that had withdrawn returned and is paired again. The rounds that it missed stay missed."""

    entry: int
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        return replace(state, withdrawn=state.withdrawn - {self.entry})


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersGiven(TournamentAct):
    """The pairing numbers were given: the first entry of `order` has number 1.

    `how` is the method: "rating", "lot", "restricted" (a lot that keeps clubmates apart), "hand", or "entered" (in the
    order of entering).
    """

    order: tuple[int, ...]
    how: str
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        return replace(state, numbers=self.order, numbered=self.how)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeSet(TournamentAct):
    """An entry sits out a round and gets the bye `kind`. With `kind` None an earlier bye is taken back."""

    entry: int
    round: int
    kind: ByeKind | None = field(metadata=EMPTY)
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        others = tuple(sit for sit in state.sits if (sit.entry, sit.round) != (self.entry, self.round))
        sit = (
            (Sit(entry=self.entry, round=self.round, kind=self.kind, reason=self.reason, by=self.by),)
            if self.kind
            else ()
        )
        return replace(state, sits=(*others, *sit))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsForbidden(TournamentAct):
    """No two of these entries may meet in rounds `first` to `last`.

    With `weak` two of them may still meet if no other pairing is possible.
    """

    entries: tuple[int, ...]
    first: int
    last: int
    weak: bool
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        ban = Ban(
            number=state.version,
            entries=self.entries,
            first=self.first,
            last=self.last,
            weak=self.weak,
            reason=self.reason,
        )
        return replace(state, bans=(*state.bans, ban))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsAllowed(TournamentAct):
    """A ban on pairs was lifted. `ban` is the journal line of the event that made the ban."""

    ban: int
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        return replace(state, bans=tuple(ban for ban in state.bans if ban.number != self.ban))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFixed(TournamentAct):
    """An entry sits at the board `board` in every round; if `board` is 0, it sits where the pairing puts it."""

    entry: int
    board: int
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        why = self.reason if self.board else ""
        seats, reasons = _put(state.seats, self.entry, self.board), _put(state.seat_reasons, self.entry, why)
        return replace(state, seats=seats, seat_reasons=reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryGrouped(TournamentAct):
    """An entry was put in a group, a team, or one side of a team match. An empty `group` takes the entry out."""

    entry: int
    group: str

    def after(self, state: Tournament) -> Tournament:
        return replace(state, groups=_put(state.groups, self.entry, self.group))


def next_entry(state: Tournament) -> int:
    """Return the entry number of the next player: 1, 2, 3 in order of entering.

    The number of a deleted entry is not used again.
    """
    return max((state.last_entry, *state.entries)) + 1


def _put(table: Mapping[int, T], entry: int, value: T) -> dict[int, T]:
    """Return a copy of *table* with *value* for the entry. If *value* is empty, the copy has no value for the entry."""
    rest = {key: old for key, old in table.items() if key != entry}
    return {**rest, entry: value} if value else rest


EVENTS: tuple[type[Event], ...] = (
    PlayerEntered,
    EntryDeleted,
    PlayersCheckedIn,
    PlayerWithdrew,
    PlayerReturned,
    NumbersGiven,
    ByeSet,
    PairsForbidden,
    PairsAllowed,
    BoardFixed,
    EntryGrouped,
)
