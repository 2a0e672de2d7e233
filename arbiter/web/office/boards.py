"""One board in the office: the position, the score sheet, what was tried, and the rulings, each with its reason."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from arbiter.refused import Refused
from arbiter.rulings.board.turned import BeginAnew, begins_anew
from arbiter.rulings.referee.adjudication import GiveNotice
from arbiter.rulings.referee.corrections import AnswerCall, GivePenalty, RestorePosition, RuleResult
from arbiter.rulings.request import Request
from arbiter.rulings.signing import Ruling
from arbiter.shapes.clock import preview_shape
from arbiter.shapes.endings import counts_shape, proofs_shape
from arbiter.shapes.officiating import preview_shape as back_shape
from arbiter.shapes.officiating import sealed_shape, strength_shape
from arbiter.shapes.scoresheet import columns, marks, score_rows
from arbiter.shapes.tournament import Shape, board_shape, proposal_shape
from arbiter.tournament.proof import looked_at
from arbiter.web import doors, page
from arbiter.web.office.clock_forms import CLOCK_RULINGS, PREVIEWED
from arbiter.web.office.corrected import corrects_the_past, shown_first
from arbiter.web.reading import typed

boards = Blueprint("boards", __name__)

STEPS = ("note", "caution", "warning", "time 60", "time 120", "loss", "expulsion")
"""The penalties that the page offers."""


@boards.get("/office/<t>/rounds/<int:n>/boards/<int:b>")
@doors.officials_only
def show(t: str, n: int, b: int) -> ResponseReturnValue:
    """The board as it stands, or as it stood after `?ply=`, which is what taking back to there would restore."""
    return _page(t, n, b, {})


def _page(t: str, n: int, b: int, form: typed.Form, refused: str | None = None, preview: Shape | None = None) -> str:
    view = page.view(t)
    state = view.state
    game = state.game(n, b)
    ply = min(typed.number(form, "ply") or 0, game.ply) if form.get("kind") == "take_back" else page.asked_ply(game)
    waiting = [p for p in state.waiting if (p.round, p.board) == (n, b)]
    return page.render(
        "office/board.html",
        view,
        game=game,
        round=state.round(n),
        board=board_shape(view, game),
        rows=score_rows(game),
        columns=columns(game),
        marks=marks(game),
        ply=ply,
        back=back_shape(view, game, ply),
        strength=strength_shape(state, game) if state.regulations and state.regulations.strength_after else None,
        sealed=sealed_shape(view, game)["sealed"],
        steps=STEPS,
        begins_anew=begins_anew(state, game),
        proposals=[(proposal_shape(view, p), looked_at(state, p), proofs_shape(view, p)) for p in waiting],
        counts=counts_shape(view, game),
        form=form,
        key=secrets.token_hex(8),
        refused=refused,
        preview=preview,
    )


@boards.post("/office/<t>/rounds/<int:n>/boards/<int:b>")
@doors.officials_only
def rule(t: str, n: int, b: int) -> ResponseReturnValue:
    """A ruling of the arbiter at this board."""
    kind = typed.choice(request.form, "kind", tuple(RULINGS))
    desk = doors.desk(t)
    if kind == "result" and "known" not in request.form and corrects_the_past(t, n, b):
        return shown_first(t, n, b)
    try:
        by = doors.reader().by
        wish = Ruling(round=n, board=b, by=by, wish=RULINGS[kind](n, b, by, request.form))
        if kind in PREVIEWED and "look" in request.form:
            before = page.view(t)
            shown = preview_shape(before, desk.preview(wish), n, b)
            return _page(t, n, b, request.form, preview=shown)
        desk.submit(wish, key=typed.once(request.form))
    except Refused as refused:
        return _page(t, n, b, request.form, page.sentence(refused)), 422
    flash(gettext("Board %(board)s: recorded.", board=b), "done")
    return page.see(url_for("office.boards.show", t=t, n=n, b=b))


def _result(round: int, board: int, by: str, form: typed.Form) -> Request:
    return RuleResult(
        round=round,
        board=board,
        outcome=typed.result(form),
        because=form.get("because", "ruling"),
        by=by,
        reason=form.get("reason", ""),
        article=typed.word(form, "article"),
        written=typed.written(form),
    )


def _take_back(round: int, board: int, by: str, form: typed.Form) -> Request:
    return RestorePosition(
        round=round,
        board=board,
        ply=typed.needed(form, "ply"),
        by=by,
        reason=form.get("reason", ""),
        article=typed.word(form, "article"),
        times=form.get("times", ""),
    )


def _penalty(round: int, board: int, by: str, form: typed.Form) -> Request:
    return GivePenalty(
        round=round,
        board=board,
        side=typed.side(form),
        step=form.get("step", ""),
        by=by,
        reason=form.get("reason", ""),
        article=typed.word(form, "article"),
    )


def _answer(round: int, board: int, by: str, _: typed.Form) -> Request:
    return AnswerCall(round=round, board=board, by=by)


def _notice(round: int, board: int, by: str, _: typed.Form) -> Request:
    return GiveNotice(round=round, board=board, by=by)


def _anew(round: int, board: int, by: str, form: typed.Form) -> Request:
    return BeginAnew(
        round=round, board=board, by=by, reason=form.get("reason", ""), article=typed.word(form, "article")
    )


RULINGS: Mapping[str, Callable[[int, int, str, typed.Form], Request]] = {
    "result": _result,
    **CLOCK_RULINGS,
    "take_back": _take_back,
    "penalty": _penalty,
    "answer": _answer,
    "notice": _notice,
    "board_turned": _anew,
}
