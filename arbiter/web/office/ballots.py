"""Openings in the office: drawn by lot for a round or for each board, or named from a card."""

from __future__ import annotations

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.web import doors, page
from arbiter.web.api.endings import ballot_wanted
from arbiter.web.reading import typed

ballots = Blueprint("ballots", __name__)


@ballots.post("/office/<t>/rounds/<int:n>/ballots")
@doors.officials_only
def draw(t: str, n: int) -> ResponseReturnValue:
    """Draws the openings of a round; for one board only, where one was chosen."""
    form = request.form
    desk = doors.desk(t)
    board = typed.number(form, "board")
    name = (form.get("ballot") or "").strip() if form.get("how") == "named" else ""
    boards = (board,) if board else None
    desk.submit(
        ballot_wanted(desk.state, n, doors.reader().by, name, boards, each=form.get("how") == "each"),
        key=typed.once(form),
    )
    flash(_("Round %(round)s: the openings are drawn.", round=n), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))
