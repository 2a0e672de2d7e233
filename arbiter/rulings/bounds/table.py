"""The table of the right that each kind of request needs, one row per kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from arbiter.rulings import (
    captains,
    computer,
    editing,
    entries,
    kinds,
    prizes,
    regulations,
    screens,
    signing,
    terms,
    undoing,
)
from arbiter.rulings.board import ballots, claims, late_acts, objections, play, results, touches
from arbiter.rulings.bounds.rights import CAPTAIN, DIRECT, LOOK, REPORT, RULE, SEAT, SYSTEM
from arbiter.rulings.bounds.touching import ToRead, ToWrite
from arbiter.rulings.referee import adjudication, appeals, committee, corrections, late_touches, proposals
from arbiter.rulings.rounds import arrangements, hand, pairing, paper
from arbiter.rulings.time import attendance, clocks, flag_calls, flags, inactivity
from arbiter.tournament.state import Tournament

Right: TypeAlias = str | Callable[[Any, Tournament | None], str]
"""A right, or a function that returns it from the request and the tournament."""


def of_ruling(asked: signing.Ruling, state: Tournament | None) -> str:
    """Return the right that is needed to rule a result.

    Entering the first result of a game from its slip needs a lesser right than any other ruling. It is no slip while
    the moves are entered at a tablet and a clock runs, or while something at the board waits for an arbiter.
    """
    one = asked.request
    if state is None or not isinstance(one, corrections.RuleResult) or not (one.reported or one.because == "reported"):
        return RULE
    game = state.game(asked.round, asked.board)
    waits = any((p.round, p.board) == (asked.round, asked.board) for p in state.waiting) or game.objection is not None
    played = bool(game.plays) and game.clock.running is not None
    return REPORT if game.result is None and not (waits or played) else RULE


TABLE: Mapping[type, Right] = {
    ToRead: lambda asked, _: str(asked.right),
    ToWrite: lambda asked, _: str(asked.right),
    signing.Ruling: of_ruling,
    **{getattr(kind, "func", kind): RULE for kind in kinds.RULINGS.values()},
    # a player at their board, or an arbiter for them
    late_acts.ConfirmedAct: SEAT,
    play.PlayMove: SEAT,
    claims.OfferDraw: SEAT,
    claims.AnswerDraw: SEAT,
    claims.Resign: SEAT,
    claims.ClaimDraw: SEAT,
    claims.CallArbiter: SEAT,
    flag_calls.CallFlag: SEAT,
    adjudication.AskOpinion: RULE,
    objections.Object: SEAT,
    objections.ClaimIrregular: SEAT,
    objections.CrownKing: SEAT,
    touches.TouchPiece: SEAT,
    undoing.UndoMove: SEAT,
    late_touches.ConfirmedTouch: SEAT,
    results.ReportResult: SEAT,
    results.ObjectToResult: SEAT,
    appeals.FileAppeal: SEAT,
    proposals.ConsentToRuling: SEAT,
    computer.TakeBack: SEAT,
    # arbiters
    proposals.SignProposal: RULE,
    proposals.DismissProposal: RULE,
    entries.CheckIn: RULE,
    prizes.TakeFee: RULE,
    prizes.SignFinal: RULE,
    prizes.RecordReport: RULE,
    ballots.DrawBallot: RULE,
    pairing.StartRound: RULE,
    paper.ChangeOver: RULE,
    paper.VerifySlips: REPORT,
    clocks.StopHall: RULE,
    clocks.ExplainStop: RULE,
    clocks.ResumeHall: RULE,
    attendance.HomeLate: RULE,
    # the director
    entries.OpenTournament: DIRECT,
    entries.EnterPlayer: DIRECT,
    entries.EnterPlayers: DIRECT,
    entries.WithdrawPlayer: DIRECT,
    entries.DeleteEntry: DIRECT,
    captains.AskLineUps: DIRECT,
    captains.HandInLineUp: CAPTAIN,
    arrangements.SetBye: DIRECT,
    arrangements.ReturnPlayer: DIRECT,
    arrangements.ForbidPairs: DIRECT,
    arrangements.AllowPairs: DIRECT,
    arrangements.FixBoard: DIRECT,
    arrangements.SetGroup: DIRECT,
    arrangements.DrawColour: DIRECT,
    hand.ChangeRound: DIRECT,
    pairing.PairRound: DIRECT,
    pairing.PublishRound: DIRECT,
    pairing.UndoRound: DIRECT,
    pairing.PostponeGame: DIRECT,
    terms.ChangeTerms: DIRECT,
    terms.GiveNumbers: DIRECT,
    regulations.ChangeRegulations: DIRECT,
    editing.MendTournament: DIRECT,
    signing.NameOfficial: DIRECT,
    signing.NameComputer: DIRECT,
    signing.NameHome: DIRECT,
    computer.SeatHouse: DIRECT,
    screens.AssignScreen: DIRECT,
    screens.Announce: DIRECT,
    screens.EndAnnouncement: DIRECT,
    prizes.SetCategories: DIRECT,
    prizes.SetPrizes: DIRECT,
    prizes.SetFees: DIRECT,
    prizes.AgreeFee: DIRECT,
    committee.NamePanel: DIRECT,
    appeals.ChooseBranch: DIRECT,
    # the members of a panel, whatever boards they are bound to
    committee.DecideAppeal: LOOK,
    # the service itself
    flags.RingFlag: SYSTEM,
    flags.RingFlags: SYSTEM,
    flags.NoteInterruption: SYSTEM,
    signing.NoteSecondHand: SYSTEM,
    attendance.RingLate: SYSTEM,
    inactivity.RingInactivity: SYSTEM,
    computer.ReportEngine: SYSTEM,
}
ALIKE: frozenset[type] = frozenset({pairing.StartRound})
"""Requests that treat all boards alike; they count as an act in no single game if they touch other games too."""


def right_of(request: object, state: Tournament | None) -> str:
    """Return the right that *request* needs. A request without a row in the table may be made by the service alone."""
    right = TABLE.get(type(request), SYSTEM)
    return right if isinstance(right, str) else right(request, state)
