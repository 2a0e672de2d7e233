"""Importing a whole tournament from a file."""

from __future__ import annotations

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.exchange.imports import ImportedTournament, read_tournament
from arbiter.hall.worker import RunElsewhere, here
from arbiter.journal.people import Staff
from arbiter.sides import Instant

SMALL_FILE_BYTES = 200_000
"""The most bytes of a file that is read in this process, because starting another one takes longer."""


def bring_tournament(
    desks: Desks, data: bytes, run: RunElsewhere = here, *, key: str | None = None, **terms: str
) -> tuple[Desk, int]:
    """Import the tournament in a file. Return its desk and its number of journal lines.

    *run*: reads a large file in another process. *terms*: terms that a TRF does not contain, such as the variant. If
    the same *key* was used before, return the tournament imported then.
    """
    reads = run if len(data) > SMALL_FILE_BYTES else here
    came = reads(read, data, desks.clock.now(), {name: value for name, value in terms.items() if value})
    desk = desks.bring(came.name, came.lines, came.people, key=key)
    if came.staff != Staff():
        desks.register.put_staff(desk.id, came.staff)
    return desk, len(came.lines)


def read(data: bytes, at: Instant, terms: dict[str, str]) -> ImportedTournament:
    """Return the tournament in the file *data*. *at*: the instant of the import. *terms*: terms that the file lacks."""
    return read_tournament(data, at, **terms)
