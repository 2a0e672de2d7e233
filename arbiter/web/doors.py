"""Who may look, who may touch.

Three kinds of people come to the door. Officials have an account and a session, or a bearer token for the API; a
tablet has a signed link, which opens with a short PIN and acts on its own board only; everybody else reads. Tokens
are signed with the instance's key and say what they are for; revoking the links of a board raises the epoch that they
were signed in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, redirect, request, session, url_for
from markupsafe import Markup
from werkzeug.security import check_password_hash, generate_password_hash

from arbiter import words
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.hall.keys import Keys
from arbiter.hall.view import zone_of
from arbiter.hall.workshop import Workshop
from arbiter.journal.people import Account
from arbiter.refused import Refused
from arbiter.sides import Side
from arbiter.tournament.state import Tournament

P = ParamSpec("P")
R = TypeVar("R")

ROLES = ("chief", "director", "arbiter", "spectator")
OFFICIALS = ("chief", "director", "arbiter")
LEAST_PASSWORD = 8
CHIEF = "chief"


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever is at the door.

    A tablet is of one board of one tournament, and of one side unless it lies between the players.
    """

    role: str = "spectator"
    name: str = ""
    tournament: str | None = None
    board: int | None = None
    side: Side | None = None
    by_token: bool = False

    @property
    def official(self) -> bool:
        """Whether this is somebody of the office."""
        return self.role in OFFICIALS

    @property
    def by(self) -> str:
        """Who acts, as the journal has it: an office or a tablet, never a person."""
        if self.role == "tablet":
            return f"tablet {self.board}" + (f" {self.side.value}" if self.side else "")
        return self.name or self.role


@dataclass
class Doors:
    """What the doors know: the key, the first link, and who has been trying PINs."""

    desks: Desks
    keys: Keys
    settings: Mapping[str, Any]
    address: str = ""
    """Where tablets find the service, as the QR codes have it."""
    first_link: str | None = None
    first_link_until: float = 0
    tries: dict[str, tuple[int, float]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    workshop: Workshop = field(default_factory=Workshop)
    hashing: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(2))

    @cached_property
    def zone(self) -> tzinfo:
        """The hall's time zone."""
        return zone_of(self.settings)

    def make_first_link(self) -> str | None:
        """A one-time sign-in token for the chief arbiter, as long as there is none; each start makes a new one."""
        if self.desks.register.account(CHIEF) is not None:
            return None
        self.first_link = secrets.token_urlsafe(32)
        self.first_link_until = time.monotonic() + 60 * int(self.settings["link_minutes"])
        return self.first_link

    def use_first_link(self, token: str, password: str) -> Account:
        """Sets the chief arbiter's password; the link opens nothing after that."""
        self.check_first_link(token)
        if len(password) < LEAST_PASSWORD:
            raise Refused("password_short", least=LEAST_PASSWORD)
        with self.hashing:
            account = Account(CHIEF, CHIEF, generate_password_hash(password[:1_000]))
        with self.lock:
            self.check_first_link(token)
            self.desks.register.put_account(account)
            self.first_link = None
        return account

    def check_first_link(self, token: str) -> None:
        """Refused unless *token* is the first link and still good."""
        good = self.first_link is not None and hmac.compare_digest(self.first_link.encode(), token.encode())
        if not good or time.monotonic() > self.first_link_until:
            raise Refused("link_used")

    def sign_in(self, name: str, password: str, address: str) -> Account:
        """The account of that name and password; *address* waits after a few wrong ones, and keeps nobody else out."""
        what = f"account {address} {name[:80]}"
        self.wait_after_tries(what)
        account = self.desks.register.account(name[:80])
        with self.hashing:
            good = account is not None and check_password_hash(account.password, password[:1_000])
        if account is None or not good:
            self.count_try(what)
            raise Refused("wrong_password")
        return account

    def tablet_link(self, tournament: str, board: int, side: Side | None) -> tuple[str, str]:
        """The token and the PIN that bind a tablet to a board, and to a side if one is given."""
        return self.keys.tablet(tournament, board, side, self.desks.register.epoch(tournament, board))

    def bind(self, token: str, pin: str) -> Reader:
        """The tablet that a link and its PIN make; wrong PINs have to wait after a few."""
        reader = self.tablet(token)
        if reader is None:
            raise Refused("link_revoked")
        what = f"pin {reader.tournament} {reader.board}"
        self.wait_after_tries(what)
        right = self.keys.pin(self.keys.opened("tablet", token))
        if not hmac.compare_digest(right.encode(), pin.strip().encode(errors="replace")):
            self.count_try(what)
            raise Refused("wrong_pin")
        return reader

    def tablet(self, token: str) -> Reader | None:
        """The tablet that a link names, without its PIN; None when the link is none or has been revoked."""
        what = self.keys.opened("tablet", token)
        if what is None:
            return None
        tournament, board, side, epoch = what
        if self.desks.register.epoch(tournament, board) != epoch:
            return None
        return Reader("tablet", tournament=tournament, board=board, side=Side(side) if side else None)

    def wait_after_tries(self, what: str) -> None:
        """Refused for a while after too many wrong tries at *what*."""
        with self.lock:
            tries, until = self.tries.get(what, (0, 0.0))
        left = until - time.monotonic()
        if tries >= int(self.settings["pin_tries"]) and left > 0:
            raise Refused("too_many_tries", seconds=int(left) + 1)

    def count_try(self, what: str) -> None:
        """One wrong try more; old ones are forgotten once their wait is over."""
        now = time.monotonic()
        with self.lock:
            self.tries = {key: (count, until) for key, (count, until) in self.tries.items() if until > now}
            self.tries[what] = (self.tries.get(what, (0, 0.0))[0] + 1, now + int(self.settings["pin_wait"]))


