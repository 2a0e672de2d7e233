"""The office page of the regulations: every switch (single rule) with the article from which it is taken.

The switches can be changed until the first round is started.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.refused import Refused
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.shapes.regulations import regulations_shape
from arbiter.tournament.regulations.switches import SWITCHES
from arbiter.web import access, page
from arbiter.web.request_parsing import Body, form, named, read, takes

regulations = Blueprint("regulations", __name__)
KINDS: Mapping[str, Any] = {"yes": bool, "number": int, "ladder": tuple[str, ...], "choice": str}
SWITCH_TYPES = {key: KINDS[switch.kind] for key, switch in SWITCHES.items()}
"""The type of each switch's value, by the name of the switch."""
BLANK: Mapping[str, Any] = {"yes": False, "ladder": ()}
"""The value of a field that the browser does not send, by the kind of the switch.

It does not send an unticked box ("yes"), or a list of penalties without a step ("ladder").
"""


@regulations.get("/office/<t>/regulations")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the regulations of the tournament, switch by switch."""
    return _page(t)


def _page(t: str, typed: Body | None = None, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    return page.render(
        "office/regulations.html",
        view,
        typed=typed,
        regulations=regulations_shape(state.regulations, view.language),
        settled=any(round.started for round in state.rounds),
        refused=refused,
    )


@regulations.post("/office/<t>/regulations")
@access.officials_only
@takes(ChangeRegulations, also=SWITCH_TYPES)
def turn(t: str) -> ResponseReturnValue:
    """Change the switches whose values in the form differ from the present ones."""
    given = form()
    try:
        empty = {key: BLANK[switch.kind] for key, switch in SWITCHES.items() if switch.kind in BLANK}
        switches = empty | named(given, "", SWITCH_TYPES)
        asked = read(ChangeRegulations, {**given, "switches": switches}, by=access.reader().by)
        access.desk(t).submit(asked)
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    flash(_("The regulations have been changed."), "done")
    return page.see(url_for("office.regulations.show", t=t))
