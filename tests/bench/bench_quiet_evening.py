"""How many flags of a quiet evening are provisional: 40 boards with a tablet each, over HTTP, each losing on time.

    python -m tests.bench.bench_quiet_evening [ROUNDS]

Each tablet reports every two seconds, as tablets do; a few moves are played, and then the flag falls. The goal: fewer
than one in a hundred provisional, and every other game ended by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from tests.service import ARBITER, Caller, Service, service

BOARDS = 40
TIME = 20
"""Seconds of each side: an evening's thinking, compressed; the reports and what the service does are not."""
REPORTS = 2.0
MOVES = 6


class Tablet:
    """The tablet of one board."""

    def __init__(self, port: int, token: str, at: str, chance: random.Random) -> None:
        self.port, self.token, self.at, self.chance = port, token, at, chance
        self.waiting = self.seen = 0

    async def ask(self, path: str, body: object = None) -> Any:
        """One request over a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        text = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} /api/v1{path} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n"
        head += f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)
        answer = await reader.read()
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def report(self) -> None:
        """The tablet is there, and holds nothing back."""
        await asyncio.sleep(self.chance.uniform(0, REPORTS))
        while True:
            await self.ask(f"/time?seen={self.seen}&waiting={self.waiting}")
            await asyncio.sleep(REPORTS)

    async def play(self) -> str:
        """A few moves, and then the flag; how it fell."""
        reporting = asyncio.create_task(self.report())
        shape = await self.ask(self.at)
        for _ in range(2 * self.chance.randint(0, MOVES)):
            await asyncio.sleep(self.chance.uniform(0.1, 1.5))
            position = parse_fen(shape["fen"], VARIANTS["international"])
            legal = legal_moves(position, VARIANTS["international"])
            move = move_text(self.chance.choice(legal), legal, VARIANTS["international"])
            shape = await self.ask(f"{self.at}/moves", {"move": move, "ply": shape["ply"]})
            self.seen = shape["version"]
        while shape["result"] is None and not (shape["flag"] and shape["flag"]["provisional"]):
            await asyncio.sleep(0.5)
            shape = await self.ask(self.at)  # the wire tells it at once
            if shape["version"] > self.seen:
                self.seen = shape["version"]
                await self.ask(f"/time?seen={self.seen}&waiting=0")
        reporting.cancel()
        return shape["flag"]["provisional"] if shape["flag"] else "ended"


def evening(served: Service, token: str, rounds: int) -> Counter[str]:
    """So many rounds of flags."""
    fell: Counter[str] = Counter()
    for number in range(rounds):
        with served.caller(token) as caller:
            fell += asyncio.run(one_round(served, caller, number))
        tell(f"round {number + 1}: {dict(fell)}, load {os.getloadavg()[0]:.1f}")
    return fell


async def one_round(served: Service, caller: Caller, number: int) -> Counter[str]:
    """How the flags of a round fell."""
    id = caller.tournament(2 * BOARDS, started=False, control=str(TIME), flags="auto")
    caller.post(f"/tournaments/{id}/rounds")
    tablets = []
    for link in caller.post(f"/tournaments/{id}/tablets")["links"]:
        bound = caller.post("/tablets/bind", {"link": link["url"].rpartition("/")[2], "pin": link["pin"]})
        at = f"/tournaments/{id}/rounds/1/boards/{link['board']}"
        tablets.append(Tablet(served.port, bound["token"], at, random.Random(number * 1_000 + link["board"])))
    await asyncio.gather(*(tablet.ask("/time?seen=0&waiting=0") for tablet in tablets))
    caller.post(f"/tournaments/{id}/rounds/1/start")
    return Counter(await asyncio.gather(*(tablet.play() for tablet in tablets)))


def tell(line: str) -> None:
    """A line of the output, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(rounds: int) -> None:
    """The evening, and its figure."""
    with (
        tempfile.TemporaryDirectory() as folder,
        service(Path(folder), ARBITER) as served,
    ):
        fell = evening(served, served.token(), rounds)
    flags, provisional = fell.total(), fell.total() - fell["ended"]
    tell(f"{flags} flags at {BOARDS} boards, {provisional} provisional: {100 * provisional / flags:.2f} %")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
