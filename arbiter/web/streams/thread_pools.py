"""Three thread pools for Flask: for tablets and officials, for requests with a password, and for everybody else.

So spectators, however many, occupy no thread that a move needs. Requests with passwords, however many, occupy no thread
that a page or a move needs. The signature in a request decides on its pool, without Flask and without reading a file.
`web.access` checks later whether the signature is still valid.
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
from arbiter.desk.request_queue import Ticket
from arbiter.machine.keys import Keys
from arbiter.refused import Refused
from arbiter.web.access.hashing import FULL, HASHES_AT_ONCE
from arbiter.web.streams.arrival_times import Receipts, unread_ms
from arbiter.web.streams.asgi_to_flask import Bridge

PLACE = re.compile(r"/(?:api/v1/tournaments|office)/([^/]+)(?:/rounds/\d+/boards/(\d{1,6}))?(?:/|$)", re.ASCII)
"""Pattern of a path about a tournament: it finds the tournament, and the board if the path names one."""
HASHED = re.compile(r"/sign-in(?:/[^/]+)?|/api/v1/me/password|/office/accounts/\d+", re.ASCII)
"""Pattern of the paths to which passwords are posted."""
MOST_HASHING, MOST_HASHING_OF_ONE = 32, 8
"""The largest numbers of requests that may wait for a password's hash: all together, and from one address."""
READING = ("GET", "HEAD", "OPTIONS")
REMEMBERED_SIGNATURES = 4_096
"""The number of checked signatures whose outcome is remembered."""
LONGEST_REMEMBERED_CHARACTERS = 2_048
"""The longest signature that is remembered, in characters. With longer ones strangers could fill the memory."""


class ThreadPools:
    """An ASGI application that runs Flask in three thread pools.

    *threads*: the number of threads for tablets and officials. *readers*: the number for everybody else.
    """

    def __init__(self, app: Flask, keys: Keys, *, threads: int, readers: int) -> None:
        self.app = app
        self._cookie = app.config["SESSION_COOKIE_NAME"]
        self._lifetime = int(app.permanent_session_lifetime.total_seconds())
        self._sessions = SecureCookieSessionInterface().get_signing_serializer(app)
        self._keys = keys
        self.receipts = Receipts(keys)
        self._signed = lru_cache(REMEMBERED_SIGNATURES)(self._opened)
        count = app.extensions["metrics"].count
        self._players = Bridge(app, threads=threads, count=count)
        self._readers = Bridge(app, threads=readers, count=count)
        self._hashers = Bridge(app, threads=HASHES_AT_ONCE, name="hashing", count=count)
        self._hashed: Counter[str] = Counter()
        """For each address: the number of its requests that wait for a password's hash."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request in the thread pool that it belongs to."""
        assert scope["type"] == "http"
        if scope["method"] == "POST" and HASHED.fullmatch(scope["path"]):
            await self._hash(scope, receive, send)
        else:
            await self._lane(scope)(scope, receive, send)

    def _lane(self, scope: HTTPScope) -> Bridge:
        return self._players if self.knows(scope["headers"]) else self._readers

    async def _hash(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Handle a request with a password in the thread pool for passwords.

        If too many such requests wait, it goes to the pool of its sender instead, where it is refused.
        """
        address = (scope.get("client") or ("",))[0]
        if self._hashed.total() >= MOST_HASHING or self._hashed[address] >= MOST_HASHING_OF_ONE:
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
            self._hashed += Counter()  # drops the addresses whose count is 0

    def knows(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Return whether the headers carry a signature that this service made for a tablet or an official."""
        carried = dict(headers)
        authorization = carried.get(b"authorization", b"").decode("latin-1")
        cookies = carried.get(b"cookie", b"").decode("latin-1")
        short = len(authorization) + len(cookies) <= LONGEST_REMEMBERED_CHARACTERS
        return (self._signed if short else self._opened)(authorization, cookies)

    def close(self) -> None:
        """Wait for the end of the requests in progress, and end the threads."""
        self._players.executor.shutdown()
        self._readers.executor.shutdown()
        self._hashers.executor.shutdown()

    def _opened(self, authorization: str, cookies: str) -> bool:
        scheme, _, token = authorization.partition(" ")
        if scheme:
            return scheme.lower() == "bearer" and self._keys.purpose(token.strip()) is not None
        try:
            session = parse_cookie(cookies).get(self._cookie)
        except UnicodeDecodeError:  # no browser sends such a cookie
            return False
        if session is None or self._sessions is None:
            return False
        try:
            held = self._sessions.loads(session, max_age=self._lifetime)
        except BadData:
            return False
        return "account" in held or "tablet" in held


def ticket(desks: Desks, lanes: ThreadPools, scope: HTTPScope, body: bytes = b"") -> Ticket | None:
    """Return the ticket of a complete request: when it was received, and its place in the queue of its board.

    A request that is sent again counts from its first receipt. Return None if the request only reads or its sender is a
    stranger, because such requests can neither write nor delay a board.
    """
    if scope["method"] in READING or (place := PLACE.match(scope["path"])) is None or not lanes.knows(scope["headers"]):
        return None
    try:
        before = lanes.receipts.told(scope, body, desks.clock.now())
        unread = max(before, int(unread_ms(scope) * desks.clock.speed))
        return desks.desk(place[1]).turns.take(int(place[2]) if place[2] else None, unread)
    except Refused:  # an unknown tournament: the view reports it
        return None
