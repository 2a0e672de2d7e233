"""The JSON API of `contract.md`: a view reads, asks the desk, and answers with the journal line that it became.

The browser's pages use the same requests behind a session. `openapi.py` describes what is here, and a test holds the
two together.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, request

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.hall.drawing import pair as draw
from arbiter.hall.printing import boards_of
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rulings.entries import OpenTournament, WithdrawPlayer
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.request import Boards, Request
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.shapes.tables import crosstable_shape, standings_shape, working_shape
from arbiter.shapes.tournament import proposal_shape, round_shape, tournament_shape
from arbiter.sides import Side
from arbiter.tournament.events.proposals import FirstSigned
from arbiter.tournament.state import Tournament
from arbiter.web import doors, page
from arbiter.web.api.openapi import document
from arbiter.web.api.rounds import pairing_shape, undo_wanted
from arbiter.web.problems import problem
from arbiter.web.reading.body import body, key, read

api = Blueprint("api", __name__, url_prefix="/api/v1")
T = "/tournaments/<t>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Upto:
    """As of when it is asked."""

    round: Annotated[int | None, Sent("after that round; without it as it stands")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """From where on the journal is read."""

    after: Annotated[int, Sent("after that line")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """For which tablets links are made."""

    boards: Boards = None
    side: Annotated[Side | None, Sent("for a tablet of that side; without it one lies between the players")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfOne:
    """Which board it is about."""

    board: Annotated[int | None, Sent("that board; without it all", least=1, most=MOST_BOARDS)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What stands on a table card."""

    link: Annotated[str, Sent("the link, or its last part", "https://hall/t/eyJ...")]
    pin: Annotated[str, Sent("the number beside it", "1234")]


@api.get("/openapi.json")
def openapi() -> Response:
    """What this API takes and answers."""
    return jsonify(document())


