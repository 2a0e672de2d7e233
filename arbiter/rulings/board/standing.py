"""Boards whose clocks stand, and the refusal of a move there for each reason."""

from __future__ import annotations

from collections.abc import Mapping

STANDING: Mapping[str, str] = {
    "arbiter": "clock_stopped",
    "call": "clock_stopped_call",
    "hall": "clock_stopped_hall",
    "adjourned": "game_adjourned",
    "paper": "on_paper",
}
"""The refusal code for each reason why the clocks of a board stand.

After an outage there is no refusal: the next move restarts the clock.
"""
BEYOND_THE_BOARD = ("hall", "adjourned", "paper")
"""The reasons that lie beyond the board. While one of them holds, no choice on an objection starts the clocks."""
