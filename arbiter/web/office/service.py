"""How the service is: the disk, the journals and their witnesses, what was mended, and what tablets know."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from arbiter.hall import health
from arbiter.web import doors, page
from arbiter.web.api.service import notices

service = Blueprint("service", __name__)


@service.get("/office/service")
@doors.officials_only
def show() -> ResponseReturnValue:
    """What is wrong just now, and how every journal is kept."""
    return render_template(
        "office/service.html",
        notices=notices(),
        kept=health.kept(doors.desks()),
        medium=doors.the_doors().settings["second_medium"],
    )


@service.post("/office/service/seen")
@doors.officials_only
def seen() -> ResponseReturnValue:
    """The office has taken note of it."""
    health.seen(doors.desks())
    return page.see(url_for("office.service.show"))
