"""Importing a whole tournament from a file."""

from __future__ import annotations

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.exchange.imports import read_tournament
from arbiter.journal.people import Staff


def bring_tournament(desks: Desks, data: bytes, *, key: str | None = None, **terms: str) -> tuple[Desk, int]:
    """Import the tournament in a file. Return its desk and its number of journal lines.

    *terms* are for terms that a TRF does not contain, such as the variant.
    """
    came = read_tournament(data, desks.clock.now(), **{name: value for name, value in terms.items() if value})
    desk = desks.bring(came.name, came.lines, came.people, key=key)
    if came.staff != Staff():
        desks.register.put_staff(desk.id, came.staff)
    return desk, len(came.lines)
