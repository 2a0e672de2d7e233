"""py-draughts' engines, as opponents. They look at the clock on the wall, and are given that of the CPU instead."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import draughts
from draughts.engines import simple, turbo

from tests.bench.peers import playing
from tests.bench.peers.py_draughts import BOARDS

CPU = SimpleNamespace(time=time.process_time, perf_counter=time.process_time)
DEEPEST = 60


class Engine:
    """`simple` or `turbo`, by CPU seconds a move."""

    def begin(self, wanted: dict[str, Any]) -> None:
        simple.time = turbo.time = CPU
        self.board: Any = getattr(draughts, BOARDS[wanted["variant"]])()
        if wanted["variant"] == "american":
            self.board.turn = draughts.Color.BLACK
        made = {"simple": simple.SimpleEngine, "turbo": turbo.TurboEngine}[wanted["engine"]]
        self.engine: Any = made(depth_limit=DEEPEST, time_limit=wanted["seconds"])

    def play(self, start: int, end: int, taken: list[int]) -> None:
        self.board.push(
            next(
                move
                for move in self.board.legal_moves
                if told(move)[:2] == (start, end) and set(told(move)[2]) == set(taken)
            )
        )

    def go(self) -> tuple[int, int, list[int]]:
        return told(self.engine.get_best_move(self.board))


def told(move: Any) -> tuple[int, int, list[int]]:
    """A move in our numbers."""
    return move.square_list[0] + 1, move.square_list[-1] + 1, [square + 1 for square in move.captured_list]


if __name__ == "__main__":
    playing.answer(Engine())