def the_doors() -> Doors:
    """The doors of the service at hand."""
    found: Doors = current_app.extensions["arbiter"]
    return found


def desks() -> Desks:
    """The desks of the service at hand."""
    return the_doors().desks


def desk(t: str) -> Desk:
    """The desk of that tournament; refused when there is none."""
    return desks().desk(t)


def seen(state: Tournament) -> Tournament:
    """The tournament as far as whoever asks may see it: a draft is the office's."""
    return state if reader().official else state.announced


def language() -> str:
    """The reader's language: `?lang`, then the cookie, then the browser's wish, then English."""
    for wish in (request.args.get("lang", ""), request.cookies.get("lang", "")):
        if wish in words.LANGUAGES:
            return wish
    return request.accept_languages.best_match(list(words.LANGUAGES)) or words.SOURCE


def called() -> Mapping[str, str]:
    """What the game of the tournament that is asked about calls its sides and pieces otherwise than most."""
    t = (request.view_args or {}).get("t")
    if t is None and "reader" in g:
        t = g.reader.tournament
    try:
        return desks().desk(str(t)).state.variant.called if t else {}
    except Refused:  # there is no such tournament: the page says so
        return {}


def reader() -> Reader:
    """Who asks. A bearer token that opens nothing is refused rather than taken for a spectator."""
    if "reader" not in g:
        g.reader = _reader()
    found: Reader = g.reader
    return found


