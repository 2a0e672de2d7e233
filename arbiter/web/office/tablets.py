"""Office pages of tablets and print: each board's link as QR code with its letters, and every sheet to print."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.exchange.export_formats import FORMATS
from arbiter.exchange.trf.refusing_programs import refusals
from arbiter.hall.jobs import LongJob
from arbiter.hall.printing import boards_of
from arbiter.journal.accounts import MOST_AT_BOARD
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE, ToRead, ToWrite
from arbiter.sides import Side
from arbiter.web import access, page
from arbiter.web.access import tablet_binding
from arbiter.web.access.tablet_binding import device_in_reach
from arbiter.web.api.files import PrintOptions, printed
from arbiter.web.jobs import followed
from arbiter.web.public.pagination import GAMES_A_PAGE, asked_part
from arbiter.web.request_parsing import choice, names_of, number, only_known, read, takes
from arbiter.web.visitor_addresses import code_of, reach

tablets = Blueprint("tablets", __name__)
BINDING_MINUTES = 10
"""Once an official has allowed it, tablets can be bound to boards by typing letters for this many minutes."""


@tablets.get("/office/<t>/tablets")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the link of every board as QR code, with its letters.

    One link is for both players. With `?each=1` each player has a link.
    """
    view = page.view(t)
    sides: tuple[Side | None, ...] = tuple(Side) if request.args.get("each") else (None,)
    window = access.links.window(t)
    boards = [board for board in boards_of(view.state) if access.may_see(ToRead(right=RULE, boards=(board,)), t)]
    part = asked_part(boards, GAMES_A_PAGE, str)
    reached = reach(t)
    base = (reached.base if reached else access.service.address or request.host_url).rstrip("/")
    links = [_link(t, base, board, side) for board in part.items for side in sides]
    devices = access.links.devices(t)
    return page.render(
        "office/tablets.html",
        view,
        part=part,
        links=links,
        each=len(sides) > 1,
        dropped=access.service.desks.register.devices.dropped(t),
        most_waiting=MOST_AT_BOARD,
        bound=[one for one in devices if one.bound],
        opened=int(window.until * 1_000) if window else None,
        code=access.links.code(t),
        address=base,
        only_here=reached is None,
        several=len(list(access.service.desks.tournaments)) > 1,
    )


def _link(t: str, base: str, board: int, side: Side | None) -> dict[str, Any]:
    token, letters = access.links.make(t, board, side)
    address = f"{base}/t/{token}"
    told = side.value if side else None
    return {"board": board, "side": told, "url": address, "letters": letters, "code": code_of(address)}


@tablets.post("/office/<t>/tablets/binding")
@access.only(RULE)
@takes(also=("what",))
def open_or_close(t: str) -> ResponseReturnValue:
    """Open or close binding by hand: for some minutes the letters of its card bind a tablet to a board."""
    access.allowed(ToWrite(right=RULE), t)
    links = access.links
    if choice(request.form, "what", ("open", "close")) == "open":
        links.open(access.desk(t).id, BINDING_MINUTES)
        flash(
            _("For %(minutes)s minutes boards can be opened with the letters on their cards.", minutes=BINDING_MINUTES),
            "done",
        )
    else:
        links.close(t)
        flash(_("Binding by hand is closed."), "done")
    return page.see(url_for("office.tablets.show", t=t))


@tablets.post("/office/<t>/tablets/<int:id>")
@access.only(RULE)
@takes(also=("what", "next"))
def decide(t: str, id: int) -> ResponseReturnValue:
    """Admit a waiting device to its board, or reject it.

    If it is admitted, the device that was bound to the board before is unbound.
    """
    device = device_in_reach(t, id)
    if choice(request.form, "what", ("in", "away")) == "in":
        access.desks().register.devices.let_in(id)
        flash(_("Board %(board)s: the new device is bound.", board=device.board), "done")
    else:
        access.desks().register.devices.end(id)
        flash(_("Board %(board)s: the device has been rejected.", board=device.board), "done")
    return page.see(page.local(request.form.get("next"), url_for("office.tablets.show", t=t)))


@tablets.post("/office/<t>/tablets/revocation")
@access.only(RULE)
@takes(also=("board", "each"))
def revoke(t: str) -> ResponseReturnValue:
    """Revoke the links of a board, or of all boards, and show the page with the new links."""
    state = access.desk(t).state
    board = number(request.form, "board")
    if board is not None and board not in boards_of(state):
        raise Refused("no_board", round=len(state.rounds), board=board, boards=len(boards_of(state)))
    access.allowed(ToWrite(right=RULE, boards=None if board is None else (board,)), t)
    tablet_binding.revoke(t, board)
    if board is None:
        flash(_("The old links of all boards no longer work. Print the cards again."), "done")
    else:
        flash(_("Board %(board)s: the old link no longer works. Print its card again.", board=board), "done")
    return page.see(url_for("office.tablets.show", t=t, each=request.form.get("each") or None))


@tablets.get("/office/<t>/sheets")
@access.officials_only
def sheets(t: str) -> ResponseReturnValue:
    """Show the list of everything that can be printed or exported as a file."""
    from arbiter.sheets.catalogue import SHEETS  # loads ReportLab, which would slow down every start
    from arbiter.sheets.page_layout import PAPERS

    view = page.view(t)
    return page.render(
        "office/sheets.html",
        view,
        sheets=SHEETS,
        papers=PAPERS,
        paper=access.desks().register.setting("paper") or next(iter(PAPERS)),
        formats=FORMATS,
        refusals=refusals(view),
        going=access.service.jobs.going(t),
    )


@tablets.get("/office/<t>/sheets/<sheet>.pdf")
@access.officials_only
def print_sheet(t: str, sheet: str) -> ResponseReturnValue:
    """Show a sheet as PDF. If making it takes longer than a second, show the progress instead."""
    only_known(request.args, {"lang", *names_of(PrintOptions)})
    made = printed(t, sheet, read(PrintOptions, request.args))
    return followed(made) if isinstance(made, LongJob) else made


@tablets.post("/office/<t>/sheets")
@access.officials_only
@takes(also=("paper",))
def choose_paper(t: str) -> ResponseReturnValue:
    """Choose the paper size of every sheet that is printed from now on."""
    from arbiter.sheets.page_layout import PAPERS

    access.desks().register.set_setting("paper", choice(request.form, "paper", tuple(PAPERS)))
    return page.see(url_for("office.tablets.sheets", t=t))
