"""Officials' accounts at the door: the first link, invitations, passwords, sessions, and bearer tokens."""

from __future__ import annotations

import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, tzinfo

from arbiter.hall.accounts import HOUR, LONGEST, digest, good, issue
from arbiter.journal.accounts import Account, Credential
from arbiter.journal.journal import CannotWrite
from arbiter.journal.people import folded
from arbiter.journal.register import Register
from arbiter.machine.keys import Keys
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import OF_TOKENS
from arbiter.web.access import acts
from arbiter.web.access.attempts import Attempts
from arbiter.web.access.hashing import Hashing, check_room
from arbiter.web.access.readers import Reader

log = logging.getLogger(__name__)

LEAST_PASSWORD = 8
LONGEST_JUDGED = 72
"""Characters of a password that are judged: what comes after them makes no common one."""
GOOD = 2
"""Of zxcvbn's five grades from 0 on: more than a million tries."""
CHIEF = "chief"
AN_ADDRESS = 6
"""An address waits after so many times the wrong passwords of one account, whatever the names: each costs a hash."""
PRESENT_SECONDS = 2 * HOUR
"""An official who has not been seen for so long is not there to sign."""
GLANCE = 300
"""Seconds after which it is written down anew that a session is in use."""


class Accounts:
    """The accounts of the register, and the link by which the chief arbiter's is made."""

    def __init__(
        self,
        register: Register,
        keys: Keys,
        tries: Attempts,
        *,
        link_minutes: int,
        session_hours: int,
        idle_hours: int,
        zone: tzinfo,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.register = register
        self.kept = register.accounts
        self.keys = keys
        self.tries = tries
        self.link_minutes = link_minutes
        self.session_hours = session_hours
        self.idle_hours = idle_hours
        self.zone = zone
        self._now = now
        self._first_link: str | None = None
        self._good_until = 0.0
        self._lock = threading.Lock()
        self.changing = threading.Lock()
        """Held while an account is changed after a look at the others."""
        self.hashing = Hashing()
        self._unwritten: dict[str, Credential] = {}
        """Sessions of this life of the process, begun while nothing could be written: a full disk locks nobody out."""

    def now(self) -> int:
        """Seconds since 1970."""
        return int(self._now())

    # links

    def make_first_link(self) -> str | None:
        """A one-time sign-in token for the chief arbiter, as long as there is none; each start makes a new one."""
        if any(one.role == CHIEF and one.password and self._in_force(one) for one in self.kept.all()):
            return None
        self._first_link = secrets.token_urlsafe(32)
        self._good_until = time.monotonic() + 60 * self.link_minutes
        return self._first_link

    def first_link(self) -> str | None:
        """The link that was made last, or another when it is over; None once there is a chief arbiter."""
        made = self._first_link
        return made if made and self._first(made) else self.make_first_link()

    def linked(self, token: str) -> Account:
        """The account whose password a link sets; refused unless it is good still."""
        if self._first(token):
            return Account(CHIEF, CHIEF)
        credential = good(self.kept, token, "link", self.now())
        account = self._in_force(self.kept.numbered(credential.account)) if credential else None
        if account is None:
            raise Refused("link_used")
        return account

    def use_link(self, token: str, password: str) -> Account:
        """Sets the password of the link's account, and ends what let it in before; the link opens nothing after that.

        A display has no password: its link lets it in.
        """
        account = self.linked(token)
        if account.role != "display":
            account = replace(account, password=self.hashed(password, account.name))
        with self._lock:
            self.linked(token)
            link = None if self._first(token) else good(self.kept, token, "link", self.now())
            account = self.kept.put(account)
            if link is not None:
                acts.entered(self.register, account.number, link.id, self.now())
            self.kept.end_all(account.number, "link", "session")
            self._first_link = None if self._first(token) else self._first_link
        log.info("%s has set the password by a link", told(account))
        return account

    def _first(self, token: str) -> bool:
        good = self._first_link is not None and hmac.compare_digest(self._first_link.encode(), token.encode())
        return good and time.monotonic() <= self._good_until

    # passwords

    def hashed(self, password: str, name: str) -> str:
        """What is kept of a password for the account of that *name*; refused where it is short or soon guessed."""
        check_room()
        if len(password) < LEAST_PASSWORD:
            raise Refused("password_short", least=LEAST_PASSWORD)
        if soon_guessed(password, name):
            raise Refused("password_common")
        return self.hashing.make(password)

    def sign_in(self, name: str, password: str, address: str) -> Account:
        """The account of that name and password; *address* waits after a few wrong ones, and keeps nobody else out."""
        account = self._in_force(self.kept.named(name[:80]))
        self._right(account, name, password, address)
        assert account is not None
        log.info("%s has signed in from %s", told(account), address)
        return account

    def change_password(self, account: Account, current: str, fresh: str, address: str, keep: int) -> None:
        """Another password; every session and link of the account ends, but the one at hand (*keep*)."""
        self._right(account, account.name, current, address)
        self.kept.put(replace(account, password=self.hashed(fresh, account.name)))
        self.kept.end_all(account.number, "session", "link", but=keep)
        log.info("%s has changed the password", told(account))

    def _right(self, account: Account | None, name: str, password: str, address: str) -> None:
        """Refuse a wrong password, and any password while *address* has to wait.

        Tries are counted by the account, or by the folded name where there is none: no spelling of it begins anew.
        """
        what = f"account {address} {account.number if account else folded(name[:80])}"
        every = f"address {address}"
        self.tries.wait(what)
        self.tries.wait(every, AN_ADDRESS)
        check_room()
        if not self.hashing.right(account.password if account else "", password):
            self.tries.count(what, every)
            log.warning("a wrong password for %r from %s", name[:80], address)
            raise Refused("wrong_password")

    # sessions and tokens

    def begin(self, account: Account, device: str) -> str:
        """A new session; its secret."""
        now = self.now()
        until = now + (LONGEST if account.role == "display" else self.session_hours * HOUR)
        try:
            return issue(self.kept, "session", account.number, now, until, device=device)[0]
        except CannotWrite:
            secret = secrets.token_urlsafe(32)
            session = Credential(kind="session", account=account.number, until=until, made=now, seen=now)
            self._unwritten[digest(secret)] = session
            return secret

    def leave(self, secret: str) -> None:
        """Ends a session: whoever has copied it is out too."""
        self._unwritten.pop(digest(secret), None)
        found = self.kept.credential(digest(secret))
        if found is not None:
            self.kept.end(found.id)

    def by_session(self, secret: str) -> Reader | None:
        """Whose session that is; None once it is over, or nobody has used it for long."""
        now = self.now()
        session = self._unwritten.get(digest(secret)) or good(self.kept, secret, "session", now)
        account = self._in_force(self.kept.numbered(session.account)) if session else None
        if session is None or account is None:
            return None
        if account.role != "display" and now - session.seen > self.idle_hours * HOUR and session.id:
            return None
        self._saw(session, now)
        return Reader(account.role, account=account, credential=session.id)

    def by_token(self, token: str) -> Reader | None:
        """Whose bearer token that is; None when it opens nothing, or nothing any more."""
        what = self.keys.opened("bearer", token)
        if not isinstance(what, dict):
            return None
        now = self.now()
        if what.get("role") in OF_TOKENS:
            made = self.kept.credential(digest(token))  # none: of a release that kept no list
            gone = made is not None and (made.ended or now >= made.until)
            return None if gone else Reader(what["role"], by_token=True)
        found = good(self.kept, str(what.get("secret")), "token", now)
        account = self._in_force(self.kept.numbered(found.account)) if found else None
        if found is None or account is None:
            return None
        self._saw(found, now)
        return Reader(account.role, account=account, credential=found.id, by_token=True)

    def present(self) -> list[Account]:
        """The accounts that are in force and have been in use of late."""
        since = self.now() - PRESENT_SECONDS
        return [
            account
            for account in map(self._in_force, self.kept.all())
            if account is not None
            and any(one.seen >= since and one.kind in ("session", "token") for one in self.in_use(account.number))
        ]

    def in_use(self, account: int) -> list[Credential]:
        """The sessions, tokens and links that let an account in just now."""
        return [one for one in self.kept.credentials(account) if one.until > self.now()]

    def _saw(self, credential: Credential, now: int) -> None:
        if credential.id and now - credential.seen > GLANCE:
            try:
                self.kept.saw(credential.id, now)
            except CannotWrite:
                log.debug("credential %d is in use, which could not be written", credential.id)

    def _in_force(self, account: Account | None) -> Account | None:
        """The account, unless it has ended or its last day is over."""
        if account is None or account.ended:
            return None
        today = datetime.fromtimestamp(self._now(), self.zone).date()
        return None if account.until and today > date.fromisoformat(account.until) else account


def soon_guessed(password: str, name: str) -> bool:
    """Whether it is among the million that are tried first: common ones, with a year or the *name*, keys in a row."""
    from zxcvbn import zxcvbn  # its lists take a while, and a password is seldom set

    return int(zxcvbn(password[:LONGEST_JUDGED], [name, "arbiter"])["score"]) < GOOD


def told(account: Account) -> str:
    """An account as the log has it: its office and its number."""
    return f"{account.role} {account.number}"
