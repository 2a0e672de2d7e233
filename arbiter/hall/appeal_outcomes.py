"""Both outcomes of an appeal, so that the director can compare the standings and next pairings that would follow."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from arbiter.hall.pairing import numbering
from arbiter.hall.worker import RunElsewhere, draw
from arbiter.refused import Refused
from arbiter.rulings.referee.appeals import on_branch, paired_on
from arbiter.rulings.rounds.consequences import differences
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.rulings.rounds.pairing_input import Prepared
from arbiter.shapes.referee.consequences import PrizeMovedTold, prizes_moved
from arbiter.shapes.standings_and_crosstable import CrosstableTold, StandingTold, crosstable_shape, standings_shape
from arbiter.tournament.events.rounds import RoundPaired
from arbiter.tournament.officials import Appeal
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View


class NextTold(TypedDict):
    """The next round as it would be paired. If it cannot be paired, `pairs` is null and `code` names the reason."""

    pairs: list[list[int]] | None
    byes: NotRequired[list[int]]
    code: NotRequired[str]
    sentence: NotRequired[str]


class BranchTold(TypedDict):
    """The standings, the crosstable and the next pairings after one decision on an appeal.

    `prizes`: the entries whose prizes would differ from their present ones.
    """

    standings: list[StandingTold]
    crosstable: CrosstableTold
    prizes: list[PrizeMovedTold]
    pairings: NextTold


class BranchesTold(TypedDict):
    """Response: what follows if the committee upholds the ruling (`stands`), and what if it overturns the ruling."""

    stands: BranchTold
    overturned: BranchTold


def branches_shape(view: View, appeal: Appeal, run: RunElsewhere) -> BranchesTold:
    """Return standings, crosstable and next pairings for both decisions on the appeal: upheld and overturned."""

    def follows(branch: str) -> BranchTold:
        told = replace(view, state=on_branch(paired_on_others(view.state, appeal), appeal, branch))
        return {
            "standings": standings_shape(told)["standings"],
            "crosstable": crosstable_shape(told),
            "prizes": prizes_moved(view, differences(view.state, told.state, appeal.round, view.known)),
            "pairings": _next(told, run),
        }

    return {"stands": follows("stands"), "overturned": follows("overturned")}


def paired_on_others(state: Tournament, appeal: Appeal) -> Tournament:
    """Return the tournament with all other appeals decided as the director has chosen for pairing."""
    others = tuple(one for one in state.appeals if one.number != appeal.number)
    return replace(paired_on(replace(state, appeals=others)), appeals=())


def _next(view: View, run: RunElsewhere) -> NextTold:
    """Return the next round as it would be paired after the decision, or the reason why it cannot be paired."""
    order, how = numbering(view.state, view.people, 0)
    try:
        request = PairRound(by="service", known=view.known, order=order, how=how)
        basis = request.basis(view.state)
        prepared = Prepared(basis, draw(basis, run))
        events = replace(request, prepared=prepared).rule(view.state, view.at)
    except Refused as refused:
        return {"pairs": None, "code": refused.code, "sentence": view.refusal(refused)}
    paired = next(event for event in events if isinstance(event, RoundPaired))
    return {"pairs": [list(pair) for pair in paired.pairs], "byes": list(paired.byes)}
