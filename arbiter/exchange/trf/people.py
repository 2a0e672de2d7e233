"""The players of a TRF (Tournament Report File), read as a list of people."""

from __future__ import annotations

from functools import partial

from arbiter.exchange.lists.encoding import decoded
from arbiter.exchange.lists.people import Read, read_line
from arbiter.journal.people import Person, Roll, parted, readable
from arbiter.pairing.trf import TrfPlayer
from arbiter.pairing.trf.read import parse_trf


def trf_people(data: bytes, known: Roll) -> tuple[Read, ...]:
    """Read the players of a TRF in the order of their numbers. Raise Refused at the first grave fault of the file."""
    players = sorted(parse_trf(decoded(data)).players, key=lambda player: player.number)
    seen = Roll()
    return tuple(read_line(player.number, player.name, partial(person_of, player), known, seen) for player in players)


def person_of(player: TrfPlayer) -> Person:
    family, given = parted(player.name) or (None, None)
    return readable(
        Person(
            player.name,
            player.rating or None,
            federation=player.federation or None,
            title=player.title or None,
            born=player.born or None,
            sex=player.sex or None,
            family=family,
            given=given,
        )
    )
