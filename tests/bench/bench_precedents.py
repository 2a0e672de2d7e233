"""How much processor time a search of the rulings library takes, and what making the library anew takes.

    python -m tests.bench.bench_precedents [--tournaments 50] [--times 20]

Half of the tournaments are days on which nearly everything happens that can be recorded; the other half are random
tournaments of every system. Each search is repeated so often; the largest time counts.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from arbiter.desk.desks import Desks
from arbiter.desk.receiving import unwritten
from arbiter.hall.precedents.library import Precedents
from arbiter.hall.precedents.search import RulingsWanted
from arbiter.instants import HallClock
from arbiter.journal.people import Person
from arbiter.rulings.request import Request
from arbiter.rulings.screens import Announce
from arbiter.values import replace
from tests.exchange.tournaments import random_tournament
from tests.tournament.days import eventful_day

SEARCHES: Mapping[str, RulingsWanted] = {
    "everything": RulingsWanted(rows=200),
    "words": RulingsWanted(words="clock stop"),
    "one letter": RulingsWanted(words="a"),
    "article": RulingsWanted(article="000 VII"),
    "kind and game": RulingsWanted(kind="result", game="international"),
    "all of it": RulingsWanted(words="position", article="000", kind="irregular", game="international"),
}


def generated(folder: Path, tournaments: int) -> Desks:
    """The desks of so many tournaments, each with rulings and with people."""
    desks = Desks(folder, HallClock())
    people = {entry: Person(f"Player {entry} Bakker") for entry in range(1, 12)}
    eventful = eventful_day().desk.journal.read()
    for number in range(tournaments):
        lines = eventful if number % 2 else random_tournament(number).lines
        desks.bring(f"Event {number}", [replace(unwritten(line), key=None) for line in lines], people)
    return desks


def bench(folder: Path, *, tournaments: int, times: int) -> dict[str, float]:
    """Milliseconds of processor time: the largest of each search, and to make the library anew once."""
    desks = generated(folder, tournaments)
    library = Precedents(desks)
    told = {"made anew": spent(library.update)}
    for name, wanted in SEARCHES.items():
        told[name] = max(spent(lambda: library.search(wanted)) for _ in range(times))  # noqa: B023  # called at once
    request: Request = Announce(text="Round 2 begins at 14:00", by="director")
    after = []
    for desk in list(desks)[:times]:
        desk.submit(request)
        after.append(spent(lambda: library.search(SEARCHES["words"])))
    told["words, a line later"] = max(after)
    told["rulings"] = library.search(RulingsWanted()).count
    library.close()
    desks.close()
    return told


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time that *work* takes, in all threads."""
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / 1_000_000


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=50)
    parser.add_argument("--times", type=int, default=20)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        for said, value in bench(Path(made), tournaments=given.tournaments, times=given.times).items():
            sys.stdout.write(f"{said:22} {value:10,.2f}{' ms' if said != 'rulings' else ''}\n")
