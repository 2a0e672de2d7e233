"""Measure what grows with an event or its history: a start, a check, an export, tables, sheets, a move, memory.

    python -m tests.bench.bench_large [--parts start verify ...] [--instance DIR] [--players 998] [--rounds 9]
    python -m tests.bench.bench_large --only FIGURE ... [--times 1] [--beside CHECKOUT]

The first prints a table in Markdown, over the real service: each figure beside its floor and its goal (`goals.py`).
With `--instance` the long tournament is kept in a folder, for parts that are measured another time.

The second prints seconds of processor time, because other programs share the machine. With `--beside` another checkout
of this program takes turns: each figure is taken from one and then from the other, each in a process of its own, over
its own copy of the same journal. `hashes`: the SHA-256 of every line alone, the floor of a start.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from statistics import median

from tests.bench import goals

HERE = Path(__file__).parents[2]


def taking(deed: Callable[[], object]) -> float:
    began = time.process_time()
    deed()
    return time.process_time() - began


def opened(instance: Path) -> object:
    from arbiter.desk.desks import Desks
    from arbiter.instants import HallClock
    from arbiter.machine.keys import SNAPSHOTS, instance_keys

    return Desks(instance, HallClock(), marks=lambda _: instance_keys(instance).derived(SNAPSHOTS))


def hashes(instance: Path) -> float:
    from arbiter.journal.sqlite.journal import lines_in

    bodies = [line.body.encode() for line in lines_in(instance / "tournaments" / "long.sqlite")]
    return taking(lambda: [sha256(body).hexdigest() for body in bodies])


def start_replayed(instance: Path) -> float:
    shutil.rmtree(instance / "snapshots", ignore_errors=True)
    return taking(lambda: opened(instance))


def end(instance: Path) -> float:
    shutil.rmtree(instance / "snapshots", ignore_errors=True)
    desks = opened(instance)
    return taking(desks.close)  # type: ignore[attr-defined]  # of whichever checkout this is


def start_with_a_snapshot(instance: Path) -> float:
    return taking(lambda: opened(instance))


def memory(instance: Path) -> float:
    """KiB for each line, of a process that has started from the snapshot."""
    from arbiter.journal.sqlite.journal import lines_in

    lines = lines_in(instance / "tournaments" / "long.sqlite")[-1].seq
    gc.collect()
    before = resident()
    desks = opened(instance)
    gc.collect()
    return (resident() - before) / lines if desks else 0.0


def resident() -> float:
    """KiB of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1024


def verb(*arguments: str) -> float:
    from arbiter.cli import main as command

    with contextlib.redirect_stdout(io.StringIO()):
        return taking(lambda: command(list(arguments)))


def verify(instance: Path) -> float:
    return verb("verify", "long", "--instance", str(instance))


def export_json(instance: Path) -> float:
    to = str(instance / "long.json")
    return verb("export", "long", "--format", "json", "--to", to, "--instance", str(instance))


def standings(instance: Path, *, times: int = 1) -> float:
    """The ranking with its texts, when it is asked for the last of so many times."""
    from arbiter.hall.stored_view import view_of_files
    from arbiter.settings import Settings
    from arbiter.shapes.standings_and_crosstable import standings_shape

    view = view_of_files(instance, "long", Settings(), "en")
    return [taking(lambda: standings_shape(view)) for _ in range(times)][-1]


def standings_again(instance: Path) -> float:
    return standings(instance, times=2)


def standings_pdf(instance: Path, sheet: str = "standings") -> float:
    from arbiter.hall.printing import Printer
    from arbiter.hall.stored_view import view_of_files
    from arbiter.settings import Settings

    view = view_of_files(instance, "long", Settings(), "en")
    return taking(lambda: Printer().print(sheet, view))


def crosstable_pdf(instance: Path) -> float:
    return standings_pdf(instance, "crosstable")


