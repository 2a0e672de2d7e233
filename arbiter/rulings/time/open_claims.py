"""Claims, objections and appeals that must be decided first, before a flag or an official may give another result.

A draw claim, an objection that an arbiter answers, or a draw found by a count was in time if it came before the flag
fell. If it is right, the game is not lost on time. If the loss on time were signed first, the claim could not be
decided any more.
"""

from __future__ import annotations

from arbiter.refused import Refused
from arbiter.rulings.request import article, of_official
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.game import OF_PLAYERS, Game
from arbiter.tournament.officials import same_hand
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import replace

FIRST = ("claim", "irregular", "objection", "ending", "early_draw", "late_touch", "restore")
"""The kinds of proposals that have to be decided before a flag that fell later."""


def open_claim(state: Tournament, game: Game) -> Proposal | None:
    """Return the first waiting proposal that was made at the board before its flag fell; None if there is none.

    If an arbiter has upheld an objection, return its proposal until the side has chosen whether the move is corrected.
    """
    flag = game.flag
    here = [p for p in state.proposals if (p.round, p.board) == (game.round, game.board) and p.kind in FIRST]
    waits = [p for p in here if p.decided is None or upheld(p, game)]
    return next((p for p in waits if flag is None or p.at < flag.at or p.number < flag.proposal), None)


def upheld(proposal: Proposal, game: Game) -> bool:
    """Return whether the proposal is an objection upheld by an arbiter for which the side has not chosen yet."""
    chosen = game.objection is None or proposal.ply != game.ply
    return not chosen and (proposal.kind, proposal.decided) == ("objection", "signed")


def after_claims(state: Tournament, fell: FlagFell) -> FlagFell:
    """Return the fall of a flag.

    It is provisional if an appeal waits, or a claim that was made before the flag fell.
    """
    if fell.provisional:
        return fell
    appeals = (a.number for a in state.appeals if (a.round, a.board, a.decided) == (fell.round, fell.board, None))
    appeal = next(appeals, None)
    if appeal is not None:
        return replace(fell, provisional="appeal", evidence=(("appeal", appeal),))
    claim = open_claim(state, state.game(fell.round, fell.board))
    return fell if claim is None else replace(fell, provisional="claim", evidence=(("proposal", claim.number),))


def refuse_appealed(state: Tournament, game: Game, by: str) -> None:
    """Raise Refused if a committee decides on the result of the game, or has decided on it (L10).

    While the appeal waits, only the committee replaces the result. The committee's decision is final. Only a chief
    arbiter who gave no result at the board can correct a slip of the pen in it.
    """
    result, where = game.result, article(state, "appeal")
    here = [a for a in state.appeals if (a.round, a.board) == (game.round, game.board)]
    if result is None:
        return
    refuse_waiting_appeal(state, game)
    if by.partition(" ")[0] == "chief" and not any(same_hand(by, one) for one in game.rulers):
        return
    ruled = result.because not in OF_PLAYERS or of_official(result.by)
    upheld = ruled and any(one.decided == "stands" and result.at <= one.at for one in here)
    if upheld or any(result.at == one.decided_at for one in here):
        raise Refused("result_decided", board=game.board, article=where)


def refuse_waiting_appeal(state: Tournament, game: Game) -> None:
    """Raise Refused if an appeal from the board waits: only the committee may replace the ruling appealed against."""
    if any((a.round, a.board, a.decided) == (game.round, game.board, None) for a in state.appeals):
        raise Refused("result_appealed", board=game.board, article=article(state, "appeal"))
