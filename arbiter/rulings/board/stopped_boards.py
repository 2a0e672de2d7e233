"""Boards whose clocks are stopped, and the refusal of a move there, by the reason of the stop."""

from __future__ import annotations

from collections.abc import Mapping

STANDING: Mapping[str, str] = {
    "arbiter": "clock_stopped",
    "call": "clock_stopped_call",
    "hall": "clock_stopped_hall",
    "adjourned": "game_adjourned",
    "paper": "on_paper",
}
"""The code of the refusal of a move, by the reason why the clocks of a board are stopped.

After an outage there is no refusal: the next move restarts the clock.
"""
BEYOND_THE_BOARD = ("hall", "adjourned", "paper")
"""The reasons for stopped clocks that are not about what happened in the game.

While the clocks are stopped for such a reason, a player's choice after an objection does not start them.
"""
