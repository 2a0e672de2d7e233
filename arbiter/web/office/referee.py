"""The referee's desk: calls in their order, appeals and what follows from either decision, conduct, who may sign."""

from __future__ import annotations

import secrets

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.hall.branches import branches_shape
from arbiter.refused import Refused
from arbiter.rulings.referee.appeals import BRANCHES, ChooseBranch, DecideAppeal, FileAppeal, appeal_of
from arbiter.rulings.referee.penalties import CATEGORIES, NoteConduct
from arbiter.rulings.request import Request
from arbiter.rulings.signing import NameComputer, NameHome, NameOfficial, Ruling
from arbiter.shapes.appeals import appeal_shape, calls_shape, conduct_shape, record_of
from arbiter.web import doors, page
from arbiter.web.office.clocks import section
from arbiter.web.reading import typed

referee = Blueprint("referee", __name__)

SHOWN_OF_A_BRANCH = 12
"""How many places of the standings are shown for either decision."""


@referee.get("/office/<t>/referee")
@doors.officials_only
def show(t: str) -> ResponseReturnValue:
    """What waits for the referee besides the boards."""
    return _page(t, {})


def _page(t: str, form: typed.Form, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    return page.render(
        "office/referee.html",
        view,
        form=form,
        refused=refused,
        key=secrets.token_hex(8),
        calls=calls_shape(view)["calls"],
        appeals=[appeal_shape(view, one) for one in reversed(state.appeals)],
        conduct=list(reversed(conduct_shape(view))),
        categories=CATEGORIES,
    )


@referee.post("/office/<t>/referee")
@doors.officials_only
def record(t: str) -> ResponseReturnValue:
    """Conduct, an appeal on paper, or who of the officials plays or has a sector."""
    form = request.form
    try:
        what = typed.choice(form, "what", ("conduct", "appeal", "official", "computer", "home"))
        doors.desk(t).submit(_wish(what, form), key=typed.once(form))
    except Refused as refused:
        return _page(t, form, page.sentence(refused)), 422
    flash(_("Recorded."), "done")
    return page.see(url_for("office.referee.show", t=t))


def _wish(what: str, form: typed.Form) -> Request:
    by = doors.reader().by
    if what == "official":
        boards = section(form.get("boards", "")) or ()
        return NameOfficial(official=form.get("official", ""), entry=typed.number(form, "entry"), boards=boards, by=by)
    if what == "computer":
        return NameComputer(entry=typed.needed(form, "entry"), by=by)
    if what == "home":
        return NameHome(entries=section(form.get("entries", "")) or (), by=by)
    n, b, side = typed.needed(form, "round"), typed.needed(form, "board"), typed.side(form)
    if what == "appeal":
        asks = typed.result(form, "asks") if form.get("asks") else None
        return FileAppeal(round=n, board=b, side=side, grounds=form.get("grounds", ""), asks=asks, paper=True, by=by)
    wish = NoteConduct(
        round=n, board=b, side=side, category=form.get("category", ""), by=by, reason=form.get("reason", "")
    )
    return Ruling(round=n, board=b, by=by, wish=wish)


@referee.get("/office/<t>/appeals/<int:a>")
@doors.officials_only
def appeal(t: str, a: int) -> ResponseReturnValue:
    """One appeal: grounds, both decisions side by side, and the game line by line."""
    return _appeal(t, a, {})


def _appeal(t: str, a: int, form: typed.Form, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    found = appeal_of(state, a)
    blind = bool(request.args.get("blind"))
    return page.render(
        "office/appeal.html",
        view,
        appeal=appeal_shape(view, found, blind=blind),
        game=state.game(found.round, found.board),
        blind=blind,
        branches={} if found.decided else branches_shape(view, found, doors.the_doors().workshop),
        places=SHOWN_OF_A_BRANCH,
        lines=list(record_of(doors.desk(t).journal.read(), found.round, found.board)),
        form=form,
        refused=refused,
        key=secrets.token_hex(8),
    )


@referee.post("/office/<t>/appeals/<int:a>")
@doors.officials_only
def decide(t: str, a: int) -> ResponseReturnValue:
    """What the next round is paired on while the appeal waits, or the committee's decision."""
    form, by = request.form, doors.reader().by
    try:
        if typed.choice(form, "what", ("branch", "decision")) == "branch":
            wish: Request = ChooseBranch(appeal=a, branch=typed.choice(form, "branch", BRANCHES), by=by)
        else:
            wish = DecideAppeal(
                appeal=a,
                overturned=typed.choice(form, "decision", BRANCHES) == "overturned",
                by=by,
                reason=form.get("reason", ""),
                outcome=typed.result(form) if form.get("result") else None,
            )
        doors.desk(t).submit(wish, key=typed.once(form))
    except Refused as refused:
        return _appeal(t, a, form, page.sentence(refused)), 422
    flash(_("Recorded."), "done")
    return page.see(url_for("office.referee.appeal", t=t, a=a))
