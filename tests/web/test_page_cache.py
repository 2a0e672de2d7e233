"""What everybody sees is made once, for as long as it is so; what is somebody's own is never given to another."""

from __future__ import annotations

import asyncio
import gzip
import re
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from a2wsgi.asgi_typing import Receive, ReceiveEvent, Scope, Send, SendEvent
from flask import Flask, request_started

from arbiter.rulings.board.play import PlayMove
from arbiter.web.streams import page_cache
from arbiter.web.streams.page_cache import PageCache
from tests.hall import BY
from tests.waiting import REST
from tests.web.front import Front, Got, front
from tests.web.streams import asked

ROUND = "/tournaments/club-open/rounds/1"
BOARD = f"{ROUND}/boards/1"
BOARDS = f"{ROUND}?view=boards"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Front]:
    """Two boards at which round 1 is being played."""
    with front(tmp_path) as opened:
        opened.tournament()
        yield opened


@pytest.fixture
def reached() -> Iterator[list[str]]:
    """The addresses that Flask was asked."""
    seen: list[str] = []

    def note(_: Flask, **__: object) -> None:
        from flask import request

        seen.append(request.path)

    with request_started.connected_to(note):
        yield seen


def play(hall: Front, move: str = "32-28", ply: int = 0) -> None:
    assert hall.post(f"{BOARD}/moves", {"move": move, "ply": ply}).status == 200


def test_a_page_is_made_once_for_all_who_only_read(hall: Front, reached: list[str]) -> None:
    async def crowd() -> list[Got]:
        return await asyncio.gather(*(hall.ask("GET", ROUND) for _ in range(20)))

    together = asyncio.run(crowd())
    later = hall.get(ROUND)

    assert reached == [ROUND]
    assert {got.body for got in (*together, later)} == {later.body}
    assert "Player 1" in later.text


@pytest.mark.parametrize(
    "address", [BOARDS, f"/api/v1{ROUND}", f"/api/v1{BOARD}", "/tournaments/club-open?view=boards"]
)
def test_a_page_is_made_anew_after_a_line_of_the_journal(hall: Front, address: str) -> None:
    before = hall.get(address)
    play(hall)

    assert "32-28" not in before.text
    assert "32-28" in hall.get(address).text


@pytest.mark.parametrize("address", ["/tournaments/club-open", ROUND, "/tournaments/club-open/standings"])
def test_a_list_stands_until_there_is_more_than_a_move(hall: Front, reached: list[str], address: str) -> None:
    before = hall.get(address)
    reached.clear()
    play(hall)

    assert hall.get(address).body == before.body
    assert address not in reached
    assert hall.post(f"{BOARD}/resignations", {"side": "white"}).status == 200
    assert "0-2" in hall.get(address).text or "standings" in address
    assert address in reached


@dataclass
class Slow:
    """An application that answers, when it is told to, with the version that the tournament had when it was asked."""

    hall: Front
    status: int = 200
    go: asyncio.Event = field(default_factory=asyncio.Event)
    asked: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        assert await receive() == await nothing()
        self.asked += 1
        version = self.hall.desk.state.version
        await self.go.wait()
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": str(version).encode()})

    async def reached(self, times: int) -> None:
        """Wait until it has been asked so often; whoever asks in the same turns of the loop has asked, too."""
        while self.asked < times:  # noqa: ASYNC110  # nobody says when
            await asyncio.sleep(REST)
        await asyncio.sleep(REST)

    async def read(self, page_cache: PageCache, path: str = BOARD, query: bytes = b"") -> bytes:
        body = b""

        async def take(message: SendEvent) -> None:
            nonlocal body
            if message["type"] == "http.response.body":
                body += message.get("body", b"")

        await page_cache(asked(path, query=query), nothing, take)
        return body


async def nothing() -> ReceiveEvent:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_a_page_that_was_being_made_when_a_move_came_is_not_given_to_who_asks_after_it(hall: Front) -> None:
    async def race() -> list[bytes]:
        slow = Slow(hall)
        kept = PageCache(slow, hall.running.service.desks, "arbiter")
        before = [asyncio.ensure_future(slow.read(kept)) for _ in range(2)]
        await slow.reached(1)
        hall.desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))
        after = [asyncio.ensure_future(slow.read(kept)) for _ in range(2)]
        await slow.reached(1)
        slow.go.set()
        return await asyncio.gather(*before, *after)

    version = str(hall.desk.state.version).encode()
    next_version = str(hall.desk.state.version + 1).encode()

    assert asyncio.run(race()) == [version, version, next_version, next_version]


