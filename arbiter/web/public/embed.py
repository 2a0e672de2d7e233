"""Small pages that other sites may embed, if the settings name these sites: a round with its results, and one board."""

from __future__ import annotations

from flask import Blueprint, Response, make_response
from flask.typing import ResponseReturnValue

from arbiter.refused import Refused
from arbiter.shapes.agenda import round_now
from arbiter.shapes.board import board_shape
from arbiter.tournament.fixtures import shown as shown_matches
from arbiter.web import access, page
from arbiter.web.headers import embeddable

embed = Blueprint("embed", __name__, url_prefix="/embed/tournaments/<t>")


@embed.before_request
def may_be_embedded() -> None:
    """Refuse the page if the settings allow no site to embed it."""
    if not access.service.settings.embedders:
        raise Refused("embedding_off")


@embed.after_request
def name_embedders(answer: Response) -> Response:
    """Add the headers that tell the browser which sites may embed the page. The browser refuses all others."""
    if sites := access.service.settings.embedders:
        answer.headers.update(embeddable(sites))
    return answer


@embed.get("")
def tournament(t: str) -> ResponseReturnValue:
    """Show the boards and results of the last published round."""
    view = page.view(t)
    round = round_now(view.state)
    boards = [board_shape(view, game, listed=True) for game in round.games] if round is not None else []
    matches = shown_matches(view.state, round) if round is not None else ()
    shown = page.render("embed/round.html", view, round=round, boards=boards, matches=matches)
    return make_response(shown)


@embed.get("/boards/<int:b>")
def board(t: str, b: int) -> ResponseReturnValue:
    """Show one board of the last published round. The page follows the game."""
    view = page.view(t)
    round = round_now(view.state)
    if round is None:
        raise Refused("no_round", round=1, paired=0)
    game = round.game(b)
    return make_response(page.render("embed/board.html", view, game=game, board=board_shape(view, game)))
