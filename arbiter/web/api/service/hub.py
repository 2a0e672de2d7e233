"""API of a hub: a service that shows tournaments of other halls, which send it the lines of their journals.

Each hall sends with a key. The director of the hub makes the keys and can revoke them.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

import msgspec
from flask import request

from arbiter.desk.receiving import MOST_BYTES, parse_lines
from arbiter.federation.hub import SERVICE, feeding, halls
from arbiter.federation.hub.halls import Hall
from arbiter.fields import Sent
from arbiter.journal.accounts import Credential
from arbiter.journal.people import MOST_CHARS, Person, Staff
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT, FEED
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

MARK_CHARACTERS = 64
"""The longest mark of a relay (a text that tells a hall's sending service from another one), in characters."""
hub = Api("hub", __name__, url_prefix=ROOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeHallKey:
    """Request: make the key with which a hall sends its journals to this hub. The hall's earlier key is revoked."""

    hall: Annotated[str, Sent("the name of the hall", "Damclub Utrecht", longest=MOST_CHARS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginRelay:
    """Request: begin or continue to send a hall's tournament to this hub."""

    tournament: Annotated[str, Sent("its id in the hall", "club-open", longest=feeding.LONGEST_ID_CHARACTERS)]
    relay: Annotated[str, Sent("a mark, by which the hub notices a second relay", longest=MARK_CHARACTERS)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleOfAHall:
    """Request: the public names of a tournament's players, by entry number, and of its officials."""

    people: Annotated[tuple[tuple[str, object], ...], Sent("by entry number, with the fields of an entry")] = ()
    staff: Annotated[tuple[tuple[str, object], ...], Sent("the organiser and the officials")] = ()


class HubIdentity(TypedDict):
    """Response: the name of the service's program. `takes`: whether the service accepts journals of halls."""

    service: str
    takes: bool


class HallKeyTold(TypedDict):
    """The key of a hall, without its secret. `seen_ms`: when it was last used, in Unix milliseconds; 0 if never."""

    id: int
    hall: str
    name: str
    made_ms: int
    seen_ms: int
    expires_ms: int


class NewHallKeyTold(HallKeyTold):
    """Response: a new key of a hall. It is returned only in this response and cannot be read again."""

    key: str


class RelayedTold(TypedDict):
    """A tournament that a hall sends to this hub. `tournament` is its id on the hub, `there` its id in the hall.

    `lines` and `head`: the number and the hash of the last journal line that the hub has received. `heard_ms`: when the
    hall last sent something, in Unix milliseconds.
    """

    tournament: str
    name: str
    hall: str
    there: str
    lines: int
    head: str
    heard_ms: int


class HubTold(TypedDict):
    """Response: the valid keys of halls, and the tournaments that halls send to this hub."""

    keys: list[HallKeyTold]
    tournaments: list[RelayedTold]


class HeadTold(TypedDict):
    """Response: the number and the hash of the last journal line that the hub has of a tournament.

    `tournament` is its id on the hub.
    """

    tournament: str
    lines: int
    head: str


class PeopleTaken(TypedDict):
    """Response: how many people of a tournament the hub has stored."""

    people: int


class KeyEndedTold(TypedDict):
    """Response: a hall's key was revoked."""

    ended: bool


class TakenDownTold(TypedDict):
    """Response: a hall's tournament was deleted on this hub."""

    deleted: str


class PeopleSent(msgspec.Struct):
    """The names of a tournament's players and officials, as a hall sends them."""

    people: dict[int, Person] = msgspec.field(default_factory=dict)
    staff: Staff = Staff()


@hub.ask("GET", "/hub", who=DIRECT, answers=HubTold)
def show_hub(_: Asked) -> HubTold:
    """List the halls that send journals to this hub, with their keys and their tournaments."""
    return {
        "keys": [key_shape(one) for one in halls.keys(access.accounts.kept, int(access.service.now()))],
        "tournaments": [
            {
                "tournament": desk.id,
                "name": desk.state.name,
                "hall": of.name,
                "there": of.tournament,
                "lines": desk.state.version,
                "head": desk.journal.head,
                "heard_ms": of.heard,
            }
            for desk, of in feeding.every(access.service.desks)
        ],
    }


@hub.ask("GET", "/hub/identity", who=ANYBODY, answers=HubIdentity)
def identity(_: Asked) -> HubIdentity:
    """Show whether this service is a hub. A hall asks this before it sends anything, even its key."""
    return {"service": SERVICE, "takes": not access.service.settings.only_shows}


@hub.ask("POST", "/hub/keys", MakeHallKey, who=DIRECT, answers=NewHallKeyTold, status=201, keyed=False)
def make_hall_key(asked: Asked) -> NewHallKeyTold:
    """Make a key for a hall. It is returned only in this response. The hall's earlier key is revoked."""
    secret, made = halls.make_key(access.accounts.kept, asked.read(MakeHallKey).hall, int(access.service.now()))
    return {**key_shape(made), "key": secret}


@hub.ask("DELETE", "/hub/keys/<int:id>", who=DIRECT, answers=KeyEndedTold)
def end_hall_key(asked: Asked) -> KeyEndedTold:
    """Revoke a hall's key. The journal lines that the hall has sent stay on the hub."""
    halls.revoke(access.accounts.kept, asked.address["id"])
    return {"ended": True}


@hub.ask("DELETE", "/hub/tournaments/<relayed>", who=DIRECT, answers=TakenDownTold)
def take_down(asked: Asked) -> TakenDownTold:
    """Delete a hall's tournament on this hub, with its journal lines and its people.

    The hall can send it again only with a key that is made after the deletion.
    """
    feeding.take_down(access.desks(), asked.address["relayed"], int(access.service.now()))
    return {"deleted": asked.address["relayed"]}


@hub.ask("POST", "/hub/tournaments", BeginRelay, who=FEED, answers=HeadTold, keyed=False)
def begin_relay(asked: Asked) -> HeadTold:
    """Show a hall how many journal lines of its tournament the hub has. A new tournament gets its id on the hub."""
    wanted = asked.read(BeginRelay)
    id, head = feeding.begin(access.desks(), hall(asked), wanted.tournament, wanted.relay)
    return head_shape(id, *head)


@hub.ask("POST", "/tournaments/<t>/lines", who=FEED, answers=HeadTold, keyed=False, raw="text/plain", files=True)
def take_lines(asked: Asked) -> HeadTold:
    """Add lines of a hall's journal, with their hashes. Lines that the hub already has are skipped.

    Each line of text has the hash, a space, and the hashed text, in order, as in the text copy of a journal. All lines
    are refused if one of them does not match its hash, if a line before them is missing, or if they contradict lines
    that the hub has.
    """
    feeding.of_hall(access.desks(), hall(asked), asked.t)
    head = access.desks().receive(asked.t, parse_lines(sent()))
    feeding.note_heard(access.desks(), asked.t)
    return head_shape(asked.t, *head)


@hub.ask(
    "POST",
    "/tournaments/<t>/people",
    PeopleOfAHall,
    who=FEED,
    answers=PeopleTaken,
    keyed=False,
    most=MOST_BYTES,
    files=True,
)
def take_people(asked: Asked) -> PeopleTaken:
    """Replace the people of a hall's tournament. A person who is not in the request is deleted."""
    feeding.of_hall(access.desks(), hall(asked), asked.t)
    try:
        named = msgspec.json.decode(sent(), type=PeopleSent)
    except (msgspec.DecodeError, RecursionError) as cause:
        raise Refused("json_unreadable") from cause
    feeding.put_people(access.desks(), asked.t, named.people, named.staff)
    return {"people": len(named.people)}


def hall(asked: Asked) -> Hall:
    """Return the hall that sent the request with its key. Only used in operations that require such a key."""
    assert asked.reader.hall is not None
    return asked.reader.hall


def sent() -> bytes:
    """Return the body of the request in bytes. Refuse a body that is too large."""
    data = request.get_data()
    if len(data) > MOST_BYTES:
        raise Refused("too_large", most=MOST_BYTES)
    return data


def head_shape(id: str, lines: int, head: str) -> HeadTold:
    return {"tournament": id, "lines": lines, "head": head}


def key_shape(one: Credential) -> HallKeyTold:
    return {
        "id": one.id,
        "hall": one.role,
        "name": one.device,
        "made_ms": one.made * 1_000,
        "seen_ms": one.seen * 1_000,
        "expires_ms": one.until * 1_000,
    }
