"""What strangers who mean harm cost: the memory of the service, and how long good moves wait beside their junk.

    python -m tests.bench.bench_hostile [--seconds 600] [--boards 20] [--strangers 200] [--kinds ...]

The real service over HTTP. People play all the while, first alone and then beside a process of its own that holds so
many connections from eight addresses of this machine: heads and bodies without an end, bodies of 16 MB at the sign-in,
heads and bodies a byte at a time, requests far ahead of their answers, answers that nobody reads, cookies and pages of
which no two are the same, and bytes that are no HTTP.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path

from tests.bench.figures import Figure, figure, show
from tests.service import Service, service
from tests.test_kill import Players

SECONDS = 600.0
BOARDS = 20
STRANGERS = 200
ALONE = 0.1
"""The part of the time for which people play alone before."""
THOUGHT = 0.5
"""Seconds between two moves of each of five threads of players."""
ADDRESSES = tuple(f"127.0.0.{number}" for number in range(2, 10))
PATIENCE = 15.0
"""Seconds for which a stranger waits for an answer, or goes on sending."""
MOST = 64
"""Times that an endless kind of junk sends another half a megabyte."""
LOOK = 0.5
HALF = 512 * 1_024
MB = 1_048_576

Sent = AsyncIterator[bytes]
PAGE = b"/tournaments/club-open/rounds/1?view=boards"
LINE = b"%b HTTP/1.1\r\nHost: hall\r\n"


async def endless_header(_: random.Random) -> Sent:
    yield LINE % b"GET /" + b"X: "
    for _again in range(MOST):
        yield b"a" * HALF


async def endless_headers(_: random.Random) -> Sent:
    yield LINE % b"GET /"
    for _again in range(MOST):
        yield b"A: b\r\n" * (HALF // 6)


async def large_body(_: random.Random) -> Sent:
    yield (
        LINE % b"POST /sign-in" + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 16777216\r\n\r\n"
    )
    for _again in range(32):
        yield b"a" * HALF


async def large_file(_: random.Random) -> Sent:
    yield LINE % b"POST /api/v1/tournaments/import" + b"Content-Length: 16777216\r\n\r\n"
    for _again in range(32):
        yield b"a" * HALF


async def full_body(_: random.Random) -> Sent:
    yield LINE % b"POST /sign-in" + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 262144\r\n\r\n"
    yield b"a=b&" * 65_536


async def endless_chunks(_: random.Random) -> Sent:
    yield LINE % b"POST /sign-in" + b"Transfer-Encoding: chunked\r\n\r\n"
    for _again in range(MOST):
        yield b"80000\r\n" + b"a" * HALF + b"\r\n"


async def slow_head(chance: random.Random) -> Sent:
    for byte in LINE % b"GET /" + b"X-A: b\r\n" * 100:
        yield bytes([byte])
        await asyncio.sleep(chance.random() / 2)


async def slow_body(_: random.Random) -> Sent:
    yield LINE % b"POST /sign-in" + b"Content-Length: 262144\r\n\r\n" + b"a" * 200_000
    for _again in range(200):
        yield b"a"
        await asyncio.sleep(1)


async def far_ahead(_: random.Random) -> Sent:
    yield (LINE % b"GET /healthz" + b"\r\n") * 10_000


async def own_cookie(chance: random.Random) -> Sent:
    for _again in range(20):
        yield LINE % b"GET /" + b"Cookie: arbiter=" + chance.randbytes(20_000).hex().encode() + b"\r\n\r\n"
        await asyncio.sleep(0.05)


async def own_page(chance: random.Random) -> Sent:
    for _again in range(20):
        yield LINE % (b"GET " + PAGE + b"&x=" + chance.randbytes(200).hex().encode()) + b"\r\n"
        await asyncio.sleep(0.05)


async def unread(_: random.Random) -> Sent:
    for _again in range(40):
        yield LINE % (b"GET " + PAGE) + b"\r\n"
        await asyncio.sleep(0.02)


async def no_http(chance: random.Random) -> Sent:
    yield chance.randbytes(chance.randrange(1, 5_000))


Junk = Callable[[random.Random], Sent]
KINDS: tuple[Junk, ...] = (
    *(endless_header, endless_headers, large_body, large_file, full_body, endless_chunks, slow_head, slow_body),
    *(far_ahead, own_cookie, own_page, unread, no_http),
)
UNREAD = (unread, slow_body)


async def stranger(port: int, seed: int, kinds: Sequence[Junk], seen: Counter[str]) -> None:
    """One connection after the other, from one address, each with another kind of junk."""
    chance = random.Random(seed)
    for number in range(seed, 1 << 40):
        kind = kinds[number % len(kinds)]
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(ADDRESSES[seed % len(ADDRESSES)], 0), limit=HALF
                )
        except (OSError, TimeoutError):
            seen["not let in"] += 1
            await asyncio.sleep(0.1)
            continue
        said = b""
        try:
            async with asyncio.timeout(PATIENCE):
                answer = asyncio.ensure_future(reader.read(12)) if kind not in UNREAD else None
                with suppress(OSError):
                    async for piece in kind(chance):
                        writer.write(piece)
                        await writer.drain()
                said = await answer if answer is not None else await asyncio.sleep(PATIENCE, b"")
        except (OSError, TimeoutError):
            pass
        finally:
            writer.transport.abort()
        seen[said[9:].decode("latin-1") or "no answer"] += 1


async def strangers(talk: Connection, port: int, count: int, names: Sequence[str]) -> None:
    seen: Counter[str] = Counter()
    kinds = [kind for kind in KINDS if not names or kind.__name__ in names]
    going = [asyncio.ensure_future(stranger(port, seed, kinds, seen)) for seed in range(count)]
    await asyncio.to_thread(talk.recv)
    for one in going:
        one.cancel()
    await asyncio.gather(*going, return_exceptions=True)
    talk.send(dict(seen))


def throw(talk: Connection, port: int, count: int, names: Sequence[str]) -> None:
    """The process of the strangers: until it is told to end, and then what they were answered."""
    asyncio.run(strangers(talk, port, count, names))


@contextmanager
def junk(port: int, count: int, names: Sequence[str]) -> Iterator[Counter[str]]:
    """So many strangers for as long as the block runs; after it, how often each status was answered."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=throw, args=(theirs, port, count, names), daemon=True)
    process.start()
    seen: Counter[str] = Counter()
    try:
        yield seen
        ours.send("end")
        seen.update(ours.recv())
    finally:
        process.join(5)
        process.kill()


