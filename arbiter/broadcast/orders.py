"""The receiver of a tournament's messages: its address, its secret, and the publications that it knows already.

The chief arbiter names the address. The service makes the secret and shows it once. The messages that wait are stored
too, so that none is lost if the service ends.
"""

from __future__ import annotations

import base64
import json
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, field

from arbiter.broadcast.publications import Publication, publications
from arbiter.federation.relay.address import HubAddress, check_written, hub_address
from arbiter.journal.register import Register
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

SECRET = "whsec_"  # noqa: S105  # the beginning of every secret, by the Standard Webhooks specification
SECRET_BYTES = 24
TEST = "test"
_changing = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingMessage:
    """A message that has not been accepted yet: its id, its round and kind, and the attempts so far.

    `since`: the time of the publication. `next`: the time of the next attempt. Both are Unix seconds.
    """

    id: str
    round: int
    what: str
    since: int
    tries: int = 0
    next: int = 0
    why: str = ""
    """The code of the reason why the last attempt failed, such as `webhook_status`; empty before the first attempt."""
    fact: str = ""
    """The detail of the reason `why`: the HTTP status, or the network error; empty before the first attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """The receiver of a tournament's messages.

    `told`: the hash of each publication for which no message has to be made any more.
    """

    to: str
    secret: str
    told: Mapping[str, str] = field(default_factory=dict)
    waiting: tuple[WaitingMessage, ...] = ()
    accepted: int = 0
    """The time at which the last message was accepted, in Unix seconds; 0 if none was."""
    given_up: int = 0
    """The number of messages to this receiver that were given up, because they could not be sent in time."""


def receiver_of(register: Register, tournament: str) -> Receiver | None:
    """Return the receiver of the tournament's messages, or None if the chief arbiter has named none."""
    text = register.setting(setting_of(tournament))
    if not text:
        return None
    stored = json.loads(text)
    return Receiver(**{**stored, "waiting": tuple(WaitingMessage(**one) for one in stored["waiting"])})


def put_receiver(register: Register, tournament: str, receiver: Receiver | None) -> None:
    """Store the receiver, or delete it if it is None."""
    with _changing:
        _put(register, tournament, receiver)


def change_receiver(register: Register, tournament: str, change: Callable[[Receiver], Receiver]) -> Receiver | None:
    """Replace the receiver by *change*(receiver) in one step, and return it; None if there is no receiver."""
    with _changing:
        before = receiver_of(register, tournament)
        if before is None:
            return None
        now = change(before)
        if now != before:
            _put(register, tournament, now)
        return now


def _put(register: Register, tournament: str, receiver: Receiver | None) -> None:
    text = "" if receiver is None else json.dumps(asdict(receiver), ensure_ascii=False)
    register.set_setting(setting_of(tournament), text)


def name_receiver(register: Register, tournament: str, to: str, state: Tournament, *, here: bool) -> Receiver:
    """Name the receiver of the tournament's messages, with a new secret. Messages begin with the next publication.

    Raise Refused if the address is invalid. *here*: whether the receiver may be on this machine.
    """
    address = checked_address(to, here=here)
    secret = SECRET + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
    told = {one.name: hash for one, hash in publications(state).items()}
    made = Receiver(to=address.text, secret=secret, told=told)
    put_receiver(register, tournament, made)
    return made


def checked_address(to: str, *, here: bool) -> HubAddress:
    """Parse the address of a receiver. Raise Refused if messages may not be sent to it.

    *here*: whether addresses of this machine are allowed too.
    """
    address = hub_address(to, query=True)
    check_written(address.host, here=here)
    return address


def setting_of(tournament: str) -> str:
    """Return the name of the register's setting with the receiver."""
    return f"webhook {tournament}"


def with_news(receiver: Receiver, state: Tournament, now: int) -> Receiver:
    """Return the receiver with a message for each publication that it does not know yet.

    A newer publication replaces a waiting message about the same round and kind. If a round is withdrawn, the receiver
    gets a message when it is published again.
    """
    published = publications(state)
    hashes = {one.name: hash for one, hash in published.items()}
    fresh = [one for one in published if receiver.told.get(one.name) != hashes[one.name]]
    if not fresh and hashes == receiver.told:
        return receiver
    stays = [one for one in receiver.waiting if _stays(one, published, fresh)]
    made = [message(one.round, one.what, now) for one in fresh]
    return replace(receiver, told=hashes, waiting=(*stays, *made))


def _stays(one: WaitingMessage, published: Mapping[Publication, str], fresh: list[Publication]) -> bool:
    about = Publication(one.round, one.what)
    return one.what == TEST or (about in published and about not in fresh)


def message(round: int, what: str, now: int) -> WaitingMessage:
    """Return a new message about a publication, to be sent without delay.

    *round* and *what*: the round and the kind of the publication; 0 and `TEST` for a test message. *now*: the present
    time in Unix seconds.
    """
    return WaitingMessage(id=f"msg_{secrets.token_hex(12)}", round=round, what=what, since=now)
