"""What the office settles of the house: when visitors may practise with it, and which engines of others play for it."""

from __future__ import annotations

from flask import Blueprint, flash, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.engines.sittings import POLICIES
from arbiter.refused import Refused
from arbiter.web import doors, page
from arbiter.web.reading.body import choice, form

house = Blueprint("house", __name__)


@house.get("/house")
@doors.officials_only
def show() -> ResponseReturnValue:
    """Practice as it is open now, who practises, and the engines."""
    the_doors = doors.the_doors()
    return render_template(
        "office/house.html",
        policy=the_doors.sittings.policy,
        policies=POLICIES,
        open=the_doors.sittings.open,
        sittings=[desk for desk in doors.desks() if desk.state.practice],
        engines=the_doors.engines.all(),
        thinkers=the_doors.thinkers.count,
    )


@house.post("/house/practice")
@doors.officials_only
def settle() -> ResponseReturnValue:
    """When the practice page is open."""
    doors.the_doors().sittings.settle(choice(form(), "policy", POLICIES))
    flash(_("That holds from now on."), "done")
    return page.see(url_for("office.house.show"))


@house.post("/house/engines")
@doors.officials_only
def set_up() -> ResponseReturnValue:
    """Sets an engine up, once it has been tried, or strikes it off the list. The chief arbiter alone names commands."""
    if doors.reader().role != "chief":
        raise Refused("not_yours")
    given = form()
    name, command = str(given.get("name") or ""), str(given.get("command") or "")
    doors.the_doors().engines.set_up(name, command)
    flash(_("%(name)s is set up.", name=name) if command else _("%(name)s is off the list.", name=name), "done")
    return page.see(url_for("office.house.show"))
