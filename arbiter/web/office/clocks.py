"""Office pages of all clocks: stop and resume, list the players short of time, and report a game's clock."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.request import Request
from arbiter.rulings.time.clocks import ExplainStop, ResumeHall, StopHall
from arbiter.sentences.officials import SHUT_HERE
from arbiter.shapes.board import board_shape
from arbiter.shapes.clock import report_shape, trouble_shape
from arbiter.web import access, page
from arbiter.web.api.board.clocks import history
from arbiter.web.request_parsing import Body, choice, form, key, read, takes

clocks = Blueprint("clocks", __name__)

PLAYERS_SHOWN = 12
KINDS: Mapping[str, type[Request]] = {"stop": StopHall, "resume": ResumeHall, "explain": ExplainStop}


@clocks.get("/office/<t>/clocks")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show which clocks are running and which are stopped, and the players with the least time."""
    return _page(t, {})


def _page(t: str, form: Body, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    short = trouble_shape(view, PLAYERS_SHOWN)
    playing = [game for game in state.games() if game.running]
    named = {(row["round"], row["board"]) for row in short}
    return page.render(
        "office/clocks.html",
        view,
        form=form,
        refused=refused,
        short=short,
        going=[game for game in playing if game.clock.running],
        standing=[game for game in playing if game.halted],
        boards=[board_shape(view, game, listed=True) for game in playing if (game.round, game.board) in named],
    )


@clocks.post("/office/<t>/clocks")
@access.only(RULE)
@takes(*KINDS.values(), also=("what",))
def rule(t: str) -> ResponseReturnValue:
    """Stop the clocks of all or some boards at one instant, resume them, or add the reason of an earlier stop."""
    given = form()
    try:
        what = choice(given, "what", tuple(KINDS))
        recorded = access.desk(t).submit(read(KINDS[what], given, by=access.reader().by), key=key(given))
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    count = sum(len(event.about(recorded.state)) for event in recorded.events)
    said = {
        "stop": _("Clocks stopped at %(count)s boards.", count=count),
        "resume": _("Clocks started at %(count)s boards.", count=count),
        "explain": _("The reason is recorded at %(count)s boards.", count=count),
    }
    flash(said[what], "done")
    return page.see(page.local(given.get("next"), url_for("office.clocks.show", t=t)))


@clocks.get("/office/<t>/rounds/<int:n>/boards/<int:b>/clock")
@access.officials_only
def report(t: str, n: int, b: int) -> ResponseReturnValue:
    """Show everything that happened to the clocks of a game, for an appeals committee.

    These are each press, pause, correction, fall of a flag, and gap in which the tablet was not connected.
    """
    view = page.view(t)
    state, desk = view.state, access.desk(t)
    game = state.game(n, b)
    told = report_shape(view, game, history(desk, n, b))
    return page.render("office/clock_report.html", view, game=game, report=told, shut=view.text(SHUT_HERE))