def test_what_many_ask_for_at_once_is_made_once_also_where_it_is_not_kept(hall: Front) -> None:
    async def crowd() -> int:
        slow = Slow(hall, status=404)
        kept = PageCache(slow, hall.running.service.desks, "arbiter")
        asking = [asyncio.ensure_future(slow.read(kept)) for _ in range(20)]
        await slow.reached(1)
        slow.go.set()
        await asyncio.gather(*asking)
        return slow.asked

    assert asyncio.run(crowd()) == 1


def test_a_name_that_is_corrected_is_on_the_page(hall: Front) -> None:
    before = hall.get(ROUND)
    hall.running.service.desks.register.erase("club-open", 1)

    assert "Player 1<" in before.text
    assert "Player 1<" not in hall.get(ROUND).text


def test_what_is_kept_is_made_anew_now_and_then_for_the_clocks_on_it(
    hall: Front, reached: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "lifetime", lambda _: 0.0)  # as if that had passed
    hall.get(ROUND)
    hall.get(ROUND)

    assert reached == [ROUND, ROUND]


def test_each_language_has_its_own_page(hall: Front) -> None:
    english = hall.get(ROUND, accept_language="en")
    dutch = hall.get(ROUND, accept_language="nl, en;q=0.5")

    assert '<html lang="en">' in english.text
    assert '<html lang="nl">' in dutch.text
    assert hall.get(ROUND, cookie="lang=nl").body == dutch.body
    assert '<html lang="nl">' in hall.get(f"{ROUND}?lang=nl", accept_language="en").text


def test_who_only_reads_gets_no_cookie(hall: Front) -> None:
    for address in ("/", "/help", ROUND, BOARD, "/tournaments/club-open/standings", "/tournaments/club-open/wall"):
        assert "set-cookie" not in hall.get(address).headers


def test_who_has_a_page_still_is_told_so(hall: Front) -> None:
    first = hall.get(BOARDS)
    again = hall.get(BOARDS, if_none_match=first.headers["etag"])
    play(hall)
    after = hall.get(BOARDS, if_none_match=first.headers["etag"])

    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert after.status == 200
    assert "Cookie" in first.headers["vary"]
    assert first.headers["cache-control"] == "no-cache"


def test_a_page_is_compressed_for_who_takes_it_so(hall: Front) -> None:
    plain = hall.get(BOARDS)
    zipped = hall.get(BOARDS, accept_encoding="br, gzip")
    refused = hall.get(BOARDS, accept_encoding="gzip;q=0, identity")

    assert zipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped.body) == plain.body == refused.body
    assert len(zipped.body) < len(plain.body) / 5
    assert int(zipped.headers["content-length"]) == len(zipped.body)
    assert int(refused.headers["content-length"]) == len(plain.body)


def test_of_a_page_that_is_compressed_nothing_else_is_kept(hall: Front) -> None:
    zipped = hall.get(BOARDS, accept_encoding="gzip")
    (kept,) = hall.running.rendered.kept.values()

    assert kept.page.weight == len(zipped.body)


def test_nobody_has_a_copy_of_a_page_before_they_take_it(hall: Front) -> None:
    """Otherwise every reader who leaves the answers before it lying would hold one."""
    plain = hall.get(BOARDS)
    held: list[int] = []

    async def receive() -> ReceiveEvent:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_: SendEvent) -> None:
        held.append(tracemalloc.get_traced_memory()[0])

    async def ask() -> None:
        await hall.running.app(asked(ROUND, query=b"view=boards"), receive, send)

    tracemalloc.start()
    try:
        asyncio.run(ask())
    finally:
        tracemalloc.stop()

    assert held[1] - held[0] > 0.9 * len(plain.body)


def test_an_official_s_page_is_nobody_else_s(hall: Front) -> None:
    hall.get(ROUND)
    by_token = hall.get(f"/api/v1{ROUND}", authorization=hall.token)
    sign_in = hall.get("/sign-in")
    own = hall.get(ROUND, cookie=sign_in.headers["set-cookie"].partition(";")[0])

    assert by_token.status == 200
    assert by_token.headers["cache-control"] == own.headers["cache-control"] == "no-store"
    assert 'name="csrf"' in own.text
    assert 'name="csrf"' not in hall.get(ROUND).text


def test_what_cannot_be_found_is_not_kept(hall: Front, reached: list[str]) -> None:
    for _ in range(2):
        assert hall.get("/tournaments/no-such").status == 404

    assert len(reached) == 2
    assert not hall.running.rendered.kept


def test_no_more_is_kept_than_there_is_room_for(hall: Front) -> None:
    hall.running.rendered.most = 60_000
    for ply in range(30):
        hall.get(f"{ROUND}?x={ply}")

    assert hall.running.rendered.weight <= 60_000
    assert hall.running.rendered.weight == sum(
        key.weight + kept.page.weight for key, kept in hall.running.rendered.kept.items()
    )
    assert 0 < len(hall.running.rendered.kept) < 30


