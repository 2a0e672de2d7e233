"""Pages of practice against the computer: for visitors, and on tablets between two rounds."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.clock.control import parse_control
from arbiter.desk.desk import Desk
from arbiter.engines import advice
from arbiter.engines.practice import SitDown
from arbiter.exchange.export_formats import FORMATS
from arbiter.hall.stored_view import view_of_files
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.computer import HIGHEST_LEVEL, TakeBack
from arbiter.shapes.game.diagrams import squares_told
from arbiter.sides import Side
from arbiter.web import access, page
from arbiter.web.access import sessions
from arbiter.web.http_statuses import status_of
from arbiter.web.request_parsing import form, read, takes
from arbiter.web.tablet.board_page import page_shape

practice = Blueprint("practice", __name__)
practice.before_request(access.look_as_everybody)

CONTROLS = ("-", "300+3", "900+10", "1200+5")
"""The time controls that the page offers. "-" means without clocks."""
CHOSEN = ("variant", "level", "engine", "side", "control", "touch", "hurry")


@practice.get("/practice")
def show() -> ResponseReturnValue:
    """Show the form that begins a practice game, with the visitor's last choices, and a link to a game in progress."""
    sessions.csrf_token()
    return _page(session.get("chosen", {}))


def _page(given: dict[str, Any], refused: Refused | None = None) -> ResponseReturnValue:
    sittings = access.service.computer.practice
    closed = None
    try:
        sittings.check()
    except Refused as no:
        closed = page.sentence(no)
    shown = render_template(
        "practice/choice.html",
        variants=VARIANTS,
        levels=range(1, HIGHEST_LEVEL + 1),
        controls={text: parse_control(text) for text in CONTROLS},
        engines=access.service.computer.engines.all(),
        closed=closed,
        going=_going() is not None,
        games=session.get("games"),
        tablet="tablet" in session,
        form=given,
        refused=page.sentence(refused) if refused else None,
    )
    return (shown, status_of(refused.code)) if refused else shown


@practice.post("/practice")
@takes(SitDown)
def sit_down() -> ResponseReturnValue:
    """Begin a practice session, and go to its board."""
    try:
        wanted = read(SitDown, form())
        if wanted.engine:
            access.service.computer.engines.named(wanted.engine)
        access.service.computer.practice.check()
        _get_up()
        desk, side = access.service.computer.practice.sit_down(wanted, _("Visitor"), address=request.remote_addr or "")
    except Refused as refused:
        return _page(dict(form()), refused)
    session["chosen"] = {name: form()[name] for name in CHOSEN if name in form()}
    _bind(desk, side)
    return page.see(url_for("practice.board"))


@practice.get("/practice/board")
def board() -> ResponseReturnValue:
    """Show the board of a practice game, with buttons to take back a move and to get a hint."""
    desk = _going()
    if desk is None:
        return page.see(url_for("practice.show"))
    link, state = access.reader(), desk.state
    return render_template(
        "practice/board.html",
        state=state,
        link=link,
        page=page_shape(link, state),
        squares=squares_told(state.variant),
        results={},
    )


@practice.post("/practice/back")
@takes()
def take_back() -> ResponseReturnValue:
    """Take back the visitor's last move."""
    desk = _sitting()
    number = len(desk.state.rounds)
    desk.submit(TakeBack(round=number, board=1, by=access.reader().by, side=access.reader().side))
    return _done(jsonify({}))


@practice.post("/practice/hint")
@takes()
def hint() -> ResponseReturnValue:
    """Return the move that the computer would play for the visitor."""
    found = advice.hint(access.service.computer.thinkers, _sitting().state, access.reader().side)
    return jsonify({"move": found.move})


@practice.post("/practice/next")
@takes()
def play_on() -> ResponseReturnValue:
    """Begin the next game of the practice session, with colours changed."""
    desk = _sitting()
    _bind(desk, access.service.computer.practice.play_on(desk))
    return page.see(url_for("practice.board"))


@practice.post("/practice/leave")
@takes()
def leave() -> ResponseReturnValue:
    """End the practice session. An unfinished game is resigned. The games can still be read."""
    _get_up()
    return page.see(url_for("practice.show"))


@practice.get("/practice/<t>.pdn")
def games(t: str) -> ResponseReturnValue:
    """Return all games of a practice session as PDN, including the moves that were taken back."""
    kind = FORMATS["pdn"]
    view = view_of_files(access.service.desks.instance, t, access.service.settings, access.language())
    if not view.state.practice:
        raise Refused("practice_only")
    return Response(b"".join(kind.written_from(view)), mimetype=kind.kind)


def _bind(desk: Desk, side: Side) -> None:
    token, _pin = access.links.make(desk.id, 1, side)
    session["practice"] = (desk.id, token)


def _going() -> Desk | None:
    """Return the desk of the practice session in this browser, or None if there is no session."""
    try:
        return _sitting()
    except Refused:
        return None


def _get_up() -> None:
    """End the practice session in this browser, if there is one. The page then links to its games."""
    desk = _going()
    if desk is not None:
        access.service.computer.practice.get_up(desk, access.reader().side)
        session["games"] = desk.id
    session.pop("practice", None)


def _sitting() -> Desk:
    return access.service.computer.practice.of(str(session.get("practice", ("", ""))[0]))


def _done(told: Response) -> ResponseReturnValue:
    """Return the response to a move in practice. *told*: the response that a script gets.

    A form gets a redirect to the board instead.
    """
    scripted = request.headers.get("Accept", "").startswith("application/json")
    return told if scripted else page.see(url_for("practice.board"))
