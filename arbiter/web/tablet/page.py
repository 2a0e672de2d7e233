"""The tablet at a board: its PIN, and the page on which a game is played."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from arbiter.pairing.table.points import NAMED_RESULTS
from arbiter.refused import Refused
from arbiter.shapes.diagrams import squares_told
from arbiter.shapes.here import here_shape
from arbiter.tournament.state import Tournament
from arbiter.web import doors, page
from arbiter.web.doors.readers import Reader
from arbiter.web.statuses import status_of

tablet = Blueprint("tablet", __name__)

TRY_AGAIN = ("wrong_pin", "too_many_tries")


@tablet.get("/t/<token>")
def card(token: str) -> ResponseReturnValue:
    """Where the QR code of a table card leads: asks the PIN, unless this tablet has given it."""
    link = link_of(token)
    if session.get("tablet") == token:
        return redirect(url_for("tablet.board"), code=303)
    return render_template("tablet/pin.html", link=link, state=state_of(link), refused=None)


@tablet.post("/t/<token>")
def bind(token: str) -> ResponseReturnValue:
    """Binds the tablet to the board of its card."""
    link = link_of(token)
    try:
        doors.bind_tablet(token, request.form.get("pin", ""))
    except Refused as refused:
        if refused.code not in TRY_AGAIN:
            raise
        again = render_template("tablet/pin.html", link=link, state=state_of(link), refused=page.sentence(refused))
        return again, status_of(refused.code)
    return page.see(url_for("tablet.board"))


@tablet.get("/tablet")
def board() -> ResponseReturnValue:
    """The board: the game that is played at it, or the wait for one."""
    link = doors.reader()
    if link.role != "tablet":
        return render_template("tablet/unbound.html"), 403
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
    """The board that a card's link names; refused when it has been revoked."""
    link = doors.the_doors().links.tablet(token)
    if link is None:
        raise Refused("link_revoked")
    return link


def state_of(link: Reader) -> Tournament:
    assert link.tournament is not None
    return doors.desks().desk(link.tournament).state


def page_shape(link: Reader, state: Tournament) -> dict[str, Any]:
    """What the script begins with: whose tablet this is, and the board as of now."""
    assert link.tournament is not None
    assert link.board is not None
    here = here_shape(page.view(link.tournament, state.announced), link.board, bound=True)
    return {
        "tournament": link.tournament,
        "board": link.board,
        "side": link.side.value if link.side else None,
        **here,
    }
