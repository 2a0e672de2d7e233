"""The office page for showing a tournament of this hall on a hub: the hub's address, the key, and the progress."""

from __future__ import annotations

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.federation.relay.processes import ShownOn, ordered, put_order
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT
from arbiter.view import MINORS
from arbiter.web import access, page
from arbiter.web.api.service.relay import ShowOnHub, here, told_of
from arbiter.web.request_parsing import Body, form, read, takes

relay = Blueprint("relay", __name__)


@relay.get("/office/<t>/relay")
@access.only(DIRECT)
def show(t: str) -> ResponseReturnValue:
    """Show which hub shows the tournament, and the form that names a hub."""
    return _page(t, {})


def _page(t: str, given: Body, refused: str | None = None) -> str:
    order = ordered(access.desks().register, t)
    return page.render(
        "office/relay.html", page.view(t), order=order, told=told_of(t), form=given, refused=refused, minors=MINORS
    )


@relay.post("/office/<t>/relay")
@access.only(DIRECT)
@takes(ShowOnHub)
def begin(t: str) -> ResponseReturnValue:
    """Begin to send the tournament's journal to a hub, so that the hub shows the tournament."""
    given = form()
    try:
        order = read(ShowOnHub, given)
        shown = ShownOn(order.to, order.key, order.minors)
        put_order(access.desks().register, access.desk(t).id, shown, here=here())
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    flash(_("The tournament is sent to the hub from now on."), "done")
    return page.see(url_for("office.relay.show", t=t))


@relay.post("/office/<t>/relay/end")
@access.only(DIRECT)
@takes()
def end(t: str) -> ResponseReturnValue:
    """Stop sending the tournament's journal to the hub."""
    put_order(access.desks().register, access.desk(t).id, None)
    flash(_("Nothing more is sent to the hub. The tournament stays there until the hub's director removes it."), "done")
    return page.see(url_for("office.relay.show", t=t))
