"""API of the service itself: its time, problems with its files, and how up to date the copies of journals are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, TypedDict

from flask import Response, jsonify

from arbiter import words
from arbiter.broadcast.failures import undelivered
from arbiter.fields import Sent
from arbiter.journal.journal import CannotWrite
from arbiter.machine import health
from arbiter.rulings.bounds.rights import LOOK
from arbiter.shapes.json_answers import told
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked
from arbiter.web.problems import problem

SIGN_EVERY_MS = 1_000
"""The time between two signatures of a tournament's head for its tablets, in milliseconds.

Tablets that ask within this time get the same signature. Each tablet asks every two seconds.
"""


class TimeTold(TypedDict):
    """Response: the time of the service and, for a tablet, the state of its tournament's journal."""

    now_ms: int
    speed: float
    wall_ms: int
    head: str | None
    signed: str | None
    ahead: bool
    wanted: bool


class NoticeTold(TypedDict):
    """A notice for the office about a problem. `urgent`: whether it needs attention at once."""

    code: str
    sentence: str
    urgent: bool


class KeptTold(TypedDict):
    """The state of a journal in its storage: its last line, and how many seconds each copy is out of date.

    `witness_late` is about the text copy. `medium_late` is about the copy on a second medium, and null if there is
    none.
    """

    tournament: str
    name: str
    lines: int
    head: str
    witness_late: int
    medium_late: int | None


class NodeTold(TypedDict):
    """A node: one of several services over the same database.

    `here`: whether it is the one that answers. `live`: whether it is running. `quiet`: for how many seconds it has sent
    no sign of life.
    """

    address: str
    here: bool
    live: bool
    quiet: int


class BehindTold(TypedDict):
    """A tournament in which this node has not yet read everything that other nodes have written.

    `lines`: how many journal lines are missing. `seconds`: for how many seconds they have been missing.
    """

    tournament: str
    name: str
    lines: int
    seconds: int


class ServiceTold(TypedDict):
    """Response: notices about problems, how each journal is stored, and the nodes of the service."""

    notices: list[NoticeTold]
    journals: list[KeptTold]
    nodes: list[NodeTold]
    behind: list[BehindTold]


class ReadyTold(TypedDict, total=False):
    """The state of this node: its address, and the tournaments in which it has not read all journal lines yet.

    The missing lines are those that other nodes have written.
    """

    node: str
    behind: list[BehindTold]


service = Api("service", __name__, url_prefix=ROOT)


@service.ask("GET", "/service", answers=ServiceTold)
def how(_: Asked) -> ServiceTold:
    """List the present problems with the disk, the journals and their copies, and show how each journal is stored."""
    kept = [asdict(journal) for journal in health.kept(access.desks()) if access.may(LOOK, journal.tournament)]
    return {"notices": notices(), "journals": kept, "nodes": nodes(), "behind": behind()}  # type: ignore[typeddict-item]  # a dataclass with the fields of `KeptTold`


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """Query parameters by which a tablet reports that it is connected, and which journal line it knows."""

    seen: Annotated[str, Sent("the number of the last journal line that the tablet's board shows")] = ""
    waiting: Annotated[str, Sent("the number of the tablet's requests that wait for a response")] = ""
    head: Annotated[str, Sent("the last journal line that the tablet knows, as number-hash")] = ""


@service.ask("GET", "/time", who=ANYBODY, query=Hearing, answers=TimeTold)
def time(_: Asked) -> TimeTold:
    """Show the time of the service.

    From the length of the round trip a device can calculate the error of its own clock. `wall_ms` is the time of the
    computer's own clock, which may differ. A tablet can send the last journal line that it knows, as `?head=`. Its
    response has two values for the last line of its tournament's journal: `head` is the line's number and hash, and
    `signed` is the same with the signature of the service. `ahead` says that the journal lacks the line that the tablet
    sent. The tablet then stores its own record of the game until the office has decided. `wanted` asks the tablet to
    send that record.
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
        "signed": signs.sign(desk.id, *head, apart=SIGN_EVERY_MS).text if signs and desk and head else None,
        "ahead": desk is not None and desk.vouched.ahead(seat),
        "wanted": desk is not None and desk.vouched.wanted(seat),
    }


def notices() -> list[NoticeTold]:
    """Return the notices about present problems, in the reader's language."""
    found = health.notices(access.service.desks, access.service.machine.disk, access.service.zone)
    return notices_told([*found, *undelivered(access.service.desks, access.service.broadcast.copies)])


def clock_settings() -> list[NoticeTold]:
    """Return a notice for each time that the clock of the computer was set, in the reader's language."""
    return notices_told(health.clock_settings(access.service.desks, access.service.zone))


def notices_told(said: Sequence[health.Notice]) -> list[NoticeTold]:
    """Return the notices as JSON, in the reader's language."""
    language = access.language()
    return [
        {"code": one.code, "sentence": words.say(one.code, one.facts, language), "urgent": one.urgent} for one in said
    ]


def nodes() -> list[NodeTold]:
    """Return all nodes of the service, that is, the services over the same database.

    The list is empty if journals are stored as files, or if the database does not answer.
    """
    following = access.service.following
    if following is None or following.obstacle is not None:
        return []  # the notices report that the database does not answer
    return [told(NodeTold, one, here=one.name == following.shared.name) for one in following.nodes]


def behind() -> list[BehindTold]:
    """Return the tournaments in which this node has not read everything that other nodes have written."""
    following = access.service.following
    return [told(BehindTold, one) for one in (following.behind() if following is not None else ())]


def standing() -> ReadyTold:
    """Return the address of this node and how much it has not read; empty if journals are stored as files."""
    if access.service.following is None:
        return {}
    return {"node": access.service.whereabouts.plain, "behind": behind()}


def healthy() -> Response:
    """Return status 200, because the service handles requests. For the health check of a monitoring system.

    `cannot_write` gives the reason if nothing could be recorded at the last check of the disk.
    """
    found = access.service.machine.disk.last
    return jsonify({"status": "ok"} | ({"cannot_write": found} if found else {}))


def ready() -> Response:
    """Return status 200 if moves can be recorded, otherwise the problem.

    For the readiness check of a monitoring system. `closed` lists the tournaments that are damaged or being opened. If
    the service has several nodes, `behind` lists the tournaments in which this node has not read everything.
    """
    found = access.service.machine.disk.obstacle()
    if found is None:
        every = access.desks()
        there = (*health.closed(every), *health.opening(every))
        closed = [{"id": one.id, "name": one.name, "code": one.why.code} for one in there]
        return jsonify({"status": "ready"} | ({"closed": closed} if closed else {}) | standing())
    answer = problem(CannotWrite(found), access.language())
    answer.set_data(json.dumps({**answer.get_json(), **standing()}))
    return answer
