"""API of tournaments: announce (create), list, edit, archive and delete them, and read their journals."""

from __future__ import annotations

import json
from typing import Annotated, Any, TypedDict

from flask import Response, current_app

from arbiter.fields import Sent
from arbiter.hall.editing import NameStaff, mend
from arbiter.hall.tournament_copies import OnceMore, clone
from arbiter.journal.lines import Line
from arbiter.machine import health
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import OpenTournament
from arbiter.shapes.tournament import (
    TournamentTold,
    tournament_shape,
)
from arbiter.tournament.sealed_data import closed, covered
from arbiter.values import dataclass
from arbiter.web import access, page
from arbiter.web.api.openapi import document
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked
from arbiter.web.request_parsing import emptied

api = Api("api", __name__, url_prefix=ROOT)


T = "/tournaments/<t>"


MOST_LINES = 5_000
"""The largest number of journal lines in one response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """Query parameters: the journal line after which to begin, and how many lines to return at most."""

    after: Annotated[int, Sent("the number of the line after which to begin")] = 0
    limit: Annotated[int, Sent("the largest number of lines", least=1, most=MOST_LINES)] = MOST_LINES


class NamedTournament(TypedDict):
    """A tournament: its id, name and variant.

    `closed`: the code of the problem if it is damaged or not opened yet, otherwise null.
    """

    id: str
    name: str
    variant: str
    archived: bool
    closed: str | None


class TournamentsTold(TypedDict):
    """Response: all tournaments."""

    tournaments: list[NamedTournament]


class JournalLine(TypedDict):
    """A line of the journal as it is stored. `before`: the hash of the line before it. `key`: the idempotency key."""

    seq: int
    at: int
    kind: str
    body: str
    key: str | None
    before: str
    hash: str


class JournalTold(TypedDict):
    """Response: lines of the journal. `next`: the line after which to read on; null if there are no more."""

    lines: list[JournalLine]
    next: int | None


@api.ask("GET", "/openapi.json", who=ANYBODY)
def openapi(_: Asked) -> Any:
    """Show the OpenAPI document: what each operation of the API takes and returns."""
    return document(current_app)


@api.ask("GET", "/tournaments", who=ANYBODY, answers=TournamentsTold)
def tournaments(_: Asked) -> TournamentsTold:
    """List all tournaments of the service by name, including damaged ones and those that are still being opened."""
    every = access.desks()
    closed = {one.id: one for one in (*health.closed(every), *health.opening(every))}
    opened = [(desk.id, desk.state.name, desk.state.variant.key) for desk in every.tournaments]
    there = {id for id, _, _ in opened}
    gone = [(id, one.name, one.variant) for id, one in closed.items() if id not in there]
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
    """Announce (create) a tournament."""
    desk = access.desks().open(asked.request(), key=asked.key)
    return tournament_shape(page.view(desk.id, desk.state_at(1)))


@api.ask("GET", T, who=ANYBODY, answers=TournamentTold)
def tournament(asked: Asked) -> TournamentTold:
    """Show a tournament: what was announced about it, who is entered, and which round it has reached."""
    return tournament_shape(asked.view())


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway:
    """Request field: whether the tournament is archived, that is, shown in a list of its own."""

    archived: Annotated[bool | None, Sent("true: archived; the tournament stays as it is, in a list of its own")] = None


class DeletedTold(TypedDict):
    """Response: the tournament was deleted."""

    deleted: bool


@api.ask("PATCH", T, MendTournament, NameStaff, PutAway, answers=TournamentTold)
def mend_tournament(asked: Asked) -> TournamentTold:
    """Edit what was announced about a tournament. An empty string clears a text.

    Once a game has started, the terms of the tournament, such as the time control, can no longer be edited with this
    operation.
    """
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
    """Delete a tournament with all its personal data. Refused once a game has started."""
    access.desks().delete(asked.desk.id)
    return {"deleted": True}


@api.ask("POST", f"{T}/clone", OnceMore, answers=TournamentTold, status=201)
def clone_tournament(asked: Asked) -> TournamentTold:
    """Announce (create) a copy of a tournament under another name, with the same terms, place and officials."""
    fresh = clone(access.desks(), asked.desk, asked.read(OnceMore), asked.reader.by, key=asked.key)
    return tournament_shape(page.view(fresh.id))


def _shown(line: Line, shut: frozenset[int]) -> dict[str, Any]:
    """Return a journal line as JSON.

    *shut*: the numbers of lines with a sealed event. Their secret fields are left out, so that their hash does not
    match.
    """
    told = line._asdict()
    if line.seq in shut:
        told["body"] = json.dumps(covered(line.kind, json.loads(line.body)), ensure_ascii=False)
    return told


@api.ask("GET", f"{T}/journal", query=After, answers=JournalTold)
def journal(asked: Asked) -> Response:
    """List lines of the journal with their hashes.

    `next` is the line after which to read on; null if there are no more.
    """
    wanted = asked.read(After)
    lines = asked.desk.journal.read(after=wanted.after, limit=wanted.limit + 1)
    more = lines[wanted.limit - 1].seq if len(lines) > wanted.limit else None
    # JSON line by line, so that a long journal does not delay a move
    shut = closed(asked.desk.state)
    told = ",".join(json.dumps(_shown(line, shut)) for line in lines[: wanted.limit])
    return Response(f'{{"lines":[{told}],"next":{json.dumps(more)}}}\n', mimetype="application/json")
