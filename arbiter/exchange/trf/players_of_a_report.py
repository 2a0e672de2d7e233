"""The players of a TRF (Tournament Report File), read as a list of people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from arbiter.exchange.lists.encoding import decoded
from arbiter.exchange.lists.people_on_a_list import SEXES, Read, field_of, read_line
from arbiter.exchange.trf.dates import born_of
from arbiter.exchange.trf.facts import CommentedFacts, facts_in
from arbiter.journal.people import Person, parted, readable
from arbiter.journal.same_person import Roll
from arbiter.pairing.trf import TrfPlayer
from arbiter.pairing.trf.read import TrfReading, sound_reading
from arbiter.refused import Refused
from arbiter.values import replace

PLACES: Mapping[str, tuple[int, str]] = {
    "sex": (10, "sex"), "title": (11, "title"), "name": (15, "name"), "family": (15, "name"), "given": (15, "name"),
    "rating": (49, "rating"), "federation": (54, "federation"), "number": (58, "id"), "born": (70, "born"),
}  # fmt: skip
"""For each field its first column in a record 001 (a player), and its name in `TrfPlayer`.

The club is missing here, because the file has it in a comment.
"""


def trf_people(data: bytes, known: Roll) -> tuple[Read, ...]:
    """Read the players of a TRF in the order of their numbers. If a fault is grave, raise Refused with all faults.

    Each result has the number of the line on which the player's record stands. Its column is the place of the field by
    the TRF standard.
    """
    reading = sound_reading(decoded(data))
    players = sorted(reading.trf.players, key=lambda player: player.number)
    seen, facts, lines = Roll(), facts_in(reading.trf), reading.lines
    read = (
        read_line(lines[player.number], player.name, partial(person_of, player, facts), known, seen)
        for player in players
    )
    return tuple(
        replace(one, column=PLACES.get(field_of(one.refused), (0, ""))[0]) if one.refused else one for one in read
    )


def people_of(reading: TrfReading) -> dict[int, Person]:
    """Return the person of each pairing number. Raise Refused with the line and the column of each field at fault."""
    facts, faults, people = facts_in(reading.trf), list[Refused](), dict[int, Person]()
    for player in reading.trf.players:
        try:
            people[player.number] = person_of(player, facts)
        except Refused as no:
            column, slot = PLACES.get(field := field_of(no), (1, "name"))
            line, text = reading.lines[player.number], str(getattr(player, slot))[:40]
            faults.append(Refused("trf_field_unusable", line=line, column=column, text=text, field=field))
    if faults:
        faults[0].others = tuple(faults[1:])
        raise faults[0]
    return people


def person_of(player: TrfPlayer, facts: CommentedFacts) -> Person:
    """Return the person of a record 001 (a player), with the facts that the file's comments add."""
    family, given = parted(player.name) or (None, None)
    person = Person(
        player.name,
        player.rating or None,
        federation=player.federation or None,
        title=player.title or None,
        born=born_of(player.born),
        sex=SEXES.get(player.sex, player.sex) or None,
        family=family,
        given=given,
        number=player.id.strip("0") and player.id,
    )
    return readable(facts.person(player.number, person))
