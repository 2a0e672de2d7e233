"""Arbiter's own rules, measured as the others are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.rules.course import follow
from arbiter.rules.moves import perft
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from tests.bench.peers import pace


def run(wanted: dict[str, Any]) -> dict[str, Any]:
    variant = VARIANTS[wanted["variant"]]
    begun = start(variant)
    told: dict[str, Any] = {"plies": None, "nodes": perft(begun, variant, wanted["depth"])}

    def play(game: Sequence[str]) -> int:
        return len(follow(game, begun, variant).moves)

    if wanted["games"]:
        told["plies"] = pace.plies(play, wanted["games"], wanted["seconds"])
    told["leaves"] = pace.leaves(lambda: perft(begun, variant, wanted["depth"]), wanted["seconds"])
    return told


if __name__ == "__main__":
    pace.answer(run)
