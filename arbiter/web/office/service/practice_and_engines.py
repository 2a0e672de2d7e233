"""Office pages of the computer player: when visitors may practise against it, and which engines play for it."""

from __future__ import annotations

from flask import Blueprint, flash, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.engines.practice import POLICIES
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import INSTALL
from arbiter.web import access, page
from arbiter.web.api.practice import SettlePractice, SetUpEngine, faults
from arbiter.web.http_statuses import status_of
from arbiter.web.request_parsing import Body, form, read, takes

house = Blueprint("house", __name__)


@house.get("/house")
@access.officials_only
def show() -> ResponseReturnValue:
    """Show whether practice is open, the practice sessions in progress, and the engines."""
    return _page({})


def _page(given: Body, refused: Refused | None = None) -> ResponseReturnValue:
    sittings = access.service.computer.practice
    shown = render_template(
        "office/computer.html",
        policy=sittings.policy,
        policies=POLICIES,
        open=sittings.open,
        sittings=[(desk, sittings.present(desk)) for desk in access.desks() if desk.state.practice],
        engines=[
            (engine, access.service.computer.engines.fixed(name))
            for name, engine in access.service.computer.engines.all().items()
        ],
        folder=access.service.computer.engines.folder,
        programs=access.service.computer.engines.programs(),
        faults=faults(),
        form=given,
        refused=page.sentence(refused) if refused else None,
    )
    return (shown, status_of(refused.code)) if refused else shown


@house.post("/house/practice")
@access.officials_only
@takes(SettlePractice)
def settle() -> ResponseReturnValue:
    """Set when visitors may practise."""
    access.service.computer.practice.settle(read(SettlePractice, form()).policy)
    flash(_("Saved."), "done")
    return page.see(url_for("office.house.show"))


@house.post("/house/practice/<t>/free")
@access.officials_only
@takes()
def free(t: str) -> ResponseReturnValue:
    """Close a visitor's practice session, so that another visitor can practise."""
    sittings = access.service.computer.practice
    sittings.get_up(sittings.of(t), None)
    flash(_("The place is free."), "done")
    return page.see(url_for("office.house.show"))


@house.post("/house/engines")
@access.only(INSTALL)
@takes(SetUpEngine)
def set_up() -> ResponseReturnValue:
    """Set up an engine for the computer player, after a trial run."""
    try:
        wanted = read(SetUpEngine, form())
        access.service.computer.engines.set_up(wanted.name, wanted.command)
    except Refused as refused:
        return _page(form(), refused)
    flash(_("%(name)s has been added.", name=wanted.name), "done")
    return page.see(url_for("office.house.show"))


@house.post("/house/engines/<name>/strike")
@access.only(INSTALL)
@takes()
def strike(name: str) -> ResponseReturnValue:
    """Remove an engine from the list."""
    access.service.computer.engines.strike(name)
    flash(_("%(name)s has been removed.", name=name), "done")
    return page.see(url_for("office.house.show"))
