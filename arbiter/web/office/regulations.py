"""The regulations in the office: every switch with its source, to be turned until the first round begins."""

from __future__ import annotations

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.refused import Refused
from arbiter.rulings.settling import ChangeRegulations
from arbiter.shapes.regulations import regulations_shape
from arbiter.tournament.regulations.switches import SWITCHES, Switch
from arbiter.web import doors, page
from arbiter.web.reading.body import number

regulations = Blueprint("regulations", __name__)


@regulations.get("/office/<t>/regulations")
@doors.officials_only
def show(t: str) -> ResponseReturnValue:
    """What the referee of this tournament does, switch by switch."""
    return _page(t)


def _page(t: str, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    return page.render(
        "office/regulations.html",
        view,
        regulations=regulations_shape(state.regulations, view.language),
        settled=any(round.started for round in state.rounds),
        refused=refused,
    )


@regulations.post("/office/<t>/regulations")
@doors.officials_only
def turn(t: str) -> ResponseReturnValue:
    """The switches as the form has them; those that stand already are left alone."""
    switches = tuple((key, _typed(switch)) for key, switch in SWITCHES.items())
    asked = ChangeRegulations(switches=switches, by=doors.reader().by, reason=request.form.get("reason", ""))
    try:
        doors.desk(t).submit(asked)
    except Refused as refused:
        return _page(t, page.sentence(refused)), 422
    flash(_("The regulations are changed."), "done")
    return page.see(url_for("office.regulations.show", t=t))


def _typed(switch: Switch) -> object:
    match switch.kind:
        case "yes":
            return switch.key in request.form
        case "number":
            found = number(request.form, switch.key)
            if found is None:
                raise Refused("field_missing", field=switch.key)
            return found
        case "ladder":
            return tuple(step.strip() for step in request.form.get(switch.key, "").split(",") if step.strip())
    return request.form.get(switch.key, "")
