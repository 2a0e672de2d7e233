"""The page cache: a public page or response of the API is made once for all readers.

It serves requests without a session and without a token. A response stays valid while the journal and the register are
unchanged. It is stored compressed and sent from the event loop. A reader never gets a response that was out of date at
the time of the request: a response that is being made is shared only if the journal has not changed since its making
began.

After a change other than a move, those pages that somebody has read are made again in the background. They are made one
at a time, and the page that was asked for last comes first. Several changes within a moment count as one. A reader who
asks meanwhile waits for the new page. While the journal keeps changing, each page is being made for at most half of the
time, so that readers leave processor time for moves.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections import OrderedDict
from contextlib import suppress
from contextvars import Context
from hashlib import sha256
from typing import NamedTuple

from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, ReceiveEvent, Scope, Send, SendEvent
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.refused import Refused
from arbiter.tournament.events.games import MovePlayed
from arbiter.values import dataclass
from arbiter.web.access import chosen_language

PUBLIC = re.compile(
    r"/(?:help)?|/static/.+|(?:/embed)?/tournaments/([^/]+)(?:/.*)?"
    r"|/api/v1/tournaments(?:/([^/]+)(?:/(?:rounds/\d+(?:/boards/\d+)?(?:/games?\.pdn)?|standings|crosstable"
    r"|export\.[a-z0-9-]+|sheets/[a-z-]+\.pdf))?)?",
    re.ASCII,
)
"""Pattern of the paths whose response is the same for everybody without a session."""
LISTS = re.compile(r"/tournaments/[^/]+(?:/rounds/\d+|/standings|/players/\d+)?", re.ASCII)
"""Pattern of those public paths that show no board, so that a move does not change them."""
FILES = re.compile(r"/api/v1/tournaments/[^/]+/(?:export|sheets/[a-z-]+)\.[a-z0-9-]+", re.ASCII)
"""Pattern of those public paths that lead to whole files.

Only one file is made at a time. Then there is a pause as long as its making took.
"""
LANGUAGE = re.compile(rb"(?:^|&)lang=([a-z]*)")
TAKES_GZIP = re.compile(rb"(?:^|[ ,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:,|$))")
COMPRESSED = (b"text/", b"application/json", b"image/svg")
LEAST_GZIP_BYTES = 1_000
"""A response is compressed if its body has at least this many bytes."""
MOST_CACHED_BYTES = 4 * 1024 * 1024
"""The largest size of all stored responses together, in bytes: a hundred pages of twenty boards each, compressed."""
OVERHEAD_BYTES = 2_048
"""The memory that a stored response takes besides its body, in bytes: headers, objects, its place in the cache."""
LIFETIME_SECONDS = 1.0
"""The time after which a page is made anew even if nothing has changed, in seconds, because its clocks go on running.

If making the page took more than a tenth of this time, it is made anew only after ten times as long as that took.
"""
LONGEST_PAUSE_SECONDS = 5.0
ADVANCE_SECONDS = 1.0
"""A page may be made again this many seconds before the pause after its last making is over.

The pause is as long as the making took, so that making pages takes at most half of the time in the long run.
"""
HEAD_START_SECONDS = 0.02
"""The time after a journal line before pages are made again, in seconds.

