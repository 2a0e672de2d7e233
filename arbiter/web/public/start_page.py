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
from arbiter.web.public.https import code_of
from arbiter.web.reading.known import takes

first = Blueprint("first", __name__)


@first.get("/first/<token>")
def show(token: str) -> ResponseReturnValue:
    """The address of the hall with its code, the way into the office, and the way out."""
    check(token)
    return render_template(
        "public/first.html",
        token=token,
        address=access.service.address,
        code=code_of(access.service.address),
        link=access.accounts.first_link(),
        folder=access.service.desks.instance.resolve(),
    )


@first.post("/first/<token>/end")
@takes()
def end(token: str) -> ResponseReturnValue:
    """The service ends, as with Ctrl-C, once this is answered."""
    check(token)
    signal.raise_signal(signal.SIGTERM)
    return render_template("public/ended.html")


def check(token: str) -> None:
    """Refuse whoever has not started the service."""
    if not access.service.start_key or not hmac.compare_digest(access.service.start_key.encode(), token.encode()):
        raise Refused("no_page")
