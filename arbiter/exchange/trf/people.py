"""The players of a TRF as a list of entries."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.exchange.lists.encoding import decoded
from arbiter.exchange.lists.people import Read
from arbiter.journal.people import Person, folded, readable
from arbiter.pairing.trf import TrfPlayer
from arbiter.pairing.trf.read import parse_trf
from arbiter.refused import Refused


def looks_like_trf(data: bytes) -> bool:
    """Whether a file is a TRF rather than a list of names: its lines begin with records, one of them a player's."""
    lines = [line for line in data[:200_000].splitlines() if line.strip()]
    records = sum((line[:3].isdigit() and line[3:4] in (b" ", b"")) or line[:3] == b"###" for line in lines)
    return any(line.startswith(b"001 ") for line in lines) and records * 2 > len(lines)


def trf_people(data: bytes, known: Mapping[str, int]) -> tuple[Read, ...]:
    """Everybody in the file, in the order of the pairing numbers; refused with the first fault that leaves a hole."""
    players = sorted(parse_trf(decoded(data)).players, key=lambda player: player.number)
    seen: dict[str, int] = {}
    return tuple(_read(player, known, seen) for player in players)


def person_of(player: TrfPlayer) -> Person:
    family, comma, given = player.name.partition(",")
    name = f"{given.strip()} {family.strip()}" if comma and given.strip() and family.strip() else player.name
    return readable(
        Person(
            name,
            player.rating or None,
            federation=player.federation or None,
            title=player.title or None,
            born=player.born or None,
            sex=player.sex or None,
        )
    )


def _read(player: TrfPlayer, known: Mapping[str, int], seen: dict[str, int]) -> Read:
    try:
        person = person_of(player)
        key = folded(person.name)
        if key in known:
            raise Refused("entered_twice", entry=known[key])
        if key in seen:
            raise Refused("listed_twice", line=seen[key])
    except Refused as refused:
        return Read(player.number, player.name, refused=refused)
    seen[key] = player.number
    return Read(player.number, player.name, person)
