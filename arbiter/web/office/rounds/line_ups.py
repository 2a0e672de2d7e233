"""Office pages of the captains' line-ups: ask for them, show the captains' links, and hand in for a captain."""

from __future__ import annotations

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT
from arbiter.rulings.captains import AskLineUps
from arbiter.shapes.line_ups import line_ups_shape
from arbiter.tournament.fixtures import labels
from arbiter.web import access, page
from arbiter.web.access import captains
from arbiter.web.public.captain import line_up_facts, submit_line_up
from arbiter.web.request_parsing import form, key, read, takes

line_ups = Blueprint("line_ups", __name__)


@line_ups.get("/office/<t>/rounds/<int:n>/line-ups")
@access.only(DIRECT)
def show(t: str, n: int) -> ResponseReturnValue:
    """Show which teams have handed in their line-ups, the captains' links, and the form that asks for line-ups."""
    return _page(t, n)


def _page(t: str, n: int, refused: str = "") -> str:
    view = page.view(t)
    round = view.state.round(n)
    names = enumerate(labels(view.state), start=1)
    return page.render(
        "office/line_ups.html",
        view,
        round=round,
        told=line_ups_shape(view, round),
        over=0 < round.line_ups_until <= view.at,
        links={team: url_for("public.captain.show", token=captains.captain_token(t, view.state, team), _external=True)
               for team, _ in names},
        refused=refused,
    )  # fmt: skip


@line_ups.post("/office/<t>/rounds/<int:n>/line-ups")
@access.only(DIRECT)
@takes(AskLineUps)
def ask(t: str, n: int) -> ResponseReturnValue:
    """Ask the captains for their line-ups."""
    try:
        given = form()
        access.desk(t).submit(read(AskLineUps, given, round=n, by=access.reader().by), key=key(given))
    except Refused as refused:
        return _page(t, n, page.sentence(refused)), 422
    return page.see(url_for("office.line_ups.show", t=t, n=n))


@line_ups.post("/office/<t>/rounds/<int:n>/line-ups/links")
@access.only(DIRECT)
@takes()
def renew(t: str, n: int) -> ResponseReturnValue:
    """Make the links of all captains of the tournament invalid, and show new ones."""
    captains.renew(t)
    flash(_("The captains have new links; the old ones open nothing."), "done")
    return page.see(url_for("office.line_ups.show", t=t, n=n))


@line_ups.get("/office/<t>/rounds/<int:n>/line-ups/<int:team>")
@access.only(DIRECT)
def one(t: str, n: int, team: int) -> ResponseReturnValue:
    """Show the form with which the director hands in a line-up for a captain, for example one on paper."""
    return _form(t, n, team)


def _form(t: str, n: int, team: int, refused: str = "") -> str:
    view = page.view(t)
    if not 1 <= team <= len(labels(view.state)) or n != len(view.state.rounds):
        raise Refused("no_match", team=team, round=n)
    name = labels(view.state)[team - 1]
    return page.render("office/line_up.html", view, name=name, n=n, refused=refused, **line_up_facts(t, team))


@line_ups.post("/office/<t>/rounds/<int:n>/line-ups/<int:team>")
@access.only(DIRECT)
@takes(made=("board-",), also=("substitute",))
def hand_in(t: str, n: int, team: int) -> ResponseReturnValue:
    """Hand in a line-up for a captain."""
    try:
        submit_line_up(t, team)
    except Refused as refused:
        return _form(t, n, team, page.sentence(refused)), 422
    return page.see(url_for("office.line_ups.show", t=t, n=n))
