"""The director's hand over the API: drafts, changes, publishing, taking back, putting off, and what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, request

from arbiter.fields import Sent, fitting
from arbiter.hall.drawing import by_lot, by_rating, by_restricted_lot, drawn_lot
from arbiter.pairing.system import Reason
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.arrangements import AllowPairs, FixBoard, ForbidPairs, ReturnPlayer, SetBye, SetGroup
from arbiter.rulings.rounds.hand import ChangeRound, Free, Join, Swap, WholeRound, changed_by
from arbiter.rulings.rounds.pairing import PostponeGame, PublishRound, UndoRound
from arbiter.rulings.terms import ChangeTerms, GiveNumbers
from arbiter.shapes.reasons import reason_shape
from arbiter.tournament.round import Round
from arbiter.web import doors, page
from arbiter.web.reading.body import body, key, one_of, read

hand = Blueprint("hand", __name__, url_prefix="/api/v1/tournaments/<t>")
DEEDS: Mapping[str, Any] = {"swap": Swap, "set": Join, "bye": Free, "pairs": WholeRound}


@hand.post("/rounds/<int:n>/publish")
@doors.officials_only
def publish(t: str, n: int) -> Response:
    """A draft becomes the round."""
    return _done(t, PublishRound, round=n)


@hand.post("/rounds/<int:n>/changes")
@doors.officials_only
def change(t: str, n: int) -> Response:
    """Changes the last pairing: `swap`, `set`, `bye`, or all `pairs`; with `preview` only says what it would bend."""
    given = body()
    desk, deed = doors.desk(t), read(one_of(DEEDS, given), given)
    people = page.view(t).known
    if read(Preview, given).preview:
        seen = changed_by(desk.state, n, deed, people)
        byes = {str(entry): kind.value for entry, kind in seen.byes.items()}
        return jsonify(pairs=seen.pairs, byes=byes, bends=[_reason(bend) for bend in seen.bends])
    asked = read(ChangeRound, given, round=n, deed=deed, by=doors.reader().by, known=people)
    recorded = desk.submit(asked, key=key(given))
    round = recorded.state.round(n)
    return jsonify(seq=recorded.seq, **pairing_shape(round), bends=[_reason(b) for b in round.changes[-1].bends])


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Whether it is only asked."""

    preview: Annotated[bool, Sent("only what it would bend; nothing is recorded")] = False


def pairing_shape(round: Round) -> dict[str, Any]:
    """Who meets whom, and who sits out as what."""
    boards = [{"board": game.board, "white": game.entries.white, "black": game.entries.black} for game in round.games]
    byes = {str(entry): round.kind(entry).value for entry in round.byes}
    return {"round": round.number, "draft": round.draft, "boards": boards, "byes": list(round.byes), "kinds": byes}


@hand.get("/rounds/<int:n>/why")
def why(t: str, n: int) -> Response:
    """Why these pairings: of the round, of each pair, of each bye; and what the director's hand has changed."""
    state = doors.seen(doors.desk(t).state)
    round = state.round(n)
    changes = [
        {
            "what": change.what,
            "entries": list(change.entries),
            "reason": change.reason,
            "by": change.by,
            "bends": [_reason(bend) for bend in change.bends],
        }
        for change in round.changes
    ]
    return jsonify(round=n, reasons=[_reason(reason) for reason in round.why], changes=changes)


@hand.post("/rounds/<int:n>/boards/<int:b>/postponements")
@doors.officials_only
def postpone(t: str, n: int, b: int) -> Response:
    """A game is played later; the next round does not wait for it."""
    return _done(t, PostponeGame, round=n, board=b)


@hand.post("/entries/<int:entry>/return")
@doors.officials_only
def come_back(t: str, entry: int) -> Response:
    """An entry that had withdrawn is paired again."""
    return _done(t, ReturnPlayer, entry=entry)


@hand.post("/entries/<int:entry>/byes")
@doors.officials_only
def set_bye(t: str, entry: int) -> Response:
    """A bye that was asked for, or taken back (`kind` "none")."""
    return _done(t, SetBye, entry=entry)


@hand.post("/entries/<int:entry>/board")
@doors.officials_only
def fix_board(t: str, entry: int) -> Response:
    """An entry always sits at that board; 0: wherever the pairing puts it."""
    return _done(t, FixBoard, entry=entry)


@hand.post("/entries/<int:entry>/group")
@doors.officials_only
def set_group(t: str, entry: int) -> Response:
    """The group or the side that an entry plays in."""
    return _done(t, SetGroup, entry=entry)


@hand.get("/forbidden")
@doors.officials_only
def forbidden(t: str) -> Response:
    """Who may not meet."""
    bans = [
        {
            "ban": ban.number,
            "entries": list(ban.entries),
            "first": ban.first,
            "last": ban.last,
            "weak": ban.weak,
            "reason": ban.reason,
        }
        for ban in doors.desk(t).state.bans
    ]
    return jsonify(forbidden=bans)


@hand.post("/forbidden")
@doors.officials_only
def forbid(t: str) -> Response:
    """No two of these entries meet."""
    return _done(t, ForbidPairs)


@hand.delete("/forbidden/<int:ban>")
@doors.officials_only
def allow(t: str, ban: int) -> Response:
    """They may meet again."""
    return _done(t, AllowPairs, ban=ban)


@hand.post("/terms")
@doors.officials_only
def change_terms(t: str) -> Response:
    """Rounds, tie-breaks or settings are changed, with the reason once a round has been paired."""
    return _done(t, ChangeTerms)


@hand.post("/numbers")
@doors.officials_only
def give_numbers(t: str) -> Response:
    """The pairing numbers before round 1: by `rating`, `lot`, `restricted` lot, as `entered`, or by `hand` as sent."""
    given = body()
    lots, desk = read(Lots, given).lots or drawn_lot(), doors.desk(t)
    asked = read(GiveNumbers, given, order=(), by="")
    fitting(asked)
    orders: dict[str, Callable[[], tuple[int, ...]]] = {
        "rating": lambda: by_rating(desk.state, desk.people),
        "lot": lambda: by_lot(desk.state, lots),
        "restricted": lambda: by_restricted_lot(desk.state, desk.people, lots),
        "entered": lambda: desk.state.entries,
    }
    return _done(t, GiveNumbers, order=orders[asked.how]() if asked.how in orders else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lots:
    """A lot that was drawn elsewhere."""

    lots: Annotated[int, Sent("the number that was drawn, from which the order follows; without it one is drawn")] = 0


def undo_wanted(n: int) -> UndoRound:
    """Taking a round back: `?confirm=1&reason=` where it has been started."""
    return read(UndoRound, request.args, round=n, by=doors.reader().by)


def _done(t: str, kind: type[Request], **road: Any) -> Response:
    given = body()
    asked = read(kind, given, by=doors.reader().by, **road)
    return jsonify(seq=doors.desk(t).submit(asked, key=key(given)).seq)


def _reason(reason: Reason) -> dict[str, Any]:
    return reason_shape(reason, doors.language())
