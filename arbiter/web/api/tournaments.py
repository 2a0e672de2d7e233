"""The JSON API of `contract.md`: a view reads, asks the desk, and answers with the journal line that it became.

The browser's pages use the same requests behind a session. `openapi.py` describes what is here, and a test holds the
two together.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, jsonify, request

from arbiter.hall.drawing import pair as draw
from arbiter.hall.printing import boards_of
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rulings.entries import OpenTournament, WithdrawPlayer
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.pairing import StartRound
from arbiter.shapes.tables import crosstable_shape, standings_shape, working_shape
from arbiter.shapes.tournament import proposal_shape, round_shape, tournament_shape
from arbiter.sides import Side
from arbiter.tournament.events.proposals import FirstSigned
from arbiter.tournament.state import Tournament
from arbiter.web import doors, page
from arbiter.web.api.openapi import document
from arbiter.web.api.rounds import pairing_shape, undo_wanted
from arbiter.web.problems import problem
from arbiter.web.reading.fields import Fields, sent

api = Blueprint("api", __name__, url_prefix="/api/v1")
T = "/tournaments/<t>"
MOST_BOARDS = 999


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
    fields = sent()
    desk = doors.desks().open(tournament_wanted(fields), key=fields.key)
    return jsonify(tournament_shape(page.view(desk.id, desk.state_at(1)))), 201


def tournament_wanted(fields: Fields) -> OpenTournament:
    """The tournament that the fields describe."""
    return OpenTournament(
        name=fields.word("name"),
        variant=fields.word("variant", "international"),
        system=fields.word("system", "round-robin"),
        rounds=fields.whole("rounds", 0),
        control=fields.word("control", "50/7200:25/3600"),
        regulations=fields.word("regulations", ""),
        flags=fields.word("flags", ""),
        switches=fields.named("switches", ()),
        points=fields.word("points", "2-1-0"),
        tiebreaks=fields.words("tiebreaks", None),
        settings=fields.settings("settings"),
        ballots=fields.word("ballots", ""),
        endings=fields.words("endings", None),
    )


@api.get(T)
def tournament(t: str) -> Response:
    """One tournament."""
    return jsonify(tournament_shape(page.view(t)))


@api.post(f"{T}/entries")
@doors.officials_only
def enter(t: str) -> tuple[Response, int]:
    """Enters a player."""
    fields = sent()
    recorded = doors.desk(t).enter(person_wanted(fields), doors.reader().by, key=fields.key)
    return jsonify(seq=recorded.seq, entry=recorded.state.entries[-1]), 201


def person_wanted(fields: Fields) -> Person:
    """The person that the fields describe."""
    return Person(
        name=fields.word("name"),
        rating=fields.whole("rating", None),
        club=fields.word("club", None),
        federation=fields.word("federation", None),
        title=fields.word("title", None),
        born=fields.word_or_whole("born", None),
        sex=fields.word("sex", None),
    )


@api.post(f"{T}/entries/<int:entry>/withdrawal")
@doors.officials_only
def withdraw(t: str, entry: int) -> Response:
    """An entry leaves."""
    fields = sent()
    request = WithdrawPlayer(entry=entry, by=doors.reader().by, reason=fields.word("reason", ""))
    return jsonify(seq=doors.desk(t).submit(request, key=fields.key).seq, entry=entry)


@api.post(f"{T}/rounds")
@doors.officials_only
def pair(t: str) -> tuple[Response, int]:
    """Pairs the next round, by the system or as written."""
    fields = sent()
    recorded = draw(
        doors.desk(t),
        doors.the_doors().workshop,
        doors.reader().by,
        draft=fields.yes("draft", False),
        pairs=fields.pairs("pairs", None),
        rematches=fields.yes("rematches", False),
        key=fields.key,
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
    fields = sent()
    wish = StartRound(
        round=n, by=doors.reader().by, boards=fields.wholes("boards", None), ready=fields.yes("ready", False)
    )
    recorded = doors.desk(t).submit(wish, key=fields.key)
    view = page.view(t, recorded.state, recorded.at)
    return jsonify(seq=recorded.seq, **round_shape(view, view.state.round(n)))


@api.get(f"{T}/standings")
def standings(t: str) -> Response:
    """The order as it stands."""
    view = page.view(t)
    return jsonify(standings_shape(view, _upto(view.state)))


def _upto(state: Tournament) -> int | None:
    """The round after which the standings are asked for; None: as they stand."""
    upto = Fields(request.args).whole("round", None)
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
    fields = sent()
    return decided(t, p, SignProposal(proposal=p, by=doors.reader().by, reason=fields.word("reason", "")), fields)


@api.post(f"{T}/proposals/<int:p>/dismiss")
@doors.officials_only
def dismiss(t: str, p: int) -> Response:
    """Decides otherwise."""
    fields = sent()
    return decided(t, p, DismissProposal(proposal=p, by=doors.reader().by, reason=fields.word("reason", "")), fields)


@api.get(f"{T}/journal")
@doors.officials_only
def journal(t: str) -> Response:
    """The lines with their hashes."""
    lines = doors.desk(t).journal.read(after=Fields(request.args).whole("after", 0))
    told = ",".join(json.dumps(asdict(line)) for line in lines)  # one by one: a long journal does not hold up a move
    return Response(f'{{"lines":[{told}]}}\n', mimetype="application/json")


@api.post(f"{T}/tablets")
@doors.officials_only
def tablets(t: str) -> tuple[Response, int]:
    """Links that bind a tablet to a board, with their PINs."""
    fields = sent()
    return jsonify(links=links(t, fields.wholes("boards", None), fields.side("side", None))), 201


def links(t: str, boards: tuple[int, ...] | None, side: Side | None) -> list[dict[str, Any]]:
    """The link of each board, as the QR codes hold it: of those named, or of all that the tournament can use."""
    state = doors.desk(t).state
    wanted = boards_of(state) if boards is None else tuple(dict.fromkeys(boards))
    for board in wanted:
        board_number(board)
    gate = doors.the_doors()
    made = []
    for board in wanted:
        token, pin = gate.tablet_link(t, board, side)
        made.append(
            {"board": board, "side": side.value if side else None, "url": f"{gate.address}/t/{token}", "pin": pin}
        )
    return made


def board_number(board: int) -> int:
    """A number that a board can have; refused for any other."""
    if not 1 <= board <= MOST_BOARDS:
        raise Refused("number_out_of_range", field="board", number=board, least=1, most=MOST_BOARDS)
    return board


@api.delete(f"{T}/tablets")
@doors.officials_only
def revoke(t: str) -> Response:
    """Links made so far open nothing any more: of one board, or of all."""
    doors.desk(t)
    board = Fields(request.args).whole("board", None)
    doors.desks().register.revoke(t, None if board is None else board_number(board))
    return jsonify(revoked=True)


@api.post("/tablets/bind")
def bind() -> Response:
    """A bearer token for a program that has a tablet's link and PIN."""
    fields = sent()
    link = fields.word("link").rstrip("/").rsplit("/", 1)[-1]
    bound = doors.the_doors().bind(link, fields.word("pin"))
    side = bound.side.value if bound.side else None
    token = doors.the_doors().keys.sign("bound tablet", link)
    return jsonify(token=token, tournament=bound.tournament, board=bound.board, side=side)


def decided(t: str, p: int, wish: Request, fields: Fields) -> Response:
    """The proposal after its decision."""
    recorded = doors.desk(t).submit(wish, key=fields.key)
    if isinstance(recorded.last, FirstSigned):
        return problem(Refused("second_signature", board=recorded.state.proposal(p).board), doors.language())
    return jsonify(seq=recorded.seq, **proposal_shape(page.view(t, recorded.state), recorded.state.proposal(p)))
