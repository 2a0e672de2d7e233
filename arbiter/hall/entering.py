"""Entering people into a tournament, and correcting them.

The register has the people's names and facts; the journal has only entry numbers.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import fields

from arbiter.desk.current_asker import ASKER
from arbiter.desk.desk import Desk
from arbiter.journal.people import Person, parted, readable
from arbiter.journal.same_person import Roll
from arbiter.refused import Refused
from arbiter.rulings.bounds.may import check
from arbiter.rulings.bounds.rights import DIRECT, ToWrite
from arbiter.values import replace


def typed(person: Person) -> Person:
    """Return the person typed into a form. A family name with a comma is split into family and given name."""
    apart = parted(person.family or "") if not person.given else None
    return replace(person, family=apart[0], given=apart[1]) if apart else person


def correct(desk: Desk, entry: int, person: Person, told: Container[str]) -> None:
    """Correct the person of an entry. Raise Refused if the corrected person is already another entry.

    *person*: the new values. *told*: the names of the fields to change; all other fields stay.
    """
    if entry not in desk.state.entries:
        raise Refused("no_entry", entry=entry)
    with desk.lock:
        people = desk.people
        stands = people.get(entry, Person())
        mended = {field.name: getattr(person, field.name) for field in fields(Person) if field.name in told}
        if "name" in mended and not {"family", "given"} & set(mended):
            mended |= {"family": None, "given": None}
        wanted = readable(replace(stands, **mended))
        others = {other: who for other, who in people.items() if other != entry and other in desk.state.entries}
        same = Roll(others).same(wanted)
        if same is not None:
            raise Refused("entered_twice", entry=same)
        if wanted.rating != stands.rating:
            check(ASKER.get(), ToWrite(right=DIRECT, boards=(), entry=entry), desk.here)
        if (wanted.name, wanted.club) != (stands.name, stands.club):
            _check_interest(desk, entry)
        desk.register.enter(desk.id, {entry: wanted})


def _check_interest(desk: Desk, entry: int) -> None:
    """Raise Refused if the signed-in official has an interest in this entry, and its game is not finished."""
    asker = ASKER.get()
    if entry in asker.entries | asker.clubmates:
        games = tuple(
            (one.round, one.board) for one in desk.state.games() if one.result is None and entry in one.entries
        )
        check(asker, ToWrite(right=DIRECT, games=games), desk.here)
