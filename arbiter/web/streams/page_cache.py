"""What everybody sees is made once: a page, or its answer of the API, for all who only read.

Whoever has no session and no token gets what everybody gets. It is kept for as long as the journal and the register
stay as they are, compressed, and answered from the loop. Nobody is told what was so before they asked: an answer that
was being made meanwhile is only shared while the journal has not gone on. One that is asked for again and again while
the journal goes on is made with pauses as long as the making, so that a hall of readers leaves time for the moves.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, ReceiveEvent, Scope, Send, SendEvent
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from arbiter.desk.desks import Desks
from arbiter.refused import Refused
from arbiter.web.access.languages import chosen_language

PUBLIC = re.compile(
    r"/(?:help)?|/static/.+|/tournaments/([^/]+)(?:/.*)?"
    r"|/api/v1/tournaments(?:/([^/]+)(?:/(?:rounds/\d+(?:/boards/\d+)?|standings|crosstable))?)?",
    re.ASCII,
)
"""The addresses that say the same to all who only read."""
LISTS = re.compile(r"/tournaments/[^/]+(?:/rounds/\d+|/standings|/players/\d+)?", re.ASCII)
"""Of those, the pages that show no board: a move changes nothing there."""
LANGUAGE = re.compile(rb"(?:^|&)lang=([a-z]*)")
TAKES_GZIP = re.compile(rb"(?:^|[ ,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:,|$))")
COMPRESSED = (b"text/", b"application/json", b"image/svg")
LEAST = 1_000
"""Bytes from which compressing is worth it."""
MOST = 4 * 1024 * 1024
"""Bytes that are kept together: a hundred pages of twenty boards each, compressed."""
BESIDE = 2_048
"""Bytes that an answer takes beside its body: headers, objects, its place in the list."""
LIFETIME = 1.0
"""Seconds for which an answer is kept at the least, and ten times as long as it took: clocks on it run on."""
LONGEST_PAUSE = 5.0


class Key(NamedTuple):
    """What an answer depends on, besides the journal and the register."""

    path: str
    query: bytes
    host: bytes
    language: str
    tournament: str | None

    @property
    def weight(self) -> int:
        """Bytes that keeping it takes, with what stands around an answer."""
        return len(self.path) + len(self.query) + len(self.host) + BESIDE


@dataclass(frozen=True, slots=True)
class Page:
    """An answer as it was made for everybody; *shared* is none that sets a cookie.

    Of a *zipped* one the compressed body is kept alone; its *size* is that of the body before.
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
        """Bytes that keeping it takes."""
        return len(self.body)


class Making:
    """An answer that is being made; *began* as soon as what it is about has been read."""

    def __init__(self) -> None:
        self.began = False
        self.mark: object = None
        self.done: asyncio.Task[Page] | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, the mark of what it was made from, and the loop's seconds at which it began and was there."""

    page: Page
    mark: object
    began: float
    ready: float


class PageCache:
    """An ASGI application before another one: answers what was answered to somebody else."""

    def __init__(self, app: ASGIApp, desks: Desks, cookie: str, *, most: int = MOST) -> None:
        self.app = app
        self.desks = desks
        self.cookie = cookie
        """The name of the session's cookie."""
        self.most = most
        self.weight = 0
        self.kept: OrderedDict[Key, Kept] = OrderedDict()
        self.making: dict[Key, Making] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; whatever is not everybody's goes through."""
        assert scope["type"] == "http"
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
        """What the answer depends on; None where it may be the reader's own."""
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
        """What changes whenever an answer may change."""
        if not key.language:
            return None
        if key.tournament is None:
            return self.desks.register.changes, tuple((desk.id, desk.state.version) for desk in self.desks)
        try:
            desk = self.desks.desk(key.tournament)
        except Refused:
            return None
        listed = LISTS.fullmatch(key.path) and b"view=" not in key.query
        return self.desks.register.changes, desk.listed if listed else desk.state.version

    async def _page(self, key: Key, scope: HTTPScope) -> tuple[Page, bool]:
        """An answer that holds for somebody who asks now, and whether it was made for them."""
        while True:
            kept, making, mark = self.kept.get(key), self.making.get(key), self._mark(key)
            now = time.monotonic()
            if kept is not None and kept.mark == mark and now - kept.ready < lifetime(kept):
                self.kept.move_to_end(key)
                return kept.page, False
            if making is None:
                making = self.making[key] = Making()
                making.done = asyncio.ensure_future(self._make(key, scope, making))
                return await asyncio.shield(making.done), True
            assert making.done is not None
            holds = not making.began or making.mark == mark
            page = await asyncio.shield(making.done)
            if holds:
                return page, False

    async def _make(self, key: Key, scope: HTTPScope, making: Making) -> Page:
        try:
            before = self.kept.get(key)
            if before is not None:
                took = before.ready - before.began
                await asyncio.sleep(before.ready + min(took, LONGEST_PAUSE) - time.monotonic())
            making.began, making.mark, began = True, self._mark(key), time.monotonic()
            page = await self._made(scope)
            if page.status == 200 and page.shared:
                self._keep(key, Kept(page, making.mark, began, time.monotonic()))
            return page
        finally:
            del self.making[key]

    async def _made(self, scope: HTTPScope) -> Page:
        """The answer of the application, whole."""
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
        squeezes = len(body) >= LEAST and named.get(b"content-type", b"").startswith(COMPRESSED)
        size = len(body)
        if squeezes:
            body = await asyncio.to_thread(gzip.compress, body, 5, mtime=0)
        rest = tuple((n, v) for n, v in headers if n not in (b"etag", b"vary", b"content-length", b"cache-control"))
        return Page(status, rest, body, size, squeezes, tag, b"set-cookie" not in named)

    def _keep(self, key: Key, kept: Kept) -> None:
        """Keeps it, and lets go what nobody has asked for the longest."""
        old = self.kept.pop(key, None)
        self.kept[key] = kept
        self.weight += kept.page.weight - (old.page.weight if old else 0)
        if old is None:
            self.weight += key.weight
        while self.weight > self.most:
            which, least = self.kept.popitem(last=False)
            self.weight -= least.page.weight + which.weight


def lifetime(kept: Kept) -> float:
    return max(LIFETIME, 10 * (kept.ready - kept.began))


async def _answer(page: Page, asked: dict[bytes, bytes], send: Send) -> None:
    """The page; only that it is the same still, where the reader has it; compressed, where they take it so."""
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
    if unzips:  # not before the reader has taken the answer before this one: it is a copy of their own
        body = await asyncio.to_thread(gzip.decompress, body)
    await send({"type": "http.response.body", "body": body})
