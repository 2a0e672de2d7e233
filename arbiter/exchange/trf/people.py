"""The players of a TRF (Tournament Report File), read as a list of people."""

from __future__ import annotations

from functools import partial

from arbiter.exchange.lists.encoding import decoded
from arbiter.exchange.lists.people import SEXES, Read, read_line
from arbiter.exchange.trf.dates import born_of
from arbiter.exchange.trf.facts import CommentedFacts, facts_in
from arbiter.journal.people import Person, Roll, parted, readable
from arbiter.pairing.trf import TrfPlayer
from arbiter.pairing.trf.read import parse_trf


def trf_people(data: bytes, known: Roll) -> tuple[Read, ...]:
    """Read the players of a TRF in the order of their numbers. Raise Refused at the first grave fault of the file."""
    trf = parse_trf(decoded(data))
    players = sorted(trf.players, key=lambda player: player.number)
    seen, facts = Roll(), facts_in(trf)
    return tuple(
        read_line(player.number, player.name, partial(person_of, player, facts), known, seen) for player in players
    )


def person_of(player: TrfPlayer, facts: CommentedFacts) -> Person:
    """Return the person of a record 001, with what the comments of the file add."""
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