@pytest.mark.parametrize("file", ["export.trf", "export.pdn-plain", "export.sqlite", "sheets/pairings.pdf"])
def test_a_public_file_is_made_once_until_a_line_is_written(hall: Front, reached: list[str], file: str) -> None:
    address = f"/api/v1/tournaments/club-open/{file}"
    first = hall.get(address)
    again = hall.get(address)

    assert first.status == 200
    assert again.body == first.body
    assert reached == [address]
    play(hall)
    hall.get(address)
    assert reached.count(address) == 2


def test_an_official_s_file_is_their_own(hall: Front, reached: list[str]) -> None:
    address = "/api/v1/tournaments/club-open/export.trf"
    hall.get(address)
    hall.get(address, authorization=f"Bearer {hall.token}")

    assert reached == [address, address]


def test_files_are_made_one_after_the_other_with_a_rest(hall: Front) -> None:
    """Whoever varies the query is not served faster: the next file begins after a rest as long as the last one took."""

    async def crowd() -> tuple[int, int]:
        slow = Slow(hall)
        kept = PageCache(slow, hall.running.service.desks, "arbiter")
        address = "/api/v1/tournaments/club-open/export.trf"
        asking = [asyncio.ensure_future(slow.read(kept, address, query)) for query in (b"a=1", b"a=2", b"a=3")]
        await slow.reached(1)
        at_once = slow.asked
        slow.go.set()
        await asyncio.gather(*asking)
        return at_once, slow.asked

    assert asyncio.run(crowd()) == (1, 3)


RULED = {"kind": "result", "result": "2-0", "reason": "told"}
STANDINGS = "/tournaments/club-open/standings"


async def renewed(hall: Front) -> None:
    """Wait until no page is being made again in the background."""
    cache = hall.running.rendered
    while cache._changed or not (cache._renewing is None or cache._renewing.done()):  # noqa: ASYNC110  # nobody says when
        await asyncio.sleep(REST)


async def rule(hall: Front, board: int, result: str = "2-0") -> None:
    place = f"/api/v1/tournaments/club-open/rounds/1/boards/{board}/rulings"
    told = await hall.ask("POST", place, {**RULED, "result": result}, authorization=hall.token)
    assert told.status == 200


def test_a_page_that_was_read_is_made_again_after_a_result_before_anybody_asks(hall: Front, reached: list[str]) -> None:
    async def evening() -> Got:
        await hall.ask("GET", STANDINGS)
        await rule(hall, 1)
        await rule(hall, 2)
        await renewed(hall)
        made = reached.count(STANDINGS)
        got = await hall.ask("GET", STANDINGS)
        assert reached.count(STANDINGS) == made  # it lay there, whether one change or two have made it
        return got

    assert f'data-after="{hall.desk.state.version + 2}"' in asyncio.run(evening()).text


def test_a_page_is_made_again_for_those_who_read_it_and_for_no_move(hall: Front, reached: list[str]) -> None:
    async def evening() -> list[int]:
        await hall.ask("GET", BOARDS)
        await hall.ask("POST", f"/api/v1{BOARD}/moves", {"move": "32-28", "ply": 0}, authorization=hall.token)
        await asyncio.sleep(REST)
        made = [reached.count(ROUND)]
        for board in (1, 2):
            await rule(hall, board)
            await renewed(hall)
            made.append(reached.count(ROUND))
        return made

    assert asyncio.run(evening()) == [1, 2, 2]  # since it was made again nobody has read it


def test_whoever_asks_while_a_page_is_made_again_gets_what_is_so(hall: Front) -> None:
    """Results and corrections play beside: no answer is older than the journal was when it was asked for."""

    async def ask(after: int) -> None:
        got = await hall.ask("GET", STANDINGS)
        told = re.search(r'data-after="(\d+)"', got.text)
        assert told is not None
        assert int(told[1]) >= after

    async def evening() -> None:
        asking = []
        for number in range(12):
            await rule(hall, 1 + number % 2, ("2-0", "1-1", "0-2")[number // 2 % 3])
            asking += [asyncio.ensure_future(ask(hall.desk.state.version)) for _ in range(3)]
            await asyncio.sleep(REST * (number % 3))
        await asyncio.gather(*asking)

    asyncio.run(evening())


def test_a_page_made_again_after_a_ruling_is_that_of_everybody_and_not_of_the_official(hall: Front) -> None:
    """The desk tells of the ruling in the thread, and in Flask's context, of the official's request."""

    async def evening() -> Got:
        await hall.ask("GET", f"/api/v1{BOARD}")
        await rule(hall, 2)
        await renewed(hall)
        return await hall.ask("GET", f"/api/v1{BOARD}")

    assert "sealed" not in asyncio.run(evening()).text
