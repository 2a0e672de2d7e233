"""The API of tournaments: announced, listed, edited, archived, deleted, and read line by line.

The browser's pages use the same requests behind a session. `openapi.py` describes what is here, and a test holds the
two together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from flask import Response, current_app

from arbiter.fields import Sent
from arbiter.hall.editing import NameStaff, OnceMore, clone, mend
from arbiter.journal.lines import Line
from arbiter.machine import health
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import OpenTournament
from arbiter.shapes.tournament import (
    TournamentTold,
    tournament_shape,
)
from arbiter.tournament.sealing import closed, covered
from arbiter.web import access, page
from arbiter.web.api.openapi import document
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked
from arbiter.web.reading.body import emptied

api = Api("api", __name__, url_prefix=ROOT)


T = "/tournaments/<t>"


MOST_LINES = 5_000
"""Lines of a journal in one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """From where on the journal is read."""

    after: Annotated[int, Sent("after that line")] = 0
    limit: Annotated[int, Sent("so many lines at the most", least=1, most=MOST_LINES)] = MOST_LINES


class NamedTournament(TypedDict):
    """A tournament by its name. `closed`: the code of what keeps everybody out, of one that is damaged."""

    id: str
    name: str
    variant: str
    archived: bool
    closed: str | None


class TournamentsTold(TypedDict):
    """Every tournament."""

    tournaments: list[NamedTournament]


class JournalLine(TypedDict):
    """A line of the journal, as it lies there."""

    seq: int
    at: int
    kind: str
    body: str
    key: str | None
    before: str
    hash: str


class JournalTold(TypedDict):
    """Lines of the journal, and after which of them there are more; null: after none."""

    lines: list[JournalLine]
    next: int | None


@api.ask("GET", "/openapi.json", who=ANYBODY)
def openapi(_: Asked) -> Any:
    """What this API takes and answers."""
    return document(current_app)


@api.ask("GET", "/tournaments", who=ANYBODY, answers=TournamentsTold)
def tournaments(_: Asked) -> TournamentsTold:
    """Every tournament of the instance, those that are damaged and cannot be opened among them, by name."""
    every = access.desks()
    closed = {one.id: one for one in health.closed(every)}
    opened = [(desk.id, desk.state.name, desk.state.variant.key) for desk in every.tournaments]
    gone = [(id, one.name, one.variant) for id, one in closed.items() if id in every.shut]
    return {
        "tournaments": [
            {
                "id": id,
                "name": name,
                "variant": variant,
                "archived": every.archived(id),
                "closed": closed[id].why.code if id in closed else None,
            }
            for id, name, variant in (*opened, *gone)
        ]
    }


@api.ask("POST", "/tournaments", OpenTournament, answers=TournamentTold, status=201)
def open_tournament(asked: Asked) -> TournamentTold:
    """Announces a tournament."""
    desk = access.desks().open(asked.request(), key=asked.key)
    return tournament_shape(page.view(desk.id, desk.state_at(1)))


@api.ask("GET", T, who=ANYBODY, answers=TournamentTold)
def tournament(asked: Asked) -> TournamentTold:
    """What was announced, who is entered, and how far it has come."""
    return tournament_shape(asked.view())


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway:
    """Whether a tournament is put away."""

    archived: Annotated[bool | None, Sent("put away: it stays as it is, apart from those that go on")] = None


class DeletedTold(TypedDict):
    """It is no more."""

    deleted: bool


@api.ask("PATCH", T, MendTournament, NameStaff, PutAway, answers=TournamentTold)
def mend_tournament(asked: Asked) -> TournamentTold:
    """Mends what was announced; a text that is sent empty is taken away. What is played stands from the first start."""
    announced = emptied(asked.request(MendTournament), asked.given)
    named = emptied(asked.read(NameStaff), asked.given)
    away = asked.read(PutAway).archived
    if away is not None:
        access.desks().archive(asked.desk.id, away=away)
    if away is None or (announced, named) != (MendTournament(by=asked.reader.by), NameStaff()):
        mend(asked.desk, announced, named, key=asked.key)
    return tournament_shape(asked.view())


@api.ask("DELETE", T, answers=DeletedTold, keyed=False)
def delete_tournament(asked: Asked) -> DeletedTold:
    """Deletes a tournament of which no game was started, with everything that is known of its people."""
    access.desks().delete(asked.desk.id)
    return {"deleted": True}


@api.ask("POST", f"{T}/clone", OnceMore, answers=TournamentTold, status=201)
def clone_tournament(asked: Asked) -> TournamentTold:
    """Announces a tournament once more under another name: its terms, its place and its officials."""
    fresh = clone(access.desks(), asked.desk, asked.read(OnceMore), asked.reader.by, key=asked.key)
    return tournament_shape(page.view(fresh.id))


def _shown(line: Line, shut: frozenset[int]) -> dict[str, Any]:
    """The line; one that holds what is sealed still without that, and so not as its hash is."""
    told = line._asdict()
    if line.seq in shut:
        told["body"] = json.dumps(covered(line.kind, json.loads(line.body)), ensure_ascii=False)
    return told


@api.ask("GET", f"{T}/journal", query=After, answers=JournalTold)
def journal(asked: Asked) -> Response:
    """The lines with their hashes; `next`: after which line there are more, if there are."""
    wanted = asked.read(After)
    lines = asked.desk.journal.read(after=wanted.after, limit=wanted.limit + 1)
    more = lines[wanted.limit - 1].seq if len(lines) > wanted.limit else None
    # one by one: a long journal does not hold up a move
    shut = closed(asked.desk.state)
    told = ",".join(json.dumps(_shown(line, shut)) for line in lines[: wanted.limit])
    return Response(f'{{"lines":[{told}],"next":{json.dumps(more)}}}\n', mimetype="application/json")
