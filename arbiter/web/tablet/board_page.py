"""Pages of the tablet at a board: those that bind it to the board, and the one on which a game is played."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from arbiter.pairing.table.points import NAMED_RESULTS
from arbiter.refused import Refused
from arbiter.shapes.game.diagrams import squares_told
from arbiter.shapes.places.place import here_shape
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.web import access, page
from arbiter.web.access import tablet_binding
from arbiter.web.access.sessions import bound_by
from arbiter.web.access.sign_in import Reader
from arbiter.web.http_statuses import status_of
from arbiter.web.request_parsing import takes

tablet = Blueprint("tablet", __name__)
tablet.before_request(access.look_as_everybody)

TRY_AGAIN = ("wrong_letters", "too_many_tries", "binding_closed", "code_needed", "no_code")


@tablet.get("/t/<token>")
def card(token: str) -> ResponseReturnValue:
    """Show the page that the QR code of a card opens. Only the button on the page binds the device."""
    link = link_of(token)
    if (bound := bound_by()) and (at := access.links.tablet(bound)) and replace(at, credential=0) == link:
        return redirect(url_for("tablet.board"), code=303)
    g.about = link.tournament  # the tablet is not bound yet: the link names the tournament whose words are used
    return render_template("tablet/card.html", link=link, state=state_of(link))


@tablet.post("/t/<token>")
@takes()
def bind(token: str) -> ResponseReturnValue:
    """Bind the tablet to the board of its card.

    If another device is bound to the board already, this tablet waits until an official admits it.
    """
    link_of(token)
    tablet_binding.bind_tablet(token)
    return page.see(url_for("tablet.board"))


@tablet.get("/b/<int:b>")
@tablet.get("/b/<int:b>/<code>")
def by_hand(b: int, code: str = "") -> ResponseReturnValue:
    """Show the form that binds the tablet to board *b* by the letters of a card. *code*: the tournament's code."""
    return _by_hand(b, code)


def _by_hand(b: int, code: str, refused: Refused | None = None) -> ResponseReturnValue:
    told = page.sentence(refused) if refused else None
    several = bool(code) or (refused is not None and refused.code in ("code_needed", "no_code"))
    shown = render_template("tablet/by_hand.html", board=b, code=code, several=several, refused=told)
    return (shown, status_of(refused.code)) if refused else shown


@tablet.post("/b/<int:b>")
@tablet.post("/b/<int:b>/<code>")
@takes(also=("letters", "code"))
def bind_by_hand(b: int, code: str = "") -> ResponseReturnValue:
    """Bind the tablet by the letters of a card. Refused unless the office has opened binding by letters."""
    code = request.form.get("code", code)[:8]
    try:
        tablet_binding.bind_by_hand(tablet_binding.by_hand(code), b, request.form.get("letters", "")[:40])
    except Refused as refused:
        if refused.code not in TRY_AGAIN:
            raise
        return _by_hand(b, code, refused)
    return page.see(url_for("tablet.board"))


@tablet.get("/tablet")
def board() -> ResponseReturnValue:
    """Show the game at the tablet's board. While there is no game, show a page that waits for it.

    A device that is not bound gets a page that says so, or that it waits to be admitted.
    """
    link = access.reader()
    if link.role != "tablet":
        bound = bound_by()
        device = access.links.device(bound) if bound else None
        if device is not None:
            return render_template("tablet/waiting.html", device=device), 403
        return render_template("tablet/unbound.html", before=bound is not None), 403
    state = state_of(link)
    return render_template(
        "tablet/board.html",
        state=state,
        link=link,
        page=page_shape(link, state),
        squares=squares_told(state.variant),
        results={name: state.points.pair_text(outcome.map(state.points.of)) for name, outcome in NAMED_RESULTS.items()},
    )


def link_of(token: str) -> Reader:
    """Return the tablet for which a card's link was made: its board, and its side if it has one.

    Refuse a revoked link.
    """
    link = access.links.card(token)
    if link is None:
        raise Refused("link_revoked")
    return link


def state_of(link: Reader) -> Tournament:
    assert link.tournament is not None
    return access.desks().desk(link.tournament).state


def page_shape(link: Reader, state: Tournament) -> dict[str, Any]:
    """Return the JSON with which the page's script starts: the tablet's board and side, and the present game."""
    assert link.tournament is not None
    assert link.board is not None
    view = replace(page.view(link.tournament, state.announced), texts=True)
    here = here_shape(view, link.board, bound=True)
    return {
        "tournament": link.tournament,
        "board": link.board,
        "side": link.side.value if link.side else None,
        **here,
    }
