"""Office pages of a hub: the keys of the halls that send their journals to this service, and their tournaments."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.federation.hub import feeding, halls
from arbiter.journal.people import MOST_CHARS
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT
from arbiter.web import access, page
from arbiter.web.api.service.hub import MakeHallKey
from arbiter.web.request_parsing import Body, form, read, takes

hub = Blueprint("hub", __name__)


@hub.get("/office/hub")
@access.only(DIRECT)
def show() -> ResponseReturnValue:
    """Show the halls that have a key, their tournaments, and the form that makes a key."""
    return _page({})


def _page(given: Body, refused: str | None = None, **made: Any) -> str:
    return render_template(
        "office/hub.html",
        keys=halls.keys(access.accounts.kept, int(access.service.now())),
        fed=list(feeding.every(access.service.desks)),
        address=(access.service.address or request.host_url).rstrip("/"),
        longest=MOST_CHARS,
        form=given,
        refused=refused,
        **made,
    )


@hub.post("/office/hub")
@access.only(DIRECT)
@takes(MakeHallKey)
def make() -> ResponseReturnValue:
    """Make a key for a hall, and show it. It is shown only once."""
    given = form()
    try:
        secret, made = halls.make_key(access.accounts.kept, read(MakeHallKey, given).hall, int(access.service.now()))
    except Refused as refused:
        return _page(given, page.sentence(refused)), 422
    return _page({}, secret=secret, made=made)


@hub.post("/office/hub/keys/<int:id>/end")
@access.only(DIRECT)
@takes()
def end(id: int) -> ResponseReturnValue:
    """Revoke a hall's key."""
    halls.revoke(access.accounts.kept, id)
    flash(_("The key no longer works. Tournaments already sent stay until you remove them."), "done")
    return page.see(url_for("office.hub.show"))


@hub.post("/office/hub/tournaments/<relayed>/down")
@access.only(DIRECT)
@takes()
def take_down(relayed: str) -> ResponseReturnValue:
    """Delete a hall's tournament on this hub."""
    feeding.take_down(access.desks(), relayed, int(access.service.now()))
    flash(_("The tournament is no longer shown here."), "done")
    return page.see(url_for("office.hub.show"))
