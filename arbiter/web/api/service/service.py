"""The API of the service itself: its time, what is wrong with its files just now, and how each journal is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, TypedDict

from flask import Response, jsonify

from arbiter import words
from arbiter.fields import Sent
from arbiter.journal.journal import CannotWrite
from arbiter.machine import health
from arbiter.rulings.bounds.rights import LOOK
from arbiter.shapes.told import told
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked
from arbiter.web.problems import problem

SIGNED_APART = 1_000
"""Milliseconds between two heads of a tournament that are signed for its tablets; each asks every two seconds."""


class TimeTold(TypedDict):
    """What time it is in the hall."""

    now_ms: int
    speed: float
    wall_ms: int
    head: str | None
    signed: str | None
    ahead: bool
    wanted: bool


class NoticeTold(TypedDict):
    """Something that the office should know."""

    code: str
    sentence: str
    urgent: bool


class KeptTold(TypedDict):
    """How a journal is kept: its last line, and for how many seconds its copies have been behind."""

    tournament: str
    name: str
    lines: int
    head: str
    witness_late: int
    medium_late: int | None


class NodeTold(TypedDict):
    """A service over the same database: whether it is there, and how many tournaments it leads."""

    address: str
    here: bool
    live: bool
    quiet: int
    leads: int


class FollowedTold(TypedDict):
    """A tournament that another node leads, and how far behind this one is; `leader` null: nobody leads it just now."""

    tournament: str
    name: str
    leader: str | None
    lines: int
    seconds: int


class ServiceTold(TypedDict):
    """How the service is."""

    notices: list[NoticeTold]
    journals: list[KeptTold]
    nodes: list[NodeTold]
    follows: list[FollowedTold]


class ReadyTold(TypedDict, total=False):
    """Of a node: where others reach it, which tournaments it leads, and what it follows."""

    node: str
    leads: list[str]
    follows: list[FollowedTold]


service = Api("service", __name__, url_prefix=ROOT)


@service.ask("GET", "/service", answers=ServiceTold)
def how(_: Asked) -> ServiceTold:
    """What is wrong with the disk, the journals, their witnesses and copies just now, and how each journal is kept."""
    kept = [asdict(journal) for journal in health.kept(access.desks()) if access.may(LOOK, journal.tournament)]
    return {"notices": notices(), "journals": kept, "nodes": nodes(), "follows": follows()}  # type: ignore[typeddict-item]  # a dataclass of the same fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """Query parameters by which a tablet tells of itself when it asks for the time (`web/tablet/presence.py`)."""

    seen: Annotated[str, Sent("the last line of the journal that its board shows")] = ""
    waiting: Annotated[str, Sent("how many of its requests wait to be answered")] = ""
    head: Annotated[str, Sent("the last line that it knows, as number-hash")] = ""


@service.ask("GET", "/time", who=ANYBODY, query=Hearing, answers=TimeTold)
def time(_: Asked) -> TimeTold:
    """The instant in the hall: a device that times the way here and back knows how far its own clock is off.

    `wall_ms` is what the computer's own clock says, for whoever wonders why the two differ. `head` tells a tablet the
    last line of its tournament, by number and hash, and `signed` the same as a signed head; what it says of either
    later (`?head=`) is held against the journal.
    `ahead`: that line is not here, and the tablet keeps what it has until the office has settled it; `wanted`: it is to
    tell what it has kept of the game at its board.
    """
    clock, reader = access.desks().clock, access.reader()
    desk = access.desk(reader.tournament) if reader.role == "tablet" and reader.tournament else None
    seat = (reader.board or 0, reader.side)
    head = desk.head if desk else None
    signs = access.service.machine.heads if head and head.hash else None
    return {
        "now_ms": clock.now(),
        "speed": clock.speed,
        "wall_ms": clock.sources.wall() // 1_000_000,
        "head": f"{head.seq}-{head.hash}" if head and head.hash else None,
        "signed": signs.sign(desk.id, *head, apart=SIGNED_APART).text if signs and desk and head else None,
        "ahead": desk is not None and desk.vouched.ahead(seat),
        "wanted": desk is not None and desk.vouched.wanted(seat),
    }


def notices() -> list[NoticeTold]:
    """What there is to say, in the language of whoever asks."""
    return notices_told(health.notices(access.service.desks, access.service.machine.disk, access.service.zone))


def clock_settings() -> list[NoticeTold]:
    """How the machine's own clock was set, in the language of whoever asks."""
    return notices_told(health.clock_settings(access.service.desks, access.service.zone))


def notices_told(said: Sequence[health.Notice]) -> list[NoticeTold]:
    """These notices in the language of whoever asks."""
    language = access.language()
    return [
        {"code": one.code, "sentence": words.say(one.code, one.facts, language), "urgent": one.urgent} for one in said
    ]


def nodes() -> list[NodeTold]:
    """The services over the same database; none where there is no other."""
    following = access.service.following
    if following is None:
        return []
    try:
        found = following.shared.nodes()
    except CannotWrite:
        return []  # the notices say that the database does not answer
    own = following.shared.owner
    return [told(NodeTold, one, here=one.owner == own) for one in found]


def follows() -> list[FollowedTold]:
    """What other nodes lead."""
    following = access.service.following
    return [
        told(FollowedTold, one, leader=one.leader or None)
        for one in (following.followed() if following is not None else ())
    ]


def standing() -> ReadyTold:
    """What this node leads and follows; nothing where the journals are its own."""
    following = access.service.following
    if following is None:
        return {}
    led = [desk.id for desk in access.desks().led]
    return {"node": following.shared.address, "leads": led, "follows": follows()}


def healthy() -> Response:
    """Requests are served; `cannot_write` says what keeps them from being recorded, as of the last look at the disk."""
    found = access.service.machine.disk.last
    return jsonify({"status": "ok"} | ({"cannot_write": found} if found else {}))


def ready() -> Response:
    """Whether moves can be recorded, the problem that stands in the way where not; of a node also what it leads.

    `closed`: damaged tournaments.
    """
    found = access.service.machine.disk.obstacle()
    if found is None:
        closed = [{"id": one.id, "name": one.name, "code": one.why.code} for one in health.closed(access.desks())]
        return jsonify({"status": "ready"} | ({"closed": closed} if closed else {}) | standing())
    answer = problem(CannotWrite(found), access.language())
    answer.set_data(json.dumps({**answer.get_json(), **standing()}))
    return answer
