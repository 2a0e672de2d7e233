"""Checks before every request: that its bearer token is valid, and that no page of another site has sent it."""

from __future__ import annotations

import hmac

from flask import current_app, g, request, session

from arbiter.desk.current_asker import ASKER
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import NOBODY, SERVICE
from arbiter.web.access import READING, reader, service


def ask_as_nobody() -> None:
    """Before every request, set the asker to nobody, until the sender is known."""
    g.asks = True
    ASKER.set(NOBODY)


def ask_no_more(_: BaseException | None) -> None:
    """After every request, reset the asker to the service itself."""
    if g.pop("asks", False):
        ASKER.set(SERVICE)


def check_shown() -> None:
    """On a service that only shows tournaments, refuse every request that is not a public read."""
    if service.settings.role != "public":
        return
    operation = getattr(current_app.view_functions.get(request.endpoint or ""), "operation", None)
    public = (request.blueprint or "static").partition(".")[0] in ("public", "static")
    if request.method not in READING or not (public if operation is None else operation.who == "anybody"):
        raise Refused("only_shown")


def check_token() -> None:
    """Refuse a request to the API that has an invalid token, even if the request needs no token."""
    if "Authorization" in request.headers and request.path.startswith("/api/"):
        reader()


def from_here() -> bool:
    """Return whether a page of this service may have sent the request.

    It is False if the browser's headers say that a page of another site has sent it.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2].lower() == request.host.lower()


def check_csrf() -> None:
    """Refuse a request that changes something unless a page of this service sent it, with the session's token.

    A request with a bearer token is exempt, because no foreign page can send one.
    """
    if request.method in READING or "Authorization" in request.headers:
        return
    if not from_here():
        raise Refused("foreign_page")
    brought = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    if not session and request.path.startswith("/api/"):
        return  # no session, so there is nothing to protect: the view itself refuses
    if not hmac.compare_digest(brought.encode(), str(session.get("csrf", "")).encode()) or not brought:
        raise Refused("form_old")