def memory(process: int) -> float:
    """MB that the process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) * 1_024 / MB


def watched(process: int, seconds: float) -> list[float]:
    """The memory of the process, twice a second for so long."""
    end, seen = time.monotonic() + seconds, [memory(process)]
    while time.monotonic() < end:
        time.sleep(min(LOOK, max(0.0, end - time.monotonic())))
        seen.append(memory(process))
    return seen


def visits(served: Service) -> None:
    """Pages, a form that is refused and one that is too large: what happens on any evening has happened before.

    They come over several connections, so that every thread of the service has had some of them.
    """

    def visit(_: int) -> None:
        with served.caller() as caller:
            for path in (PAGE.decode(), "/", "/sign-in", "/tournaments/club-open/standings", "/help", "/nowhere"):
                caller.send("GET", path, root="")
            for body in ({}, {"name": "x" * 60_000}, {"name": "x" * 300_000}):
                caller.send("POST", "/sign-in", body, root="")

    with ThreadPoolExecutor(16) as visitors:
        list(visitors.map(visit, range(64)))


def bench(
    folder: Path, *, seconds: float, boards: int, count: int, kinds: Sequence[str] = ()
) -> tuple[dict[str, Figure], dict[str, float]]:
    """The figures of the moves, and the memory before, beside and after the junk, with what was answered to it."""
    with service(folder) as served:
        players = Players(served, boards, THOUGHT)
        with players.playing():
            visits(served)
            alone = watched(served.process, max(5.0, ALONE * seconds))
            first = len(players.waits)
            with junk(served.port, count, kinds) as seen:
                beside = watched(served.process, seconds)
                last = len(players.waits)
            after = watched(served.process, 5)
        if players.mishaps or "Traceback" in served.said():
            raise RuntimeError(f"{players.mishaps[:3]} {served.said()[-2_000:]}")
    waits = [round(wait * 1_000_000_000) for wait in players.waits]
    figures = {
        "m": figure("a move, alone", waits[:first]),
        "m'": figure(f"the same beside {count} strangers", waits[first:last]),
    }
    told = {
        "memory before (MB)": alone[-1],
        "the most beside the junk (MB)": max(beside),
        "memory afterwards (MB)": after[-1],
        "the most above before (MB)": max(beside) - alone[-1],
        "connections of strangers": float(sum(seen.values())),
        **{f"of those answered {status}": float(times) for status, times in sorted(seen.items())},
    }
    return figures, told


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--seconds", type=float, default=SECONDS, help="of junk; a tenth of it alone before")
    asked.add_argument("--boards", type=int, default=BOARDS)
    asked.add_argument("--strangers", type=int, default=STRANGERS, help="connections that they hold at one time")
    asked.add_argument("--kinds", nargs="*", default=(), choices=[kind.__name__ for kind in KINDS], help="only these")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        figures, told = bench(
            Path(folder), seconds=given.seconds, boards=given.boards, count=given.strangers, kinds=given.kinds
        )
    show(figures, told, as_json=given.json)


if __name__ == "__main__":
    main()
