"""The checks before every request: its token, and that a page of this service has sent it."""

from __future__ import annotations

import hmac

from flask import current_app, g, request, session

from arbiter.desk.current_asker import ASKER
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import NOBODY, SERVICE
from arbiter.web.access import READING, reader, service


def ask_as_nobody() -> None:
    """Before every request: nobody asks, until it is known who does."""
    g.asks = True
    ASKER.set(NOBODY)


def ask_no_more(_: BaseException | None) -> None:
    """After every request: who asked is forgotten."""
    if g.pop("asks", False):
        ASKER.set(SERVICE)


def check_shown() -> None:
    """Before every request to a node that only shows: everybody may make it, and it changes nothing."""
    if not service.settings.only_shows:
        return
    operation = getattr(current_app.view_functions.get(request.endpoint or ""), "operation", None)
    public = (request.blueprint or "static").partition(".")[0] in ("public", "static")
    if request.method not in READING or not (public if operation is None else operation.who == "anybody"):
        raise Refused("only_shown")


def check_token() -> None:
    """Before every request to the API: a token that opens nothing is refused, also where none is needed."""
    if "Authorization" in request.headers and request.path.startswith("/api/"):
        reader()


def from_here() -> bool:
    """Whether the browser says that a page of this service asks, or says nothing of it."""
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2].lower() == request.host.lower()


def check_csrf() -> None:
    """Before every request that changes something: it comes from a page of this service, and brings its token.

    A bearer token is proof of its own.
    """
    if request.method in READING or "Authorization" in request.headers:
        return
    if not from_here():
        raise Refused("foreign_page")
    brought = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    if not session and request.path.startswith("/api/"):
        return  # nobody's session: the door itself refuses
    if not hmac.compare_digest(brought.encode(), str(session.get("csrf", "")).encode()) or not brought:
        raise Refused("form_old")
