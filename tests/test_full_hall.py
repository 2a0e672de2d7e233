"""A full hall: however many watch, the service works little more for them, and nobody loses on time by it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.bench.figures import cpu_of
from tests.crowd import Got, ask, together
from tests.service import service

BOARDS = 40
SPECTATORS = 100
SECONDS = 60
"""What each side has: more than a busy machine takes over all of it."""
DEARER = 12
"""So many times the work of their empty requests may be that of pages and moves: with pages of their own it is 100."""


def test_spectators_who_all_fetch_a_page_take_little_work_and_nobody_loses_on_time(tmp_path: Path) -> None:
    """A game ends, everybody who watches fetches the round; meanwhile everybody else presses."""
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        id = caller.tournament(2 * BOARDS, started=False, system="manual", control=str(SECONDS), flags="auto")
        pairs = [[2 * board - 1, 2 * board] for board in range(1, BOARDS + 1)]
        caller.post(f"/tournaments/{id}/rounds", {"pairs": pairs})
        caller.post(f"/tournaments/{id}/rounds/1/start")
        token = f"Authorization: Bearer {served.token()}"
        at = f"/api/v1/tournaments/{id}/rounds/1/boards"

        async def crowd(path: str) -> list[Got]:
            return await together(*(ask(served.port, "GET", path) for _ in range(SPECTATORS)))

        async def press(board: int) -> Got:
            return await ask(served.port, "POST", f"{at}/{board}/moves", [token], {"move": "32-28", "ply": 0})

        async def evening() -> tuple[list[Got], list[Got]]:
            await ask(served.port, "POST", f"{at}/1/resignations", [token], {"side": "white"})
            watching = asyncio.ensure_future(crowd(f"/tournaments/{id}"))
            pressed = await together(*map(press, range(2, BOARDS + 1)))
            return pressed, await watching

        caller.send("GET", f"/tournaments/{id}", root="")  # its template is read
        began = cpu_of(served.process)
        asyncio.run(crowd("/healthz"))
        floor = cpu_of(served.process) - began
        pressed, watched = asyncio.run(evening())
        worked = cpu_of(served.process) - began - floor
        caller.close()
        games = caller.get(f"/tournaments/{id}/rounds/1")["boards"]

    assert {got.status for got in watched} == {200}
    assert [got.status for got in pressed] == [200] * (BOARDS - 1)
    assert [game["board"] for game in games if game["because"] == "flag"] == []
    assert worked < DEARER * floor
