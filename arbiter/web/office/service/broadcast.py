"""The office page for broadcasting: addresses of the feeds, embedding, static copies, and the receiver of messages."""

from __future__ import annotations

import time

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.broadcast.orders import put_receiver, receiver_of
from arbiter.broadcast.webhooks import send_test
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import INSTALL, LOOK
from arbiter.web import access, page
from arbiter.web.api.service.broadcast import NameReceiver, host_of, named
from arbiter.web.request_parsing import Body, form, read, takes

broadcast = Blueprint("broadcast", __name__)


@broadcast.get("/office/<t>/broadcast")
@access.only(LOOK)
def show(t: str) -> ResponseReturnValue:
    """Show how others can follow the tournament, and for the chief arbiter the form that names a receiver."""
    return _page(t, {})


def _page(t: str, given: Body, refused: str | None = None, secret: str = "") -> str:
    receiver, settings = receiver_of(access.desks().register, t), access.service.settings
    return page.render(
        "office/broadcast.html",
        page.view(t),
        receiver=receiver,
        host=host_of(receiver) if receiver else "",
        form=given,
        refused=refused,
        secret=secret,
        embedders=settings.embedders,
        readers=settings.readers,
        folder=settings.static_copies,
        failed=access.service.broadcast.copies.failed.get(t, ""),
        address=access.service.address.rstrip("/"),
    )


@broadcast.post("/office/<t>/broadcast/receiver")
@access.only(INSTALL)
@takes(NameReceiver)
def begin(t: str) -> ResponseReturnValue:
    """Store the receiver of messages about publications, and show its secret once."""
    given = form()
    try:
        made = named(access.desk(t).id, read(NameReceiver, given).to)
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    return _page(t, {}, secret=made.secret)


@broadcast.post("/office/<t>/broadcast/receiver/test")
@access.only(INSTALL)
@takes()
def test(t: str) -> ResponseReturnValue:
    """Send the receiver a test message."""
    send_test(access.desks(), access.desk(t).id, int(time.time()))
    flash(_("A test message is sent within some seconds. Reload this page to see whether it was accepted."), "done")
    return page.see(url_for("office.broadcast.show", t=t))


@broadcast.post("/office/<t>/broadcast/receiver/end")
@access.only(INSTALL)
@takes()
def end(t: str) -> ResponseReturnValue:
    """Send no more messages about publications."""
    put_receiver(access.desks().register, access.desk(t).id, None)
    flash(_("No more messages are sent."), "done")
    return page.see(url_for("office.broadcast.show", t=t))
