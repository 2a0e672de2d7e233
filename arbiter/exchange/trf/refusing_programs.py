"""Tells the director beforehand which programs that check reports refuse the report of a tournament, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arbiter.exchange.trf.report import TYPES, trf_value
from arbiter.pairing.trf import Trf
from arbiter.refused import Refused
from arbiter.view import View

SWISS = TYPES["swiss"][1]
TITLE_READ = 2
"""The number of characters of a title that the program `trf` reads."""


def _has_open_game(trf: Trf) -> bool:
    return any(cell is not None and cell.result == "*" for player in trf.players for cell in player.cells)


REFUSALS: Mapping[str, Callable[[Trf], bool]] = {
    "open game": _has_open_game,
    "system": lambda trf: trf.head.get("192", SWISS) != SWISS,
    "days": lambda trf: len(trf.dates) > 1,
    "title": lambda trf: any(len(player.title) > TITLE_READ for player in trf.players),
}
"""Each reason for which a program refuses a report, with a function that tells whether a report gives this reason.

The term "refuses ..." of the catalogue names the program.
"""


def refusals(view: View) -> list[str]:
    """Return the keys of `REFUSALS` that apply to the tournament's report; empty if the tournament has no report."""
    try:
        trf = trf_value(view)
    except Refused:
        return []
    return [code for code, found in REFUSALS.items() if found(trf)]
