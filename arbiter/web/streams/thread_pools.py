"""Three lanes to Flask, each with threads of its own: for tablets and officials, for passwords, for everybody else.

However many spectators ask, they never hold a thread that a move needs; however many passwords are tried, they hold
neither a thread of a page nor one of a move. Whose request it is, the loop tells by the
signature that it carries, without Flask and without reading a file; whether that is still good is the doors' question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from a2wsgi.asgi_typing import HTTPScope, Receive, Scope, Send
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import BadData
from werkzeug.http import parse_cookie

from arbiter.desk.desks import Desks
from arbiter.desk.turns import Ticket
from arbiter.machine.keys import Keys
from arbiter.refused import Refused
from arbiter.web.access.hashing import FULL, HASHES
from arbiter.web.streams.bridge import Bridge
from arbiter.web.streams.receipt import unread_ms

PLACE = re.compile(r"/(?:api/v1/tournaments|office)/([^/]+)(?:/rounds/\d+/boards/(\d{1,6}))?(?:/|$)", re.ASCII)
"""The tournament, and the board where there is one, that a request is about."""
HASHED = re.compile(r"/sign-in(?:/[^/]+)?|/api/v1/me/password|/office/accounts/\d+", re.ASCII)
"""The addresses to which passwords are posted."""
MOST_HASHED, MOST_OF_ONE = 32, 8
"""Requests that may wait in the lane for passwords: all together, and those of one address."""
READING = ("GET", "HEAD", "OPTIONS")
REMEMBERED = 4_096
"""Signatures that need not be checked again."""
LONGEST_REMEMBERED = 2_048
"""Characters of such a signature; a longer one is checked each time, or strangers would fill the memory."""


class ThreadPools:
    """An ASGI application: Flask in three sets of threads."""

    def __init__(self, app: Flask, keys: Keys, *, threads: int, readers: int) -> None:
        self.app = app
        self._cookie = app.config["SESSION_COOKIE_NAME"]
        self._lifetime = int(app.permanent_session_lifetime.total_seconds())
        self._sessions = SecureCookieSessionInterface().get_signing_serializer(app)
        self._keys = keys
        self._signed = lru_cache(REMEMBERED)(self._opened)
        self._players = Bridge(app, threads=threads)
        self._readers = Bridge(app, threads=readers)
        self._hashers = Bridge(app, threads=HASHES, name="hashing")
        self._hashed: Counter[str] = Counter()
        """How many requests of each address are in the lane for passwords."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, in its lane."""
        assert scope["type"] == "http"
        if scope["method"] == "POST" and HASHED.fullmatch(scope["path"]):
            await self._hash(scope, receive, send)
        else:
            await self._lane(scope)(scope, receive, send)

    def _lane(self, scope: HTTPScope) -> Bridge:
        return self._players if self.knows(scope["headers"]) else self._readers

    async def _hash(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """A request with a password. One for which the lane has no room is refused in the lane that it else has."""
        address = (scope.get("client") or ("",))[0]
        if self._hashed.total() >= MOST_HASHED or self._hashed[address] >= MOST_OF_ONE:
            before = FULL.set(True)
            try:
                await self._lane(scope)(scope, receive, send)
            finally:
                FULL.reset(before)
            return
        self._hashed[address] += 1
        try:
            await self._hashers(scope, receive, send)
        finally:
            self._hashed[address] -= 1
            self._hashed += Counter()  # without those that have none

    def knows(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether these headers carry what this service signed for a tablet or an official."""
        carried = dict(headers)
        authorization = carried.get(b"authorization", b"").decode("latin-1")
        cookies = carried.get(b"cookie", b"").decode("latin-1")
        short = len(authorization) + len(cookies) <= LONGEST_REMEMBERED
        return (self._signed if short else self._opened)(authorization, cookies)

    def close(self) -> None:
        """Ends the threads once they have done what they have begun."""
        self._players.executor.shutdown()
        self._readers.executor.shutdown()
        self._hashers.executor.shutdown()

    def _opened(self, authorization: str, cookies: str) -> bool:
        scheme, _, token = authorization.partition(" ")
        if scheme:
            return scheme.lower() == "bearer" and any(
                self._keys.opened(purpose, token.strip()) is not None for purpose in ("bearer", "bound tablet")
            )
        try:
            session = parse_cookie(cookies).get(self._cookie)
        except UnicodeDecodeError:  # no browser sends such a one
            return False
        if session is None or self._sessions is None:
            return False
        try:
            held = self._sessions.loads(session, max_age=self._lifetime)
        except BadData:
            return False
        return "account" in held or "tablet" in held


def ticket(desks: Desks, lanes: ThreadPools, scope: HTTPScope) -> Ticket | None:
    """What a request gets as soon as it is whole: its instant, and its place among those about the same board.

    None of one that only reads, and of a stranger's: those can neither record anything nor keep a board waiting.
    """
    if scope["method"] in READING or (place := PLACE.match(scope["path"])) is None or not lanes.knows(scope["headers"]):
        return None
    try:
        unread = int(unread_ms(scope) * desks.clock.speed)
        return desks.desk(place[1]).turns.take(int(place[2]) if place[2] else None, unread)
    except Refused:  # there is no such tournament: the door says so
        return None
