"""The API of a hub: halls feed it their journals by a key; the director makes and revokes the keys."""

from __future__ import annotations

from dataclasses import dataclass
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
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

hub = Api("hub", __name__, url_prefix=ROOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeHallKey:
    """A key by which a hall feeds this service; its key before that opens nothing any more."""

    hall: Annotated[str, Sent("what the hall is called here", "Damclub Utrecht", longest=MOST_CHARS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginRelay:
    """A tournament that a hall is going to feed, or goes on feeding."""

    tournament: Annotated[str, Sent("its id in the hall", "club-open", longest=feeding.LONGEST)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleOfAHall:
    """Who plays, by entry number, and who officiates, as far as the hall lets it be known."""

    people: Annotated[tuple[tuple[str, object], ...], Sent("by entry number, each as an entry has them")] = ()
    staff: Annotated[tuple[tuple[str, object], ...], Sent("the organiser and the posts")] = ()


class HubIdentity(TypedDict):
    """What a relay asks before it says anything: which service this is, and whether it takes what halls feed it."""

    service: str
    takes: bool


class HallKeyTold(TypedDict):
    """The key of a hall, without its secret; `seen_ms`: when it was last used, 0: not yet."""

    id: int
    hall: str
    name: str
    made_ms: int
    seen_ms: int
    expires_ms: int


class NewHallKeyTold(HallKeyTold):
    """A new key, told once."""

    key: str


class RelayedTold(TypedDict):
    """A tournament that a hall feeds: its id here and there, its last line, and when the hall was last heard."""

    tournament: str
    name: str
    hall: str
    there: str
    lines: int
    head: str
    heard_ms: int


class HubTold(TypedDict):
    """The keys that are good, and the tournaments that halls feed."""

    keys: list[HallKeyTold]
    tournaments: list[RelayedTold]


class HeadTold(TypedDict):
    """How far the journal of a tournament reaches here; `tournament`: its id here."""

    tournament: str
    lines: int
    head: str


class PeopleTaken(TypedDict):
    """How many people are known here."""

    people: int


class KeyEndedTold(TypedDict):
    """The key of a hall opens nothing any more."""

    ended: bool


class TakenDownTold(TypedDict):
    """A tournament is shown here no more."""

    deleted: str


class PeopleSent(msgspec.Struct):
    """What a hall says of its people."""

    people: dict[int, Person] = msgspec.field(default_factory=dict)
    staff: Staff = Staff()


@hub.ask("GET", "/hub", who=DIRECT, answers=HubTold)
def show_hub(_: Asked) -> HubTold:
    """The halls that feed this service: their keys, and their tournaments."""
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
    """Whether this is a hub: what a relay asks before it says anything, its key among it."""
    return {"service": SERVICE, "takes": not access.service.settings.only_shows}


@hub.ask("POST", "/hub/keys", MakeHallKey, who=DIRECT, answers=NewHallKeyTold, status=201, keyed=False)
def make_hall_key(asked: Asked) -> NewHallKeyTold:
    """A key for a hall, told once; the key that the hall had opens nothing any more."""
    secret, made = halls.make_key(access.accounts.kept, asked.read(MakeHallKey).hall, int(access.service.now()))
    return {**key_shape(made), "key": secret}


@hub.ask("DELETE", "/hub/keys/<int:id>", who=DIRECT, answers=KeyEndedTold)
def end_hall_key(asked: Asked) -> KeyEndedTold:
    """A hall's key opens nothing from now on; what it has fed stays."""
    halls.revoke(access.accounts.kept, asked.address["id"])
    return {"ended": True}


@hub.ask("DELETE", "/hub/tournaments/<relayed>", who=DIRECT, answers=TakenDownTold)
def take_down(asked: Asked) -> TakenDownTold:
    """A tournament of a hall is shown here no more: its lines and its people are gone.

    Its hall brings it back only with a key that is made after that.
    """
    feeding.take_down(access.desks(), asked.address["relayed"], int(access.service.now()))
    return {"deleted": asked.address["relayed"]}


@hub.ask("POST", "/hub/tournaments", BeginRelay, who=FEED, answers=HeadTold, keyed=False)
def begin_relay(asked: Asked) -> HeadTold:
    """A hall asks how far its tournament reaches here; one that is not here yet gets its id."""
    id, head = feeding.begin(access.desks(), hall(asked), asked.read(BeginRelay).tournament)
    return head_shape(id, *head)


@hub.ask("POST", "/tournaments/<t>/lines", who=FEED, answers=HeadTold, keyed=False, raw="text/plain", files=True)
def take_lines(asked: Asked) -> HeadTold:
    """Lines of a hall's journal are added as they are, hashes and all; those that are here already are passed over.

    A text line each, in their order: the hash, a space, and what it is of, as a witness has them. Refused as a whole
    where the chain forks, where a line is not what its hash says, or where one is missing before.
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
    """The people of a hall's tournament, all of them: whoever is not named any more is forgotten."""
    feeding.of_hall(access.desks(), hall(asked), asked.t)
    try:
        named = msgspec.json.decode(sent(), type=PeopleSent)
    except (msgspec.DecodeError, RecursionError) as cause:
        raise Refused("json_unreadable") from cause
    feeding.put_people(access.desks(), asked.t, named.people, named.staff)
    return {"people": len(named.people)}


def hall(asked: Asked) -> Hall:
    """The hall whose key was brought."""
    assert asked.reader.hall is not None
    return asked.reader.hall


def sent() -> bytes:
    """The body of the request; refused where it is too large."""
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
