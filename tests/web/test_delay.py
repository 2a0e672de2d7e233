"""A tournament with a delay: spectators learn nothing live of what happens at a board, by whatever way they ask."""

from __future__ import annotations

import asyncio
import json
import re

from arbiter.exchange.export_formats import BINARY, FORMATS
from tests.web.conftest import Door
from tests.web.streams import following
from tests.web.test_api_access import tablet
from tests.web.test_live import live
from tests.web.test_page_access import pages
from tests.web.test_twins import asked_for, first_difference, told

NUMBERS = re.compile(
    r"(version|now_ms|data-now|data-after|journal_line)\W+\d+|journal line \d+(, hash HASHprinted [^·]*)?"
)
"""The number of the last line, and the clock of the hall."""


def test_those_who_watch_a_delayed_tournament_get_nothing_live(door: Door) -> None:
    """Neither the stream nor any answer, page or file tells of a claim, an offer, a call, a flag, an irregular move."""
    t = door.tournament(4, settings={"live_delay": 15}, control="600")
    board = f"/tournaments/{t}/rounds/1/boards/1"
    other = f"/tournaments/{t}/rounds/1/boards/2"
    door.clock.wait(minutes=1)
    door.post(f"{other}/rulings", {"kind": "stop", "reason": "a broken clock"})

    read = [one for one in asked_for(door, 2) if not one.endswith("/head")]  # a signed head counts the lines
    read += [f"/tournaments/{t}/sheets/scoresheet.pdf?round=1&board=1"]
    read += [
        f"/tournaments/{t}/export.{name}" for name, format in FORMATS.items() if format.public and name not in BINARY
    ]
    read = [*(f"/api/v1{one}" for one in read), *(one for one in pages(door, "GET").values() if t in one)]

    def seen() -> dict[str, str]:
        found = {}
        for path in read:
            with door.client.application.test_client().get(path) as answer:
                found[path] = NUMBERS.sub(
                    "", json.dumps([answer.status_code, told(answer.get_data(), answer.mimetype)], ensure_ascii=False)
                )
        return found

    async def follow() -> None:
        async with (
            following(live(door.desks)) as (spectator, _),
            following(live(door.desks), query="after=0") as (late, _),
        ):
            before = seen()
            acts = (
                ("moves", {"move": "32-28", "ply": 0}),
                ("moves", {"move": "19-23", "ply": 1}),
                ("offers", {"side": "white"}),
                ("claims", {"side": "black", "ground": "repetition"}),
                ("calls", {"side": "black", "reason": "noise"}),
                ("moves", {"move": "28-27", "ply": 2}),
                ("rulings", {"kind": "conduct", "side": "white", "category": "smoke", "reason": "in the hall"}),
            )
            for act, body in acts:
                answer = await asyncio.to_thread(door.post, f"{board}/{act}", body)
                assert answer.status_code in {200, 201, 422}, answer.get_json()
            door.clock.wait(minutes=11)
            await asyncio.to_thread(door.post, f"{board}/moves", {"move": "33-29", "ply": 2})
            assert door.get(board).get_json()["flag"]
            now = seen()
            assert [
                f"{path}: {first_difference(before[path], now[path])}" for path in read if before[path] != now[path]
            ] == []
            ruled = {"kind": "result", "result": "2-0", "reason": "Black left"}
            assert (await asyncio.to_thread(door.post, f"{other}/rulings", ruled)).status_code == 200
            (ended,) = await spectator.have(1)
            assert (ended.data["kind"], ended.data["board"]) == ("GameEnded", 2)
            await late.hear(b"GameEnded")
            assert 1 not in [message.data["board"] for message in late.messages]

    asyncio.run(follow())


def test_a_tablet_of_another_tournament_sees_no_more_than_a_spectator(door: Door) -> None:
    door.tournament(2)
    token = tablet(door)
    door.post("/tournaments", {"name": "Slow", "control": "600", "settings": {"live_delay": 15}})
    for name in ("Anna", "Bram"):
        door.post("/tournaments/slow/entries", {"name": name})
    for path in ("rounds", "rounds/1/start"):
        assert door.post(f"/tournaments/slow/{path}").status_code < 300
    board = "/tournaments/slow/rounds/1/boards/1"
    assert door.post(f"{board}/moves", {"move": "32-28", "ply": 0}).status_code == 200
    asked = door.client.get(f"/api/v1{board}", headers={"Authorization": f"Bearer {token}"})

    assert asked.get_json()["moves"] == []
    assert door.get(board).get_json()["moves"] == ["32-28"]
