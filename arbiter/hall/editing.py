"""Editing an announced tournament and its officials."""

from __future__ import annotations

from typing import Annotated

from arbiter.desk.desk import Desk
from arbiter.fields import Sent
from arbiter.journal.people import Post, Staff, readable_staff
from arbiter.refused import Refused
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import LONGEST_NAME
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NameStaff:
    """Request: name the organiser and the officials of a tournament. A field that is None is not changed."""

    organiser: Annotated[
        str | None, Sent("who organises it", "Draughts club Utrecht", longest=LONGEST_NAME, too_long="word_too_long")
    ] = None
    officials: Annotated[
        tuple[Post, ...] | None,
        Sent("who officiates, in the order in which they are printed", [{"role": "chief", "name": "Piet Jansen"}]),
    ] = None


def mend(desk: Desk, asked: MendTournament, named: NameStaff, *, key: str | None = None) -> None:
    """Edit the terms and the officials of a tournament. If one of the two is refused, neither is changed.

    *asked*: the new terms. *named*: the new officials. If the same *key* was used before, nothing is changed again.
    Raise Refused if nothing would change.
    """
    staff = desk.register.staff(desk.id)
    wanted = readable_staff(
        Staff(
            staff.organiser if named.organiser is None else named.organiser,
            staff.posts if named.officials is None else named.officials,
        )
    )
    try:
        desk.submit(asked, key=key)
    except Refused as refused:
        if refused.code != "nothing_changed" or wanted == staff:
            raise
    if wanted != staff:
        desk.register.put_staff(desk.id, wanted)