def move(_: Path) -> float:
    """A thousand moves of a hall with 300 boards, ruled on without a disk; a moves's share is a thousandth."""
    from arbiter.rulings.board.play import PlayMove
    from tests.bench.long_journal import script
    from tests.hall import BY, Hall

    hall, texts = Hall(players=600), script(40)

    def play() -> None:
        for ply, text in enumerate(texts[:40]):
            for board in range(1, 26):
                hall.wait(ms=50)
                hall.submit(PlayMove(round=1, board=board, ply=ply, move=text, by=BY))

    return taking(play)


def imports(_: Path) -> float:
    """The modules of the service."""
    return taking(lambda: __import__("arbiter.serving"))


FIGURES = (
    imports,
    hashes,
    start_replayed,
    end,
    start_with_a_snapshot,
    memory,
    verify,
    export_json,
    standings,
    standings_again,
    standings_pdf,
    crosstable_pdf,
    move,
)


def prepared(folder: Path, players: int, rounds: int, plies: int) -> Path:
    """An instance with the long tournament and its snapshot, as a service that has ended leaves it."""
    from arbiter.desk.desks import Desks
    from arbiter.instants import HallClock
    from arbiter.machine.keys import SNAPSHOTS, instance_keys
    from tests.bench.long_journal import long_tournament

    desks = Desks(folder, HallClock(), marks=lambda _: instance_keys(folder).derived(SNAPSHOTS))
    long_tournament(desks, players=players, rounds=rounds, plies=plies)
    desks.close()
    return folder


def asked_of(checkout: Path, figure: str, instance: Path) -> float:
    """The figure of that checkout, from a process of its own."""
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(instance.parent / "compiled")}
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), "--figure", figure, "--instance", str(instance)],
        cwd=checkout,
        env={**os.environ, **kept, "PYTHONPATH": str(checkout)},
        capture_output=True,
        check=True,
        text=True,
    )
    return float(done.stdout.split()[-1])


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--players", type=int, default=998)
    asked.add_argument("--rounds", type=int, default=9)
    asked.add_argument("--plies", type=int, default=45)
    asked.add_argument(
        "--parts", nargs="+", choices=goals.PARTS, default=[*goals.PARTS], help="only these of the table"
    )
    asked.add_argument("--instance", type=Path, help="a folder for the long tournament, which is made there once")
    asked.add_argument("--times", type=int, default=1, help="of each figure beside another checkout")
    asked.add_argument("--beside", type=Path)
    asked.add_argument("--only", nargs="+", choices=[figure.__name__ for figure in FIGURES], metavar="FIGURE")
    asked.add_argument("--figure", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.figure:
        figure = next(one for one in FIGURES if one.__name__ == given.figure)
        sys.stdout.write(f"{figure(given.instance)}\n")
        return
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as name:
        first = given.instance or Path(name) / "0"
        if not (first / "tournaments" / "long.sqlite").exists():
            prepared(first, given.players, given.rounds, given.plies)
        if given.beside is None and given.only is None:
            goals.run(goals.Bench(Path(name), first), given.parts)
        else:
            compare(Path(name), first, given.beside, given.only or [one.__name__ for one in FIGURES], given.times)


def compare(folder: Path, first: Path, beside: Path | None, figures: Sequence[str], times: int) -> None:
    """Prints figures of processor time, of this checkout and of the one beside."""
    checkouts = [HERE, *([beside.resolve()] if beside else [])]
    instances = [first, *(shutil.copytree(first, folder / str(n)) for n in range(1, len(checkouts)))]
    sys.stdout.write(f"load {os.getloadavg()[0]:.1f}\n{'':24}{'here':>12}{'beside':>12}\n")
    for checkout, instance in zip(checkouts, instances, strict=True):
        asked_of(checkout, "imports", instance)  # so that all is compiled
    for figure in figures:
        told: list[list[float]] = [[] for _ in checkouts]
        for _ in range(times):
            for values, checkout, instance in zip(told, checkouts, instances, strict=True):
                values.append(asked_of(checkout, figure, instance))
        sys.stdout.write(f"{figure:24}" + "".join(f"{median(values):12.3f}" for values in told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
