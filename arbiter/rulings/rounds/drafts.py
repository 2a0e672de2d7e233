"""Drafts of pairings: the reasons why a draft no longer fits the tournament, and publishing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.pairing.system_interface import Reason
from arbiter.refused import Refused
from arbiter.rulings.request import RoundRequest
from arbiter.rulings.rounds.line_ups import opened
from arbiter.rulings.rounds.pairing_input import Inputs, field_of, system_settings, team_field
from arbiter.sides import MINUTE, Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.rounds import RoundPublished
from arbiter.tournament.replay import replay
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


def outdated(state: Tournament) -> tuple[Reason, ...]:
    """Return the reasons why the draft of the last round has to be paired again.

    Empty if the draft still fits, or if the last round is no draft. Facts of the register are not in the state;
    `renumbered` finds changes by a corrected rating or name.
    """
    round = state.rounds[-1] if state.rounds else None
    if round is None or not round.draft:
        return ()
    people = () if state.pairing.teams else _people(state, round)
    return (*_results(state, round), *people)


def recorded_since(state: Tournament, round: Round) -> tuple[Reason, ...]:
    """Return the results of earlier rounds that were recorded or corrected after *round* was paired.

    Empty for a system that pairs the round from a table or by hand.
    """
    return tuple(reason for reason in _results(state, round) if reason.code == "draft_other_result")


def renumbered(state: Tournament, order: Sequence[int]) -> tuple[Reason, ...]:
    """Return the reason why a draft does not fit the new pairing numbers *order* any more.

    *order* comes from the register's present facts; empty if the numbers stay. The reason names the entry that moves;
    if several do, all entries whose number changes. No reason is returned if the draft fits.
    """
    round = state.rounds[-1] if state.rounds else None
    if round is None or not round.draft or round.changes:
        return ()
    inside = {*round.byes, *(entry for pair in round.pairs for entry in pair)}
    drawn = tuple(entry for entry in state.order if entry in inside and entry in order)
    now = tuple(entry for entry in order if entry in drawn)
    if now == drawn:
        return ()
    alone = tuple(one for one in drawn if [e for e in drawn if e != one] == [e for e in now if e != one])
    moved = alone or tuple(entry for entry, other in zip(drawn, now, strict=True) if entry != other)
    return (Reason("draft_other_numbers", moved),)


def _results(state: Tournament, round: Round) -> Iterator[Reason]:
    """Yield the results of earlier rounds that were recorded, corrected or cancelled after the round was paired.

    Nothing is yielded for a system that pairs the round from a table or by hand.
    """
    for game in (game for game in state.games() if game.round < round.number):
        at = (("round", game.round), ("board", game.board))
        late = game.postponed is None if game.result is None else game.result.at > round.paired_at
        if late and _from_a_table(state, round):
            return
        if late and game.result is None:
            yield Reason("draft_without_result", facts=at)
        elif late:
            yield Reason("draft_other_result", facts=(*at, ("result", state.result_text(game))))


def _from_a_table(state: Tournament, round: Round) -> bool:
    """Return whether the round is paired from a table or by hand, so that no earlier result matters."""
    system = state.pairing
    if system.by_hand or system.running or system.table is None:
        return system.by_hand or system.running
    field = team_field(state) if system.teams else field_of(state, round.number, Inputs())
    return round.number <= system.table(field, system_settings(state))


def _people(state: Tournament, round: Round) -> Iterator[Reason]:
    """Yield the reasons that concern people: who entered, withdrew or asked for a bye since; pairs forbidden now.

    A pair that the director made by hand is not yielded, even if it is forbidden.
    """
    paired = [entry for pair in round.pairs for entry in pair]
    busy = {e for g in state.games() if g.round < round.number and g.result is None for e in g.entries}
    gone = state.pairing.away is not None
    for entry in state.entries:
        if entry in state.withdrawn:
            if entry in paired:
                yield Reason("draft_withdrawn", (entry,))
        elif entry not in paired and entry not in round.byes:
            new = all(entry not in earlier.byes and earlier.of(entry) is None for earlier in state.rounds)
            if entry not in busy and (new or not gone):
                yield Reason("draft_without", (entry,))
        elif entry in paired and _plays(state, round, entry) and state.sits_out(entry, round.number) is not None:
            yield Reason("draft_sits_out", (entry,))
    for ban in () if round.changes else state.bans:
        for pair in round.pairs:
            if not ban.weak and ban.first <= round.number <= ban.last and {*pair} <= {*ban.entries}:
                yield Reason("draft_forbidden", pair)


def _plays(state: Tournament, round: Round, entry: int) -> bool:
    """Return whether the entry has a game in *round* that is played with the round, and was not postponed."""
    game = round.of(entry)
    return game is not None and game.postponed is None and state.pairing.everywhere is None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound(RoundRequest):
    """Publish the draft of a round.

    Refused if a player in it has been expelled since the pairing. Refused if a correction, an entry or a withdrawal has
    outdated the draft, or while line-ups are awaited, unless `as_it_is` is true. The line-ups that were handed in are
    opened.
    """

    as_it_is: Annotated[bool, Sent("although the tournament has changed since it was drawn")] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = state.round(self.round)
        if not round.draft:
            raise Refused("round_is_published", round=self.round)
        return published(state, round, at, self.by, as_it_is=self.as_it_is)


def published(state: Tournament, round: Round, at: Instant, by: str, *, as_it_is: bool = False) -> list[Event]:
    """Return the events that publish a draft. Raise Refused if an entry in it no longer plays.

    Raise Refused also if the draft is outdated or line-ups are awaited, unless *as_it_is* is true.
    """
    awaited = [one for match in round.fixtures if match.guest for one in (match.home, match.guest)]
    if at < round.line_ups_until and not as_it_is and not all(round.line_up(team) for team in awaited):
        raise Refused("line_ups_awaited", round=round.number, minutes=-(-(round.line_ups_until - at) // MINUTE))
    opening = opened(state, round, at, by) if round.line_ups else []
    round = replay(opening, state).round(round.number)
    gone = next((entry for pair in round.pairs for entry in pair if entry in state.withdrawn), None)
    if gone is not None:
        raise Refused("in_a_draft", entry=gone, round=round.number)
    if outdated(state) and not as_it_is:
        raise Refused("draft_outdated", round=round.number)
    return [*opening, RoundPublished(at=at, round=round.number, by=by)]
