"""Requests about line-ups: the director asks for them, and captains hand them in.

Both line-ups of a match are opened once both are in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.pairing.formats.teams import line_up
from arbiter.refused import Refused
from arbiter.rulings.request import RoundRequest
from arbiter.rulings.rounds.line_ups import opened, present
from arbiter.rulings.rounds.pairing_input import Known, system_settings
from arbiter.sides import MINUTE, Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.rounds import LineUpHandedIn, LineUpsAsked
from arbiter.tournament.fixtures import teams
from arbiter.tournament.replay import replay
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

LONGEST_MINUTES = 14 * 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class AskLineUps(RoundRequest):
    """Ask the captains for the line-ups of a drafted round of teams, to be handed in within so many minutes.

    From then on each captain sees the match of their team. A line-up is secret until both line-ups of the match are in,
    or until the time is over. If they are asked again before the time is over, the new time counts.
    """

    minutes: Annotated[int, Sent("minutes until the line-ups have to be in", 30, least=1, most=LONGEST_MINUTES)]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = _draft(state, self.round)
        if round.line_ups_until and at >= round.line_ups_until:
            raise Refused("line_ups_over", round=self.round)
        return [LineUpsAsked(at=at, round=self.round, until=at + self.minutes * MINUTE, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInLineUp(RoundRequest):
    """Hand in the line-up of a team for its match. It replaces an earlier one that is still secret.

    Refused if a player belongs to another team or cannot play. Refused if the order of the boards departs from the
    order of strength by more than the settings `line_up` and `tolerance` allow. Refused after the time limit, unless
    the director hands it in.
    """

    team: Annotated[int, Road("the team, by its number")]
    players: Annotated[
        tuple[int, ...], Sent("the entries from board 1 on, with 0 for an empty seat", (4, 2, 0), least=0)
    ]
    substitutes: Annotated[
        tuple[int, ...], Sent("the entries that may take the seat of somebody who does not come", (7,), least=1)
    ] = ()
    known: Annotated[Mapping[int, Known], Road("what the register knows of the entries")] = field(default_factory=dict)

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = _draft(state, self.round)
        match = round.match_of(self.team)
        if match is None:
            raise Refused("no_match", team=self.team, round=self.round)
        if not round.line_ups_until:
            raise Refused("line_ups_not_asked", round=self.round)
        before = round.line_up(self.team)
        if before is not None and before.opened:
            raise Refused("line_up_open", team=self.team)
        if at >= round.line_ups_until and self.by.startswith("captain "):
            raise Refused("line_ups_over", round=self.round)
        made = LineUpHandedIn(
            at=at, round=self.round, team=self.team, players=self._line(state), substitutes=self.substitutes, by=self.by
        )
        after = replay([made], state)
        both = (match.home, match.guest)
        here = after.round(self.round)
        return [made, *(opened(after, here, at, "service", *both) if all(map(here.line_up, both)) else [])]

    def _line(self, state: Tournament) -> tuple[int, ...]:
        """Return the players at all boards of the match. Raise Refused if the line-up is against the regulations."""
        team, settings = teams(state)[self.team - 1], system_settings(state)
        ratings = {entry: one.rating for entry, one in self.known.items() if one.rating is not None}
        number, rule, tolerance = int(settings["boards"]), str(settings["line_up"]), int(settings["tolerance"])
        if not any(self.players):
            raise Refused("line_up_empty", team=self.team)
        line = line_up(team, self.players, number, rule, ratings=ratings, tolerance=tolerance)
        spare = line_up(team, self.substitutes, len(team.players), "free")
        for entry in filter(None, (*line, *spare)):
            if entry not in present(state, team, self.round):
                raise Refused("line_up_absent", entry=entry, round=self.round)
        if twice := set(line) & {*self.substitutes}:
            raise Refused("paired_twice", entry=min(twice))
        return line


def _draft(state: Tournament, number: int) -> Round:
    """Return a round of teams that is a draft. Raise Refused if it is another round."""
    round = state.round(number)
    if not state.pairing.teams:
        raise Refused("no_teams_here")
    if not round.draft:
        raise Refused("round_is_published", round=number)
    return round