The sender of the line gets the response first.
"""
MOST_RENEWED = 24
"""The largest number of pages of a tournament that are made again in the background after a change."""


class Key(NamedTuple):
    """The key of a response in the cache: all that it depends on, except the journal and the register."""

    path: str
    query: bytes
    host: bytes
    language: str
    tournament: str | None

    @property
    def weight(self) -> int:
        """The memory that the key and the objects around a response take, in bytes."""
        return len(self.path) + len(self.query) + len(self.host) + OVERHEAD_BYTES


@dataclass(frozen=True, slots=True)
class Page:
    """A response of the application.

    *shared*: whether it sets no cookie, so that it is the same for all readers. *zipped*: whether `body` is compressed;
    the uncompressed body is not stored. *size*: the length of the uncompressed body in bytes. *tag*: the value of the
    header ETag.
    """

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    size: int
    zipped: bool
    tag: bytes
    shared: bool

    @property
    def weight(self) -> int:
        """The memory that the stored body takes, in bytes."""
        return len(self.body)


class Making:
    """A response that is being made.

    *asked*: whether a reader waits for it. *began*: whether the making has begun; it becomes True just before the
    application reads its data. *mark*: the version stamp at that moment.
    """

    def __init__(self, *, asked: bool) -> None:
        self.asked = asked
        self.began = False
        self.mark: object = None
        self.done: asyncio.Task[Page] | None = None


@dataclass(slots=True, eq=False)
class Kept:
    """A stored response with its version stamp *mark*, and the request to which it responds.

    *began* and *ready*: the instants at which its making began and ended, in seconds of the monotonic clock. *rests*:
    the instant before which the response should not be made again; `ADVANCE_SECONDS` earlier is allowed. *asked*:
    whether a reader has got the response.
    """

    page: Page
    mark: object
    scope: HTTPScope
    began: float
    ready: float
    rests: float
    asked: bool


class PageCache:
    """An ASGI application that answers public requests from its cache, and has *app* make what the cache lacks.

    *most*: the largest size of all stored responses together, in bytes.
    """

    def __init__(self, app: ASGIApp, desks: Desks, cookie: str, *, most: int = MOST_CACHED_BYTES) -> None:
        self.app = app
        self.desks = desks
        self.cookie = cookie
        """The name of the session's cookie."""
        self.most = most
        self.weight = 0
        self.kept: OrderedDict[Key, Kept] = OrderedDict()
        self.making: dict[Key, Making] = {}
        self._one_file = asyncio.Lock()
        self._rests_until = 0.0
        """The instant until which no file is made, in seconds of the monotonic clock."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed: dict[str, None] = {}
        """The ids of the tournaments whose pages are still to be made again in the background."""
        self._renewing: asyncio.Task[None] | None = None
        desks.follow(self._news)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. If its response is not the same for everybody, pass it on to the application."""
        assert scope["type"] == "http"
        self._loop = asyncio.get_running_loop()
        headers = dict(scope["headers"])
        key = self._key(scope, headers)
        if key is None:
            await self.app(scope, receive, send)
            return
        page, own = await self._page(key, scope)
        if not page.shared and not own:
            await self.app(scope, receive, send)
            return
        await _answer(page, headers, send)

    def _key(self, scope: HTTPScope, headers: dict[bytes, bytes]) -> Key | None:
        """Return the key of a request in the cache, or None if its response may differ from reader to reader."""
        place = PUBLIC.fullmatch(scope["path"])
        if place is None or scope["method"] != "GET":
            return None
        query, host = scope["query_string"], headers.get(b"host", b"")
        if scope["path"].startswith("/static/"):
            return Key(scope["path"], b"", host, "", None)
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        if b"authorization" in headers or self.cookie in cookies:
            return None
        asked = LANGUAGE.search(query)
        accepted = parse_accept_header(headers.get(b"accept-language", b"").decode("latin-1"), LanguageAccept)
        language = chosen_language(asked[1].decode() if asked else "", cookies.get("lang", ""), accepted)
        return Key(scope["path"], query, host, language, place[1] or place[2])

    def _mark(self, key: Key) -> object:
        """Return a version stamp for the response under *key*. It changes whenever the response may have changed."""
        if not key.language:
            return None
        if key.tournament is None:
            return self.desks.register.changes, tuple(
                (desk.id, desk.end.history, desk.state.version) for desk in self.desks
            )
        try:
            desk = self.desks.desk(key.tournament)
        except Refused:
            return None
        listed = LISTS.fullmatch(key.path) and b"view=" not in key.query
        return self.desks.register.changes, desk.end.history, desk.listed if listed else desk.state.version

    async def _page(self, key: Key, scope: HTTPScope) -> tuple[Page, bool]:
        """Return a response that is up to date now, and whether this request has caused it to be made."""
        while True:
            kept, making, mark = self.kept.get(key), self.making.get(key), self._mark(key)
            now = time.monotonic()
            if kept is not None and kept.mark == mark and now - kept.ready < lifetime(kept):
                self.kept.move_to_end(key)
                kept.asked = True
                return kept.page, False
            if making is None:
                return await asyncio.shield(self._begin(key, scope, asked=True)), True
            assert making.done is not None
            making.asked = True
            holds = not making.began or making.mark == mark
            page = await asyncio.shield(making.done)
            if holds:
                return page, False

    def _news(self, id: str, recorded: Recorded) -> None:
        """Have the pages of the tournament *id* made again, unless only moves were recorded.

        The desk calls this method in its own thread, where Flask may hold the request of an official. The pages are
        made in an empty context instead, as for a reader who has not signed in.
        """
        if self._loop is not None and not all(isinstance(event, MovePlayed) for event in recorded.events):
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._renew_soon, id, context=Context())

    def _renew_soon(self, id: str) -> None:
        self._changed[id] = None
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.ensure_future(self._renew())

    async def _renew(self) -> None:
        """Make pages of the changed tournaments again, one after the other: the pages that somebody has read."""
        await asyncio.sleep(HEAD_START_SECONDS)
        while self._changed:
            id = next(iter(self._changed))
            del self._changed[id]
            for key in [key for key in reversed(self.kept) if key.tournament == id][:MOST_RENEWED]:
                kept = self.kept.get(key)
                read = kept is not None and kept.asked and not FILES.fullmatch(key.path)
                if read and kept is not None and key not in self.making and kept.mark != self._mark(key):
                    await asyncio.wait([self._begin(key, kept.scope, asked=False)])

    def _begin(self, key: Key, scope: HTTPScope, *, asked: bool) -> asyncio.Task[Page]:
        making = self.making[key] = Making(asked=asked)
        making.done = asyncio.ensure_future(self._make(key, scope, making))
        return making.done

    async def _make(self, key: Key, scope: HTTPScope, making: Making) -> Page:
        try:
            before = self.kept.get(key)
            if before is not None:
                await asyncio.sleep(before.rests - ADVANCE_SECONDS - time.monotonic())
            if FILES.fullmatch(key.path):
                return await self._make_file(key, scope, making)
            return await self._make_page(key, scope, making)
        finally:
            del self.making[key]

    async def _make_file(self, key: Key, scope: HTTPScope, making: Making) -> Page:
        """Make a file, after the end of any other file's making and the pause that follows it.

        So files take at most half of one processor.
        """
        async with self._one_file:
            await asyncio.sleep(self._rests_until - time.monotonic())
            began = time.monotonic()
            try:
                return await self._make_page(key, scope, making)
            finally:
                took = time.monotonic() - began
                self._rests_until = time.monotonic() + min(took, LONGEST_PAUSE_SECONDS)

    async def _make_page(self, key: Key, scope: HTTPScope, making: Making) -> Page:
        making.began, making.mark, began = True, self._mark(key), time.monotonic()
        page = await self._made(scope)
        if page.status == 200 and page.shared:
            ready, before = time.monotonic(), self.kept.get(key)
            took = min(ready - began, LONGEST_PAUSE_SECONDS)
            rests = max(began, before.rests if before else began) + 2 * took
            self._keep(key, Kept(page, making.mark, _bare(key, scope), began, ready, rests, making.asked))
        return page

    async def _made(self, scope: HTTPScope) -> Page:
        """Return the complete response of the application to a request."""
        status, parts = 500, list[bytes]()
        headers: list[tuple[bytes, bytes]] = []

        async def receive() -> ReceiveEvent:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def take(message: SendEvent) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers.extend(message["headers"])
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        plain = [(name, value) for name, value in scope["headers"] if name not in (b"if-none-match", b"range")]
        await self.app({**scope, "headers": plain}, receive, take)
        named, body = dict(headers), b"".join(parts)
        tag = b'W/"%s"' % sha256(body).hexdigest()[:24].encode()
        squeezes = len(body) >= LEAST_GZIP_BYTES and named.get(b"content-type", b"").startswith(COMPRESSED)
        size = len(body)
        if squeezes:
            body = await asyncio.to_thread(gzip.compress, body, 5, mtime=0)
        rest = tuple((n, v) for n, v in headers if n not in (b"etag", b"vary", b"content-length", b"cache-control"))
        return Page(status, rest, body, size, squeezes, tag, b"set-cookie" not in named)

    def _keep(self, key: Key, kept: Kept) -> None:
        """Store the response, and drop the responses unused for longest if the cache is full.

        A file larger than a quarter of the cache is not stored, because it would drop the pages.
        """
        if FILES.fullmatch(key.path) and kept.page.weight > self.most // 4:
            return
        old = self.kept.pop(key, None)
        self.kept[key] = kept
        self.weight += kept.page.weight - (old.page.weight if old else 0)
        if old is None:
            self.weight += key.weight
        while self.weight > self.most:
            which, least = self.kept.popitem(last=False)
            self.weight -= least.page.weight + which.weight


