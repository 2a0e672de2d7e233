"""The session of the current request: the secrets in the browser's cookie, and the CSRF token of its forms.

The module also has the service, its accounts and its tablet links. They are proxies for those of the current request,
like Flask's `request`.
"""

from __future__ import annotations

import hmac
import secrets
from functools import cached_property
from typing import Any

from flask import current_app, request, session
from markupsafe import Markup
from werkzeug.local import LocalProxy

from arbiter.journal.accounts import Account
from arbiter.service import Service
from arbiter.values import dataclass
from arbiter.web.access.attempts import Attempts
from arbiter.web.access.sign_in import Accounts, Reader
from arbiter.web.access.tablet_links import TabletLinks


@dataclass(frozen=True)
class Access:
    """The parts of a service that identify readers: officials by accounts, tablets by links."""

    service: Service

    @cached_property
    def attempts(self) -> Attempts:
        """The counts of wrong passwords and of wrong letters from table cards, against guessing."""
        settings, following = self.service.settings, self.service.following
        return Attempts(settings.pin_tries, settings.pin_wait, shared=following.shared if following else None)

    @cached_property
    def accounts(self) -> Accounts:
        """The accounts of officials."""
        service, settings = self.service, self.service.settings
        return Accounts(
            service.desks.register,
            service.keys,
            self.attempts,
            link_minutes=settings.link_minutes,
            session_hours=settings.session_hours,
            idle_hours=settings.idle_hours,
            zone=service.zone,
            now=service.now,
        )

    @cached_property
    def links(self) -> TabletLinks:
        """The links that bind tablets to boards."""
        return TabletLinks(self.service.keys, self.service.desks.register, self.attempts, now=self.service.now)


def _of_app() -> Any:
    return current_app.extensions["arbiter"]


service: Service = LocalProxy(lambda: _of_app().service)  # type: ignore[assignment]  # as Flask types its own proxies
accounts: Accounts = LocalProxy(lambda: _of_app().accounts)  # type: ignore[assignment]
links: TabletLinks = LocalProxy(lambda: _of_app().links)  # type: ignore[assignment]


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
"""Words in the User-Agent header, each with the operating system that it means. The first word that is found counts."""


def official_of() -> Reader | None:
    """Return the official who is signed in in this browser, or None."""
    secret = session.get("account")
    return accounts.by_session(secret) if isinstance(secret, str) else None


def enter_session(account: Account) -> None:
    """Begin a new session for an official, which replaces the browser's earlier one.

    A tablet stays bound to its board.
    """
    tablet = session.get("tablet")
    leave_session()
    session["account"] = accounts.begin(account, device_of(request.headers.get("User-Agent", "")))
    session.permanent = account.role == "display" or tablet is not None
    if tablet:
        session["tablet"] = tablet


def device_of(browser: str) -> str:
    """Return a name by which users recognise a device, such as "Firefox, Android". *browser*: the User-Agent header."""
    return ", ".join(next((name for mark, name in known if mark in browser), "?") for known in (BROWSERS, SYSTEMS))


def leave_session() -> None:
    """End the official's session in the browser and in the register, so that a copy of the cookie is invalid too."""
    secret = session.get("account")
    session.clear()
    if isinstance(secret, str):
        accounts.leave(secret)


def bound_by() -> str | None:
    """Return the secret that binds the sending tablet to its board, or None if there is none.

    If the request is about the browser's practice game, return the secret of that game. Otherwise return that of the
    browser's board.
    """
    sitting, token = session.get("practice", ("", ""))
    about = (request.view_args or {}).get("t")
    if token and (about == sitting or request.path.startswith("/practice")):
        return str(token)
    return session.get("tablet")


def one_time_key(key: str | None) -> str:
    """Return a key of 128 bits in hexadecimal, such as that of an envelope. The key is stored nowhere.

    If an idempotency *key* is given, the result is derived from it and from the request's credential: the bearer token,
    or the secret of the session. Of these the service stores only hashes. So the same sender gets the same result if
    the request is repeated, even after a restart, and nobody else can get it. Otherwise the result is random.
    """
    credential = request.headers.get("Authorization") or session.get("account")
    if key is None or not credential:
        return secrets.token_hex(16)
    return hmac.digest(str(credential).encode(), f"envelope {request.path} {key}".encode(), "sha256")[:16].hex()


def csrf_token() -> str:
    """Return the session's CSRF token. It proves that a request comes from a form or script of this service's pages."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def csrf_field() -> Markup:
    """Return the hidden form field with the CSRF token, which proves that a page of this service sent the form."""
    return Markup('<input type="hidden" name="csrf" value="{}">').format(csrf_token())
