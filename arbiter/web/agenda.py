"""The list of tasks that wait for the officials, as the office pages of a tournament show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arbiter.hall.pairing import outdated_by_register
from arbiter.journal.accounts import Tablet
from arbiter.pairing.formats.groups import equal_at_border, first_stage, last_final
from arbiter.rulings.bounds.rights import LOOK, RULE, ToRead
from arbiter.rulings.rounds.pairing_input import Inputs, field_of, system_settings
from arbiter.rulings.rounds.placing import table_of
from arbiter.shapes.agenda import AgendaLine, counted, needs
from arbiter.shapes.reasons import reason_text
from arbiter.shapes.tournament import ProposalTold, proposal_shape
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass
from arbiter.view import View
from arbiter.web import access

LEAST_IN_GROUP = 3
"""The smallest group, in players. A division with a smaller group is not offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """A division of the players into groups: the number of groups, their sizes as text ("6/7"), and the rounds.

    `first`: the rounds of the groups. `finals`: the rounds of the finals. `chosen`: whether the tournament's present
    settings have this number of groups.
    """

    groups: int
    sizes: str
    first: int
    finals: int
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Finals:
    """The finals after the groups: their first round, the letter of the last final, and the number of its players.

    `equal`: once the groups are over, a sentence for each two neighbouring finals between which players are equal.
    """

    round: int
    letter: str
    players: int
    equal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Agenda:
    """The needs of a tournament (tasks that wait for its officials) in order of urgency.

    `proposals`: the proposed rulings that needs are about, by number. `devices`: the devices that wait to be admitted,
    by id.
    """

    needs: tuple[AgendaLine, ...]
    proposals: Mapping[int, ProposalTold]
    devices: Mapping[int, Tablet]
    groupings: tuple[Grouping, ...] = ()
    """The divisions into groups to choose from; empty if the system has no groups or round 1 is paired."""

    finals: Finals | None = None
    """The finals to come, in a tournament of groups with finals; None once they have begun or if there are none."""

    @property
    def count(self) -> int:
        """The number of needs that ask for an action now."""
        return counted(self.needs)

    @property
    def plain_flags(self) -> list[ProposalTold]:
        """The proposed flag falls that officials can sign together."""
        return [one for one in self.proposals.values() if plain_flag(one)]


def agenda(view: View) -> Agenda:
    """Return the tasks that wait for the officials of the tournament now.

    The result is empty for a reader who may not see the office.
    """
    t, state = view.tournament, view.state
    if not access.may(LOOK, t):
        return Agenda(needs=(), proposals={}, devices={})
    devices = {one.id: one for one in access.links.devices(t) if not one.bound and _in_reach(t, one.board)}
    found = needs(state, devices.values(), outdated_by_register(access.desk(t)))
    numbers = [need.number for need in found if need.code == "proposal"]
    proposals = {number: proposal_shape(view, state.proposal(number)) for number in numbers}
    return Agenda(
        needs=found, proposals=proposals, devices=devices, groupings=tuple(_groupings(state)), finals=_finals(view)
    )


def _finals(view: View) -> Finals | None:
    """Return the finals of a tournament of groups, or None once they have begun or if there are none."""
    state = view.state
    if "groups" not in state.pairing.settings or len(state.entries) - len(state.withdrawn) < LEAST_IN_GROUP:
        return None
    field, settings = field_of(state, len(state.rounds) + 1, Inputs()), system_settings(state)
    stage = first_stage(field, settings)
    begun = len(state.rounds) - bool(state.rounds and state.rounds[-1].draft) > stage
    if begun:
        return None
    table = table_of(state, upto=stage)
    letter, players = last_final(field, table, settings)
    over = table.last == stage
    equal = tuple(
        reason_text(reason, view.language, view) for reason in equal_at_border(field, table, settings) if over
    )
    return Finals(round=stage + 1, letter=letter, players=players, equal=equal)


def _groupings(state: Tournament) -> Iterator[Grouping]:
    """Yield the divisions into groups to choose from before round 1, each with enough players in every group."""
    system = state.pairing
    if "groups" not in system.settings or state.rounds:
        return
    field, settings = field_of(state, 1, Inputs()), system_settings(state)
    players = len(state.entries) - len(state.withdrawn)
    for number in range(2, max(2, min(26, players // LEAST_IN_GROUP)) + 1 if players > LEAST_IN_GROUP else 2):
        asked = {**settings, "groups": number}
        least, more = divmod(players, number)
        first = first_stage(field, asked)
        yield Grouping(
            groups=number,
            sizes=f"{least}/{least + 1}" if more else str(least),
            first=first,
            finals=system.rounds(field, asked) - first,
            chosen=number == settings["groups"],
        )


def _in_reach(t: str, board: int) -> bool:
    return access.may_see(ToRead(right=RULE, boards=(board,)), t)


def plain_flag(proposal: ProposalTold) -> bool:
    """Return whether *proposal* is a flag fall that officials can sign without a closer look.

    It must be certain, nobody may have signed it yet, and no move may have been received after the flag fell.
    """
    evidence = proposal.get("evidence")
    plain = not proposal["provisional"] and not proposal["signed_by"] and proposal["kind"] == "flag"
    return plain and evidence is not None and not evidence["late"]
