"""The tournaments that halls feed to this service: whose each is, and when its hall was last heard.

Two halls may give two tournaments one id. Here each has an id of its own, with the word for its hall in front.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from arbiter.journal.register import Register
from arbiter.refused import Refused


@dataclass(frozen=True, slots=True)
class Relayed:
    """A tournament of a hall: the word for the hall and its name, the tournament's id there.

    *heard*: when the hall was last heard, in Unix milliseconds; *down*: when it was taken off here, in Unix seconds.
    """

    hall: str
    name: str
    tournament: str
    heard: int = 0
    down: int = 0


def relayed(register: Register, id: str) -> Relayed | None:
    """Whose tournament that is; None where it is one of this service's own, or of nobody."""
    text = register.setting(f"relayed {id}")
    return Relayed(**json.loads(text)) if text else None


def put_relayed(register: Register, id: str, one: Relayed) -> None:
    """Writes that down, and under which id it is found again when the hall asks."""
    register.set_setting(f"relayed {id}", json.dumps(asdict(one), ensure_ascii=False))
    found = f"relayed by {one.hall} {one.tournament}"
    if register.setting(found) != id:
        register.set_setting(found, id)


def id_of(register: Register, hall: str, tournament: str) -> str | None:
    """The id that a hall's tournament has here; None where it has none yet."""
    return register.setting(f"relayed by {hall} {tournament}") or None


def elsewhere(register: Register, id: str) -> Refused | None:
    """Why nothing is ruled on here about that tournament; None where this is its service."""
    one = relayed(register, id)
    return Refused("played_elsewhere", hall=one.name) if one else None
