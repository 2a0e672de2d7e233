"""A full hall: however many watch, nobody who has pressed in time loses on time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.crowd import Got, ask, together
from tests.service import service

BOARDS = 40


@pytest.mark.parametrize(
    ("spectators", "seconds"), [(100, 60), pytest.param(300, 10, marks=pytest.mark.slow)], ids=["100", "300"]
)
def test_spectators_who_all_fetch_a_page_make_nobody_lose_on_time(
    tmp_path: Path, spectators: int, seconds: int
) -> None:
    """A game ends, everybody who watches fetches the round; then everybody else presses, seconds before their flags."""
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        id = caller.tournament(2 * BOARDS, started=False, system="manual", control=str(seconds), flags="auto")
        pairs = [[2 * board - 1, 2 * board] for board in range(1, BOARDS + 1)]
        caller.post(f"/tournaments/{id}/rounds", {"pairs": pairs})
        caller.post(f"/tournaments/{id}/rounds/1/start")
        token = f"Authorization: Bearer {served.token()}"
        at = f"/api/v1/tournaments/{id}/rounds/1/boards"

        async def press(board: int) -> Got:
            return await ask(served.port, "POST", f"{at}/{board}/moves", [token], {"move": "32-28", "ply": 0})

        async def evening() -> tuple[list[Got], list[Got]]:
            await ask(served.port, "POST", f"{at}/1/resignations", [token], {"side": "white"})
            watching = [asyncio.ensure_future(ask(served.port, "GET", f"/tournaments/{id}")) for _ in range(spectators)]
            await asyncio.sleep(0.3)
            pressed = await together(*map(press, range(2, BOARDS + 1)))
            return pressed, await asyncio.gather(*watching)

        pressed, watched = asyncio.run(evening())
        waited = max(got.took for got in pressed)
        caller.close()
        games = caller.get(f"/tournaments/{id}/rounds/1")["boards"]

    assert {got.status for got in watched} == {200}
    assert [got.status for got in pressed] == [200] * (BOARDS - 1), waited
    assert [game["board"] for game in games if game["because"] == "flag"] == []
