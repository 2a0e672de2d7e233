"""Figures that grow with an event or its history, over the real service: each beside its floor and its goal."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

from arbiter.pairing.trf.write import trf_text
from tests.bench import bench_moves, bench_pairing, bench_start, bench_stores
from tests.bench.figures import cpu_of
from tests.service import ARBITER, Service

HERE = Path(__file__).parents[2]
T = "/tournaments/long"
ASKED = 5
"""How often a page that has been made is asked for."""
PASSWORD = "dammen en schijven"


class Row(NamedTuple):
    """A line of the table. *most*: the goal in the unit of *seen*; with *least* the goal is a least figure."""

    what: str
    seen: float
    unit: str
    most: float
    floor: str
    least: bool = False

    @property
    def text(self) -> str:
        """The line as Markdown."""
        met = self.seen >= self.most if self.least else self.seen <= self.most
        goal = f"{'at least' if self.least else 'at most'} {self.most:g} {self.unit}"
        return (
            f"| {self.what} | {figure_text(self.seen)} {self.unit} | {goal} | {self.floor} | {'yes' if met else 'no'} |"
        )


def figure_text(value: float) -> str:
    """A figure with three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


class Bench:
    """A folder with the instance of the long tournament, and what the parts of the table share."""

    def __init__(self, folder: Path, instance: Path) -> None:
        self.folder = folder
        self.first = instance
        self.compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}

    def copied(self, name: str) -> Service:
        """A service over its own copy of the instance, which has not been started."""
        served = Service(self.folder / name, self.compiled, ARBITER)
        shutil.rmtree(served.instance.parent, ignore_errors=True)
        served.instance.parent.mkdir()
        shutil.copytree(self.first, served.instance)
        return served

    @contextlib.contextmanager
    def serving(self, name: str) -> Iterator[Service]:
        """The same, started and ready to answer about the tournament."""
        served = self.copied(name)
        try:
            opened(served)
            yield served
        finally:
            served.stop()

    @property
    def hashes(self) -> float:
        """Seconds in which every line of the journal is read and hashed, and nothing else: the floor of a start."""
        code = f"""
import time
from hashlib import sha256
from pathlib import Path
from arbiter.journal.sqlite.journal import lines_in
began = time.perf_counter()
for line in lines_in(Path({str(self.first / "tournaments" / "long.sqlite")!r})):
    sha256(line.body.encode()).hexdigest()
print(time.perf_counter() - began)"""
        return float(python(self, code))


def python(bench: Bench, code: str, *arguments: str) -> str:
    """Run that code in a process of its own, and return what it prints."""
    import subprocess

    env = {**os.environ, **bench.compiled, "PYTHONPATH": str(HERE)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=HERE, env=env, check=True, capture_output=True, text=True
    )
    return done.stdout.splitlines()[-1]


def opened(served: Service) -> tuple[float, float, float]:
    """Start it. Seconds to the first answer, seconds to one about the tournament, and seconds of processor time."""
    served.start()
    served.wait()
    answers = time.monotonic() - served.started
    with served.caller() as caller:
        while caller.send("GET", T).status == 503:
            time.sleep(0.02)
    return answers, time.monotonic() - served.started, cpu_of(served.process)


def start(bench: Bench) -> Iterator[Row]:
    floor = f"{bench.hashes:.2f} s: every line read and hashed"
    python(bench, "import arbiter.serving; print()")  # so that all is compiled
    served = bench.copied("start")
    shutil.rmtree(served.instance / "snapshots", ignore_errors=True)
    for name, most in (("without", 10), ("with", 2)):
        try:
            answers, took, cpu = opened(served)
        finally:
            served.stop()  # which makes the snapshot
        assert (served.instance / "snapshots" / "long").exists()
        yield Row(f"start {name} a snapshot", took, "s", most, floor)
        yield Row("the same, processor time", cpu, "s", most, floor)
        yield Row("the same, until others are served", answers, "s", 2, "")


