"""The page that opens by itself when somebody starts the service by a double click: where it is found, and how it ends.

Its address holds a key that only whoever started the service has seen.
"""

from __future__ import annotations

import hmac
import signal

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from arbiter.refused import Refused
from arbiter.web import access
from arbiter.web.access import Doors
from arbiter.web.public.https import code_of
from arbiter.web.reading.known import takes

first = Blueprint("first", __name__)


@first.get("/first/<token>")
def show(token: str) -> ResponseReturnValue:
    """The address of the hall with its code, the way into the office, and the way out."""
    here = opened(token)
    return render_template(
        "public/first.html",
        token=token,
        address=here.address,
        code=code_of(here.address),
        link=here.accounts.first_link(),
        folder=here.desks.instance.resolve(),
    )


@first.post("/first/<token>/end")
@takes()
def end(token: str) -> ResponseReturnValue:
    """The service ends, as with Ctrl-C, once this is answered."""
    opened(token)
    signal.raise_signal(signal.SIGTERM)
    return render_template("public/ended.html")


def opened(token: str) -> Doors:
    """The doors, for whoever started the service."""
    here = access.the_doors()
    if not here.first or not hmac.compare_digest(here.first.encode(), token.encode()):
        raise Refused("no_page")
    return here
