"""The responses to refused requests and irregular moves, as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify

from arbiter import words
from arbiter.refused import Refused
from arbiter.rulings.request import article
from arbiter.shapes.board import owed_shape
from arbiter.shapes.referee.late_moves import late_shape
from arbiter.tournament.events.irregular import IrregularMove
from arbiter.tournament.events.late_moves import MoveCameLate
from arbiter.tournament.events.takebacks import MoveRetracted
from arbiter.view import View
from arbiter.web import page
from arbiter.web.http_statuses import status_of


def problem(refused: Refused, language: str, status: int | None = None) -> Response:
    """Return the response to a refused request, in *language*. If *status* is None, the code decides on the status."""
    return _answer(
        status or status_of(refused.code),
        refused.code,
        page.sentence(refused, language),
        article=refused.article,
        facts=refused.facts,
        **({"others": [{"code": one.code, "facts": one.facts} for one in refused.others]} if refused.others else {}),
    )


def fault(language: str) -> Response:
    """Return the response to a request that failed by an error of the service. The details are only in the log."""
    return _answer(500, "fault", words.say("fault", {}, language), article=None, facts={})


def irregular(seq: int, event: IrregularMove | MoveRetracted, view: View) -> Response:
    """Return the response to an irregular move: what is wrong with the move, and what the player must do now.

    *seq*: the number of the journal line that records it.
    """
    facts = dict(event.facts)
    owed = owed_shape(view, view.state.game(event.round, event.board))
    assert owed is not None
    sentence = view.say(event.code, facts, event.article)
    return _answer(
        422,
        event.code,
        sentence,
        article=event.article,
        facts=owed["facts"],
        legal=False,
        sentence=sentence,
        corrections=owed["corrections"],
        same_piece=event.bound is not None,
        seq=seq,
        owed=owed,
    )


def late(seq: int, event: MoveCameLate, view: View) -> Response:
    """Return the response to a player's act, such as a move, that arrived after a flag fell.

    The act was recorded as journal line *seq*. An arbiter decides whether the flag counts.
    """
    game, where = view.state.game(event.round, event.board), article(view.state, "flag")
    fallen = game if game.flag else game.fallen
    side = (fallen.flag.side if fallen and fallen.flag else event.side).value
    return _answer(
        status_of("flag_pending"),
        "flag_pending",
        view.say("flag_pending", {"board": event.board, "side": side}, where),
        article=where,
        facts={"board": event.board, "side": side},
        seq=seq,
        recorded=late_shape(view, event),
    )


def problem_body(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    return {
        "type": f"urn:arbiter:{code}",
        "title": code.replace("_", " "),
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }


def _answer(status: int, code: str, detail: str, **more: Any) -> Response:
    response = jsonify(problem_body(status, code, detail, **more))
    response.status_code = status
    response.mimetype = "application/problem+json"
    return response
