"""dame-rs, an engine of international draughts in Rust, as an opponent: so many nodes, or so long, a move."""

from __future__ import annotations

from typing import Any

import dame

from tests.bench.peers import playing


class Dame:
    """Its search, without a book."""

    def begin(self, wanted: dict[str, Any]) -> None:
        self.board: Any = dame.Board()
        self.engine: Any = dame.Engine(hash_mb=16)
        self.limit: dict[str, Any] = {key: wanted[key] for key in ("nodes", "depth") if key in wanted} or {
            "time": wanted["seconds"]
        }

    def play(self, start: int, end: int, taken: list[int]) -> None:
        self.board.push("x".join(map(str, (start, end, *taken))) if taken else f"{start}-{end}")

    def go(self) -> tuple[int, int, list[int]]:
        move = self.engine.search(self.board, **self.limit).best_move
        return move.from_square, move.to_square, move.captured


if __name__ == "__main__":
    playing.answer(Dame())
