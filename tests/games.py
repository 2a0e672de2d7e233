"""Real games of international draughts, for tests that play: moves and results, from `tests/data/rules/games.jsonl`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parent / "data" / "rules" / "games.jsonl"
LEAST = 40
"""Plies of a game that is worth playing over."""

LOSER = {"2-0": "black", "1-0": "black", "0-2": "white", "0-1": "white"}


@dataclass(frozen=True, slots=True)
class RealGame:
    """One game from the opening position. `loser` is the side that lost it, None where it was drawn."""

    moves: tuple[str, ...]
    loser: str | None


@cache
def real_games(variant: str = "international") -> tuple[RealGame, ...]:
    """The games of that variant that were played from the opening position."""
    rows = [json.loads(line) for line in GAMES.read_text("utf-8").splitlines()]
    return tuple(
        RealGame(tuple(row["moves"]), LOSER.get(row["result"]))
        for row in rows
        if row["variant"] == variant and row["fen"] is None and len(row["moves"]) >= LEAST
    )
