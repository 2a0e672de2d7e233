"""Tablets and paper: the links that bind a tablet to its board, as QR codes with their PINs, and every sheet."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.exchange.formats import FORMATS
from arbiter.hall.printing import boards_of
from arbiter.refused import Refused
from arbiter.sheets.catalogue import SHEETS
from arbiter.sides import Side
from arbiter.web import doors, page
from arbiter.web.doors.roles import RULE
from arbiter.web.public.secure import code_of
from arbiter.web.reading.body import number

tablets = Blueprint("tablets", __name__)


@tablets.get("/office/<t>/tablets")
@doors.officials_only
def show(t: str) -> ResponseReturnValue:
    """The link of every board: one between the players, or one for each with `?each=1`."""
    view = page.view(t)
    sides: tuple[Side | None, ...] = tuple(Side) if request.args.get("each") else (None,)
    links = [_link(t, board, side) for board in boards_of(view.state) for side in sides]
    return page.render("office/tablets.html", view, links=links, each=len(sides) > 1)


def _link(t: str, board: int, side: Side | None) -> dict[str, Any]:
    the_doors = doors.the_doors()
    token, pin = the_doors.links.make(t, board, side)
    address = f"{(the_doors.address or request.host_url).rstrip('/')}/t/{token}"
    return {"board": board, "side": side.value if side else None, "url": address, "pin": pin, "code": code_of(address)}


@tablets.post("/office/<t>/tablets/revocation")
@doors.only(RULE)
def revoke(t: str) -> ResponseReturnValue:
    """The links of a board, or of all boards, open nothing from now on; the page shows the new ones."""
    state = doors.desk(t).state
    board = number(request.form, "board")
    if board is not None and board not in boards_of(state):
        raise Refused("no_board", round=len(state.rounds), board=board, boards=len(boards_of(state)))
    doors.revoke(t, board)
    if board is None:
        flash(_("The old links of all boards open nothing any more. Print the cards anew."), "done")
    else:
        flash(_("Board %(board)s: the old link opens nothing any more. Print its card anew.", board=board), "done")
    return page.see(url_for("office.tablets.show", t=t, each=request.form.get("each") or None))


@tablets.get("/office/<t>/sheets")
@doors.officials_only
def sheets(t: str) -> ResponseReturnValue:
    """Everything that can be printed, or taken along as a file."""
    from arbiter.sheets.paper import PAPERS  # ReportLab, with which no start waits

    return page.render("office/sheets.html", page.view(t), sheets=SHEETS, papers=PAPERS, formats=FORMATS)
