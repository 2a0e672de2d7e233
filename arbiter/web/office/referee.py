"""The referee's desk: calls in their order, appeals and what follows from either decision, conduct, who may sign."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.hall.branches import branches_shape
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT, RULE
from arbiter.rulings.referee.appeals import BRANCHES, ChooseBranch, DecideAppeal, FileAppeal, appeal_of
from arbiter.rulings.referee.penalties import CATEGORIES, NoteConduct
from arbiter.rulings.request import Request
from arbiter.rulings.signing import NameComputer, NameHome, NameOfficial, Ruling
from arbiter.rulings.time.attendance import HomeLate
from arbiter.shapes.referee.appeals import appeal_shape, calls_shape, conduct_shape, record_of
from arbiter.tournament.sealing import closed
from arbiter.web import doors, page
from arbiter.web.office.boards import span
from arbiter.web.reading.body import Body, choice, form, key, read
from arbiter.web.reading.known import takes

referee = Blueprint("referee", __name__)

SHOWN_OF_A_BRANCH = 12
"""How many places of the standings are shown for either decision."""
RECORDED: Mapping[str, Any] = {
    "conduct": NoteConduct,
    "appeal": partial(FileAppeal, paper=True),
    "official": NameOfficial,
    "computer": NameComputer,
    "home": NameHome,
    "home_late": HomeLate,
}
OF_ARBITERS = ("conduct", "appeal")
"""Of these what an arbiter may record; who is what, only the director says."""


@referee.get("/office/<t>/referee")
@doors.officials_only
def show(t: str) -> ResponseReturnValue:
    """What waits for the referee besides the boards."""
    return _page(t, {})


def _page(t: str, form: Body, refused: str | None = None) -> str:
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
@doors.only(RULE)
@takes(*RECORDED.values(), also=("what", "delay", "round", "board", "entry"))
def record(t: str) -> ResponseReturnValue:
    """Conduct, an appeal on paper, or who of the officials plays or has a sector."""
    given, by = form(), doors.reader().by
    given = {**given, "delay_ms": span(str(given["delay"]))} if "delay" in given else given
    try:
        what = choice(given, "what", tuple(RECORDED))
        if what not in OF_ARBITERS:
            doors.admitted(DIRECT, t)
        asked: Request = read(RECORDED[what], given, by=by)
        if isinstance(asked, NameOfficial):
            asked = replace(asked, official=doors.official_called(asked.official))
        if isinstance(asked, NoteConduct):
            asked = Ruling(round=asked.round, board=asked.board, by=by, request=asked)
        doors.desk(t).submit(asked, key=key(given))
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    flash(_("Recorded."), "done")
    return page.see(url_for("office.referee.show", t=t))


@referee.get("/office/<t>/appeals/<int:a>")
@doors.officials_only
def appeal(t: str, a: int) -> ResponseReturnValue:
    """One appeal: grounds, both decisions side by side, and the game line by line."""
    return _appeal(t, a, {})


def _appeal(t: str, a: int, form: Body, refused: str | None = None) -> str:
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
        lines=list(record_of(doors.desk(t).journal.read(), found.round, found.board, closed(state))),
        form=form,
        refused=refused,
        key=secrets.token_hex(8),
    )


@referee.post("/office/<t>/appeals/<int:a>")
@doors.officials_only
@takes(ChooseBranch, DecideAppeal, also=("what", "decision"))
def decide(t: str, a: int) -> ResponseReturnValue:
    """What the next round is paired on while the appeal waits, or the committee's decision."""
    given = form()
    try:
        kind: type[Request] = (
            ChooseBranch if choice(given, "what", ("branch", "decision")) == "branch" else DecideAppeal
        )
        given = (
            {**given, "overturned": choice(given, "decision", BRANCHES) == "overturned"}
            if kind is DecideAppeal
            else given
        )
        asked: Request = read(kind, given, appeal=a, by=doors.reader().by)
        doors.desk(t).submit(asked, key=key(given))
    except Refused as refused:
        return _appeal(t, a, given, page.sentence(refused)), 422
    flash(_("Recorded."), "done")
    return page.see(url_for("office.referee.appeal", t=t, a=a))
