"""The moves of a delayed tournament, as they become old enough for spectators.

No journal line is written at that moment, so the streams get a message of their own.
"""

from __future__ import annotations

import json
from typing import Any

from arbiter.sides import Instant
from arbiter.tournament.past.delayed import delay
from arbiter.tournament.state import Tournament


class Releases:
    """For each tournament, the number of plies of its running games that spectators have been shown."""

    def __init__(self) -> None:
        self._shown: dict[str, dict[tuple[int, int], int]] = {}

    def look(self, id: str, state: Tournament, now: Instant) -> list[tuple[int, int]]:
        """Return the boards, each with its round, that spectators see differently than at the last call."""
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
    """Return the message that shows a board as spectators may now see it.

    The message has no id, as it is about no line.
    """
    return f"event: board\ndata: {json.dumps(board, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
