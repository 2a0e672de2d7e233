"""Arrangements before a round is paired: byes, returning players, fixed boards, pairs that may not meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import LAST_ROUND, MOST_BOARDS, Road, Sent
from arbiter.pairing.table.byes import BYES, ByeKind
from arbiter.refused import Refused
from arbiter.rulings.request import By, OfEntry, Why, plain_text
from arbiter.rulings.rounds.pairing_input import without_seat
from arbiter.sides import Instant, Side
from arbiter.tournament.events.entries import (
    BoardFixed,
    ByeSet,
    EntryGrouped,
    PairsAllowed,
    PairsForbidden,
    PlayerReturned,
)
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.rounds import ColourDrawn
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

ASKED = tuple(kind.value for kind, effect in BYES.items() if effect.asked)
"""The kinds of bye that a player can ask for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBye:
    """Give an entry a bye in a round that it will miss or has missed. The kind "none" takes the bye back.

    Refused if the entry would have more byes than the tournament allows, unless `beyond` is true and a reason is given.
    """

    entry: OfEntry
    round: Annotated[int, Sent("the round that is sat out", 2, least=1, most=LAST_ROUND)]
    kind: Annotated[str, Sent("the bye; “none” takes it back", "half", known=(*ASKED, "none"))]
    by: By
    reason: Why = ""
    beyond: Annotated[bool, Sent("beyond what the tournament allows, knowingly")] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        there(state, self.entry)
        kind = None if self.kind in ("none", "") else ByeKind(self.kind)
        if kind is None and state.sits_out(self.entry, self.round) is None:
            raise Refused("no_bye_asked", entry=self.entry, round=self.round)
        if self.round <= len(state.rounds):
            round = state.round(self.round)
            if not round.draft and (round.of(self.entry) is not None or self.entry in round.byes):
                raise Refused("round_paired_already", entry=self.entry, round=self.round)
        if kind is ByeKind.HALF:
            self._within_limits(state)
        reason = plain_text(self.reason, "reason", needed=self.beyond)
        return [ByeSet(at=at, entry=self.entry, round=self.round, kind=kind, by=self.by, reason=reason)]

    def _within_limits(self, state: Tournament) -> None:
        had = sum((sit.entry, sit.kind) == (self.entry, ByeKind.HALF) and sit.round != self.round for sit in state.sits)
        most, until = int(state.setting("half_byes")), int(state.setting("half_byes_until"))
        if had >= most and not self.beyond:
            raise Refused("half_byes_used_up", entry=self.entry, most=most)
        if until and self.round > until and not self.beyond:
            raise Refused("half_bye_too_late", round=self.round, until=until)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnPlayer:
    """Let a player who has withdrawn be paired again from the next round on.

    Refused if the tables by which the rounds are paired were made without the player.
    """

    entry: OfEntry
    by: By
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        there(state, self.entry)
        if self.entry not in state.withdrawn:
            raise Refused("not_withdrawn", entry=self.entry)
        if without_seat(state, self.entry):
            raise Refused("no_seat_left", entry=self.entry)
        reason = plain_text(self.reason, "reason", needed=False)
        return [PlayerReturned(at=at, entry=self.entry, by=self.by, reason=reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbidPairs:
    """Forbid any two of these entries to meet in the rounds `first` to `last` (0: to the end).

    With `weak` they may still meet if the round cannot be paired otherwise.
    """

    entries: Annotated[tuple[int, ...], Sent("no two of these meet", (1, 2))]
    by: By
    first: Annotated[int, Sent("from that round on", least=1, most=LAST_ROUND)] = 1
    last: Annotated[int, Sent("to that round; 0: to the end", least=0, most=LAST_ROUND)] = 0
    weak: Annotated[bool, Sent("unless there is no other way")] = False
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        entries = tuple(sorted(set(self.entries)))
        for entry in entries:
            there(state, entry)
        if len(entries) < 2:
            raise Refused("pair_needed")
        last = self.last or LAST_ROUND
        if self.first > last:
            raise Refused("number_out_of_range", field="last", number=last, least=max(1, self.first), most=LAST_ROUND)
        return [
            PairsForbidden(
                at=at,
                entries=entries,
                first=self.first,
                last=last,
                weak=self.weak,
                by=self.by,
                reason=plain_text(self.reason, "reason", needed=False),
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowPairs:
    """Lift a ban on pairs. `ban`: the number of the ban, which is its journal line."""

    ban: Annotated[int, Road("what is allowed again")]
    by: By
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.ban not in {ban.number for ban in state.bans}:
            raise Refused("no_ban", ban=self.ban)
        reason = plain_text(self.reason, "reason", needed=False)
        return [PairsAllowed(at=at, ban=self.ban, by=self.by, reason=reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixBoard:
    """Seat an entry at the same board in every round, whoever the opponent is. Board 0 ends the fixed seat."""

    entry: OfEntry
    board: Annotated[
        int, Sent("where the entry always sits; 0: wherever the pairing puts it", 3, least=0, most=MOST_BOARDS)
    ]
    by: By
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        there(state, self.entry)
        if state.seats.get(self.entry, 0) == self.board:
            raise Refused("board_fixed_so", entry=self.entry, board=self.board)
        reason = plain_text(self.reason, "reason", needed=False)
        return [BoardFixed(at=at, entry=self.entry, board=self.board, by=self.by, reason=reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGroup:
    """Assign an entry to a group, or to a side of a team match. An empty text ends the assignment."""

    entry: OfEntry
    group: Annotated[str, Sent("the group, or the side of a match; empty: none", "A", longest=20, blank=True)]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        there(state, self.entry)
        if state.rounds:
            raise Refused("groups_closed")
        group = plain_text(self.group, "group", needed=False)
        return [EntryGrouped(at=at, entry=self.entry, group=group, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawColour:
    """Record the colour, drawn by lot, of pairing number 1 in round 1. The colour can be drawn only once."""

    side: Annotated[Side, Road("the lot as it fell")]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if state.initial is not None or state.rounds:
            raise Refused("colour_drawn")
        return [ColourDrawn(at=at, side=self.side, by=self.by)]


def there(state: Tournament, entry: int) -> None:
    """Raise Refused unless the entry exists."""
    if entry not in state.entries:
        raise Refused("no_entry", entry=entry)
