"""Whatever a stranger sends, to every address: an answer below 500, and no traceback in the log."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
from a2wsgi.asgi_typing import ReceiveEvent, SendEvent
from werkzeug.routing import Rule

from arbiter.web.streams.protocol import TRANSPORT
from tests.web.front import Front, front
from tests.web.streams import Spectator, asked

HUGE = "9" * 400
ODD = (
    *(
        "%00",
        "%0d%0aX-Evil:%20yes",
        "%09",
        "%0a",
        "%ff%fe",
        "%ed%a0%80",
        "%",
        "%zz",
        "%u2028",
        "%2f%2e%2e%2f",
        "%e2%80%ae",
    ),
    *(HUGE, "-1", "0", "1e999", "NaN", "%c2%a0", "[", "//evil.example", "/%09/evil.example", "%5c%5cevil.example"),
    *("' OR 1=1", "{{7*7}}", "%(x)s", "{0.__class__}", "a" * 5_000, "%f0%9f%98%80", "٣", "²", ""),
)
"""Texts as they stand in an address, a query or a form."""
FIELDS = (
    *("next", "back", "lang", "name", "password", "csrf", "kept", "file", "board", "boards", "entries", "until", "at"),
    *("ply", "move", "key", "kind", "side", "to", "id", "after", "view", "format", "limit", "minutes", "text", "fen"),
    *("q", "page", "screen", "round", "letters", "code", "token", "t", "number", "show", "ago", "seen", "sent_ms"),
)
BYTES = (
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\x80",
    b'a="',
    b"=;=;",
    b"\x7f",
    b"\t",
    b"9" * 400,
    b"-1",
    b"\xc3\xa9",
    b"",
    b"a" * 9_000,
)
HEADERS = (
    *(b"cookie", b"authorization", b"accept-language", b"accept", b"accept-encoding", b"host", b"origin", b"referer"),
    *(b"user-agent", b"if-none-match", b"if-modified-since", b"range", b"content-type", b"last-event-id", b"date"),
    *(b"x-forwarded-for", b"x-arbiter-passed-on", b"x-arbiter-tablet", b"sec-fetch-site", b"x-csrf-token", b"if-range"),
)
COOKIES = (
    *(
        b"arbiter=\xff",
        b"arbiter=a.b.c",
        b"arbiter=eyJhIjoxfQ.x.y",
        b"lang=\xed\xa0\x80",
        b"arbiter=",
        b"=\x00",
        b"lang=" + b"a" * 9_000,
    ),
    *(b'arbiter="\\777"', b"arbiter=.eJw.x.y"),
)
PROOFS = (
    b"Bearer \xff",
    b"Bearer " + b"a" * 32,
    b"Bearer " + b"9" * 9_000,
    b"Basic \xff",
    b"Digest a=",
    b"bearer",
    b"Bearer a.b.c",
    b"Basic Og==",
)
FORM, PARTS = b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"
JSONS = (
    *(b'"\\ud800"', b'{"a": "\\ud800"}', b"[" * 9_000, b'{"ply": 1e999, "a": NaN}', b"\xff", b"{}"),
    b'{"board": 1e999, "boards": ["\\ud800"]}',
)
FORMS = (
    b"a=%ff&b=%ed%a0%80",
    b"&" * 9_000,
    b"a=b&" * 2_000,
    b"\x00\xff",
    b"=%",
    b"kept=%ff&name=%00",
    b"name=" + b"a" * 300_000,
)
PART = b"--x\r\nContent-Disposition: form-data"
MULTIPART = (
    PART + b'; name="file"; filename="\xff\x00"\r\n\r\n\x00\r\n--x--\r\n',
    PART + b"\r\n\r\nno name\r\n--x--\r\n",
    PART + b"; name*=utf-8''%ff\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n\xff\r\n--x--\r\n",
    b"--x\r\n" * 2_000,
    PART + b'; name="a"\r\n\r\nno end',
    (PART + b'; name="a"\r\n\r\nb\r\n') * 1_100 + b"--x--\r\n",
)
BODIES = (
    *((b"application/json", one) for one in JSONS),
    *((FORM, one) for one in FORMS),
    *((PARTS, one) for one in MULTIPART),
    (b"application/json; charset=nonsense", b'{"name": 1}'),
    (FORM + b"; charset=utf-16", b"name=a"),
    (b"multipart/form-data", b"--x\r\n"),
    (b"multipart/form-data; boundary=" + b"b" * 3_000, b"--b"),
    (b"multipart/form-data; boundary=\xff", b"--\xff\r\n\r\n--\xff--"),
    (b"text/plain", b"\xff" * 1_000),
    (b"\xff/\xff", b"a"),
)


@dataclass(frozen=True, slots=True)
class Junk:
    """One request."""

    method: str
    path: str
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""


async def answered(hall: Front, junk: Junk) -> tuple[int, dict[bytes, bytes]]:
    """The status of the answer, and its headers. An address is read as the server reads it."""
    scope = asked(unquote(junk.path), method=junk.method, query=junk.query, headers=junk.headers)
    ends = Spectator()
    scope["state"] = {TRANSPORT: ends}
    coming: list[ReceiveEvent] = [{"type": "http.request", "body": junk.body, "more_body": False}]
    got: list[Any] = []

    async def receive() -> ReceiveEvent:
        return coming.pop() if coming else {"type": "http.disconnect"}

    async def send(message: SendEvent) -> None:
        got.append(message)

    await hall.running.app(scope, receive, send)
    if not got:
        return ends.status, {}
    return got[0]["status"], dict(got[0]["headers"])


def filled(rule: Rule, chance: random.Random, odd: float) -> str:
    """An address by that rule, some of whose parts are odd."""

    def part(found: re.Match[str]) -> str:
        if chance.random() < odd:
            return chance.choice(ODD)
        return "1" if found[1] else "club-open" if found[2] == "t" else "wins"

    return re.sub(r"<(\w+:)?(\w+)>", part, rule.rule)


def kinds_of_junk(hall: Front, cookie: bytes, csrf: str, seed: int) -> Iterator[Junk]:
    """Of every address and method: odd addresses, odd queries and headers, odd bodies."""
    assert len({rule.endpoint for rule in hall.running.lanes.app.url_map.iter_rules()}) > 200
    chance = random.Random(seed)
    for rule in hall.running.lanes.app.url_map.iter_rules():
        for method in sorted(rule.methods or ()):
            yield Junk(method, filled(rule, chance, odd=0.7))
            query = "&".join(f"{name}={chance.choice(ODD)}" for name in chance.sample(FIELDS, 6))
            headers = [(name, chance.choice(BYTES)) for name in chance.sample(HEADERS, 3)]
            headers.append((b"cookie", chance.choice(COOKIES)))
            headers += [(b"authorization", chance.choice(PROOFS))] * (chance.random() < 0.5)
            yield Junk(method, filled(rule, chance, odd=0.1), query.encode(), tuple(headers))
            if method in ("POST", "PATCH", "PUT", "DELETE"):
                kind, body = chance.choice(BODIES)
                brought = ((b"cookie", cookie), (b"x-csrf-token", csrf.encode()), (b"content-type", kind))
                yield Junk(method, filled(rule, chance, odd=0), b"", brought, body)
                fields = "&".join(f"{name}={chance.choice(ODD)}" for name in chance.sample(FIELDS, 12))
                odd = (*brought[:2], (b"content-type", FORM), (b"referer", b"http://hall.test" + chance.choice(BYTES)))
                yield Junk(method, filled(rule, chance, odd=0), b"", odd, fields.encode())


def signed_for_nobody(hall: Front) -> tuple[bytes, str]:
    """The cookie of a session of nobody, and the token that its forms bring along."""
    page = hall.get("/sign-in")
    found = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert found is not None
    return page.headers["set-cookie"].partition(";")[0].encode(), found[1]


def found_wrong(hall: Front, seeds: Sequence[int], caplog: pytest.LogCaptureFixture) -> Mapping[str, Junk]:
    """What was answered as a fault, or left a traceback, by what the log says of it."""
    cookie, csrf = signed_for_nobody(hall)
    wrong: dict[str, Junk] = {}

    async def throw() -> None:
        for junk in itertools.chain(*(kinds_of_junk(hall, cookie, csrf, seed) for seed in seeds)):
            caplog.clear()
            try:
                status, headers = await answered(hall, junk)
            except Exception:
                logging.getLogger("arbiter").exception("nobody has caught it")
                status, headers = 500, {}
            said = [one.exc_text or one.getMessage() for one in caplog.records if one.exc_info]
            said += [text for one in caplog.records if "Traceback" in (text := one.getMessage())]
            away = headers.get(b"location", b"/")
            if status >= 500 or said or not away.startswith(b"/") or away.startswith(b"//"):
                wrong["\n".join(said)[-800:] or f"{status} {away!r}"] = junk

    asyncio.run(throw())
    return wrong


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with front(tmp_path_factory.mktemp("hall")) as opened:
        opened.tournament()
        yield opened


def test_nothing_that_a_stranger_sends_is_a_fault(hall: Front, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    assert found_wrong(hall, [1], caplog) == {}


FOUND = (
    Junk("GET", "/", b"", ((b"cookie", b"lang=\xed\xa0\x80"),)),
    Junk("GET", "/api/v1/tournaments/club-open/events", b"after=x", ((b"cookie", b"arbiter=\xff"),)),
    Junk("GET", "/help", b"", ((b"host", b"9" * 400),)),
    Junk("GET", "/help", b"", ((b"host", b"a..b"),)),
    Junk("GET", f"/practice/{HUGE}.pdn"),
)


@pytest.mark.parametrize("junk", FOUND)
def test_what_was_a_fault_once_is_none_any_more(hall: Front, junk: Junk, caplog: pytest.LogCaptureFixture) -> None:
    status, _ = asyncio.run(answered(hall, junk))

    assert 0 < status < 500
    assert [one for one in caplog.records if one.exc_info] == []


TABS = [
    "/\t/evil.example",
    "/\r/evil.example",
    "/\n/evil.example",
    "//evil.example",
    "/\\evil.example",
    "\t//evil.example",
]
FAR = [*TABS, "http://evil.example/", "http://10.0.0.1:8000//evil.example", "http://10.0.0.1:8000@evil.example/"]


def test_a_refused_form_goes_back_to_a_page_of_this_service_only(hall: Front) -> None:
    def sent(back: str, referer: str) -> str | None:
        body = urlencode({"back": back, "csrf": "old"}).encode()
        headers = {"content_type": FORM.decode(), "referer": referer}
        return asyncio.run(hall.ask("POST", "/sign-out", body, **headers)).headers.get("location")

    assert [sent(back, "") for back in FAR] == [None] * len(FAR)
    assert [sent("", back) for back in FAR] == [None] * len(FAR)
    assert sent("/help", "") == "/help"
    assert sent("", "http://10.0.0.1:8000/help?a=b") == "/help?a=b"


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_nothing_of_all_that_a_stranger_sends_is_a_fault(hall: Front, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    assert found_wrong(hall, range(2, 40), caplog) == {}
