"""The API of the service itself: its time, what is wrong with its files just now, and how each journal is kept."""

from __future__ import annotations

from dataclasses import asdict
from typing import TypedDict

from arbiter import words
from arbiter.hall import health
from arbiter.web import doors
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked


class TimeTold(TypedDict):
    """What time it is in the hall."""

    now_ms: int
    speed: float
    wall_ms: int
    head: str | None
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


class ServiceTold(TypedDict):
    """How the service is."""

    notices: list[NoticeTold]
    journals: list[KeptTold]


service = Api("service", __name__, url_prefix=ROOT)


@service.ask("GET", "/service", answers=ServiceTold)
def how(_: Asked) -> ServiceTold:
    """What is wrong with the disk, the journals, their witnesses and copies just now, and how each journal is kept."""
    kept = [asdict(journal) for journal in health.kept(doors.desks())]
    return {"notices": notices(), "journals": kept}  # type: ignore[typeddict-item]  # a dataclass of the same fields


@service.ask("GET", "/time", who=ANYBODY, answers=TimeTold)
def time(_: Asked) -> TimeTold:
    """The instant in the hall: a device that times the way here and back knows how far its own clock is off.

    `wall_ms` is what the computer's own clock says, for whoever wonders why the two differ. `head` tells a tablet the
    last line of its tournament, by number and hash; what it says of it later (`?head=`) is held against the journal.
    `ahead`: that line is not here, and the tablet keeps what it has until the office has settled it; `wanted`: it is to
    tell what it has kept of the game at its board.
    """
    clock, reader = doors.desks().clock, doors.reader()
    desk = doors.desk(reader.tournament) if reader.role == "tablet" and reader.tournament else None
    seat = (reader.board or 0, reader.side)
    head = desk.head if desk else None
    return {
        "now_ms": clock.now(),
        "speed": clock.speed,
        "wall_ms": clock.sources.wall() // 1_000_000,
        "head": f"{head.seq}-{head.hash}" if head and head.hash else None,
        "ahead": desk is not None and desk.vouched.ahead(seat),
        "wanted": desk is not None and desk.vouched.wanted(seat),
    }


def notices() -> list[NoticeTold]:
    """What there is to say, in the language of whoever asks."""
    the_doors, language = doors.the_doors(), doors.language()
    said = health.notices(the_doors.desks, the_doors.readiness)
    return [
        {"code": one.code, "sentence": words.say(one.code, one.facts, language), "urgent": one.urgent} for one in said
    ]
