"""The JSON API of `contract.md`: a view reads, asks the desk, and answers with the journal line that it became.

The browser's pages use the same requests behind a session. `openapi.py` describes what is here, and a test holds the two together.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from arbiter.desk import Desk, Recorded
from arbiter.journal.people import Person
from arbiter.pairing.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings import claims, corrections
from arbiter.rulings.entries import OpenTournament, WithdrawPlayer
from arbiter.rulings.play import PlayMove
from arbiter.rulings.proposals import DismissProposal, SignProposal
from arbiter.rulings.request import Request
from arbiter.rulings.rounds import PairRound, StartRound, UndoRound
from arbiter.sides import SECOND, Both, Side
from arbiter.tournament.events import FlagFell, GameEnded, IrregularMove
from arbiter.tournament.state import Tournament
from arbiter.web import doors, shapes
from arbiter.web.fields import Fields, sent
from arbiter.web.openapi import document
from arbiter.web.problems import irregular, problem

api = Blueprint("api", __name__, url_prefix="/api/v1")
T = "/tournaments/<t>"
BOARD = f"{T}/rounds/<int:n>/boards/<int:b>"


@api.get("/openapi.json")
def openapi() -> Response:
    """What this API takes and answers."""
    return jsonify(document())


@api.get("/tournaments")
def tournaments() -> Response:
    """Every tournament of the instance."""
    found = [{"id": desk.id, "name": desk.state.name, "variant": desk.state.variant.key} for desk in doors.desks()]
    return jsonify(tournaments=found)


@api.post("/tournaments")
@doors.officials_only
def open_tournament() -> tuple[Response, int]:
    """Announces a tournament."""
    desk = doors.desks().open(tournament_wanted(sent()))
    return jsonify(shapes.tournament_shape(desk.id, desk.state, {})), 201


def tournament_wanted(fields: Fields) -> OpenTournament:
    """The tournament that the fields describe."""
    return OpenTournament(
        name=fields.text("name"),
        variant=fields.text("variant", "international"),
        system=fields.text("system", "round-robin"),
        rounds=fields.whole("rounds", 0),
        control=fields.text("control", "50/7200:25/3600"),
        regulations=fields.text("regulations", ""),
        flags=fields.text("flags", ""),
        points=fields.text("points", "2-1-0"),
        tiebreaks=fields.texts("tiebreaks", None),
    )


@api.get(T)
def tournament(t: str) -> Response:
    """One tournament."""
    return jsonify(shapes.tournament_shape(t, doors.desks().desk(t).state, doors.people(t)))


@api.post(f"{T}/entries")
@doors.officials_only
def enter(t: str) -> tuple[Response, int]:
    """Enters a player."""
    fields = sent()
    recorded = doors.desks().desk(t).enter(person_wanted(fields), doors.reader().by, key=key_of(fields))
    return jsonify(seq=recorded.seq, entry=recorded.last.entry), 201  # type: ignore[union-attr]  # it can be no other event


def person_wanted(fields: Fields) -> Person:
    """The person that the fields describe."""
    return Person(
        name=fields.text("name"),
        rating=fields.whole("rating", None),
        club=fields.text("club", None),
        federation=fields.text("federation", None),
        title=fields.text("title", None),
        born=fields.text("born", None),
        sex=fields.text("sex", None),
    )


@api.post(f"{T}/entries/<int:entry>/withdrawal")
@doors.officials_only
def withdraw(t: str, entry: int) -> Response:
    """An entry leaves."""
    fields = sent()
    request = WithdrawPlayer(entry=entry, by=doors.reader().by, reason=fields.text("reason", ""))
    return jsonify(seq=doors.desks().desk(t).submit(request, key=key_of(fields)).seq, entry=entry)


@api.post(f"{T}/rounds")
@doors.officials_only
def pair(t: str) -> tuple[Response, int]:
    """Pairs the next round, by the system or as written."""
    fields = sent()
    wish = PairRound(by=doors.reader().by, pairs=fields.pairs("pairs", None), rematches=fields.yes("rematches", False))
    recorded = doors.desks().desk(t).submit(wish, key=key_of(fields))
    round = recorded.state.round(recorded.last.round)  # type: ignore[union-attr]  # it can be no other event
    people = doors.people(t)
    boards = [
        {
            "board": game.board,
            "white": game.entries.white,
            "black": game.entries.black,
            "names": {side.value: shapes.name_of(people, game.entries[side]) for side in Side},
        }
        for game in round.games
    ]
    return jsonify(seq=recorded.seq, round=round.number, boards=boards, byes=list(round.byes)), 201


@api.get(f"{T}/rounds/<int:n>")
def round_(t: str, n: int) -> Response:
    """All boards of a round."""
    desk = doors.desks().desk(t)
    state, clock = desk.state, doors.desks().clock
    return jsonify(shapes.round_shape(state, state.round(n), doors.people(t), clock.now(), clock.speed, doors.language()))


@api.delete(f"{T}/rounds/<int:n>")
@doors.officials_only
def undo(t: str, n: int) -> Response:
    """Takes back the pairing of a round that has not been started."""
    return jsonify(seq=doors.desks().desk(t).submit(UndoRound(round=n, by=doors.reader().by)).seq)


@api.post(f"{T}/rounds/<int:n>/start")
@doors.officials_only
def start(t: str, n: int) -> Response:
    """Sets the clocks of a round going, all at one instant."""
    fields = sent()
    recorded = doors.desks().desk(t).submit(
        StartRound(round=n, by=doors.reader().by, boards=fields.wholes("boards", None)), key=key_of(fields)
    )
    clock = doors.desks().clock
    shape = shapes.round_shape(
        recorded.state, recorded.state.round(n), doors.people(t), recorded.at, clock.speed, doors.language()
    )
    return jsonify(seq=recorded.seq, **shape)


@api.get(BOARD)
def board(t: str, n: int, b: int) -> Response:
    """One board, as of now."""
    desk = doors.desks().desk(t)
    return jsonify(board_now(desk, desk.state, n, b, doors.desks().clock.now()))


@api.post(f"{BOARD}/moves")
def move(t: str, n: int, b: int) -> Response:
    """Plays a move. An irregular one is journalled and answered with the verdict; one that comes after the flag becomes the flag."""
    by, fields = doors.acting(t, b), sent()
    desk = doors.desks().desk(t)
    wish = PlayMove(round=n, board=b, ply=fields.whole("ply"), move=fields.text("move"), by=by.by, side=by.side)
    recorded = desk.submit(wish, key=key_of(fields))
    match recorded.last:
        case IrregularMove():
            return irregular(recorded.seq, recorded.last, recorded.state, doors.language())
        case FlagFell(side=side) | GameEnded(because="flag", white=side):
            fell = Refused("flag_pending", board=b, side=recorded.state.game(n, b).position.turn.value, article="000 X")
            return problem(fell, doors.language())
    return answer(desk, recorded, n, b)


@api.post(f"{BOARD}/offers")
def offer(t: str, n: int, b: int) -> Response:
    """Offers a draw."""
    return at_board(t, n, b, lambda by, side, _: claims.OfferDraw(round=n, board=b, by=by, side=side))


@api.post(f"{BOARD}/answers")
def draw_answer(t: str, n: int, b: int) -> Response:
    """Answers a draw offer, yes or no."""
    return at_board(
        t, n, b, lambda by, side, fields: claims.AnswerDraw(round=n, board=b, by=by, side=side, accept=fields.yes("accept"))
    )


@api.post(f"{BOARD}/resignations")
def resignation(t: str, n: int, b: int) -> Response:
    """Gives the game up."""
    return at_board(t, n, b, lambda by, side, _: claims.Resign(round=n, board=b, by=by, side=side))


@api.post(f"{BOARD}/claims")
def claim(t: str, n: int, b: int) -> Response:
    """Claims a draw on a ground."""
    return at_board(
        t, n, b, lambda by, side, fields: claims.ClaimDraw(round=n, board=b, by=by, side=side, ground=fields.text("ground"))
    )


@api.post(f"{BOARD}/calls")
def call(t: str, n: int, b: int) -> Response:
    """Calls the arbiter."""
    return at_board(
        t, n, b, lambda by, side, fields: claims.CallArbiter(round=n, board=b, by=by, side=side, reason=fields.text("reason", ""))
    )


@api.post(f"{BOARD}/objections")
def objection(t: str, n: int, b: int) -> Response:
    """Refused under every profile that there is: an irregular move is put right at once."""
    doors.acting(t, b)
    doors.desks().desk(t).state.game(n, b)
    raise Refused("no_objections", article="000 VII")


@api.post(f"{BOARD}/crowns")
def crown(t: str, n: int, b: int) -> Response:
    """Refused under every profile that there is: the tablet crowns."""
    doors.acting(t, b)
    doors.desks().desk(t).state.game(n, b)
    raise Refused("tablet_crowns", article="000 V")


@api.post(f"{BOARD}/rulings")
@doors.officials_only
def ruling(t: str, n: int, b: int) -> Response:
    """An arbiter rules at a board."""
    fields = sent()
    desk = doors.desks().desk(t)
    return answer(desk, desk.submit(ruling_wanted(fields, desk.state, n, b, doors.reader().by), key=key_of(fields)), n, b)


def ruling_wanted(fields: Fields, state: Tournament, n: int, b: int, by: str) -> Request:
    """The ruling that the fields describe, by its `kind`."""
    kind = fields.text("kind")
    reason, article = fields.text("reason", ""), fields.text("article", None)
    match kind:
        case "result" | "adjudication" | "forfeit":
            because = {"result": "ruling", "adjudication": "adjudicated", "forfeit": "forfeit"}[kind]
            outcome = outcome_wanted(fields, state)
            return corrections.RuleResult(
                round=n, board=b, outcome=outcome, because=because, by=by, reason=reason, article=article
            )
        case "time":
            add = fields.whole("add_ms", None)
            if add is None and fields.has("add_s"):
                add = fields.whole("add_s") * SECOND
            return corrections.CorrectTime(
                round=n, board=b, side=fields.side("side"), add=add, left=fields.whole("left_ms", None), by=by, reason=reason, article=article
            )  # fmt: skip
        case "stop":
            return corrections.StopClock(round=n, board=b, by=by, reason=reason)
        case "start":
            return corrections.StartClock(round=n, board=b, by=by, reason=reason)
        case "position":
            return corrections.RestorePosition(round=n, board=b, ply=fields.whole("ply"), by=by, reason=reason, article=article)
        case "penalty":
            return corrections.GivePenalty(
                round=n, board=b, side=fields.side("side"), step=fields.text("step"), by=by, reason=reason, article=article
            )
        case "call":
            return corrections.AnswerCall(round=n, board=b, by=by)
    raise Refused("unknown_key", field="kind", key=kind[:80], known=KINDS)


KINDS = ("result", "adjudication", "forfeit", "time", "stop", "start", "position", "penalty", "call")


def outcome_wanted(fields: Fields, state: Tournament) -> Both[Outcome]:
    """A result, as `result` in the tournament's points with White's first, or as `loser` of a forfeit (a side, or "both")."""
    won, drawn, lost = Outcome.WON, Outcome.DRAWN, Outcome.LOST
    results = {(won, lost), (drawn, drawn), (lost, won), (lost, lost)}
    by_text = {f"{state.points.of(white)}-{state.points.of(black)}": Both(white, black) for white, black in results}
    if fields.has("loser"):
        loser = fields.text("loser")
        by_loser = {"white": Both(lost, won), "black": Both(won, lost), "both": Both(lost, lost)}
        if loser not in by_loser:
            raise Refused("unknown_key", field="loser", key=loser[:80], known=tuple(by_loser))
        return by_loser[loser]
    text = fields.text("result").replace(" ", "").replace(":", "-")
    if text not in by_text:
        raise Refused("result_unreadable", text=text[:20], known=tuple(sorted(by_text, reverse=True)))
    return by_text[text]


@api.get(f"{T}/standings")
def standings(t: str) -> Response:
    """The order as it stands."""
    return jsonify(shapes.standings_shape(doors.desks().desk(t).state, doors.people(t)))


@api.get(f"{T}/crosstable")
def crosstable(t: str) -> Response:
    """Who met whom with what result."""
    return jsonify(shapes.crosstable_shape(doors.desks().desk(t).state, doors.people(t)))


@api.get(f"{T}/proposals")
@doors.officials_only
def proposals(t: str) -> Response:
    """What waits for a signature, and what had it."""
    state = doors.desks().desk(t).state
    people = doors.people(t)
    return jsonify(proposals=[shapes.proposal_shape(state, proposal, people) for proposal in state.proposals])


@api.post(f"{T}/proposals/<int:p>/sign")
@doors.officials_only
def sign(t: str, p: int) -> Response:
    """Makes a proposal a ruling."""
    fields = sent()
    return decided(t, p, SignProposal(proposal=p, by=doors.reader().by, reason=fields.text("reason", "")), fields)


@api.post(f"{T}/proposals/<int:p>/dismiss")
@doors.officials_only
def dismiss(t: str, p: int) -> Response:
    """Decides otherwise."""
    fields = sent()
    return decided(t, p, DismissProposal(proposal=p, by=doors.reader().by, reason=fields.text("reason", "")), fields)


@api.get(f"{T}/journal")
@doors.officials_only
def journal(t: str) -> Response:
    """The lines with their hashes."""
    after = Fields(request.args).whole("after", 0)
    lines = doors.desks().desk(t).journal.read(after=after, limit=1_000)
    return jsonify(
        lines=[
            {"seq": l.seq, "at": l.at, "kind": l.kind, "body": l.body, "key": l.key, "before": l.before, "hash": l.hash}
            for l in lines
        ]
    )


@api.post(f"{T}/tablets")
@doors.officials_only
def tablets(t: str) -> tuple[Response, int]:
    """Links that bind a tablet to a board, with their PINs."""
    fields = sent()
    return jsonify(links=links(t, fields.wholes("boards", None), fields.side("side", None))), 201


def links(t: str, boards: tuple[int, ...] | None, side: Side | None) -> list[dict[str, Any]]:
    """The link of each board, as the QR codes hold it: of those named, or of all that the tournament can use."""
    state = doors.desks().desk(t).state
    most = max(len(state.entries) // 2, *(len(round.games) for round in state.rounds), 1) if state.rounds else max(len(state.entries) // 2, 1)
    wanted = tuple(range(1, most + 1)) if boards is None else tuple(dict.fromkeys(boards))
    for board in wanted:
        if not 1 <= board <= 999:
            raise Refused("number_out_of_range", field="boards", number=board, least=1, most=999)
    gate = doors.the_doors()
    made = []
    for board in wanted:
        token, pin = gate.tablet_link(t, board, side)
        made.append({"board": board, "side": side.value if side else None, "url": f"{gate.address}/t/{token}", "pin": pin})
    return made


@api.delete(f"{T}/tablets")
@doors.officials_only
def revoke(t: str) -> Response:
    """Links made so far open nothing any more: of one board, or of all."""
    doors.desks().desk(t)
    doors.desks().register.revoke(t, Fields(request.args).whole("board", None))
    return jsonify(revoked=True)


@api.post("/tablets/bind")
def bind() -> Response:
    """A bearer token for a program that has a tablet's link and PIN."""
    fields = sent()
    link = fields.text("link").rstrip("/").rsplit("/", 1)[-1]
    bound = doors.the_doors().bind(link, fields.text("pin"))
    side = bound.side.value if bound.side else None
    token = doors.the_doors().sign("bound tablet", link)
    return jsonify(token=token, tournament=bound.tournament, board=bound.board, side=side)