def verify(bench: Bench) -> Iterator[Row]:
    served = bench.copied("verify")
    began = time.monotonic()
    done = served.command("verify", "long", "--instance", str(served.instance))
    assert done.returncode == 0, done.stderr
    yield Row(
        "`arbiter verify`", time.monotonic() - began, "s", 15, f"{bench.hashes:.2f} s: every line read and hashed"
    )


def export(bench: Bench) -> Iterator[Row]:
    with bench.serving("export") as served:
        Path(f"/proc/{served.process}/clear_refs").write_text("5")
        before = peak(served)
        began, size = time.monotonic(), 0
        answer = asked(served, f"/api/v1{T}/export.json", served.token())
        first = answer.read(1)
        waited = time.monotonic() - began
        size = len(first)
        while data := answer.read(1 << 16):
            size += len(data)
        took = time.monotonic() - began
        yield Row("`export json` over HTTP", took, "s", 3, f"{bench.hashes:.2f} s: every line read and hashed")
        yield Row("the same, the first byte", waited, "s", 1, "")
        yield Row(
            "the same, memory while it is sent", (peak(served) - before) / 1024, "MiB", 20, f"{size / 1e6:.0f} MB"
        )


def peak(served: Service) -> int:
    """KiB of memory that the service has had at the most."""
    status = Path(f"/proc/{served.process}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1])  # type: ignore[index]  # it is always there


def asked(served: Service, path: str, token: str | None = None, cookie: str = "") -> http.client.HTTPResponse:
    """The answer to a request over a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=300)
    headers = {"Authorization": f"Bearer {token}"} if token else {"Cookie": cookie} if cookie else {}
    connection.request("GET", path, headers={**headers, "Accept-Language": "en"})
    return connection.getresponse()


def took_ms(served: Service, path: str, token: str | None = None, cookie: str = "") -> tuple[float, int]:
    """Milliseconds to the whole answer, and its bytes."""
    began = time.perf_counter()
    answer = asked(served, path, token, cookie)
    size = len(answer.read())
    assert answer.status == 200, (path, answer.status)
    return (time.perf_counter() - began) * 1000, size


def signed_in(served: Service) -> str:
    """The cookies of the chief arbiter, who signs in by the link of the first start."""
    jar = CookieJar()
    browser = build_opener(HTTPCookieProcessor(jar))
    link = re.sub(r"http://[^/]+", served.url, served.sign_in_link())
    csrf = re.search(r'name="csrf" value="([^"]+)"', browser.open(link).read().decode())
    assert csrf is not None
    browser.open(link, f"csrf={csrf[1]}&password={PASSWORD.replace(' ', '+')}".encode()).close()
    return "; ".join(f"{one.name}={one.value}" for one in jar)


def pages(bench: Bench) -> Iterator[Row]:
    with bench.serving("pages") as served, served.caller(served.token()) as director:
        round = max(
            n for n in range(1, director.get(T)["rounds"] + 1) if director.send("GET", f"{T}/rounds/{n}").status == 200
        )
        boards = itertools.count(1)
        cookie = signed_in(served)
        empty = median(took_ms(served, "/healthz")[0] for _ in range(20))
        for what, path, own in (
            ("standings, with the crosstable", f"{T}/standings", ""),
            ("standings, of the API, 100 rows", f"/api/v1{T}/standings?rows=100", ""),
            ("crosstable, of the API, 90 rows", f"/api/v1{T}/crosstable?rows=90", ""),
            ("office", "/office/long", cookie),
            ("office, pairings", f"/office/long/rounds/{round}", cookie),
            ("office, results", f"/office/long/rounds/{round}/results", cookie),
            ("office, players", "/office/long/entries", cookie),
            ("wall", f"{T}/wall", ""),
        ):
            took_ms(served, path, cookie=own)  # the templates are read
            board = next(boards)
            director.post(
                f"{T}/rounds/{round}/boards/{board}/rulings", {"kind": "result", "result": "2-0", "reason": "told"}
            )
            first, size = took_ms(served, path, cookie=own)
            again = median(took_ms(served, path, cookie=own)[0] for _ in range(ASKED))
            floor = f"{empty:.1f} ms: an empty request"
            yield Row(f"{what}: made again after a result", first, "ms", 300, floor)
            yield Row(f"{what}: once made", again, "ms", 50, floor)
            yield Row(f"{what}: size", size / 1000, "kB", 100, "")


def sheets(bench: Bench) -> Iterator[Row]:
    with bench.serving("sheets") as served:
        for sheet in ("standings", "crosstable"):
            took, size = took_ms(served, f"/api/v1{T}/sheets/{sheet}.pdf", served.token())
            yield Row(f"{sheet}.pdf", took / 1000, "s", 1.5, f"{size / 1000:.0f} kB")


def pairing(bench: Bench) -> Iterator[Row]:
    *_, trf = bench_pairing.tournament(1_000, bench_pairing.ROUND)
    alone = bench_pairing.row(1_000, None).seconds
    served = Service(bench.folder / "pairing", bench.compiled, ARBITER)
    served.instance.parent.mkdir(exist_ok=True)
    try:
        served.start()
        served.wait()
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=300)
        own = {"Authorization": f"Bearer {served.token()}"}
        connection.request("POST", "/api/v1/tournaments/import", trf_text(trf).encode(), own)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        assert answer.status == 201, told
        with served.caller(served.token()) as caller:
            times = []
            for again in (False, True, True):
                began = time.monotonic()
                caller.post(f"/tournaments/{told['id']}/rounds", {"draft": True, "again": again})
                times.append(time.monotonic() - began)
    finally:
        served.stop()
    floor = f"{alone:.2f} s: the pairing alone"
    yield Row("pairing a round of 1,000 over HTTP, the first", times[0], "s", 1, floor)
    yield Row("the same, again", median(times[1:]), "s", 1, floor)


def move(bench: Bench) -> Iterator[Row]:
    folder = fresh(bench, "move")
    figures, ratios = bench_moves.bench(folder, seconds=15, rate=20, listening=1)
    a, b, c = (figures[key].median for key in "abc")
    yield Row(
        "a move: p50 / (sync + empty request)", ratios["c / (a + b)"], "", 1.3, f"{c:.2f} / ({a:.2f} + {b:.2f}) ms"
    )


def rate(bench: Bench) -> Iterator[Row]:
    for boards in (20, 300):
        speed = bench_stores.play(bench_stores.Store("SQLite", ""), fresh(bench, "rate") / str(boards), boards, 10)
        yield Row(
            f"moves a second, {boards} boards, SQLite", speed.rate, "", 1_000, "players in the same machine", least=True
        )


def healthz(bench: Bench) -> Iterator[Row]:
    told = bench_start.bench(fresh(bench, "healthz"), tournaments=10, times=5)
    for count in (0, 10):
        floor = "" if count else "of no tournament"
        yield Row(
            f"start to /healthz and end, {count} tournaments: processor time",
            told[f"c{count}"].median / 1000,
            "s",
            0.6,
            floor,
        )


def memory(bench: Bench) -> Iterator[Row]:
    served = bench.copied("memory")
    code = """
import sys
from pathlib import Path
from tests.bench.bench_large import memory
print(memory(Path(sys.argv[1])))"""
    yield Row("memory a line that is kept", float(python(bench, code, str(served.instance))), "KiB", 0.5, "")


def fresh(bench: Bench, name: str) -> Path:
    folder = bench.folder / name
    folder.mkdir(exist_ok=True)
    return folder


PARTS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    one.__name__: one for one in (start, verify, export, pages, sheets, pairing, move, rate, healthz, memory)
}


def run(bench: Bench, parts: Sequence[str]) -> None:
    """Prints the table part by part. A part that fails says so, and the others go on."""
    say("| | seen | goal | floor | met |\n|---|---|---|---|---|")
    for name in parts:
        began = time.monotonic()
        try:
            for row in PARTS[name](bench):
                say(row.text)
        except Exception as cause:  # noqa: BLE001  # the other parts go on
            say(f"| {name} | failed: {type(cause).__name__} {str(cause)[:200]!r} | | | no |")
        sys.stderr.write(f"{name}: {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}\n")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