def _reader() -> Reader:
    doors = the_doors()
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme:
        found = _bearer(doors, token.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise Refused("token_bad")
        return found
    as_tablet = request.path.startswith("/tablet") or "X-Arbiter-Tablet" in request.headers
    tablet = doors.tablet(session["tablet"]) if "tablet" in session else None
    if as_tablet and tablet:
        return tablet
    official = _official(doors)
    return official or tablet or Reader()


def _bearer(doors: Doors, token: str) -> Reader | None:
    what = doors.keys.opened("bearer", token)
    if isinstance(what, dict) and what.get("role") in ROLES:
        return Reader(what["role"], by_token=True)
    bound = doors.keys.opened("bound tablet", token)
    found = doors.tablet(bound) if isinstance(bound, str) else None
    return (
        Reader("tablet", tournament=found.tournament, board=found.board, side=found.side, by_token=True)
        if found
        else None
    )


def _official(doors: Doors) -> Reader | None:
    name, since = session.get("account"), session.get("since", 0)
    if name is None or time.time() - since > 3_600 * int(doors.settings["session_hours"]):
        return None
    account = doors.desks.register.account(name)
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


def bind_tablet(token: str, pin: str) -> Reader:
    """Binds this browser to the board that the link names."""
    bound = the_doors().bind(token, pin)
    session["tablet"] = token
    session.permanent = True
    return bound


def known(app: Flask, headers: Mapping[str, str]) -> bool:
    """Whether a request with these headers comes from a tablet of this hall or from an official."""
    with app.test_request_context("/api/v1", headers=dict(headers)):
        try:
            return reader().role != "spectator"
        except Refused:
            return False


def officials_only(view: Callable[P, R]) -> Callable[P, R | Response]:
    """The view for officials; a page sends others to sign in, the API refuses them."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        if reader().official:
            return view(*args, **kwargs)
        if reader().role == "spectator" and not reader().by_token and not request.path.startswith("/api/"):
            back = request.full_path if request.method == "GET" else None
            return redirect(url_for("office.sign_in", next=back), code=303)  # type: ignore[return-value]  # werkzeug's Response
        raise Refused("not_yours" if reader().by_token or reader().role != "spectator" else "sign_in_first")

    return guarded


def official() -> Reader:
    """Whoever asks, refused unless it is somebody of the office."""
    found = reader()
    if not found.official:
        raise Refused("not_yours" if found.role == "tablet" or found.by_token else "sign_in_first")
    return found


def acting(tournament: str, board: int, side: Side | None = None) -> Reader:
    """Whoever acts at that board: its own tablet, for the side it was given, or an official.

    Refused for everybody else.
    """
    found = reader()
    if found.official:
        return found
    if found.role == "tablet":
        own = (found.tournament, found.board) == (tournament, board)
        if own and (side is None or found.side in (None, side)):
            return found
        raise Refused("not_yours")
    raise Refused("not_yours" if found.by_token else "sign_in_first")


def hear_tablet() -> None:
    """Before every request: a tablet that asks anything is in touch, and its board's flag is not provisional."""
    if "tablet" not in session and "Authorization" not in request.headers:
        return
    link = the_doors().tablet(session["tablet"]) if "tablet" in session else None
    if link is None and request.path.startswith("/api/"):
        found = reader()
        link = found if found.role == "tablet" else None
    if link is not None and link.tournament is not None and link.board is not None:
        try:
            desks().desk(link.tournament).touch(link.board)
        except Refused:
            return  # its tournament cannot be opened; the view says so


def check_token() -> None:
    """Before every request to the API: a token that opens nothing is refused, also where none is needed."""
    if "Authorization" in request.headers and request.path.startswith("/api/"):
        reader()


def csrf_token() -> str:
    """The session's token, which every form and every request of a script brings along."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def csrf_field() -> Markup:
    """The hidden field of a form."""
    return Markup('<input type="hidden" name="csrf" value="{}">').format(csrf_token())


def check_csrf() -> None:
    """Before every request that changes something: a session has to bring its token.

    A bearer token is proof of its own.
    """
    if request.method in ("GET", "HEAD", "OPTIONS") or "Authorization" in request.headers:
        return
    brought = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    if not session and request.path.startswith("/api/"):
        return  # nobody's session: the door itself refuses
    if not hmac.compare_digest(brought.encode(), str(session.get("csrf", "")).encode()) or not brought:
        raise Refused("form_old")
