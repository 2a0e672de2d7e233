"""A game ends, and everybody who watches fetches the page: how long the moves of the others take meanwhile.

    python -m tests.bench.bench_hall [--boards 40] [--spectators 0 100 200] [--seconds 8]

Each run has a service of its own. A board's game ends every two seconds; within a second each spectator then fetches
the round's page, as a browser that takes no compression. The other boards play ten moves a second together.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from pathlib import Path

from tests.bench.figures import Figure, figure, show
from tests.crowd import Got, ask
from tests.games import real_games
from tests.service import Service, service

RATE = 10
SPREAD = 1.0
EVERY = 2.0


def bench(folder: Path, *, boards: int, spectators: int, seconds: float) -> tuple[Figure, Figure | None]:
    """How long a move took, and how long a page."""
    folder.mkdir()
    with service(folder) as served, served.caller(served.token()) as caller:
        id = caller.tournament(2 * boards, started=False, system="manual")
        pairs = [[2 * board - 1, 2 * board] for board in range(1, boards + 1)]
        caller.post(f"/tournaments/{id}/rounds", {"pairs": pairs})
        caller.post(f"/tournaments/{id}/rounds/1/start")
        moves, pages = asyncio.run(evening(served, id, boards, spectators, seconds))
    assert all(got.status == 200 for got in (*moves, *pages))
    label = f"{spectators} spectators"
    page = figure(f"a page, {label}", [round(got.took * 1e9) for got in pages]) if pages else None
    return figure(f"a move, {label}", [round(got.took * 1e9) for got in moves]), page


async def evening(
    served: Service, id: str, boards: int, spectators: int, seconds: float
) -> tuple[list[Got], list[Got]]:
    """All that was asked: the moves, and the pages."""
    token = f"Authorization: Bearer {served.token()}"
    at = f"/api/v1/tournaments/{id}/rounds/1/boards"
    games = sorted(real_games(), key=lambda game: -len(game.moves))[: boards // 2]
    loop = asyncio.get_running_loop()
    began, chance = loop.time(), random.Random(7)
    moving: list[asyncio.Task[Got]] = []
    reading: list[asyncio.Task[Got]] = []

    async def read() -> Got:
        await asyncio.sleep(chance.random() * SPREAD)
        return await ask(served.port, "GET", f"/tournaments/{id}/rounds/1")

    ended = 0
    for tick in range(round(seconds * RATE)):
        await asyncio.sleep(max(0, began + tick / RATE - loop.time()))
        if tick % round(EVERY * RATE) == 0:
            await ask(served.port, "POST", f"{at}/{boards - ended}/resignations", [token], {"side": "white"})
            ended += 1
            reading += [asyncio.ensure_future(read()) for _ in range(spectators)]
        ply, board = divmod(tick, len(games))
        body = {"move": games[board].moves[ply], "ply": ply}
        moving.append(asyncio.ensure_future(ask(served.port, "POST", f"{at}/{board + 1}/moves", [token], body)))
    return await asyncio.gather(*moving), await asyncio.gather(*reading)


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--boards", type=int, default=40)
    asked.add_argument("--spectators", type=int, nargs="+", default=[0, 100, 200])
    asked.add_argument("--seconds", type=float, default=8)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    figures: dict[str, Figure] = {}
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        for count in given.spectators:
            here = Path(folder) / str(count)
            move, page = bench(here, boards=given.boards, spectators=count, seconds=given.seconds)
            figures |= {f"m{count}": move} | ({f"p{count}": page} if page else {})
    show(figures, {}, as_json=given.json)


if __name__ == "__main__":
    main()
