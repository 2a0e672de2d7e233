"""The office page that leads through the end of a tournament, from the last result to the ceremony."""

from __future__ import annotations

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.exchange.export_formats import FORMATS
from arbiter.exchange.trf.refusing_programs import refusals
from arbiter.hall.reports.sent import SENT
from arbiter.prizes.awards import digest, prizes_shape, signed_now, stands, to_sign
from arbiter.prizes.closing import closing_steps
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.prizes import SignFinal
from arbiter.web import access, page
from arbiter.web.api.files import packed, reports_told, sent
from arbiter.web.request_parsing import form, key, takes

closing = Blueprint("closing", __name__)


@closing.get("/office/<t>/end")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show every step of the tournament's end: what is still to be done, the signatures, the sheets and the files."""
    return _page(t)


def _page(t: str, refused: str = "") -> str:
    view = page.view(t)
    state = view.state
    now = to_sign(view)
    return page.render(
        "office/end.html",
        view,
        steps=closing_steps(view),
        playing=not stands(state),
        told=prizes_shape(view, official=True),
        signatures=[(view.who(one.by), one.at, (one.places, one.awards) == now) for one in state.signatures],
        own=any(one.by == access.reader().by and (one.places, one.awards) == now for one in state.signatures),
        signed=bool(signed_now(view)),
        formats=FORMATS,
        reports=reports_told(t),
        sent_formats=SENT,
        refusals=refusals(view),
        refused=refused,
        seen=digest(now),
    )


@closing.post("/office/<t>/end/signature")
@access.only(RULE)
@takes(also=("seen",))
def sign(t: str) -> ResponseReturnValue:
    """Sign the final standings and the prizes. Refused if they have changed since the page showed them."""
    try:
        view, given = page.view(t), form()
        now = to_sign(view)
        if given.get("seen") != digest(now):
            raise Refused("final_changed")
        asked = SignFinal(by=access.reader().by, version=view.state.version, places=now[0], awards=now[1])
        access.desk(t).submit(asked, key=key(given))
    except Refused as refused:
        return _page(t, page.sentence(refused)), 422
    flash(_("You have signed the final standings."), "done")
    return page.see(url_for("office.closing.show", t=t))


@closing.post("/office/<t>/package")
@access.only(RULE)
@takes()
def package(t: str) -> ResponseReturnValue:
    """Make the package for the federation, and let the browser save it."""
    try:
        return packed(t, access.reader().by, key(form()))
    except Refused as refused:
        return _page(t, page.sentence(refused)), 422


@closing.post("/office/<t>/reports")
@access.only(RULE)
@takes(also=("format",))
def report(t: str) -> ResponseReturnValue:
    """Make a file for the federation, record its hash, and let the browser save the file."""
    try:
        given = form()
        return sent(t, str(given.get("format", "")), access.reader().by, key(given))
    except Refused as refused:
        return _page(t, page.sentence(refused)), 422
