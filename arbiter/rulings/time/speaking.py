"""Who speaks for a player: the player at a tablet, or an official who writes down what the player said at the board.

An official does not speak for a side whose own tablet is in touch.
"""

from __future__ import annotations

from arbiter.refused import Refused
from arbiter.rulings.time.provisional_flags import OUT_OF_TOUCH_MS, Heard, LifeSigns
from arbiter.sides import Instant, Side

NO_OFFICIALS = ("tablet", "computer", "house", "service", "demonstration", "import")
"""The beginnings of `by` of acts that no official has entered."""


def of_official(by: str) -> bool:
    """Return whether an official has entered the act, instead of a player at a tablet or the program itself."""
    return bool(by) and not by.startswith(NO_OFFICIALS)


def refuse_beside_tablet(known: LifeSigns, by: str, board: int, side: Side, at: Instant) -> None:
    """Raise Refused if an official speaks for a side whose own tablet is in touch."""
    if of_official(by) and in_touch(known, known.tablet(board, side), at):
        raise Refused("said_at_tablet", board=board, side=side.value)


def in_touch(known: LifeSigns, heard: Heard | None, at: Instant) -> bool:
    """Return whether the last message of a tablet is so recent that the tablet is in touch."""
    return heard is not None and heard.at > at - OUT_OF_TOUCH_MS * known.speed
