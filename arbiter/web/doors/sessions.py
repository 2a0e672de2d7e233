"""What a browser keeps: an official's session, a tablet's link, and the token that every form brings along."""

from __future__ import annotations

import hashlib
import secrets
import time

from flask import session
from markupsafe import Markup

from arbiter.journal.accounts import Account
from arbiter.journal.register import Register
from arbiter.web.doors.readers import Reader


def official_of(register: Register, hours: int) -> Reader | None:
    """The official whose session this browser holds, for so many hours after signing in."""
    name, since = session.get("account"), session.get("since", 0)
    if name is None or time.time() - since > 3_600 * hours:
        return None
    account = register.accounts.named(name)
    if account is None or session.get("mark") != password_mark(account):
        return None
    return Reader(account.role, account.name)


def enter_session(account: Account) -> None:
    """A new session for an official; what the browser held before is forgotten, a tablet's link apart."""
    tablet = session.get("tablet")
    session.clear()
    session.update(account=account.name, since=int(time.time()), mark=password_mark(account))
    if tablet:
        session["tablet"] = tablet


def password_mark(account: Account) -> str:
    """Ends every session of an account whose password is changed."""
    return hashlib.sha256(account.password.encode()).hexdigest()[:16]


def csrf_token() -> str:
    """The session's token, which every form and every request of a script brings along."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def csrf_field() -> Markup:
    """The hidden field by which a form proves that it was this reader's page that sent it."""
    return Markup('<input type="hidden" name="csrf" value="{}">').format(csrf_token())
