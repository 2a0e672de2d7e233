"""The reader of a request, and the sign-in of officials: links, invitations, passwords, sessions, bearer tokens."""

from __future__ import annotations

import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable
from datetime import date, datetime, tzinfo

from arbiter.federation.hub.halls import Hall
from arbiter.hall import account_acts
from arbiter.hall.accounts import HOUR_SECONDS, LONGEST_SECONDS, good, issue
from arbiter.journal.accounts import Account, Credential, digest
from arbiter.journal.journal import CannotWrite
from arbiter.journal.people import folded
from arbiter.journal.register import Register
from arbiter.machine.keys import Keys
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import LOOK, NOBODY, OF_TOKENS, Asker, may, within
from arbiter.sides import Side
from arbiter.values import dataclass, replace
from arbiter.web.access.attempts import Attempts
from arbiter.web.access.hashing import Hashing, check_room

log = logging.getLogger(__name__)

LEAST_PASSWORD_CHARACTERS = 8
JUDGED_CHARACTERS = 72
"""The number of characters of a password that zxcvbn judges. Characters after them are not looked at."""
LEAST_GRADE = 2
"""The lowest grade of a password that is accepted. zxcvbn grades from 0 to 4; grade 2 resists a million guesses."""
CHIEF = "chief"
TIMES_AN_ADDRESS = 6
"""The number of wrong passwords allowed from one network address, as a multiple of that allowed for one account.

Beyond it every sign-in from the address is refused for a while, because each costs a hash.
"""
PRESENT_SECONDS = 2 * HOUR_SECONDS
"""An official counts as present for this many seconds after their last request."""
NOTE_EVERY_SECONDS = 300
"""That a session is in use is noted in the register at most once in this many seconds."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a request, with the role, and the tournaments and boards that the reader is limited to.

    A tablet belongs to one board of one tournament. It also belongs to one side, unless it lies between the players.
    *by_token*: whether the request was made with a bearer token. *credential*: the number of the session, token or
    tablet that was used. *hall*: the hall that sends its journal to this service, if the reader is a hall. *team*: the
    number of the team whose captain the reader is; 0 for anybody else.
    """

    role: str = "spectator"
    tournament: str | None = None
    board: int | None = None
    side: Side | None = None
    by_token: bool = False
    account: Account | None = None
    credential: int = 0
    hall: Hall | None = None
    team: int = 0

    @property
    def asker(self) -> Asker:
        """The reader as an `Asker`, the form in which rights are checked."""
        if self.role == "spectator" and not self.by_token:
            return NOBODY
        if self.tournament is not None and self.board is not None:
            seat = (self.tournament, self.board)
            return Asker(role=self.role, by=self.by, seat=seat, side=self.side, credential=self.credential)
        if self.team and self.tournament is not None:
            return Asker(role=self.role, by=self.by, tournaments=(self.tournament,), team=self.team)
        known = asker_of(self.account) if self.account else Asker(role=self.role, by=self.by)
        return replace(known, credential=self.credential)

    def may(self, right: str) -> bool:
        """Return whether the reader's role has the right *right*, in at least some tournaments and boards."""
        return may(self.role, right)

    def may_at(self, right: str, tournament: str) -> bool:
        """Return whether the reader has the right *right* in the tournament *tournament*."""
        return self.may(right) and (not self.tournaments or tournament in self.tournaments)

    def of(self, tournament: str | None) -> bool:
        """Return whether the reader is a tablet or an official of the tournament.

        If *tournament* is None, return whether the reader is anybody but a spectator.
        """
        if tournament is None or self.role == "spectator":
            return self.role != "spectator"
        bound = (self.tournament,) if self.tournament is not None else self.tournaments
        return self.role != "hall" and within(bound, (tournament,))

    @property
    def official(self) -> bool:
        """Whether the reader may look at office pages."""
        return self.may(LOOK)

    @property
    def tournaments(self) -> tuple[str, ...]:
        """The tournaments that the reader's account is limited to; empty means all."""
        return self.account.tournaments if self.account else ()

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards that the reader's account is limited to; empty means all."""
        return self.account.boards if self.account else ()

    def at(self, tournament: str, board: int) -> bool:
        """Return whether the reader is a tablet of that board."""
        return self.role == "tablet" and (self.tournament, self.board) == (tournament, board)

    @property
    def by(self) -> str:
        """The reader's name in the journal, such as `arbiter 481516` or `tablet 7 white`; never a person's name."""
        if self.team:
            return f"captain of team {self.team}"
        if self.role == "tablet":
            return f"tablet {self.board}" + (f" {self.side.value}" if self.side else "")
        return f"{self.role} {self.account.number}" if self.account else self.role


