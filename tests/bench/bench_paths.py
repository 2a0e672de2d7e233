"""How much of the program a request goes through: the files of `arbiter/`, and the calls of its functions.

    python -m tests.bench.bench_paths [--files]

Each request is made once before, so that tables, pages and imports are warm, and is then followed in its thread.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import arbiter
from tests.web.conftest import Door, door_to

PROGRAM = f"{Path(arbiter.__file__).parent}/"


@dataclass
class Followed:
    """The functions of the program that were called, by file and name, and how often."""

    called: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def files(self) -> list[str]:
        return sorted({file for file, _ in self.called})

    @property
    def calls(self) -> int:
        return self.called.total()

    def of(self, name: str) -> int:
        """How often a function of that name was called."""
        return sum(count for (_, called), count in self.called.items() if called == name)


@contextmanager
def followed() -> Iterator[Followed]:
    """Whatever this thread calls within the block."""
    seen = Followed()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PROGRAM):
            seen.called[code.co_filename.removeprefix(PROGRAM), code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(before)


def asked(door: Door, method: str, path: str, body: object = None, token: str = "") -> Followed:
    """The functions that a good request calls; without *token* the director sends it."""
    headers = {"Authorization": f"Bearer {token or door.service.keys.bearer('director')}"}
    with followed() as seen:
        answer = door.client.open(f"/api/v1{path}", method=method, json=body, headers=headers)
    assert answer.status_code in {200, 201}, answer.get_data(as_text=True)
    return seen


def move(door: Door) -> Followed:
    """A move that a board's tablet sends."""
    t = door.tournament()
    made = door.post(f"/tournaments/{t}/tablets", {"boards": [1]}).get_json()["links"][0]
    token = door.post("/tablets/bind", {"link": made["url"], "pin": made["pin"]}, role=None).get_json()["token"]
    moves = f"/tournaments/{t}/rounds/1/boards/1/moves"
    for ply, text in enumerate(("32-28", "19-23")):
        asked(door, "POST", moves, {"move": text, "ply": ply, "key": f"before {ply}"}, token)
    return asked(door, "POST", moves, {"move": "28x19", "ply": 2, "key": "this one"}, token)


def publish(door: Door) -> Followed:
    """A draft that the director publishes."""
    first, second = (door.tournament(started=False) for _ in range(2))
    for t in (first, second):
        door.post(f"/tournaments/{t}/rounds", {"draft": True})
    asked(door, "POST", f"/tournaments/{first}/rounds/1/publish", {})
    return asked(door, "POST", f"/tournaments/{second}/rounds/1/publish", {})


def pair(door: Door) -> Followed:
    """A round that the director pairs by hand."""
    first, second = (door.tournament(started=False, system="manual") for _ in range(2))
    asked(door, "POST", f"/tournaments/{first}/rounds", {"pairs": [[1, 2], [3, 4]]})
    return asked(door, "POST", f"/tournaments/{second}/rounds", {"pairs": [[1, 2], [3, 4]]})


def sheet(door: Door) -> Followed:
    """A score sheet as PDF."""
    t = door.tournament()
    for ply, text in enumerate(("32-28", "19-23", "28x19", "14x23")):
        door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": text, "ply": ply})
    asked(door, "GET", f"/tournaments/{t}/sheets/scoresheet.pdf?round=1&board=1")
    return asked(door, "GET", f"/tournaments/{t}/sheets/scoresheet.pdf?round=1&board=1")


PATHS: dict[str, Callable[[Door], Followed]] = {
    "a tablet's move": move,
    "publish": publish,
    "pair by hand": pair,
    "score sheet": sheet,
}


def main() -> None:
    """Follows each path in an instance of its own, and prints what came out."""
    given = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    given.add_argument("--files", action="store_true", help="name the files, and the calls in each")
    with_files = given.parse_args().files
    sys.stdout.write(f"{'path':18} {'files':>6} {'calls':>6} {'legal_moves':>12}\n")
    for name, follow in PATHS.items():
        with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder, door_to(Path(folder)) as door:
            seen = follow(door)
        sys.stdout.write(f"{name:18} {len(seen.files):6} {seen.calls:6} {seen.of('legal_moves'):12}\n")
        for file in seen.files if with_files else ():
            told = [f"{called} {count}" for (where, called), count in seen.called.items() if where == file]
            sys.stdout.write(f"    {file}: {', '.join(told)}\n")


if __name__ == "__main__":
    main()
