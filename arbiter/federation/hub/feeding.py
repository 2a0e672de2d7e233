"""What a hall does here with its key: it begins a tournament, and says who plays in it; its lines the desk takes over.

The id here is the hall's word and the id there, numbered on where that is taken. A hall's key opens its own alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Head
from arbiter.federation.hub.halls import Hall
from arbiter.journal.fed_tournaments import Relayed, id_of, put_relayed, relayed
from arbiter.journal.lines import BEGINNING
from arbiter.journal.people import Person, Staff, readable
from arbiter.refused import Refused

HEARD = 60_000
"""Milliseconds after which it is written down anew that a hall was heard: pages say it in minutes."""
LONGEST = 120
"""Characters of an id."""


@dataclass(frozen=True, slots=True)
class RelayedFrom:
    """The hall that a tournament is relayed from, and how many minutes ago it was last heard."""

    name: str
    ago: int


def relayed_from(desks: Desks, id: str, now: float) -> RelayedFrom | None:
    """Where that tournament is played, if it is not here; *now* in Unix seconds."""
    found = relayed(desks.register, id) if desks.desk(id).stands.fed else None
    return RelayedFrom(found.name, max(0, int(now - found.heard / 1_000) // 60)) if found else None


def begin(desks: Desks, hall: Hall, tournament: str) -> tuple[str, Head]:
    """The id of that hall's tournament here, and the last line that is here of it."""
    if not 0 < len(tournament) <= LONGEST or not tournament.isprintable():
        raise Refused("no_tournament", tournament=tournament[:80])
    id = id_of(desks.register, hall.slug, tournament)
    found = relayed(desks.register, id) if id else None
    if found is not None and found.down >= hall.made:
        raise Refused("taken_down", tournament=tournament)
    if id is None or found is None or found.down:
        id = desks.storage.free_id(f"{hall.slug} {tournament}")
        put_relayed(desks.register, id, Relayed(hall.slug, hall.name, tournament))
    note_heard(desks, id)
    return id, head(desks, id)


def head(desks: Desks, id: str) -> Head:
    """The last line that is here; the beginning before the first has come."""
    try:
        desk = desks.desk(id)
    except Refused as refused:
        if refused.code != "no_tournament":
            raise
        return Head(0, BEGINNING)
    return Head(desk.state.version, desk.journal.head)


def of_hall(desks: Desks, hall: Hall, id: str) -> Relayed:
    """The tournament, where that hall feeds it; refused where another one does, or where it is played here."""
    found = relayed(desks.register, id)
    if found is None or found.hall != hall.slug:
        raise Refused("key_of_another", tournament=id[:80], hall=hall.name)
    if found.down:
        raise Refused("taken_down", tournament=found.tournament)
    return found


def note_heard(desks: Desks, id: str) -> None:
    """The hall has been heard just now."""
    found, now = relayed(desks.register, id), time.time_ns() // 1_000_000
    if found is not None and now - found.heard >= HEARD:
        put_relayed(desks.register, id, replace(found, heard=now))


def put_people(desks: Desks, id: str, people: Mapping[int, Person], staff: Staff) -> None:
    """These are the people from now on, as the hall lets them be known; whoever is not among them is forgotten."""
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
    """All tournaments that halls feed."""
    for desk in desks:
        found = relayed(desks.register, desk.id) if desk.stands.fed else None
        if found is not None:
            yield desk, found


def take_down(desks: Desks, id: str, now: int) -> None:
    """The tournament is shown here no more: its lines and its people are gone.

    Its hall does not bring it back by itself, only with a key that is made after that.
    """
    found = relayed(desks.register, id)
    if found is None or found.down:
        raise Refused("not_relayed", tournament=id[:80])
    put_relayed(desks.register, id, replace(found, down=now))
    desks.remove(id)
