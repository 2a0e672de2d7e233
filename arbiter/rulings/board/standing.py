"""Boards whose clocks stand: the refusal of a move there, for each reason."""

from __future__ import annotations

from collections.abc import Mapping

STANDING: Mapping[str, str] = {
    "arbiter": "clock_stopped",
    "call": "clock_stopped_call",
    "hall": "clock_stopped_hall",
    "adjourned": "game_adjourned",
    "paper": "on_paper",
}
"""The refusal for each reason why a board is stopped.

After an outage there is none: the next move restarts its clock.
"""
BEYOND_THE_BOARD = ("hall", "adjourned", "paper")
"""The reasons that lie beyond the board: no choice on an objection starts a clock there."""
