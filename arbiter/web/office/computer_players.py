"""Office pages for the computer player: as an entry of a tournament, and against the player who has the bye."""

from __future__ import annotations

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.engines.seating import bye_game, drawn, enter_computer, play_bye
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE, ToWrite
from arbiter.rulings.computer import HIGHEST_LEVEL, SeatHouse
from arbiter.web import access, page
from arbiter.web.api.computer import EnterHouse
from arbiter.web.request_parsing import form, read, takes
from arbiter.web.visitor_addresses import code_of

seats = Blueprint("seats", __name__)
LEVELS = range(1, HIGHEST_LEVEL + 1)
HOUSE = "/office/<t>/seats/house"
AT = "/office/<t>/rounds/<int:n>/byes/<int:entry>"


@seats.get(HOUSE)
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the form that enters the computer as a player."""
    return page.render(
        "office/enter_computer.html", page.view(t), levels=LEVELS, engines=access.service.computer.engines.all()
    )


@seats.post(HOUSE)
@access.officials_only
@takes(EnterHouse)
def enter(t: str) -> ResponseReturnValue:
    """Enter the computer as a player."""
    desk, how = access.desk(t), read(EnterHouse, form())
    enter_computer(desk, access.service.computer.engines, how.level, how.engine, access.reader().by)
    flash(_("%(entry)s. The computer has been entered.", entry=len(desk.state.entries)), "done")
    return page.see(url_for("office.field.show", t=t))


@seats.post(f"{HOUSE}/<int:entry>")
@access.officials_only
@takes(EnterHouse)
def seat(t: str, entry: int) -> ResponseReturnValue:
    """Set the level or the engine with which the computer plays for an entry, from its next move on."""
    how = read(EnterHouse, form())
    if how.engine:
        access.service.computer.engines.named(how.engine)
    asked = SeatHouse(entry=entry, level=how.level, engine=how.engine, chance=drawn(), by=access.reader().by)
    access.desk(t).submit(asked)
    flash(_("The computer plays at level %(level)s from now on.", level=how.level), "done")
    return page.see(url_for("office.field.one", t=t, entry=entry))


@seats.get(AT)
@access.officials_only
def show_bye(t: str, n: int, entry: int) -> ResponseReturnValue:
    """Show the levels at which the player with the bye can play against the computer.

    Once such a game has begun, show its link and its state instead.
    """
    view = page.view(t)
    if entry not in view.state.round(n).byes:
        raise Refused("no_bye", entry=entry, round=n)
    game = bye_game(access.service.desks.register, t, n, entry)
    link = None
    if game is not None:
        token, letters = access.links.make(game.sitting, 1, game.side)
        address = f"{(access.service.address or request.host_url).rstrip('/')}/t/{token}"
        link = {"url": address, "letters": letters, "code": code_of(address), "sitting": game.sitting}
    return page.render(
        "office/bye.html",
        view,
        n=n,
        entry=entry,
        link=link,
        levels=LEVELS,
        engines=access.service.computer.engines.all(),
    )


@seats.post(AT)
@access.only(RULE)
@takes(EnterHouse)
def play_the_bye(t: str, n: int, entry: int) -> ResponseReturnValue:
    """Begin the game between the computer and the player who has the bye."""
    how = read(EnterHouse, form())
    access.allowed(ToWrite(right=RULE), t)
    play_bye(access.service.computer.practice, page.view(t), n, entry, how.level, how.engine)
    return page.see(url_for("office.seats.show_bye", t=t, n=n, entry=entry))
