"""A day in a hall on which the officials have to do everything that they can."""

from __future__ import annotations

from typing import Any

from arbiter.rulings.objections import CrownKing, Object
from tests.hall import BY, Hall


def officials_day() -> Hall:
    """A hall under regulations that leave irregular moves to the opponent."""
    hall = Hall(regulations="fmjd_classic", switches=(("crowning", "opponent"), ("huff", "moved")))
    irregular_moves(hall)
    return hall


def irregular_moves(hall: Hall) -> None:
    """A move that is taken back, a king that is crowned, a move that is let stand, a piece that is huffed."""
    at: dict[str, Any] = {"round": 1, "board": 1, "by": BY}
    hall.play("32-28", "19-23", "37-32")
    hall.submit(Object(**at, choice="rectify"))
    hall.play("28x19", "2-24", "31-2")
    hall.submit(CrownKing(**at))
    hall.submit(Object(**at, choice="stand"))
    hall.play("24-30", "33-28")
    hall.submit(Object(**at, choice="huff"))
