"""The tournaments that other services (halls) send to this one, with the time of each hall's last message.

Two halls may use the same id for two tournaments. So each tournament gets an id of its own here, prefixed with a word
for its hall.
"""

from __future__ import annotations

import json
from dataclasses import asdict

from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Relayed:
    """A tournament that another service (a hall) sends, with that hall's name, and the tournament's id in the hall.

    *heard*: when the hall last sent a message, in Unix milliseconds. *down*: when the tournament was taken offline
    here, in Unix seconds. *relay*: an identifier of the program (relay) that sends the tournament.
    """

    hall: str
    name: str
    tournament: str
    heard: int = 0
    down: int = 0
    relay: str = ""


def relayed(register: Register, id: str) -> Relayed | None:
    """Return the record of the hall that sends that tournament; None if it is played here or does not exist."""
    text = register.setting(f"relayed {id}")
    return Relayed(**json.loads(text)) if text else None


def put_relayed(register: Register, id: str, one: Relayed) -> None:
    """Store the record of a hall's tournament, so that it is found by the id here and by the id in that hall."""
    register.set_setting(f"relayed {id}", json.dumps(asdict(one), ensure_ascii=False))
    found = f"relayed by {one.hall} {one.tournament}"
    if register.setting(found) != id:
        register.set_setting(found, id)


def id_of(register: Register, hall: str, tournament: str) -> str | None:
    """Return the id that the tournament of a hall has on this service; None if it has none yet."""
    return register.setting(f"relayed by {hall} {tournament}") or None


def elsewhere(register: Register, id: str) -> Refused | None:
    """Return the refusal for requests about a tournament that is played in another hall; None if it is played here."""
    one = relayed(register, id)
    return Refused("played_elsewhere", hall=one.name) if one else None
