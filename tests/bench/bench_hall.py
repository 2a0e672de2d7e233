"""The largest hall on the evening of a blitz: how long a move takes while hundreds watch and games end.

    python -m tests.bench.bench_hall [--boards 300] [--rate 60] [--spectators 500] [--every 1] [--sync 0 5 20]
                                     [--seconds 20] [--json]

For each of *sync* a service of its own, on a disk whose every sync takes so many milliseconds longer. The boards play
at a steady rate together, each over a connection of its own; a side that thinks longer than its turn comes round loses
on time two seconds later. A game ends *every* second, and those who watch then fetch the list of boards, each within
two seconds. Between the moves the floor is measured: an append that is synced to the same disk, and an empty request.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.bench_moves import ENTRY
from tests.bench.figures import Figure, cpu_of, figure, show
from tests.bench.readers import readers
from tests.crowd import Kept
from tests.games import real_games
from tests.service import ARBITER, Caller, Service, service

WARM = 2.0
"""Seconds of play before anything is noted."""
MARGIN = 2
"""Seconds after which a side that is not pressed in its turn loses on time."""
FLOOR = 5
"""Times a second that the floor is measured."""
ROOM = {f"ARBITER_{name}": "4000" for name in ("WIRES", "WIRES_PER_ADDRESS", "CONNECTIONS", "CONNECTIONS_PER_ADDRESS")}
FLAGS = frozenset({"FlagFell", "FlagDoubted"})


@dataclass
class Evening:
    """What was measured: times in nanoseconds."""

    moves: list[int] = field(default_factory=list)
    syncs: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    """How late the bench itself was with a move: on a busy machine that is no fault of the service."""
    refused: Counter[str] = field(default_factory=Counter)
    flags: int = 0
    busy: float = 0.0
    """Cores that the service was busy."""


def bench(
    folder: Path, *, boards: int, rate: float, spectators: int, every: float, sync: int, seconds: float
) -> Evening:
    """An evening on a disk whose syncs take *sync* milliseconds longer."""
    folder.mkdir()
    slow = slow_disk(folder, sync)
    with (
        service(folder, ARBITER, **slow, **ROOM) as served,
        served.caller(served.token()) as caller,
        ExitStack() as reading,
    ):
        id = hall(caller, boards, rate)
        those = reading.enter_context(readers(served.port, id, spectators)) if spectators else None
        before = caller.get(f"/tournaments/{id}")["version"]
        caller.post(f"/tournaments/{id}/rounds/1/start")
        cpu, began = cpu_of(served.process), time.monotonic()
        evening = asyncio.run(
            play(served, id, folder, boards=boards, rate=rate, every=every, sync=sync, seconds=seconds)
        )
        evening.busy = (cpu_of(served.process) - cpu) / (time.monotonic() - began)
        evening.pages = those.stop() if those else []
        evening.flags = sum(line["kind"] in FLAGS for line in lines(caller, id, before))
    return evening


def hall(caller: Caller, boards: int, rate: float) -> str:
    """A round that is paired, and whose flags fall by themselves; its id."""
    control = f"{MARGIN}+{round(boards / rate)}d"
    id = caller.tournament(2 * boards, started=False, system="manual", control=control, flags="auto")
    caller.post(f"/tournaments/{id}/rounds", {"pairs": [[2 * n - 1, 2 * n] for n in range(1, boards + 1)]})
    return id


async def play(
    served: Service, id: str, folder: Path, *, boards: int, rate: float, every: float, sync: int, seconds: float
) -> Evening:
    """All moves at their instants, a resignation now and then, and the floor between them."""
    noted, token = Evening(), f"Authorization: Bearer {served.token()}"
    at = f"/api/v1/tournaments/{id}/rounds/1/boards"
    games = sorted(real_games(), key=lambda game: -len(game.moves))
    tables = deque(range(1, boards + 1))
    plies: Counter[int] = Counter()
    tablets = {board: Kept(served.port, [token]) for board in tables}
    floor = Kept(served.port)
    asked: list[asyncio.Task[None]] = []

    async def move(board: int, ply: int, *, warm: bool) -> None:
        moves = games[board % len(games)].moves
        got = await tablets[board].ask(
            "POST", f"{at}/{board}/moves", {"move": moves[ply], "ply": ply, "key": f"{board} {ply}"}
        )
        noted.refused[f"{got.status}"] += got.status != 200
        if not warm:
            noted.moves.append(round(got.took * 1e9))

    async def resign(board: int) -> None:
        got = await tablets[board].ask("POST", f"{at}/{board}/resignations", {"side": "white"})
        noted.refused[f"{got.status}"] += got.status != 200

    async def ground(file: int) -> None:
        noted.syncs.append(await asyncio.to_thread(synced, file, sync))
        noted.empty.append(round((await floor.ask("GET", "/healthz")).took * 1e9))

    with (folder / "floor").open("ab", buffering=0) as file:
        began = time.monotonic()
        ended = measured = began + WARM
        for tick in range(1, round((WARM + seconds) * rate)):
            due = began + tick / rate
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            noted.late.append(round((time.monotonic() - due) * 1e9))
            board = tables.popleft()
            asked.append(asyncio.ensure_future(move(board, plies[board], warm=due < began + WARM)))
            plies[board] += 1
            if due > ended and len(tables) > boards / 2:
                ended += every
                asked.append(asyncio.ensure_future(resign(board)))
            else:
                tables.append(board)
            if due > measured:
                measured += 1 / FLOOR
                asked.append(asyncio.ensure_future(ground(file.fileno())))
        await asyncio.gather(*asked)
    for one in (floor, *tablets.values()):
        await one.close()
    return noted


def synced(file: int, longer: int) -> int:
    """How long an append takes that is on a disk whose syncs last so many milliseconds *longer*."""
    began = time.monotonic_ns()
    os.write(file, ENTRY)
    time.sleep(longer / 1_000)
    os.fsync(file)
    return time.monotonic_ns() - began


def slow_disk(folder: Path, sync: int) -> dict[str, str]:
    """What a process finds in its environment whose syncs last *sync* milliseconds longer."""
    if not sync:
        return {}
    source, made = Path(__file__).with_name("slow_sync.c"), folder / "slow_sync.so"
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", made, source, "-ldl"], check=True)
    return {"LD_PRELOAD": str(made), "SYNC_MS": str(sync)}


def lines(caller: Caller, id: str, after: int) -> Iterator[dict[str, Any]]:
    """The lines of the journal behind line *after*."""
    more: int | None = after
    while more is not None:
        told = caller.get(f"/tournaments/{id}/journal?after={more}")
        yield from told["lines"]
        more = told["next"]


def told_of(evening: Evening, sync: int) -> tuple[dict[str, Figure], dict[str, float]]:
    """The figures of one evening, and what they come to."""
    disk = f", {sync} ms more a sync" if sync else ""
    figures = {
        f"f{sync}": figure(f"an append, synced{disk}", evening.syncs),
        f"e{sync}": figure("an empty request (GET /healthz)", evening.empty),
        f"m{sync}": figure(f"a move{disk}", evening.moves),
    }
    if evening.pages:
        figures[f"p{sync}"] = figure("the list of boards, fetched again", evening.pages)
    floor = figures[f"f{sync}"].p99 + figures[f"e{sync}"].p99
    return figures, {
        f"m{sync} / (f{sync} + e{sync}), p99": figures[f"m{sync}"].p99 / floor,
        f"flags that fell{disk}": evening.flags,
        f"moves that were not taken{disk}": sum(evening.refused.values()),
        f"cores that the service was busy{disk}": evening.busy,
        f"ms that the bench was late with a move, p99{disk}": figure("late", evening.late).p99,
    }


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--boards", type=int, default=300)
    asked.add_argument("--rate", type=float, default=60, help="moves a second over all boards")
    asked.add_argument("--spectators", type=int, default=500)
    asked.add_argument("--every", type=float, default=1, help="seconds from one game's end to the next")
    asked.add_argument("--sync", type=int, nargs="+", default=[0, 5, 20], help="milliseconds more for each sync")
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--json", action="store_true")
    given = vars(asked.parse_args())
    as_json, figures, ratios = given.pop("json"), dict[str, Figure](), dict[str, float]()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        for sync in given.pop("sync"):
            told, came = told_of(bench(Path(folder) / str(sync), sync=sync, **given), sync)
            figures |= told
            ratios |= came
    show(figures, ratios, as_json=as_json)


if __name__ == "__main__":
    main()
