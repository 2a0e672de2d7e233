"""The director's hand over the API: drafts, changes, publishing, taking back, putting off, and what was asked for."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from arbiter.hall.drawing import by_lot, by_rating, by_restricted_lot, drawn_lot
from arbiter.pairing.system import Reason
from arbiter.pairing.table.byes import ByeKind
from arbiter.rulings.entries import known as known_key
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.arrangements import AllowPairs, FixBoard, ForbidPairs, ReturnPlayer, SetBye, SetGroup
from arbiter.rulings.rounds.hand import ChangeRound, Deed, Free, Join, Swap, WholeRound, changed_by
from arbiter.rulings.rounds.pairing import PostponeGame, PublishRound, UndoRound
from arbiter.rulings.terms import ChangeTerms, GiveNumbers
from arbiter.shapes.reasons import reason_shape
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.web import doors, page
from arbiter.web.reading.fields import Fields, sent

hand = Blueprint("hand", __name__, url_prefix="/api/v1/tournaments/<t>")
DEEDS = ("swap", "set", "bye", "pairs")


@hand.post("/rounds/<int:n>/publish")
@doors.officials_only
def publish(t: str, n: int) -> Response:
    """A draft becomes the round."""
    return _done(t, PublishRound(round=n, by=doors.reader().by), sent())


@hand.post("/rounds/<int:n>/changes")
@doors.officials_only
def change(t: str, n: int) -> Response:
    """Changes the last pairing: `swap`, `set`, `bye`, or all `pairs`; with `preview` only says what it would bend."""
    fields = sent()
    desk, deed = doors.desk(t), deed_wanted(fields)
    people = page.view(t).known
    if fields.yes("preview", False):
        seen = changed_by(desk.state, n, deed, people)
        byes = {str(entry): kind.value for entry, kind in seen.byes.items()}
        return jsonify(pairs=seen.pairs, byes=byes, bends=[_reason(bend) for bend in seen.bends])
    wish = ChangeRound(
        round=n,
        deed=deed,
        by=doors.reader().by,
        reason=fields.word("reason", ""),
        accepted=fields.yes("accept", False),
        known=people,
    )
    recorded = desk.submit(wish, key=fields.key)
    round = recorded.state.round(n)
    return jsonify(seq=recorded.seq, **pairing_shape(round), bends=[_reason(b) for b in round.changes[-1].bends])


def deed_wanted(fields: Fields) -> Deed:
    """What the hand is to do."""
    kind = fields.word("kind")
    known_key("kind", kind, DEEDS)
    if kind == "swap":
        return Swap(fields.whole("one"), fields.whole("other"))
    if kind == "set":
        return Join(fields.whole("white"), fields.whole("black"))
    if kind == "bye":
        return Free(fields.whole("entry"), bye_kind(fields.word("bye", "zero")))
    return WholeRound(fields.pairs("pairs"))


def bye_kind(key: str) -> ByeKind:
    """The bye of that name; refused where there is none."""
    known_key("bye", key, tuple(kind.value for kind in ByeKind))
    return ByeKind(key)


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
    fields = sent()
    wish = PostponeGame(
        round=n, board=b, by=doors.reader().by, until=fields.word("until"), reason=fields.word("reason", "")
    )
    return _done(t, wish, fields)


@hand.post("/entries/<int:entry>/return")
@doors.officials_only
def come_back(t: str, entry: int) -> Response:
    """An entry that had withdrawn is paired again."""
    fields = sent()
    return _done(t, ReturnPlayer(entry=entry, by=doors.reader().by, reason=fields.word("reason", "")), fields)


@hand.post("/entries/<int:entry>/byes")
@doors.officials_only
def set_bye(t: str, entry: int) -> Response:
    """A bye that was asked for, or taken back (`kind` "none")."""
    fields = sent()
    kind = fields.word("kind")
    wish = SetBye(
        entry=entry,
        round=fields.whole("round"),
        kind="" if kind == "none" else kind,
        by=doors.reader().by,
        reason=fields.word("reason", ""),
        beyond=fields.yes("beyond", False),
    )
    return _done(t, wish, fields)


@hand.post("/entries/<int:entry>/board")
@doors.officials_only
def fix_board(t: str, entry: int) -> Response:
    """An entry always sits at that board; 0: wherever the pairing puts it."""
    fields = sent()
    wish = FixBoard(entry=entry, board=fields.whole("board"), by=doors.reader().by, reason=fields.word("reason", ""))
    return _done(t, wish, fields)


@hand.post("/entries/<int:entry>/group")
@doors.officials_only
def set_group(t: str, entry: int) -> Response:
    """The group or the side that an entry plays in."""
    fields = sent()
    return _done(t, SetGroup(entry=entry, group=fields.word("group", ""), by=doors.reader().by), fields)


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
    fields = sent()
    wish = ForbidPairs(
        entries=fields.wholes("entries"),
        first=fields.whole("first", 1),
        last=fields.whole("last", 0),
        weak=fields.yes("weak", False),
        by=doors.reader().by,
        reason=fields.word("reason", ""),
    )
    return _done(t, wish, fields)


@hand.delete("/forbidden/<int:ban>")
@doors.officials_only
def allow(t: str, ban: int) -> Response:
    """They may meet again."""
    return _done(t, AllowPairs(ban=ban, by=doors.reader().by), Fields({}))


@hand.post("/terms")
@doors.officials_only
def change_terms(t: str) -> Response:
    """Rounds, tie-breaks or settings are changed, with the reason once a round has been paired."""
    fields = sent()
    settings = fields.settings("settings") if fields.has("settings") else None
    wish = ChangeTerms(
        by=doors.reader().by,
        reason=fields.word("reason", ""),
        rounds=fields.whole("rounds", None),
        tiebreaks=fields.words("tiebreaks", None),
        settings=settings,
    )
    return _done(t, wish, fields)


@hand.post("/numbers")
@doors.officials_only
def give_numbers(t: str) -> Response:
    """The pairing numbers before round 1: by `rating`, `lot`, `restricted` lot, as `entered`, or by `hand` as sent."""
    fields = sent()
    how = fields.word("how")
    state: Tournament = doors.desk(t).state
    known_key("how", how, ("rating", "lot", "restricted", "entered", "hand"))
    if how == "rating":
        order = by_rating(state, doors.desk(t).people)
    elif how == "lot":
        order = by_lot(state, fields.whole("lots", None) or drawn_lot())
    elif how == "restricted":
        order = by_restricted_lot(state, doors.desk(t).people, fields.whole("lots", None) or drawn_lot())
    else:
        order = state.entries if how == "entered" else fields.wholes("order")
    wish = GiveNumbers(order=order, how=how, by=doors.reader().by, reason=fields.word("reason", ""))
    return _done(t, wish, fields)


def undo_wanted(n: int) -> UndoRound:
    """Taking a round back: `?confirm=1&reason=` where it has been started."""
    asked = Fields(request.args)
    return UndoRound(
        round=n, by=doors.reader().by, confirmed=asked.yes("confirm", False), reason=asked.word("reason", "")
    )


def _done(t: str, wish: Request, fields: Fields) -> Response:
    return jsonify(seq=doors.desk(t).submit(wish, key=fields.key).seq)


def _reason(reason: Reason) -> dict[str, Any]:
    return reason_shape(reason, doors.language())
