"""The moves of a tournament that is shown with a delay, as they become old enough for spectators.

No journal line is written at that moment, so that the event streams need a message of their own.
"""

from __future__ import annotations

import json
from typing import Any

from arbiter.sides import Instant
from arbiter.tournament.past.spectator_delay import delay
from arbiter.tournament.state import Tournament


class Releases:
    """Stores for each tournament how many plies of its running games spectators have been shown."""

    def __init__(self) -> None:
        self._shown: dict[str, dict[tuple[int, int], int]] = {}

    def look(self, id: str, state: Tournament, now: Instant) -> list[tuple[int, int]]:
        """Return the boards of tournament *id* that spectators see changed since the last call, as (round, board)."""
        late = delay(state)
        if not late:
            self._shown.pop(id, None)
            return []
        running = [game for game in state.announced.games() if game.running]
        shown = {(one.round, one.board): sum(play.at <= now - late for play in one.plays) for one in running}
        before = self._shown.get(id, {})
        self._shown[id] = shown
        return [place for place, plies in shown.items() if before.get(place, 0) != plies]


def board_message(board: dict[str, Any]) -> bytes:
    """Return the message with a board as spectators may now see it.

    It has no id, because it is about no journal line.
    """
    return f"event: board\ndata: {json.dumps(board, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
