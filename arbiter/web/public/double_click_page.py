"""The page that opens in the browser if somebody starts the service by a double click.

It shows the address, the link into the office, and a button that stops the service. Its URL has a key that only the
person who started the service has seen.
"""

from __future__ import annotations

import hmac
import signal

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from arbiter.refused import Refused
from arbiter.web import access
from arbiter.web.request_parsing import takes
from arbiter.web.visitor_addresses import code_of

first = Blueprint("first", __name__)


@first.get("/first/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show the service's address with its QR code, the link into the office, and the button that stops the service."""
    check(token)
    return render_template(
        "public/double_click_page.html",
        token=token,
        address=access.service.address,
        code=code_of(access.service.address),
        link=access.accounts.first_link(),
        folder=access.service.desks.instance.resolve(),
    )


@first.post("/first/<token>/end")
@takes()
def end(token: str) -> ResponseReturnValue:
    """Stop the service, as Ctrl-C would, after this response has been sent."""
    check(token)
    signal.raise_signal(signal.SIGTERM)
    return render_template("public/ended.html")


def check(token: str) -> None:
    """Refuse the request unless its URL has the key that was made when the service started."""
    if not access.service.start_key or not hmac.compare_digest(access.service.start_key.encode(), token.encode()):
        raise Refused("no_page")
