"""Officials' accounts: the first sign-in link, and passwords."""

from __future__ import annotations

import hmac
import secrets
import threading
import time

from werkzeug.security import check_password_hash, generate_password_hash

from arbiter.journal.accounts import Account
from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.web.doors.tries import Tries

LEAST_PASSWORD = 8
CHIEF = "chief"
HASHES = 2
"""Passwords that are hashed at one time: each takes memory and a core for a while."""


class Accounts:
    """The accounts of the register, and the link by which the chief arbiter's is made."""

    def __init__(self, register: Register, tries: Tries, link_minutes: int) -> None:
        self.register = register
        self.tries = tries
        self.link_minutes = link_minutes
        self._first_link: str | None = None
        self._good_until = 0.0
        self._lock = threading.Lock()
        self._hashing = threading.BoundedSemaphore(HASHES)

    def make_first_link(self) -> str | None:
        """A one-time sign-in token for the chief arbiter, as long as there is none; each start makes a new one."""
        if self.register.accounts.named(CHIEF) is not None:
            return None
        self._first_link = secrets.token_urlsafe(32)
        self._good_until = time.monotonic() + 60 * self.link_minutes
        return self._first_link

    def use_first_link(self, token: str, password: str) -> Account:
        """Sets the chief arbiter's password; the link opens nothing after that."""
        self.check_first_link(token)
        if len(password) < LEAST_PASSWORD:
            raise Refused("password_short", least=LEAST_PASSWORD)
        with self._hashing:
            account = Account(CHIEF, CHIEF, generate_password_hash(password[:1_000]))
        with self._lock:
            self.check_first_link(token)
            self.register.accounts.put(account)
            self._first_link = None
        return account

    def check_first_link(self, token: str) -> None:
        """Refused unless *token* is the first link and still good."""
        good = self._first_link is not None and hmac.compare_digest(self._first_link.encode(), token.encode())
        if not good or time.monotonic() > self._good_until:
            raise Refused("link_used")

    def sign_in(self, name: str, password: str, address: str) -> Account:
        """The account of that name and password; *address* waits after a few wrong ones, and keeps nobody else out."""
        what = f"account {address} {name[:80]}"
        self.tries.wait(what)
        account = self.register.accounts.named(name[:80])
        with self._hashing:
            good = account is not None and check_password_hash(account.password, password[:1_000])
        if account is None or not good:
            self.tries.count(what)
            raise Refused("wrong_password")
        return account
