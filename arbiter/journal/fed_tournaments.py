"""The tournaments that other services feed to this one: the hall each belongs to, and when that hall last reported.

Two halls may give two tournaments the same id. Here each has an id of its own, prefixed with the hall's word.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from arbiter.journal.register import Register
from arbiter.refused import Refused


@dataclass(frozen=True, slots=True)
class Relayed:
    """A tournament of a hall: the hall's word and name, and the tournament's id in that hall.

    *heard*: when the hall last reported, in Unix milliseconds. *down*: when the tournament was taken offline here, in
    Unix seconds.
    """

    hall: str
    name: str
    tournament: str
    heard: int = 0
    down: int = 0


def relayed(register: Register, id: str) -> Relayed | None:
    """Return the hall's record of that tournament; None if it is this service's own, or does not exist."""
    text = register.setting(f"relayed {id}")
    return Relayed(**json.loads(text)) if text else None


def put_relayed(register: Register, id: str, one: Relayed) -> None:
    """Store that record, and the hall's own id, so that the tournament is found when the hall asks."""
    register.set_setting(f"relayed {id}", json.dumps(asdict(one), ensure_ascii=False))
    found = f"relayed by {one.hall} {one.tournament}"
    if register.setting(found) != id:
        register.set_setting(found, id)


def id_of(register: Register, hall: str, tournament: str) -> str | None:
    """Return the id that a hall's tournament has here, or None if it has none yet."""
    return register.setting(f"relayed by {hall} {tournament}") or None


def elsewhere(register: Register, id: str) -> Refused | None:
    """Return the refusal of rulings on a tournament of another hall; None if it is this service's own."""
    one = relayed(register, id)
    return Refused("played_elsewhere", hall=one.name) if one else None