def asker_of(account: Account) -> Asker:
    """Return the owner of the account as an `Asker`, the form in which rights are checked."""
    return Asker(
        role=account.role,
        by=f"{account.role} {account.number}",
        account=account.number,
        tournaments=account.tournaments,
        boards=account.boards,
        until=account.until,
    )


class Accounts:
    """The accounts of officials in the register, with sign-in, sessions and tokens.

    *link_minutes*: how long the first sign-in link is valid. *session_hours*: how long a session lasts at most.
    *idle_hours*: how long a session lasts without a request. *zone*: the time zone in which an account's last day ends.
    """

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
        """A lock held while an account is changed.

        Some changes depend on other accounts, which must not change meanwhile.
        """
        self.hashing = Hashing()
        self._unwritten: dict[str, Credential] = {}
        """Sessions begun while the register could not be written, by the hash of their secret.

        They are valid until the process ends, so that officials can sign in although the disk is full.
        """

    def now(self) -> int:
        """Return the present time in whole seconds since 1970."""
        return int(self._now())

    # Links

    def make_first_link(self) -> str | None:
        """Make the link with which the first chief arbiter signs in, and which can be used once.

        Return the link's secret, or None if there is a chief arbiter already.
        """
        if self._chief():
            return None
        self._first_link = secrets.token_urlsafe(32)
        self._good_until = time.monotonic() + 60 * self.link_minutes
        return self._first_link

    def first_link(self) -> str | None:
        """Return the secret of the link with which the first chief arbiter signs in, or None if there is one already.

        If the earlier link is no longer valid, a new one is made.
        """
        made = self._first_link
        return made if made and self._first(made) else self.make_first_link()

    def linked(self, token: str) -> Account:
        """Return the account whose password may be set with the link *token*.

        Refuse a link that was used or has expired.
        """
        if self._first(token):
            return Account(CHIEF, CHIEF)
        credential = good(self.kept, token, "link", self.now())
        account = self._in_force(self.kept.numbered(credential.account)) if credential else None
        if account is None:
            raise Refused("link_used")
        return account

    def use_link(self, token: str, password: str) -> Account:
        """Set the password of the link's account, and end the account's earlier sessions and links.

        The link cannot be used again. An account of the role display has no password: its link only signs it in.
        """
        account = self.linked(token)
        if account.role != "display":
            account = replace(account, password=self.hashed(password, account.name))
        with self._lock, self.register.together(alone=True):
            self.linked(token)
            link = None if self._first(token) else good(self.kept, token, "link", self.now())
            account = self.kept.put(account)
            if link is not None:
                account_acts.entered(self.register, account.number, link.id, self.now())
            self.kept.end_all(account.number, "link", "session")
        log.info("%s has set the password by a link", told(account))
        return account

    def _first(self, token: str) -> bool:
        """Return whether *token* is the valid link for the first chief arbiter.

        It is False once there is a chief arbiter.
        """
        good = self._first_link is not None and hmac.compare_digest(self._first_link.encode(), token.encode())
        return good and time.monotonic() <= self._good_until and not self._chief()

    def _chief(self) -> bool:
        return any(one.role == CHIEF and one.password and self._in_force(one) for one in self.kept.all())

    # Passwords

    def hashed(self, password: str, name: str) -> str:
        """Return the hash of a password for the account of that *name*. Refuse a short or easily guessed password."""
        check_room()
        if len(password) < LEAST_PASSWORD_CHARACTERS:
            raise Refused("password_short", least=LEAST_PASSWORD_CHARACTERS)
        if soon_guessed(password, name):
            raise Refused("password_common")
        return self.hashing.make(password)

    def sign_in(self, name: str, password: str, address: str) -> Account:
        """Return the account with the name *name* and the password *password*. Refuse a wrong name or password.

        After a few wrong passwords for an account, further tries from *address* are refused for a while.
        """
        account = self._in_force(self.kept.named(name[:80]))
        self._right(account, name, password, address)
        assert account is not None
        log.info("%s has signed in from %s", told(account), address)
        return account

    def change_password(self, account: Account, current: str, fresh: str, address: str, keep: int) -> None:
        """Change the password of an account from *current* to *fresh*. Refuse if *current* is wrong.

        All sessions and links of the account end. *keep*: the number of the one session that goes on.
        """
        self._right(account, account.name, current, address)
        self.kept.put(replace(account, password=self.hashed(fresh, account.name)))
        self.kept.end_all(account.number, "session", "link", but=keep)
        log.info("%s has changed the password", told(account))

    def _right(self, account: Account | None, name: str, password: str, address: str) -> None:
        """Raise Refused if the password is wrong, or if there were too many wrong tries from *address*.

        Tries are counted for each pair of address and account. If there is no such account, they are counted by the
        name in plain small letters, so that another spelling of the name does not begin a new count.
        """
        what = f"account {address} {account.number if account else folded(name[:80])}"
        every = f"address {address}"
        self.tries.wait(what)
        self.tries.wait(every, TIMES_AN_ADDRESS)
        check_room()
        if not self.hashing.right(account.password if account else "", password):
            self.tries.count(what, every)
            log.warning("a wrong password for %r from %s", name[:80], address)
            raise Refused("wrong_password")

    # Sessions and tokens

    def begin(self, account: Account, device: str) -> str:
        """Begin a new session for an account, and return the secret of the session.

        *device*: a name for the browser.
        """
        now = self.now()
        until = now + (LONGEST_SECONDS if account.role == "display" else self.session_hours * HOUR_SECONDS)
        try:
            return issue(self.kept, "session", account.number, now, until, device=device)[0]
        except CannotWrite:
            secret = secrets.token_urlsafe(32)
            session = Credential(kind="session", account=account.number, until=until, made=now, seen=now)
            self._unwritten[digest(secret)] = session
            return secret

    def leave(self, secret: str) -> None:
        """End the session with that secret, so that a copy of its cookie is invalid too."""
        self._unwritten.pop(digest(secret), None)
        found = self.kept.credential(digest(secret))
        if found is not None:
            self.kept.end(found.id)

    def by_session(self, secret: str) -> Reader | None:
        """Return the official whose session has that secret, or None if it has ended or was unused for too long."""
        now = self.now()
        session = self._unwritten.get(digest(secret)) or good(self.kept, secret, "session", now)
        account = self._in_force(self.kept.numbered(session.account)) if session else None
        if session is None or account is None:
            return None
        if account.role != "display" and now - session.seen > self.idle_hours * HOUR_SECONDS and session.id:
            return None
        self._saw(session, now)
        return Reader(account.role, account=account, credential=session.id)

    def by_token(self, token: str) -> Reader | None:
        """Return the official with that bearer token, or None if the token is invalid or has ended."""
        what = self.keys.opened("bearer", token)
        if not isinstance(what, dict):
            return None
        now = self.now()
        if what.get("role") in OF_TOKENS:
            made = self.kept.credential(digest(token))  # None: a token of an early release
            gone = made is not None and (made.ended or now >= made.until)
            return None if gone else Reader(what["role"], by_token=True)
        found = good(self.kept, str(what.get("secret")), "token", now)
        account = self._in_force(self.kept.numbered(found.account)) if found else None
        if found is None or account is None:
            return None
        self._saw(found, now)
        return Reader(account.role, account=account, credential=found.id, by_token=True)

    def present(self) -> list[Account]:
        """Return the accounts that are in force and were used in the last two hours."""
        since = self.now() - PRESENT_SECONDS
        return [
            account
            for account in map(self._in_force, self.kept.all())
            if account is not None
            and any(one.seen >= since and one.kind in ("session", "token") for one in self.in_use(account.number))
        ]

    def in_use(self, account: int) -> list[Credential]:
        """Return the sessions, tokens and links of an account that are valid now.

        *account*: the number of the account.
        """
        return [one for one in self.kept.credentials(account) if one.until > self.now()]

    def _saw(self, credential: Credential, now: int) -> None:
        if credential.id and now - credential.seen > NOTE_EVERY_SECONDS:
            try:
                self.kept.saw(credential.id, now)
            except CannotWrite:
                log.debug("credential %d is in use, which could not be written", credential.id)

    def _in_force(self, account: Account | None) -> Account | None:
        """Return *account*, or None if it is None, has ended, or its last day has passed."""
        if account is None or account.ended:
            return None
        today = datetime.fromtimestamp(self._now(), self.zone).date()
        return None if account.until and today > date.fromisoformat(account.until) else account


def soon_guessed(password: str, name: str) -> bool:
    """Return whether the password is easily guessed: if it is common, a row of keys, or contains *name* or a year."""
    from zxcvbn import zxcvbn  # loading its lists takes a while, and a password is seldom set

    return int(zxcvbn(password[:JUDGED_CHARACTERS], [name, "arbiter"])["score"]) < LEAST_GRADE


def told(account: Account) -> str:
    """Return the account as the log names it: by its role and number, never by the person's name."""
    return f"{account.role} {account.number}"
