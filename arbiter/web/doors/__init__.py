"""Who may look, who may touch.

Three kinds of people come to the door. Officials have an account and a session, or a bearer token for the API; a
tablet has a signed link, which opens with a short PIN and acts on its own board only; everybody else reads. Tokens
are signed with the instance's key and say what they are for; revoking the links of a board raises the epoch that they
were signed in.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, redirect, request, session, url_for
from werkzeug.datastructures import LanguageAccept

from arbiter import words
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.engines.engines import Engines
from arbiter.engines.house import House
from arbiter.engines.sittings import Sittings
from arbiter.engines.thinkers import Thinkers
from arbiter.hall.keys import Keys
from arbiter.hall.view import zone_of
from arbiter.hall.workshop import Workshop
from arbiter.refused import Refused
from arbiter.sides import Side
from arbiter.web.doors.accounts import Accounts
from arbiter.web.doors.links import TabletLinks
from arbiter.web.doors.readers import ROLES, Reader
from arbiter.web.doors.sessions import official_of
from arbiter.web.doors.tries import Tries

P = ParamSpec("P")
R = TypeVar("R")


@dataclass
class Doors:
    """What the doors know of the service behind them."""

    desks: Desks
    keys: Keys
    settings: Mapping[str, Any]
    address: str = ""
    """Where tablets find the service, as the QR codes have it."""
    workshop: Workshop = field(default_factory=Workshop)

    @cached_property
    def tries(self) -> Tries:
        """Who has tried wrong PINs and passwords, and how often."""
        return Tries(int(self.settings["pin_tries"]), int(self.settings["pin_wait"]))

    @cached_property
    def accounts(self) -> Accounts:
        return Accounts(self.desks.register, self.tries, int(self.settings["link_minutes"]))

    @cached_property
    def links(self) -> TabletLinks:
        return TabletLinks(self.keys, self.desks.register, self.tries)

    @cached_property
    def thinkers(self) -> Thinkers:
        """The processes in which the house thinks."""
        return Thinkers(int(self.settings["thinkers"]))

    @cached_property
    def engines(self) -> Engines:
        """The engines of others that the club has set up."""
        return Engines(self.desks.register, str(self.settings["engines"]))

    @cached_property
    def house(self) -> House:
        """The house as a player."""
        return House(self.desks, self.thinkers, self.engines)

    @cached_property
    def sittings(self) -> Sittings:
        """Whoever practises with the house."""
        return Sittings(self.desks)

    @cached_property
    def zone(self) -> tzinfo:
        return zone_of(self.settings)


def the_doors() -> Doors:
    """The doors of the service at hand."""
    found: Doors = current_app.extensions["arbiter"]
    return found


def desks() -> Desks:
    return the_doors().desks


def desk(t: str) -> Desk:
    """The desk of that tournament; refused when there is none."""
    return desks().desk(t)


def language() -> str:
    """The reader's language."""
    return chosen_language(request.args.get("lang", ""), request.cookies.get("lang", ""), request.accept_languages)


def chosen_language(asked: str, kept: str, accepted: LanguageAccept) -> str:
    """The language that the address asks for, else the cookie's, else the browser's, else English."""
    known = next((language for language in (asked, kept) if language in words.LANGUAGES), None)
    return known or accepted.best_match(list(words.LANGUAGES)) or words.SOURCE


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
    as_tablet = request.path.startswith(("/tablet", "/practice")) or "X-Arbiter-Tablet" in request.headers
    link = bound_by()
    tablet = doors.links.tablet(link) if link else None
    if as_tablet and tablet:
        return tablet
    official = official_of(doors.desks.register, int(doors.settings["session_hours"]))
    return official or tablet or Reader()


def _bearer(doors: Doors, token: str) -> Reader | None:
    what = doors.keys.opened("bearer", token)
    if isinstance(what, dict) and what.get("role") in ROLES:
        return Reader(what["role"], by_token=True)
    bound = doors.keys.opened("bound tablet", token)
    found = doors.links.tablet(bound) if isinstance(bound, str) else None
    return (
        Reader("tablet", tournament=found.tournament, board=found.board, side=found.side, by_token=True)
        if found
        else None
    )


def bound_by() -> str | None:
    """The link by which this browser asks: of the sitting that it asks about, else of its board in the hall."""
    sitting, token = session.get("practice", ("", ""))
    about = (request.view_args or {}).get("t")
    if token and (about == sitting or request.path.startswith("/practice")):
        return str(token)
    return session.get("tablet")


def bind_tablet(token: str, pin: str) -> Reader:
    """Binds this browser to the board that the link names."""
    bound = the_doors().links.bind(token, pin)
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
        if found.at(tournament, board) and (side is None or found.side in (None, side)):
            return found
        raise Refused("not_yours")
    raise Refused("not_yours" if found.by_token else "sign_in_first")


def hear_tablet() -> None:
    """Before every request: a tablet that asks anything is in touch, and its board's flag is not provisional."""
    bound = bound_by()
    if bound is None and "Authorization" not in request.headers:
        return
    link = the_doors().links.tablet(bound) if bound else None
    if link is None and request.path.startswith("/api/"):
        found = reader()
        link = found if found.role == "tablet" else None
    if link is not None and link.tournament is not None and link.board is not None:
        try:
            seen, waiting = (request.args.get(name, type=int) for name in ("seen", "waiting"))
            desks().desk(link.tournament).touch(link.board, link.side, seen=seen or 0, waiting=waiting)
        except Refused:
            return  # its tournament cannot be opened; the view says so


def check_token() -> None:
    """Before every request to the API: a token that opens nothing is refused, also where none is needed."""
    if "Authorization" in request.headers and request.path.startswith("/api/"):
        reader()


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
