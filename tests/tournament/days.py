"""Days in a hall: one on which everything happens that can be written down, and any other that chance makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from arbiter.pairing.prizes import Prize
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves, moves_in_play
from arbiter.rules.notation import move_text, path_text
from arbiter.rulings.board.adjournments import AdjournGame, ResumeGame
from arbiter.rulings.board.ballots import DrawBallot
from arbiter.rulings.board.claims import AnswerDraw, CallArbiter, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.board.late_acts import ConfirmedAct, Device
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.board.results import ObjectToResult, ReportResult
from arbiter.rulings.board.touches import TouchPiece
from arbiter.rulings.board.turned_boards import BeginAnew
from arbiter.rulings.captains import AskLineUps, HandInLineUp
from arbiter.rulings.computer import ReportEngine, SeatHouse
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import CheckIn, DeleteEntry, EnterPlayer, WithdrawPlayer
from arbiter.rulings.prizes import AgreeFee, RecordReport, SetCategories, SetFees, SetPrizes, SignFinal, TakeFee
from arbiter.rulings.referee.corrections import AnswerCall, CorrectTime, GivePenalty, RuleResult, StartClock, StopClock
from arbiter.rulings.referee.late_touches import ConfirmedTouch
from arbiter.rulings.referee.lost_moves import EnterLostMoves
from arbiter.rulings.referee.overruling import Overrule
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.arrangements import (
    AllowPairs,
    DrawColour,
    FixBoard,
    ForbidPairs,
    ReturnPlayer,
    SetBye,
    SetGroup,
)
from arbiter.rulings.rounds.games_on_paper import ChangeOver, VerifySlips
from arbiter.rulings.rounds.hand import ChangeRound, Free, Swap
from arbiter.rulings.rounds.pairing import PairRound, PostponeGame, PublishRound, StartRound, UndoRound
from arbiter.rulings.screens import Announce, AssignScreen, EndAnnouncement
from arbiter.rulings.terms import ChangeTerms, GiveNumbers
from arbiter.rulings.time.attendance import NoteAttendance, RingLate
from arbiter.rulings.time.clocks import CorrectCounter, ExplainStop, ResumeHall, StopHall, SwapSides
from arbiter.rulings.time.controls import SetControl
from arbiter.rulings.time.flags import NoteInterruption, RingFlag, RingFlags
from arbiter.rulings.time.inactivity import RingInactivity
from arbiter.rulings.undoing import UndoMove
from arbiter.sides import Both, Side
from arbiter.tournament.categories import Category
from tests.hall import BY, MORNING, Hall
from tests.tournament.officials_day import called_flag, officials_day

Deed = Callable[[Hall], None]
AT: dict[str, Any] = {"round": 1, "board": 1, "by": BY}


def eventful_day() -> Hall:
    """A hall in which nearly every kind of event has been written down; the others come on other days."""
    hall = Hall(started=False)
    hall.submit(ChangeRegulations(switches=(("late", 15),), by=BY, reason="agreed beforehand"))
    settle(hall)
    hall.submit(PairRound(by=BY, draft=True))
    white, black = hall.state.round(1).pairs[0]
    hall.submit(ChangeRound(round=1, deed=Swap(white, black), by=BY, reason="colours as they were drawn"))
    hall.submit(PublishRound(round=1, by=BY))
    hall.submit(UndoRound(round=1, by=BY, confirmed=True, reason="drawn anew"))
    hall.submit(PairRound(by=BY))
    hall.submit(PostponeGame(round=1, board=2, by=BY, until="Monday", reason="the train is late"))
    hall.submit(StartRound(round=1, by=BY, boards=(1,), paper=(2,)))
    hall.submit(ReportResult(**{**AT, "board": 2}, result="white", side=Side.WHITE))
    hall.submit(ObjectToResult(**{**AT, "board": 2}))
    hall.submit(ChangeOver(round=1, by=BY, paper=False))
    hall.play("32-28", "19-23", "37-32", "28x19", "14x23")
    for request in (
        EnterLostMoves(**AT, ply=4, moves=("37-32",), reason="the disk had lost it"),
        StartClock(**AT),
        RestorePosition(**AT, ply=4, reason="it was not lost"),
        StartClock(**AT),
        OfferDraw(**AT),
        AnswerDraw(**AT, accept=False),
        CallArbiter(**AT),
        AnswerCall(**AT),
        StopClock(**AT, reason="fire drill"),
        CorrectTime(**AT, side=Side.WHITE, add=60_000, reason="fire drill"),
        StartClock(**AT),
        PlayMove(**AT, ply=4, move="33-22"),
        Overrule(**AT, reason="the tablet was struck by a sleeve"),
        GivePenalty(**AT, side=Side.BLACK, step="note", reason="spoke"),
        RestorePosition(**AT, ply=2, reason="a piece stood wrongly"),
        StartClock(**AT),
        ClaimDraw(**AT, ground="repetition"),
        NoteInterruption(alive=hall.clock.at),
        StartRound(round=1, by=BY),
        CorrectCounter(**AT, side=Side.WHITE, to_go=48, reason="a move was counted twice"),
        SwapSides(**AT, what="times", reason="the tablet lay the wrong way round"),
        StopHall(by=BY),
        ExplainStop(by=BY, reason="fire alarm"),
        ResumeHall(by=BY),
        AdjournGame(**AT, envelope="1", sealed="28x19"),
        ResumeGame(**AT),
        SetControl(control="3600", entry=3, by=BY, reason="handicap"),
        NoteAttendance(round=1, board=2, side=Side.BLACK, here=False, by=BY),
    ):
        hall.submit(request)
    hall.wait(minutes=20)
    hall.submit(RingLate(round=1, board=2))
    hall.submit(NoteAttendance(round=1, board=2, side=Side.BLACK, here=True, by=BY))
    hall.wait(hours=3)
    hall.submit(RingFlag(round=1, board=1))
    hall.submit(RingFlag(round=1, board=2))
    claim, flag, other = (proposal.number for proposal in hall.state.waiting)
    hall.submit(DismissProposal(proposal=claim, by=BY, reason="only twice"))
    hall.submit(DismissProposal(proposal=flag, by=BY, reason="the clock was stopped too late"))
    hall.submit(SignProposal(proposal=other, by=BY))
    hall.submit(RuleResult(**AT, outcome=Both(Outcome.DRAWN, Outcome.DRAWN), reason="agreed"))
    hall.submit(RuleResult(**AT, outcome=Both(Outcome.WON, Outcome.LOST), reason="misheard"))
    hall.submit(VerifySlips(round=1, boards=(1,), results=("2-0",), by=BY))
    hall.submit(WithdrawPlayer(entry=2, by=BY, reason="ill"))
    return hall


def settle(hall: Hall) -> None:
    """What a director settles before round 1, and takes back again where the day needs everybody."""
    for request in (
        MendTournament(place="Utrecht", begins="2026-09-21", times=(("1", "2026-09-21T16:00"),), by=BY),
        EnterPlayer(by=BY),
        CheckIn(entries=(1, 2), by=BY),
        DeleteEntry(entry=5, by=BY),
        WithdrawPlayer(entry=3, by=BY, reason="a wedding"),
        ReturnPlayer(entry=3, by=BY),
        AssignScreen(screen=1, shows=("pairings", "boards"), by=BY),
        Announce(text="Round 1 begins at ten", until=1, by=BY),
        SetBye(entry=4, round=3, kind="half", by=BY, reason="comes by a later train"),
        ForbidPairs(entries=(1, 3), by=BY, first=1, last=1, reason="sisters"),
        FixBoard(entry=2, board=2, by=BY, reason="cannot climb the stage"),
        SetGroup(entry=1, group="A", by=BY),
        GiveNumbers(order=(1, 2, 3, 4), how="lot", by=BY),
        DrawColour(side=Side.WHITE, by=BY),
        ChangeTerms(by=BY, rounds=3, settings={"half_byes": 2}),
        SetCategories(categories=(Category(name="Women", sex="f", entries=(1,)),), by=BY),
        SetPrizes(prizes=(Prize(name="1st", amount=500, place=1), Prize(name="W", category="Women")), by=BY),
        SetFees(amount=2_500, categories={"Women": 2_000}, by=BY),
        AgreeFee(entry=1, amount=0, by=BY, reason="helps in the kitchen"),
        TakeFee(entry=2, amount=2_500, by=BY),
    ):
        hall.submit(request)
    hall.submit(EndAnnouncement(announcement=hall.state.announcements[0].number, by=BY))
    hall.submit(AllowPairs(ban=hall.state.bans[0].number, by=BY))


def set_up_day() -> Hall:
    """A hall in which a position was set up by two officials, and a count that was full was broken."""
    hall = Hall(players=2, regulations="fmjd_classic", endings=("repetition-fmjd", "repetition-five"))
    at: dict[str, Any] = {"round": 1, "board": 1}
    hall.submit(RestorePosition(**at, by=BY, fen="W:WK46,49:BK5,1", second=True, reason="begun on wood"))
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by="director"))
    hall.submit(StartClock(**at, by=BY))
    hall.play(*("46-41", "5-10", "41-46", "10-5") * 4, "46-41", "1-6")
    hall.submit(RestorePosition(**at, by=BY, ply=3, fen="B:WK46,49:BK10,1", reason="knocked over"))
    hall.submit(StartClock(**at, by=BY))
    hall.play("10-5")
    return hall


def balloted_day() -> Hall:
    """A hall in which an opening was drawn and played on from."""
    unconfirmed = (("confirm_moves", False),)
    hall = Hall(variant="american", ballots="three-move", players=2, started=False, switches=unconfirmed)
    hall.submit(PairRound(by=BY))
    hall.submit(DrawBallot(round=1, chance=(0,), by=BY))
    hall.submit(DrawBallot(round=1, name="41", by=BY))
    hall.submit(StartRound(round=1, by=BY))
    hall.play("18x9", "5x14")
    hall.submit(TouchPiece(**AT, ply=hall.game().ply))
    move = moves_in_play(hall.game().position, hall.state.variant)[0]
    hall.play(path_text(move.path, "x", hall.state.variant))
    touch, device = TouchPiece(**AT, ply=hall.game().ply), Device(pressed=hall.clock.at)
    hall.wait(seconds=1)
    hall.submit(UndoMove(**AT))
    hall.submit(ConfirmedTouch(**AT, act=touch, device=device))
    return hall


def repeated_day() -> Hall:
    """A hall in which a position came for the third time, an arbiter signed what was due, and the end was signed."""
    hall = Hall(variant="turkish", players=2)
    hall.play("a3-a4", "h6-h5", *(("a4-b4", "h5-g5", "b4-a4", "g5-h5") * 2))
    (due,) = hall.state.waiting
    hall.submit(SignProposal(proposal=due.number, by=BY))
    hall.submit(SignFinal(version=hall.state.version, places=((1, 1), (2, 1)), awards=((1, (0,), 500),), by=BY))
    hall.submit(RecordReport(format="trf", line=hall.state.version, hash="a" * 64, facts="b" * 64, by=BY))
    return hall


def team_day() -> Hall:
    """A drafted round of two teams whose captains were asked, and have both handed in their line-ups."""
    hall = Hall(started=False, system="team-round-robin", settings={"boards": 2})
    for entry, team in ((1, "Noord"), (2, "Noord"), (3, "Oost"), (4, "Oost")):
        hall.submit(SetGroup(entry=entry, group=team, by=BY))
    hall.submit(PairRound(by=BY, draft=True))
    hall.submit(AskLineUps(round=1, minutes=30, by=BY))
    hall.submit(HandInLineUp(round=1, team=1, players=(1, 2), by="captain of team 1"))
    hall.submit(HandInLineUp(round=1, team=2, players=(3, 0), substitutes=(4,), by="captain of team 2"))
    return hall


def late_day() -> Hall:
    """A flag that is doubted since its tablet is silent, and a move that comes in after another one and stands."""
    hall = Hall(flags="auto", control="60")
    hall.wait(seconds=59)
    hall.desk.touch(1)
    hall.desk.touch(2)
    hall.wait(seconds=1)
    for _ in range(2):
        hall.submit(RingFlags(rings=(RingFlag(round=1, board=1), RingFlag(round=1, board=2))))
        hall.wait(seconds=5)
    pressed = Device(pressed=hall.clock.at - 12_000, chain="5f" * 32)
    move = PlayMove(round=1, board=1, ply=0, move="32-28", by="tablet 1")
    hall.submit(ConfirmedAct(round=1, board=1, by="tablet 1", act=move, device=pressed))
    hall.submit(SignProposal(proposal=hall.state.version, by=BY))
    return hall


def house_day() -> Hall:
    """A day on which the house plays, and an engine that was to play for it does not."""
    hall = Hall(players=2, started=False, practice=True, system="manual", settings={"house": "yes"})
    hall.submit(SeatHouse(entry=2, level=7, engine="dame", chance=5, by=BY))
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.submit(StartRound(round=1, by=BY))
    hall.play("32-28")
    facts = (("move", "1-50"),)
    hall.submit(ReportEngine(**AT, side=Side.BLACK, engine="dame", code="engine_illegal_move", facts=facts))
    return hall


DAYS: Mapping[str, Callable[[], Hall]] = {
    "": eventful_day,
    "-ballots": balloted_day,
    "-set-ups": set_up_day,
    "-called": called_flag,
    "-endings": repeated_day,
    "-house": house_day,
    "-late": late_day,
    "-officials": officials_day,
    "-teams": team_day,
}
"""On these days together every kind of event happens, each by what it adds to the name of its journal."""


def a_wait(ms: int) -> Deed:
    return lambda hall: hall.wait(ms=ms)


def a_request(request: Request) -> Deed:
    def deed(hall: Hall) -> None:
        hall.submit(request)

    return deed


def a_move(round: int, board: int, choice: int) -> Deed:
    """One of the legal moves."""

    def deed(hall: Hall) -> None:
        game = hall.game(board, round)
        legal = legal_moves(game.position, hall.state.variant)
        hall.play(move_text(legal[choice % len(legal)], legal, hall.state.variant), board=board, round=round)

    return deed


def any_move(round: int, board: int, origin: int, destination: int) -> Deed:
    """Two squares, whatever comes of them."""

    def deed(hall: Hall) -> None:
        move = f"{origin}-{destination}"
        hall.submit(PlayMove(round=round, board=board, ply=hall.game(board, round).ply, move=move, by=BY))

    return deed


def an_outage(ms: int) -> Deed:
    def deed(hall: Hall) -> None:
        alive = hall.clock.at
        hall.wait(ms=ms)
        hall.submit(NoteInterruption(alive=alive))

    return deed


def received_before(ms: int, deed: Deed) -> Deed:
    """A deed that was received so long before it is ruled on: other boards' lines are written by now."""

    def late(hall: Hall) -> None:
        now = hall.clock.at
        hall.clock.at -= ms
        try:
            deed(hall)
        finally:
            hall.clock.at = now

    return late


