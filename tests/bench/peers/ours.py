"""Arbiter's own rules, measured as the others are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arbiter.rules.fast_replay import follow
from arbiter.rules.generator import generator, generators
from arbiter.rules.moves import legal_moves, perft, warm
from arbiter.rules.position import Position, start
from arbiter.rules.variants import VARIANTS
from tests.bench.peers import pace


def run(wanted: dict[str, Any]) -> dict[str, Any]:
    variant = VARIANTS[wanted["variant"]]
    begun = start(variant)
    told: dict[str, Any] = {"plies": None, "nodes": perft(begun, variant, wanted["depth"])}

    def play(game: Sequence[str]) -> int:
        return len(follow(game, begun, variant).moves)

    def walk(game: Sequence[str]) -> Iterator[Position]:
        position = begun
        for move in follow(game, begun, variant).moves:
            yield position
            position = position.played(*move)

    if wanted["games"]:
        positions = pace.met(wanted["games"], walk)
        generators.cache_clear()  # and with it what was kept of these positions
        generator.cache_clear()
        warm(variant)
        told["each"] = pace.each(lambda position: position.played(*legal_moves(position, variant)[0]), positions)
        told["plies"] = pace.plies(play, wanted["games"], wanted["seconds"])
    told["leaves"] = pace.leaves(lambda: perft(begun, variant, wanted["depth"]), wanted["seconds"])
    return told


if __name__ == "__main__":
    pace.answer(run)
