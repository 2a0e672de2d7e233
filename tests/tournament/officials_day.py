"""A day in a hall on which the officials have to do everything that they can."""

from __future__ import annotations

from typing import Any

from arbiter.desk.current_asker import asking
from arbiter.rulings.board.claims import AnswerDraw, OfferDraw
from arbiter.rulings.board.objections import CrownKing, Object
from arbiter.rulings.bounds.rights import Asker
from arbiter.rulings.referee.adjudication import AskOpinion, GiveNotice
from arbiter.rulings.referee.appeals import ChooseBranch, FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.referee.corrections import StartClock, StopClock
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.signing import NameComputer, NameHome, NameOfficial
from arbiter.rulings.time.flag_calls import CallFlag
from arbiter.sides import Side
from tests.hall import BY, Hall


def officials_day() -> Hall:
    """A hall under regulations that leave irregular moves to the opponent."""
    hall = Hall(regulations="fmjd_classic", switches=(("crowning", "opponent"), ("huff", "moved")))
    irregular_moves(hall)
    decisions(hall)
    return hall


def decisions(hall: Hall) -> None:
    """A playing director, a computer, a draw that was agreed too early, a telephone, and an appeal."""
    at: dict[str, Any] = {"round": 1, "board": 2, "by": BY}
    for request in (
        NameOfficial(official="director", entry=hall.game(2).entries.white, boards=(1, 2), by=BY),
        NameComputer(entry=hall.game(1).entries.black, by=BY),
        NameHome(entries=(1,), by=BY),
        OfferDraw(**at),
        AnswerDraw(**at, accept=True),
        NoteConduct(**at, side=Side.WHITE, category="telephone", reason="it rang"),
        GiveNotice(**at, matter="slow"),
        StopClock(**at),
        AskOpinion(**at),
        StartClock(**at),
    ):
        hall.submit(request)
    (early,) = [p.number for p in hall.state.waiting if p.kind == "early_draw"]
    with asking(Asker(role="director", by="director")):
        hall.submit(SignProposal(proposal=early, by="director"))
    hall.submit(SignProposal(proposal=early, by=BY))
    hall.submit(FileAppeal(**at, side=Side.WHITE, grounds="we did not agree", asks="draw"))
    (appeal,) = hall.state.appeals
    hall.submit(ChooseBranch(appeal=appeal.number, branch="overturned", by=BY))
    panel = ("chief 104104", "chief 105105")
    hall.submit(NamePanel(appeal=appeal.number, members=panel, by=BY))
    for member in panel:
        hall.submit(DecideAppeal(appeal=appeal.number, overturned=True, by=member, reason="both say so"))


def called_flag() -> Hall:
    """A hall in which a player calls the flag that has fallen."""
    hall = Hall(players=2, switches=(("flag_called_by", "players"),))
    hall.wait(hours=3)
    hall.submit(CallFlag(round=1, board=1, by=BY))
    return hall


def irregular_moves(hall: Hall) -> None:
    """A move that is taken back, a king that is crowned, a move that is let stand, a piece that is huffed."""
    at: dict[str, Any] = {"round": 1, "board": 1, "by": BY}
    hall.play("32-28", "19-23", "37-32")
    hall.submit(Object(**at, choice="rectify"))
    hall.play("28x19", "2-24", "31-2")
    hall.submit(CrownKing(**at))
    hall.submit(Object(**at, choice="stand"))
    hall.play("24-30", "33-28")
    hall.submit(Object(**at, choice="huff"))
