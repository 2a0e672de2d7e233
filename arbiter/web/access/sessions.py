"""What a browser keeps: the secret of an official's session, a tablet's link, and the token that forms bring along."""

from __future__ import annotations

import secrets

from flask import request, session
from markupsafe import Markup

from arbiter.journal.accounts import Account
from arbiter.web.access.readers import Reader
from arbiter.web.access.sign_in import Accounts

BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
"""By which mark a browser says what it is; an earlier one counts."""


def official_of(accounts: Accounts) -> Reader | None:
    """The official whose session this browser holds."""
    secret = session.get("account")
    return accounts.by_session(secret) if isinstance(secret, str) else None


def enter_session(accounts: Accounts, account: Account) -> None:
    """A new session for an official; what the browser held before is forgotten, a tablet's link apart."""
    tablet = session.get("tablet")
    leave_session(accounts)
    session["account"] = accounts.begin(account, device_of(request.headers.get("User-Agent", "")))
    session.permanent = account.role == "display" or tablet is not None
    if tablet:
        session["tablet"] = tablet


def device_of(browser: str) -> str:
    """What somebody recognises their device by, from what its browser says of itself."""
    return ", ".join(next((name for mark, name in known if mark in browser), "?") for known in (BROWSERS, SYSTEMS))


def leave_session(accounts: Accounts) -> None:
    """Ends the session here and in the register, so that a copy of the cookie opens nothing either."""
    secret = session.get("account")
    session.clear()
    if isinstance(secret, str):
        accounts.leave(secret)


def bound_by() -> str | None:
    """The link by which this browser asks: of the sitting that it asks about, else of its board in the hall."""
    sitting, token = session.get("practice", ("", ""))
    about = (request.view_args or {}).get("t")
    if token and (about == sitting or request.path.startswith("/practice")):
        return str(token)
    return session.get("tablet")


def csrf_token() -> str:
    """The session's token, which every form and every request of a script brings along."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def csrf_field() -> Markup:
    """The hidden field by which a form proves that it was this reader's page that sent it."""
    return Markup('<input type="hidden" name="csrf" value="{}">').format(csrf_token())
