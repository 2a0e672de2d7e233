"""Acts recorded for a player: by the player at a tablet, or by an official who writes down what the player said.

An official does not speak for a side whose own tablet is in touch.
"""

from __future__ import annotations

from arbiter.refused import Refused
from arbiter.rulings.time.provisional_flags import OUT_OF_TOUCH_MS, Heard, LifeSigns
from arbiter.sides import Instant, Side

NO_OFFICIALS = ("tablet", "computer", "house", "service", "demonstration", "import")
"""The first words of `by` that show that no official entered the act."""


def of_official(by: str) -> bool:
    """Return whether an official has entered the act, and neither a player at a tablet nor the program itself."""
    return bool(by) and not by.startswith(NO_OFFICIALS)


def refuse_beside_tablet(known: LifeSigns, by: str, board: int, side: Side, at: Instant) -> None:
    """Raise Refused if an official speaks for a side whose own tablet is in touch."""
    if of_official(by) and in_touch(known, known.tablet(board, side), at):
        raise Refused("said_at_tablet", board=board, side=side.value)


def in_touch(known: LifeSigns, heard: Heard | None, at: Instant) -> bool:
    """Return whether the last message of a tablet is recent enough for the tablet to be in touch."""
    return heard is not None and heard.at > at - OUT_OF_TOUCH_MS * known.speed
