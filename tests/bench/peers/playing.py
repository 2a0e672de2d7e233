"""An opponent in a process of its own, asked line by line. Nothing but the standard library.

Each line is one JSON document: `{"begin": {...}}` a game, `{"play": [from, to, [taken]]}` a move of either side,
`{"go": true}` to ask for one. Only the last is answered, with the move and the CPU seconds that it took.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Protocol


class Opponent(Protocol):
    """Whoever plays."""

    def begin(self, wanted: dict[str, Any]) -> None: ...

    def play(self, start: int, end: int, taken: list[int]) -> None: ...

    def go(self) -> tuple[int, int, list[int]]: ...


def answer(opponent: Opponent) -> None:
    """Plays until nobody asks any more."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "begin" in asked:
            opponent.begin(asked["begin"])
        elif "play" in asked:
            opponent.play(*asked["play"])
        else:
            began = time.process_time()
            move = opponent.go()
            print(json.dumps({"move": move, "seconds": time.process_time() - began}), flush=True)  # noqa: T201
