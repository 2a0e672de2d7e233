"""Arbiter's own house player, as an opponent: of this release, or of another one whose folder it is started in."""

from __future__ import annotations

import time
from typing import Any

from arbiter import thinking
from arbiter.engines.search_request import lookup
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.draws import begin
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from tests.bench.peers import playing


class Computer:
    """The house player at a level, by CPU seconds or by nodes a move."""

    def begin(self, wanted: dict[str, Any]) -> None:
        self.variant = VARIANTS[wanted["variant"]]
        self.position = start(self.variant)
        self.tally = begin(self.position, endings_of(OF_VARIANT[self.variant.key]), self.variant.board)
        self.wanted = wanted
        thinking.warm(self.variant)

    def play(self, start: int, end: int, taken: list[int]) -> None:
        move = next(
            move
            for move in legal_moves(self.position, self.variant)
            if (move.origin, move.destination, set(move.taken)) == (start, end, set(taken))
        )
        self.position = self.position.played(*move)
        self.tally = self.tally.after(move, self.position)

    def go(self) -> tuple[int, int, list[int]]:
        seconds = self.wanted.get("seconds")
        until = time.process_time() + seconds if seconds else None
        found = thinking.search(
            self.position,
            self.variant,
            tally=self.tally,
            nodes=self.wanted.get("nodes"),
            enough=lambda: until is not None and time.process_time() >= until,
            level=self.wanted.get("level"),
            chance=self.wanted["chance"] + self.tally.ply,
            table=lookup(self.variant),
        )
        assert found is not None
        return found.move.origin, found.move.destination, list(found.move.taken)


if __name__ == "__main__":
    playing.answer(Computer())
