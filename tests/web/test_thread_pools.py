"""Lanes: tablets and officials have threads of their own, and their requests a place as soon as they are whole."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from arbiter.web.streams.thread_pools import ticket
from tests.waiting import PATIENCE, REST
from tests.web.front import Front, front
from tests.web.streams import asked

BOARD = "/tournaments/club-open/rounds/1/boards/1"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Front]:
    """Two boards at which round 1 is being played; two threads for each lane."""
    with front(tmp_path, threads=2, reader_threads=2) as opened:
        opened.tournament()
        yield opened


def waiting(hall: Front) -> bool:
    """Whether something about board 1 has been received and not been ruled on."""
    return hall.desk.turns.earlier(1, hall.clock.at + 1)


def test_readers_never_hold_the_threads_of_a_move(hall: Front) -> None:
    full, end = threading.Barrier(3), threading.Event()

    def held() -> str:
        full.wait(PATIENCE)
        end.wait(PATIENCE)
        return "read"

    hall.running.lanes.app.view_functions["public.index"] = held

    async def evening() -> int:
        readers = [asyncio.ensure_future(hall.ask("GET", f"/?{n}")) for n in range(4)]
        await asyncio.to_thread(full.wait, PATIENCE)
        move = hall.ask("POST", f"/api/v1{BOARD}/moves", {"move": "32-28", "ply": 0}, authorization=hall.token)
        try:
            return (await asyncio.wait_for(move, PATIENCE)).status
        finally:
            full.abort()
            end.set()
            await asyncio.gather(*readers)

    assert asyncio.run(evening()) == 200


def test_a_request_is_known_by_what_was_signed_here(hall: Front) -> None:
    lanes, keys = hall.running.lanes, hall.running.service.keys
    link, _ = hall.running.access.links.make("club-open", 1, None)
    anybody = hall.get(f"/t/{link}").headers["set-cookie"].partition(";")[0]
    csrf = hall.get(f"/t/{link}", cookie=anybody).text.partition('name="csrf" value="')[2].partition('"')[0]
    form = f"csrf={csrf}".encode()
    bound = asyncio.run(
        hall.ask("POST", f"/t/{link}", form, cookie=anybody, content_type="application/x-www-form-urlencoded")
    )
    tablet = bound.headers["set-cookie"].partition(";")[0]

    assert bound.status == 303
    assert lanes.knows([(b"cookie", tablet.encode())])
    assert lanes.knows([(b"authorization", b"Bearer " + keys.bearer("arbiter").encode())])
    assert not lanes.knows([(b"cookie", anybody.encode())])
    assert not lanes.knows([(b"cookie", tablet[:-1].encode())])
    assert not lanes.knows([(b"authorization", b"Bearer x"), (b"cookie", tablet.encode())])
    assert not lanes.knows([])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"move": "32-28", "ply": 0}, 200),
        ({"move": "32-28", "ply": 7}, 409),
        (b"{", 400),
        (b" " * 200_000, 413),
    ],
    ids=["ruled", "stale", "unreadable", "too large"],
)
def test_every_ending_of_a_request_gives_its_place_back(hall: Front, body: object, status: int) -> None:
    assert hall.post(f"{BOARD}/moves", body).status == status
    assert not waiting(hall)


def test_a_fault_gives_the_place_back_too(hall: Front) -> None:
    def stumbles(**_: object) -> str:
        raise ZeroDivisionError

    app = hall.running.lanes.app
    for rule in app.url_map.iter_rules():
        if rule.rule.endswith("/moves"):
            app.view_functions[rule.endpoint] = stumbles

    assert hall.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0}).status == 500
    assert not waiting(hall)


def test_the_instant_of_a_move_is_that_of_its_last_byte(hall: Front) -> None:
    """Both threads of the lane are held for three minutes while the move waits."""
    full, end = threading.Barrier(3), threading.Event()

    def held() -> str:
        full.wait(PATIENCE)
        end.wait(PATIENCE)
        return "held"

    hall.running.lanes.app.view_functions["public.index"] = held

    async def evening() -> None:
        holding = [asyncio.ensure_future(hall.ask("GET", "/", authorization=hall.token)) for _ in range(2)]
        await asyncio.to_thread(full.wait, PATIENCE)
        move = hall.ask("POST", f"/api/v1{BOARD}/moves", {"move": "32-28", "ply": 0}, authorization=hall.token)
        moving = asyncio.ensure_future(move)
        while not waiting(hall):  # noqa: ASYNC110  # nobody says when
            await asyncio.sleep(REST)
        hall.clock.wait(minutes=3)
        end.set()
        await asyncio.gather(moving, *holding)

    began = hall.clock.at
    asyncio.run(evening())

    assert [play.at for play in hall.desk.state.game(1, 1).plays] == [began]


def test_a_stranger_s_request_takes_no_place(hall: Front) -> None:
    taken = partial(ticket, hall.running.service.desks, hall.running.lanes)
    scope = asked(f"/api/v1{BOARD}/moves", method="POST")
    known = asked(f"/api/v1{BOARD}/moves", method="POST", headers=[(b"authorization", hall.token.encode())])
    elsewhere = asked("/api/v1/tournaments/none/rounds/1/boards/1/moves", method="POST", headers=known["headers"])

    assert taken(scope) is None
    assert taken(elsewhere) is None
    assert (place := taken(known)) is not None
    assert place.board == 1


def test_a_long_cookie_is_not_remembered(hall: Front) -> None:
    """Four thousand of 60 kB each would be a quarter of a gigabyte, and a stranger may send them."""
    lanes = hall.running.lanes
    remembered = lanes._signed.cache_info().currsize
    for number in range(3):
        assert not lanes.knows([(b"cookie", b"arbiter=%d" % number + b"a" * 10_000)])

    assert lanes._signed.cache_info().currsize == remembered
    assert not lanes.knows([(b"cookie", b"arbiter=a")])
    assert lanes._signed.cache_info().currsize == remembered + 1
