"""The list of what needs the officials, as the office pages of a tournament show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbiter.journal.tablets import Tablet
from arbiter.rulings.bounds.rights import LOOK, RULE
from arbiter.rulings.bounds.touching import ToRead
from arbiter.shapes.agenda import Need, counted, needs
from arbiter.shapes.tournament import ProposalTold, proposal_shape
from arbiter.view import View
from arbiter.web import access


@dataclass(frozen=True, slots=True, kw_only=True)
class Agenda:
    """The needs of a tournament in their order, with the proposals and the waiting devices that they are about."""

    needs: tuple[Need, ...]
    proposals: Mapping[int, ProposalTold]
    devices: Mapping[int, Tablet]

    @property
    def count(self) -> int:
        """How many of the needs ask for something now."""
        return counted(self.needs)

    @property
    def plain_flags(self) -> list[ProposalTold]:
        """The proposed flag falls that can be signed together."""
        return [one for one in self.proposals.values() if plain_flag(one)]


def agenda(view: View) -> Agenda:
    """Return what needs the officials of the tournament now. It is empty for a reader who may not see the office."""
    t, state = view.tournament, view.state
    if not access.may(LOOK, t):
        return Agenda(needs=(), proposals={}, devices={})
    devices = {one.id: one for one in access.links.devices(t) if not one.bound and _in_reach(t, one.board)}
    found = needs(state, devices.values())
    numbers = [need.number for need in found if need.code == "proposal"]
    proposals = {number: proposal_shape(view, state.proposal(number)) for number in numbers}
    return Agenda(needs=found, proposals=proposals, devices=devices)


def _in_reach(t: str, board: int) -> bool:
    return access.may_see(ToRead(right=RULE, boards=(board,)), t)


def plain_flag(proposal: ProposalTold) -> bool:
    """Return whether this is a proposed flag fall that can be signed without a closer look.

    It must be certain, nobody may have signed it yet, and no move may have been received after the flag.
    """
    evidence = proposal.get("evidence")
    plain = not proposal["provisional"] and not proposal["signed_by"] and proposal["kind"] == "flag"
    return plain and evidence is not None and not evidence["late"]
