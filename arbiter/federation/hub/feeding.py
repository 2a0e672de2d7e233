"""Tournaments that halls send to this hub: their ids here, their people, and when each hall last sent something.

The id of a tournament at the hub is made from the hall's name and from the id in the hall. A hall's key gives access
only to the tournaments of that hall.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Head
from arbiter.federation.hub.halls import Hall
from arbiter.journal.fed_tournaments import Relayed, id_of, put_relayed, relayed
from arbiter.journal.lines import BEGINNING
from arbiter.journal.people import Person, Staff, readable
from arbiter.refused import Refused
from arbiter.values import dataclass, replace

NOTE_EVERY_MS = 60_000
"""That a hall has sent something is noted in the register at most once in this many milliseconds.

More often is not needed, because pages show the time in minutes.
"""
TAKEN_MS = 90_000
"""For this many milliseconds after a relay's last report, no other relay may send the same tournament."""
LONGEST_ID_CHARACTERS = 120
"""The most characters of a tournament's id in a hall."""


@dataclass(frozen=True, slots=True)
class RelayedFrom:
    """The name of the hall that sends a tournament to this hub, and the minutes since it last sent something."""

    name: str
    ago: int


def relayed_from(desks: Desks, id: str, now: float) -> RelayedFrom | None:
    """Return the hall that sends that tournament, or None if it is played in this hall. *now*: Unix seconds."""
    found = relayed(desks.register, id) if desks.desk(id).stands.fed else None
    return RelayedFrom(found.name, max(0, int(now - found.heard / 1_000) // 60)) if found else None


def begin(desks: Desks, hall: Hall, tournament: str, relay: str = "") -> tuple[str, Head]:
    """Return the id at this hub of a hall's tournament, and the last line of its journal here.

    If the tournament is new, an id is made for it. *relay*: the mark by which this relay differs from others of the
    hall. Raise Refused if the hub has deleted the tournament since the hall's key was made, or if a relay with another
    mark is sending it.
    """
    if not 0 < len(tournament) <= LONGEST_ID_CHARACTERS or not tournament.isprintable():
        raise Refused("no_tournament", tournament=tournament[:80])
    id = id_of(desks.register, hall.slug, tournament)
    found = relayed(desks.register, id) if id else None
    if found is not None and found.down >= hall.made:
        raise Refused("taken_down", tournament=tournament)
    if id is None or found is None or found.down:
        id = desks.storage.free_id(f"{hall.slug} {tournament}")
        found = Relayed(hall.slug, hall.name, tournament)
        put_relayed(desks.register, id, found)
    quiet = time.time_ns() // 1_000_000 - found.heard
    if relay not in ("", found.relay):
        if found.relay and quiet < TAKEN_MS:
            raise Refused("relay_elsewhere", tournament=tournament, seconds=quiet // 1_000)
        put_relayed(desks.register, id, replace(found, relay=relay))
    note_heard(desks, id)
    return id, head(desks, id)


def head(desks: Desks, id: str) -> Head:
    """Return the number and hash of the last line of the tournament's journal at this hub; number 0 if it has none."""
    try:
        desk = desks.desk(id)
    except Refused as refused:
        if refused.code != "no_tournament":
            raise
        return Head(0, BEGINNING)
    return Head(desk.state.version, desk.journal.head)


def of_hall(desks: Desks, hall: Hall, id: str) -> Relayed:
    """Return the hub's record of a tournament that this hall sends.

    Raise Refused if another hall sends the tournament, if it is played at this service, or if the hub has deleted it.
    """
    found = relayed(desks.register, id)
    if found is None or found.hall != hall.slug:
        raise Refused("key_of_another", tournament=id[:80], hall=hall.name)
    if found.down:
        raise Refused("taken_down", tournament=found.tournament)
    return found


def note_heard(desks: Desks, id: str) -> None:
    """Store that the hall of this tournament has sent something just now; at most once a minute."""
    found, now = relayed(desks.register, id), time.time_ns() // 1_000_000
    if found is not None and now - found.heard >= NOTE_EVERY_MS:
        put_relayed(desks.register, id, replace(found, heard=now))


def put_people(desks: Desks, id: str, people: Mapping[int, Person], staff: Staff) -> None:
    """Replace the people of a tournament. The names of people who are no longer in *people* are erased."""
    register = desks.register
    known = register.people(id)
    changed = {entry: one for entry, one in people.items() if known.get(entry) != readable(one)}
    if changed:
        register.enter(id, changed)
    for entry in known.keys() - people.keys():
        register.erase(id, entry)
    if register.staff(id) != staff:
        register.put_staff(id, staff)


def every(desks: Desks) -> Iterator[tuple[Desk, Relayed]]:
    """Yield all tournaments that halls send to this hub, with their records."""
    for desk in desks:
        found = relayed(desks.register, desk.id) if desk.stands.fed else None
        if found is not None:
            yield desk, found


def take_down(desks: Desks, id: str, now: int) -> None:
    """Delete a hall's tournament from this hub, with its journal and its people.

    The hall can send the tournament again only with a key made after the deletion.
    """
    found = relayed(desks.register, id)
    if found is None or found.down:
        raise Refused("not_relayed", tournament=id[:80])
    put_relayed(desks.register, id, replace(found, down=now))
    desks.remove(id)
