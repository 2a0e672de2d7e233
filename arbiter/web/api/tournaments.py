"""Tournaments over the API: a view reads, asks the desk, and answers with the journal line that it became.

The browser's pages use the same requests behind a session. `openapi.py` describes what is here, and a test holds the
two together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from flask import Response, current_app

from arbiter.fields import Sent
from arbiter.hall import health
from arbiter.hall.drawing import pair as draw
from arbiter.journal.lines import Line
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.entries import OpenTournament, WithdrawPlayer
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.shapes.ratings import RatingsTold, RatingTold, rating_shape, ratings_shape
from arbiter.shapes.tables import (
    CrosstableTold,
    StandingsTold,
    WorkingTold,
    crosstable_shape,
    standings_shape,
    working_shape,
)
from arbiter.shapes.tournament import (
    ProposalTold,
    RoundTold,
    TournamentTold,
    proposal_shape,
    round_shape,
    tournament_shape,
)
from arbiter.tournament.events.referee.proposals import FirstSigned
from arbiter.tournament.sealing import closed, covered
from arbiter.web import doors, page
from arbiter.web.api.openapi import document
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold
from arbiter.web.api.rounds import PairTold, pairing_shape

api = Api("api", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"
MOST_LINES = 5_000
"""Lines of a journal in one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upto:
    """As of which round something is asked."""

    round: Annotated[int | None, Sent("after that round; without it as it stands")] = None


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


class LeftTold(LineTold):
    """The number of an entry."""

    entry: int


class Names(TypedDict):
    """Who has White and who has Black."""

    white: str
    black: str


class NamedPair(PairTold):
    """Who meets whom at a board, by their names."""

    names: Names


class PairedTold(LineTold):
    """A round as it was paired."""

    round: int
    draft: bool
    boards: list[NamedPair]
    byes: list[int]
    kinds: dict[str, str]


class StartedTold(LineTold, RoundTold):
    """A round whose clocks have been set going."""


class ProposalsTold(TypedDict):
    """What waits for a signature, and what had it."""

    proposals: list[ProposalTold]


class SignedTold(LineTold, ProposalTold):
    """A proposal after its decision."""


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
    every = doors.desks()
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
    desk = doors.desks().open(asked.request(), key=asked.key)
    return tournament_shape(page.view(desk.id, desk.state_at(1)))


@api.ask("GET", T, who=ANYBODY, answers=TournamentTold)
def tournament(asked: Asked) -> TournamentTold:
    """What was announced, who is entered, and how far it has come."""
    return tournament_shape(asked.view())


@api.ask("POST", f"{T}/entries/<int:entry>/withdrawal", WithdrawPlayer, answers=LeftTold)
def withdraw_player(asked: Asked) -> LeftTold:
    """An entry leaves."""
    return {"seq": asked.submit().seq, "entry": asked.address["entry"]}


@api.ask("POST", f"{T}/rounds", PairRound, answers=PairedTold, status=201)
def pair_round(asked: Asked) -> PairedTold:
    """Pairs the next round, by the system or as written."""
    request = asked.request()
    recorded = draw(
        asked.desk,
        doors.the_doors().workshop,
        request.by,
        draft=request.draft,
        pairs=request.pairs,
        rematches=request.rematches,
        key=asked.key,
    )
    round, view = recorded.state.rounds[-1], asked.view(recorded.state)
    told = pairing_shape(round)
    boards: list[NamedPair] = [
        {**pair, "names": {"white": view.name(pair["white"]), "black": view.name(pair["black"])}}
        for pair in told["boards"]
    ]
    return {
        "seq": recorded.seq,
        "round": told["round"],
        "draft": told["draft"],
        "boards": boards,
        "byes": told["byes"],
        "kinds": told["kinds"],
    }


@api.ask("GET", f"{T}/rounds/<int:n>", who=ANYBODY, answers=RoundTold)
def round_(asked: Asked) -> RoundTold:
    """All boards of a round."""
    view = asked.view()
    return round_shape(view, view.state.round(asked.address["round"]))


@api.ask("POST", f"{T}/rounds/<int:n>/start", StartRound, who=RULE, answers=StartedTold)
def start_round(asked: Asked) -> StartedTold:
    """Sets the clocks of a round going, all at one instant."""
    recorded = asked.submit()
    view = asked.view(recorded.state, recorded.at)
    return {"seq": recorded.seq, **round_shape(view, view.state.round(asked.address["round"]))}


@api.ask("GET", f"{T}/standings", who=ANYBODY, query=Upto, answers=StandingsTold)
def standings(asked: Asked) -> StandingsTold:
    """The order as it stands, or as it stood after a round."""
    view, upto = asked.view(), asked.read(Upto).round
    return standings_shape(view, None if upto is None else view.state.round(upto).number)


@api.ask("GET", f"{T}/standings/<int:entry>/<path:code>", who=ANYBODY, answers=WorkingTold)
def working(asked: Asked) -> WorkingTold:
    """How a tie-break of an entry came about, or with "value" what counts in the place of points."""
    return working_shape(asked.view(), asked.address["code"], asked.address["entry"])


@api.ask("GET", f"{T}/crosstable", who=ANYBODY, answers=CrosstableTold)
def crosstable(asked: Asked) -> CrosstableTold:
    """Who met whom with what result."""
    return crosstable_shape(asked.view())


@api.ask("GET", f"{T}/ratings", who=ANYBODY, answers=RatingsTold)
def ratings(asked: Asked) -> RatingsTold:
    """What the games make of the ratings, by the formula that is settled, the highest new rating first."""
    return ratings_shape(asked.view())


@api.ask("GET", f"{T}/ratings/<int:entry>", who=ANYBODY, answers=RatingTold)
def rating(asked: Asked) -> RatingTold:
    """How the new rating of an entry came about, game by game."""
    return rating_shape(asked.view(), asked.address["entry"])


@api.ask("GET", f"{T}/proposals", answers=ProposalsTold)
def proposals(asked: Asked) -> ProposalsTold:
    """What waits for a signature, and what had it."""
    view = asked.view()
    return {"proposals": [proposal_shape(view, proposal) for proposal in view.state.proposals]}


def decided(asked: Asked) -> SignedTold:
    """The proposal after its decision."""
    recorded = asked.submit()
    proposal = recorded.state.proposal(asked.address["proposal"])
    if isinstance(recorded.last, FirstSigned):
        raise Refused("second_signature", board=proposal.board)
    return {"seq": recorded.seq, **proposal_shape(asked.view(recorded.state), proposal)}


api.plain(decided, f"{T}/proposals/<int:p>/sign", SignProposal, who=RULE, answers=SignedTold)
api.plain(decided, f"{T}/proposals/<int:p>/dismiss", DismissProposal, who=RULE, answers=SignedTold)


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