def _bare(key: Key, scope: HTTPScope) -> HTTPScope:
    """Return the request without the headers of its sender, so that the page can be made again from it."""
    headers = [(b"host", key.host), (b"accept-language", key.language.encode())]
    return {**scope, "headers": headers, "state": {}}


def lifetime(kept: Kept) -> float:
    return max(LIFETIME_SECONDS, 10 * (kept.ready - kept.began))


async def _answer(page: Page, asked: dict[bytes, bytes], send: Send) -> None:
    """Send a cached page to a reader.

    *page*: the page. *asked*: the headers of the reader's request. A reader who has the page already gets only status
    304. A reader who does not accept gzip gets it uncompressed.
    """
    headers = [*page.headers, (b"vary", b"Accept-Encoding, Accept-Language, Authorization, Cookie")]
    body, status, size, unzips = page.body, page.status, page.size, False
    if status == 200 and page.shared:
        headers += [(b"etag", page.tag), (b"cache-control", b"no-cache")]
        if page.tag in asked.get(b"if-none-match", b""):
            status, body = 304, b""
    else:
        headers.append((b"cache-control", b"no-store"))
    if body and page.zipped:
        unzips = TAKES_GZIP.search(asked.get(b"accept-encoding", b"")) is None
        if not unzips:
            size = len(body)
            headers.append((b"content-encoding", b"gzip"))
    if status != 304:
        headers.append((b"content-length", str(size).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if unzips:  # only after the reader has read the last response, because this is a copy for one reader
        body = await asyncio.to_thread(gzip.decompress, body)
    await send({"type": "http.response.body", "body": body})