@api.get("/time")
def time() -> Response:
    """The instant in the hall: a device that times the way here and back knows how far its own clock is off.

    `wall_ms` is what the computer's own clock says, for whoever wonders why the two differ.
    """
    clock = doors.desks().clock
    return jsonify(now_ms=clock.now(), speed=clock.speed, wall_ms=clock.sources.wall() // 1_000_000)


@api.get("/tournaments")
def tournaments() -> Response:
    """Every tournament of the instance."""
    found = [{"id": desk.id, "name": desk.state.name, "variant": desk.state.variant.key} for desk in doors.desks()]
    return jsonify(tournaments=found)


@api.post("/tournaments")
@doors.officials_only
def open_tournament() -> tuple[Response, int]:
    """Announces a tournament."""
    given = body()
    desk = doors.desks().open(read(OpenTournament, given), key=key(given))
    return jsonify(tournament_shape(page.view(desk.id, desk.state_at(1)))), 201


@api.get(T)
def tournament(t: str) -> Response:
    return jsonify(tournament_shape(page.view(t)))


@api.post(f"{T}/entries")
@doors.officials_only
def enter(t: str) -> tuple[Response, int]:
    """Enters a player."""
    given = body()
    recorded = doors.desk(t).enter(read(Person, given), doors.reader().by, key=key(given))
    return jsonify(seq=recorded.seq, entry=recorded.state.entries[-1]), 201


@api.post(f"{T}/entries/<int:entry>/withdrawal")
@doors.officials_only
def withdraw(t: str, entry: int) -> Response:
    """An entry leaves."""
    given = body()
    asked = read(WithdrawPlayer, given, entry=entry, by=doors.reader().by)
    return jsonify(seq=doors.desk(t).submit(asked, key=key(given)).seq, entry=entry)


@api.post(f"{T}/rounds")
@doors.officials_only
def pair(t: str) -> tuple[Response, int]:
    """Pairs the next round, by the system or as written."""
    given = body()
    asked = read(PairRound, given, by=doors.reader().by)
    recorded = draw(
        doors.desk(t),
        doors.the_doors().workshop,
        asked.by,
        draft=asked.draft,
        pairs=asked.pairs,
        rematches=asked.rematches,
        key=key(given),
    )
    round = recorded.state.rounds[-1]
    view = page.view(t, recorded.state)
    boards = [
        {
            "board": game.board,
            "white": game.entries.white,
            "black": game.entries.black,
            "names": {side.value: view.name(game.entries[side]) for side in Side},
        }
        for game in round.games
    ]
    return jsonify(seq=recorded.seq, **{**pairing_shape(round), "boards": boards}), 201


@api.get(f"{T}/rounds/<int:n>")
def round_(t: str, n: int) -> Response:
    """All boards of a round."""
    view = page.view(t)
    return jsonify(round_shape(view, view.state.round(n)))


@api.delete(f"{T}/rounds/<int:n>")
@doors.officials_only
def undo(t: str, n: int) -> Response:
    """Takes back the pairing of a round that has not been started."""
    return jsonify(seq=doors.desk(t).submit(undo_wanted(n)).seq)


@api.post(f"{T}/rounds/<int:n>/start")
@doors.officials_only
def start(t: str, n: int) -> Response:
    """Sets the clocks of a round going, all at one instant."""
    given = body()
    recorded = doors.desk(t).submit(read(StartRound, given, round=n, by=doors.reader().by), key=key(given))
    view = page.view(t, recorded.state, recorded.at)
    return jsonify(seq=recorded.seq, **round_shape(view, view.state.round(n)))


@api.get(f"{T}/standings")
def standings(t: str) -> Response:
    """The order as it stands."""
    view = page.view(t)
    return jsonify(standings_shape(view, _upto(view.state)))


def _upto(state: Tournament) -> int | None:
    """The round after which the standings are asked for; None: as they stand."""
    upto = read(Upto, request.args).round
    return None if upto is None else state.round(upto).number


@api.get(f"{T}/standings/<int:entry>/<path:code>")
def working(t: str, entry: int, code: str) -> Response:
    """How a tie-break of an entry came about, or with "value" what counts in the place of points."""
    return jsonify(working_shape(page.view(t), code, entry))


@api.get(f"{T}/crosstable")
def crosstable(t: str) -> Response:
    """Who met whom with what result."""
    return jsonify(crosstable_shape(page.view(t)))


@api.get(f"{T}/proposals")
@doors.officials_only
def proposals(t: str) -> Response:
    """What waits for a signature, and what had it."""
    view = page.view(t)
    return jsonify(proposals=[proposal_shape(view, proposal) for proposal in view.state.proposals])


@api.post(f"{T}/proposals/<int:p>/sign")
@doors.officials_only
def sign(t: str, p: int) -> Response:
    """Makes a proposal a ruling."""
    return decided(t, p, SignProposal)


@api.post(f"{T}/proposals/<int:p>/dismiss")
@doors.officials_only
def dismiss(t: str, p: int) -> Response:
    """Decides otherwise."""
    return decided(t, p, DismissProposal)


@api.get(f"{T}/journal")
@doors.officials_only
def journal(t: str) -> Response:
    """The lines with their hashes."""
    lines = doors.desk(t).journal.read(after=read(After, request.args).after)
    told = ",".join(json.dumps(asdict(line)) for line in lines)  # one by one: a long journal does not hold up a move
    return Response(f'{{"lines":[{told}]}}\n', mimetype="application/json")


@api.post(f"{T}/tablets")
@doors.officials_only
def tablets(t: str) -> tuple[Response, int]:
    """Links that bind a tablet to a board, with their PINs."""
    asked = read(Links, body())
    return jsonify(links=links(t, asked.boards, asked.side)), 201


def links(t: str, boards: tuple[int, ...] | None, side: Side | None) -> list[dict[str, Any]]:
    """The link of each board, as the QR codes hold it: of those named, or of all that the tournament can use."""
    state = doors.desk(t).state
    wanted = boards_of(state) if boards is None else tuple(dict.fromkeys(boards))
    gate = doors.the_doors()
    made = []
    for board in wanted:
        token, pin = gate.links.make(t, board, side)
        made.append(
            {"board": board, "side": side.value if side else None, "url": f"{gate.address}/t/{token}", "pin": pin}
        )
    return made


@api.delete(f"{T}/tablets")
@doors.officials_only
def revoke(t: str) -> Response:
    """Links made so far open nothing any more: of one board, or of all."""
    doors.desk(t)
    doors.desks().register.revoke(t, read(OfOne, request.args).board)
    return jsonify(revoked=True)


@api.post("/tablets/bind")
def bind() -> Response:
    """A bearer token for a program that has a tablet's link and PIN."""
    asked = read(Card, body())
    link = asked.link.rstrip("/").rsplit("/", 1)[-1]
    bound = doors.the_doors().links.bind(link, asked.pin)
    side = bound.side.value if bound.side else None
    token = doors.the_doors().keys.sign("bound tablet", link)
    return jsonify(token=token, tournament=bound.tournament, board=bound.board, side=side)


def decided(t: str, p: int, kind: type[Request]) -> Response:
    """The proposal after its decision."""
    given = body()
    recorded = doors.desk(t).submit(read(kind, given, proposal=p, by=doors.reader().by), key=key(given))
    if isinstance(recorded.last, FirstSigned):
        return problem(Refused("second_signature", board=recorded.state.proposal(p).board), doors.language())
    return jsonify(seq=recorded.seq, **proposal_shape(page.view(t, recorded.state), recorded.state.proposal(p)))
