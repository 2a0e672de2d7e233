"""What follows from either decision on an appeal: the standings, the crosstable, and the next pairings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbiter.hall.drawing import numbering
from arbiter.hall.workshop import Workshop
from arbiter.refused import Refused
from arbiter.rulings.referee.appeals import BRANCHES, on_branch, paired_on
from arbiter.rulings.rounds.drawing import Prepared
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.shapes.tables import crosstable_shape, standings_shape
from arbiter.tournament.events.rounds import RoundPaired
from arbiter.tournament.officials import Appeal
from arbiter.tournament.state import Tournament
from arbiter.view import View


def branches_shape(view: View, appeal: Appeal, workshop: Workshop) -> dict[str, Any]:
    """The standings, the crosstable and the next pairings for either decision."""
    return {
        branch: {
            "standings": standings_shape(told)["standings"],
            "crosstable": crosstable_shape(told),
            "pairings": _next(told, workshop),
        }
        for branch in BRANCHES
        for told in (replace(view, state=on_branch(paired_on_others(view.state, appeal), appeal, branch)),)
    }


def paired_on_others(state: Tournament, appeal: Appeal) -> Tournament:
    """The tournament with the other appeals as the director pairs on them, and this one as it stands."""
    others = tuple(one for one in state.appeals if one.number != appeal.number)
    return replace(paired_on(replace(state, appeals=others)), appeals=())


def _next(view: View, workshop: Workshop) -> dict[str, Any]:
    """The next round as it would be drawn, by all that the register knows, or why it cannot be."""
    order, how = numbering(view.state, view.people, 0)
    try:
        request = PairRound(by="service", known=view.known, order=order, how=how)
        basis = request.basis(view.state)
        prepared = Prepared(basis, workshop.draw(basis))
        events = replace(request, prepared=prepared).rule(view.state, view.at)
    except Refused as refused:
        return {"pairs": None, "code": refused.code, "sentence": view.refusal(refused)}
    paired = next(event for event in events if isinstance(event, RoundPaired))
    return {"pairs": [list(pair) for pair in paired.pairs], "byes": list(paired.byes)}
