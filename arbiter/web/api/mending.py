"""The API of what was announced: mended, announced once more, put away, deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypedDict

from arbiter.fields import Sent
from arbiter.hall.editing import NameStaff, OnceMore, clone, mend
from arbiter.rulings.editing import MendTournament
from arbiter.shapes.tournament import TournamentTold, tournament_shape
from arbiter.web import access, page
from arbiter.web.api.operation import ROOT, Api, Asked
from arbiter.web.reading.body import emptied

mending = Api("mending", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway:
    """Whether a tournament is put away."""

    archived: Annotated[bool | None, Sent("put away: it stays as it is, apart from those that go on")] = None


class DeletedTold(TypedDict):
    """It is no more."""

    deleted: bool


@mending.ask("PATCH", T, MendTournament, NameStaff, PutAway, answers=TournamentTold)
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


@mending.ask("DELETE", T, answers=DeletedTold, keyed=False)
def delete_tournament(asked: Asked) -> DeletedTold:
    """Deletes a tournament of which no game was started, with everything that is known of its people."""
    access.desks().delete(asked.desk.id)
    return {"deleted": True}


@mending.ask("POST", f"{T}/clone", OnceMore, answers=TournamentTold, status=201)
def clone_tournament(asked: Asked) -> TournamentTold:
    """Announces a tournament once more under another name: its terms, its place and its officials."""
    fresh = clone(access.desks(), asked.desk, asked.read(OnceMore), asked.reader.by, key=asked.key)
    return tournament_shape(page.view(fresh.id))
