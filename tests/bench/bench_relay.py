"""Two hundred halls that relay a recorded evening to one hub, many times faster than it was played.

    python -m tests.bench.bench_relay [--halls 200] [--boards 10] [--seconds 20] [--json]

First every hall brings half of its evening at once, as after an outage of the internet; then each brings what is played
in it, a few lines a second, while somebody watches one of them. The hub is the real service over files, the halls are
threads of this process with the real way to a hub; both are on this machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from arbiter.desk.desks import Desks
from arbiter.federation.hub.halls import make_key
from arbiter.federation.relay.hub_connection import Silent, Uplink
from arbiter.instants import HallClock
from arbiter.journal.lines import BEGINNING, Line
from arbiter.journal.sqlite.register import SqliteRegister
from tests.bench.figures import Figure, figure, machine
from tests.bench.long_journal import long_tournament
from tests.service import Service

TOGETHER = 500
"""Lines of a batch after an outage."""
PLIES = 40


def bench(folder: Path, *, halls: int = 200, boards: int = 10, seconds: float = 20) -> dict[str, float | Figure]:
    """What was measured, by what it is."""
    lines = evening(folder / "hall", boards)
    half = len(lines) // 2
    hub = Service(folder, {"ARBITER_CONNECTIONS_PER_ADDRESS": "4000", "ARBITER_LOG_LEVEL": "warning"})
    hub.instance.mkdir()
    with closing(SqliteRegister.open(hub.instance / "register.sqlite")) as register:
        keys = [make_key(register.accounts, f"Hall {number}", int(time.time()))[0] for number in range(halls)]
    hub.start()
    try:
        hub.wait()
        ways = [Uplink(hub.url, key, here=True) for key in keys]
        took: list[int] = []
        began, worked = time.monotonic(), cpu(hub.process)
        together(ways, lambda _, way: bring(way, lines[:half], took))
        burst = time.monotonic() - began
        told: dict[str, float | Figure] = {
            "halls": halls,
            "boards altogether": halls * boards,
            "lines of a hall": len(lines),
            "after an outage: until all halls are brought up (s)": burst,
            "after an outage: lines a second": halls * half / burst,
            "after an outage: CPU of the hub (cores)": (cpu(hub.process) - worked) / burst,
        }
        told.update(evening_goes_on(hub, ways, lines, half, seconds))
        heads = {way.begin("long")[2] for way in ways}
        assert heads == {lines[-1].hash}, heads
        told["memory of the hub (MB)"] = memory(hub.process)
    finally:
        hub.stop()
    return told


def evening_goes_on(
    hub: Service, ways: Sequence[Uplink], lines: Sequence[Line], half: int, seconds: float
) -> dict[str, float | Figure]:
    """Every hall brings the rest, a little each second."""
    each = max(1, round((len(lines) - half) / seconds))
    pushed: list[int] = []
    seen: dict[int, float] = {}
    sent: dict[int, float] = {}
    watching = threading.Thread(target=watch, args=(hub.port, half, len(lines), seen), daemon=True)
    watching.start()
    time.sleep(0.5)
    worked, began = cpu(hub.process), time.monotonic()

    def play(number: int, way: Uplink) -> None:
        start = began + number / len(ways)  # the halls are not in step
        for tick, at in enumerate(range(half, len(lines), each)):
            time.sleep(max(0.0, start + tick - time.monotonic()))
            piece = lines[at : at + each]
            if number == 0:
                sent.update(dict.fromkeys((line.seq for line in piece), time.monotonic()))
            bring(way, piece, pushed)

    together(ways, play)
    lasted = time.monotonic() - began
    watching.join(timeout=10)
    delays = [int(1e9 * (at - sent[seq])) for seq, at in seen.items() if seq in sent]
    return {
        "the evening: times faster than it was played": speed(lines[half:], lasted),
        "the evening: pushes a second": len(pushed) / lasted,
        "the evening: lines a second": len(ways) * (len(lines) - half) / lasted,
        "the evening: a push, to its answer": figure("push", pushed),
        "the evening: a line, until a spectator of the hub has it": figure("seen", delays),
        "the evening: CPU of the hub (cores)": (cpu(hub.process) - worked) / lasted,
    }


def evening(folder: Path, boards: int) -> list[Line]:
    """A recorded round: that many games, played at once."""
    desks = Desks(folder, HallClock())
    try:
        return long_tournament(desks, players=2 * boards, rounds=1, plies=PLIES).journal.read()
    finally:
        desks.close()


def bring(way: Uplink, lines: Sequence[Line], took: list[int]) -> None:
    """Pushes them, again where the hub is silent, and notes how long each push took."""
    id, _, _ = way.begin("long") if lines[0].before == BEGINNING else (id_of(way), 0, "")
    for at in range(0, len(lines), TOGETHER):
        while True:
            began = time.monotonic_ns()
            try:
                way.push(id, lines[at : at + TOGETHER])
            except Silent:
                time.sleep(0.5)
                continue
            took.append(time.monotonic_ns() - began)
            break


IDS: dict[Uplink, str] = {}


def id_of(way: Uplink) -> str:
    """The id of its tournament, asked once."""
    if way not in IDS:
        IDS[way] = way.begin("long")[0]
    return IDS[way]


def together(ways: Sequence[Uplink], work: Callable[[int, Uplink], None]) -> None:
    """Every hall at once."""
    threads = [threading.Thread(target=work, args=one) for one in enumerate(ways)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def watch(port: int, after: int, last: int, seen: dict[int, float]) -> None:
    """A spectator of the first hall: when each line came."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/api/v1/tournaments/hall-0-long/events?after={after}")
    answer = connection.getresponse()
    while last not in seen and (text := answer.readline()):
        if text.startswith(b"id: "):
            seen[int(text[4:])] = time.monotonic()
    connection.close()


def speed(lines: Sequence[Line], seconds: float) -> float:
    return (lines[-1].at - lines[0].at) / 1_000 / seconds


def cpu(process: int) -> float:
    """Seconds of CPU that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1_024


def main() -> int:
    asked = argparse.ArgumentParser(description="Two hundred halls that relay to one hub.")
    asked.add_argument("--halls", type=int, default=200)
    asked.add_argument("--boards", type=int, default=10)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = bench(Path(folder), halls=given.halls, boards=given.boards, seconds=given.seconds)
    if given.json:
        json.dump({"machine": machine(), **told}, sys.stdout, indent=2, default=vars)
        return 0
    here = machine()
    table = [f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}", ""]
    for name, value in told.items():
        if isinstance(value, Figure):
            shown = f"{value.median:9.1f} ms  p95 {value.p95:.1f} ms  p99 {value.p99:.1f} ms"
        else:
            shown = f"{value:9.1f}"
        table.append(f"{name:58} {shown}")
    sys.stdout.write("\n".join(table) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