def decided(sign: bool) -> Deed:
    """The first proposal that waits is decided."""

    def deed(hall: Hall) -> None:
        for proposal in hall.state.waiting[:1]:
            asked = SignProposal if sign else DismissProposal
            hall.submit(asked(proposal=proposal.number, by=BY, reason="seen"))

    return deed


rounds, boards, sides = st.integers(1, 2), st.integers(1, 3), st.sampled_from(Side)
some_side = st.none() | sides
outcomes = st.builds(Both, st.sampled_from(Outcome), st.sampled_from(Outcome))
spans = st.integers(-30_000, 60_000)
by, why = st.just(BY), st.just("seen")
entries = st.integers(1, 5)
deeds_by_hand = st.one_of(
    st.builds(Swap, entries, entries),
    st.builds(Free, entries, st.sampled_from((ByeKind.HALF, ByeKind.ALLOCATED))),
)
controls = st.sampled_from(("60", "2/20+1", "30+2d|40+2b", "20+2x5", "20+2/9", "1@9", "-"))
at: dict[str, Any] = {"round": rounds, "board": boards, "by": by}
requests = st.one_of(
    st.builds(EnterPlayer, by=by),
    st.builds(WithdrawPlayer, entry=st.integers(0, 6), by=by, reason=why),
    st.builds(PairRound, by=by),
    st.builds(PairRound, by=by, draft=st.just(True)),
    st.builds(PublishRound, round=rounds, by=by),
    st.builds(UndoRound, round=rounds, by=by),
    st.builds(UndoRound, round=rounds, by=by, confirmed=st.just(True), reason=why),
    st.builds(ChangeRound, round=rounds, deed=deeds_by_hand, by=by, reason=why, accepted=st.booleans()),
    st.builds(PostponeGame, round=rounds, board=boards, by=by, until=st.just("Monday")),
    st.builds(ReturnPlayer, entry=st.integers(0, 6), by=by),
    st.builds(SetBye, entry=entries, round=rounds, kind=st.sampled_from(("half", "zero", "")), by=by),
    st.builds(StartRound, round=rounds, by=by, boards=st.none() | st.tuples(boards)),
    st.builds(OfferDraw, **at, side=some_side),
    st.builds(AnswerDraw, **at, side=some_side, accept=st.booleans()),
    st.builds(Resign, **at, side=some_side),
    st.builds(ClaimDraw, **at, side=some_side, ground=why),
    st.builds(CallArbiter, **at, side=some_side),
    st.builds(AnswerCall, **at),
    st.builds(RingFlag, round=rounds, board=boards),
    st.builds(RuleResult, **at, outcome=outcomes, reason=why, because=st.sampled_from(("ruling", "forfeit"))),
    st.builds(CorrectTime, **at, side=sides, add=spans, reason=why),
    st.builds(CorrectTime, **at, side=sides, left=spans, reason=why),
    st.builds(StopClock, **at, reason=why),
    st.builds(StartClock, **at),
    st.builds(RestorePosition, **at, ply=st.integers(0, 5), reason=why),
    st.builds(GivePenalty, **at, side=sides, step=st.just("caution"), reason=why),
    st.builds(StopClock, **at, reason=why, pressed=st.integers(MORNING, MORNING + 60_000)),
    st.builds(StopHall, by=by, reason=why, boards=st.none() | st.tuples(st.integers(1, 2))),
    st.builds(ResumeHall, by=by, boards=st.none() | st.tuples(st.integers(1, 2))),
    st.builds(
        CorrectCounter, **at, side=sides, to_go=st.integers(0, 4), period=st.none() | st.integers(1, 3), reason=why
    ),
    st.builds(SwapSides, **at, what=st.sampled_from(("times", "players")), reason=why),
    st.builds(SetControl, control=controls, by=by, entry=st.integers(1, 5)),
    st.builds(SetControl, control=controls, by=by, round=rounds, board=boards, side=some_side),
    st.builds(NoteAttendance, **at, side=sides, here=st.booleans()),
    st.builds(RingLate, round=rounds, board=boards),
    st.builds(RingInactivity, round=rounds, board=boards),
    st.builds(BeginAnew, **at),
    st.builds(TouchPiece, **at, ply=st.integers(0, 5)),
    st.builds(UndoMove, **at, side=some_side),
    st.builds(AdjournGame, **at, envelope=st.sampled_from(("", "1"))),
    st.builds(ResumeGame, **at, move=st.sampled_from(("", "32-28", "19-23"))),
)
squares = st.integers(1, 50)
in_order = st.one_of(
    st.builds(a_move, rounds, boards, st.integers(0, 50)),
    st.builds(a_move, st.just(1), st.integers(1, 2), st.integers(0, 50)),
    st.builds(a_move, st.just(1), st.integers(1, 2), st.integers(0, 50)),
    st.builds(any_move, rounds, boards, squares, squares),
    st.builds(a_wait, st.integers(0, 20_000)),
    st.builds(an_outage, st.integers(0, 20_000)),
    st.builds(decided, st.booleans()),
    st.builds(a_request, requests),
    st.builds(a_request, requests),
)
deeds = in_order | st.builds(received_before, st.integers(0, 3_000), in_order)


def lived(flags: str, day: list[Deed]) -> Hall:
    """A hall with short clocks after that day; what was refused left no trace."""
    hall = Hall(control="3/60:2/30", flags=flags, switches=(("confirm_moves", False),))
    for deed in day:
        before = hall.state
        try:
            deed(hall)
        except Refused:
            assert hall.state is before
    return hall


days = st.builds(lived, st.sampled_from(("propose", "auto")), st.lists(deeds, max_size=40))