def key_of(fields: Fields) -> str | None:
    """The idempotency key, which counts for one address only."""
    key = fields.text("key", None)
    if key is None:
        return None
    if len(key) > 100:
        raise Refused("text_too_long", field="key", length=len(key), longest=100)
    return f"{request.path.removeprefix('/api/v1/tournaments/').partition('/')[2]}#{key}"


def at_board(t: str, n: int, b: int, wish: Any) -> Response:
    """What a player says at his board; an official says for which side, a tablet between the players too."""
    fields = sent()
    by = doors.acting(t, b, fields.side("side", None))
    desk = doors.desks().desk(t)
    side = by.side or fields.side("side", None)
    return answer(desk, desk.submit(wish(by.by, side, fields), key=key_of(fields)), n, b)


def answer(desk: Desk, recorded: Recorded, n: int, b: int) -> Response:
    """The board as it was right after what was recorded, with the line that it became."""
    return jsonify(seq=recorded.seq, **board_now(desk, recorded.state, n, b, recorded.at))


def board_now(desk: Desk, state: Tournament, n: int, b: int, at: int) -> dict[str, Any]:
    """One board at an instant; with the legal moves for its tablet and for officials."""
    by = doors.reader()
    helped = by.official or (by.tournament, by.board) == (desk.id, b)
    return shapes.board_shape(
        state, state.game(n, b), doors.people(desk.id), at, doors.desks().clock.speed, doors.language(), helped=helped
    )


def decided(t: str, p: int, wish: Request, fields: Fields) -> Response:
    """The proposal after its decision."""
    recorded = doors.desks().desk(t).submit(wish, key=key_of(fields))
    return jsonify(seq=recorded.seq, **shapes.proposal_shape(recorded.state, recorded.state.proposal(p), doors.people(t)))
