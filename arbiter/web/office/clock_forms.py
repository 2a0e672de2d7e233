"""The rulings about the clocks of one board, as they are typed into the office's forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arbiter.rulings.board.adjournments import AdjournGame, ResumeGame
from arbiter.rulings.referee.corrections import CorrectTime, StartClock, StopClock
from arbiter.rulings.request import Request
from arbiter.rulings.time.attendance import NoteAttendance
from arbiter.rulings.time.clocks import CorrectCounter, SwapSides
from arbiter.web.reading import typed

Made = Callable[[int, int, str, typed.Form], Request]


def _time(round: int, board: int, by: str, form: typed.Form) -> Request:
    how, span = typed.choice(form, "how", ("add", "take", "exactly")), typed.span(form, "minutes")
    return CorrectTime(
        round=round,
        board=board,
        side=typed.side(form),
        add=None if how == "exactly" else span if how == "add" else -span,
        left=span if how == "exactly" else None,
        by=by,
        **_grounds(form),
    )


def _counter(round: int, board: int, by: str, form: typed.Form) -> Request:
    return CorrectCounter(
        round=round,
        board=board,
        side=typed.side(form),
        to_go=typed.needed(form, "to_go"),
        period=typed.number(form, "period"),
        by=by,
        **_grounds(form),
    )


def _swap(round: int, board: int, by: str, form: typed.Form) -> Request:
    return SwapSides(round=round, board=board, what=form.get("what", ""), by=by, **_grounds(form))


def _stop(round: int, board: int, by: str, form: typed.Form) -> Request:
    return StopClock(round=round, board=board, by=by, reason=form.get("reason", ""))


def _start(round: int, board: int, by: str, form: typed.Form) -> Request:
    return StartClock(round=round, board=board, by=by, reason=form.get("reason", ""))


def _here(round: int, board: int, by: str, form: typed.Form) -> Request:
    here = typed.choice(form, "here", ("yes", "no")) == "yes"
    return NoteAttendance(round=round, board=board, side=typed.side(form), here=here, by=by)


def _adjourn(round: int, board: int, by: str, form: typed.Form) -> Request:
    return AdjournGame(
        round=round,
        board=board,
        by=by,
        reason=form.get("reason", ""),
        envelope=form.get("envelope", ""),
        sealed=form.get("sealed", ""),
        until=form.get("until", ""),
    )


def _resume(round: int, board: int, by: str, form: typed.Form) -> Request:
    return ResumeGame(round=round, board=board, by=by, reason=form.get("reason", ""), move=form.get("move", ""))


def _grounds(form: typed.Form) -> dict[str, Any]:
    return {"reason": form.get("reason", ""), "article": typed.word(form, "article")}


CLOCK_RULINGS: Mapping[str, Made] = {
    "time": _time,
    "counter": _counter,
    "swap": _swap,
    "stop": _stop,
    "start": _start,
    "attendance": _here,
    "adjourn": _adjourn,
    "resume": _resume,
}
PREVIEWED = ("time", "counter", "swap")
"""What is looked at before it is signed: the clocks as they are, and as they would be."""
