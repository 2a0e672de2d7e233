"""The manual: chapters that lead through a tournament evening.

Each office page links to a chapter of the manual or of the help. `tests/browser/test_manual.py` carries out the steps
of every chapter that has steps.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from arbiter.refused import Refused
from arbiter.web import access
from arbiter.web.public.help import Chapter, chapter

CHAPTERS = ("first", "weekend", "evening", "teams", "rules", "networks", "failing", "programs")
"""The names of the manual's chapters, in their order."""
ABOUT: Mapping[str, str] = {
    "office": "first",
    "office.watch": "round",
    "office.rounds": "round",
    "office.hand": "round",
    "office.slips": "round",
    "office.why": "round",
    "office.field": "players",
    "office.lists": "players",
    "office.mending": "settings",
    "office.settle": "settings",
    "office.regulations": "rules",
    "office.boards.replayed": "rules",
    "office.boards": "rulings",
    "office.precedents": "rulings",
    "office.clocks": "clock",
    "office.referee": "referee",
    "office.tablets": "tablets",
    "office.tablets.sheets": "sheets",
    "office.screens": "screens",
    "office.broadcast": "broadcast",
    "office.prizes": "prizes",
    "office.fees": "prizes",
    "office.closing": "prizes",
    "office.line_ups": "teams",
    "office.seats": "house",
    "office.house": "house",
    "office.relay": "hub",
    "office.hub": "hub",
    "office.accounts": "accounts",
    "office.machine": "networks",
    "office.service": "outage",
}
"""The chapter of the manual or the help that explains an office page, by the page's endpoint or its blueprint."""

manual = Blueprint("manual", __name__)


@manual.get("/manual")
def contents() -> ResponseReturnValue:
    return render_template("public/manual.html", chapters=chapters(), chapter=None)


@manual.get("/manual/<name>")
def one(name: str) -> ResponseReturnValue:
    """Show one chapter of the manual."""
    if name not in CHAPTERS:
        raise Refused("no_page")
    return render_template("public/manual.html", chapters=chapters(), chapter=chapter(name, access.language()))


@manual.get("/manual.html")
def whole() -> ResponseReturnValue:
    """Return the whole manual as one file that can be read offline."""
    page = render_template("public/manual_file.html", chapters=chapters())
    return Response(page, headers={"Content-Disposition": "attachment; filename=arbiter-manual.html"})


def chapters() -> list[Chapter]:
    return [chapter(name, access.language()) for name in CHAPTERS]


def chapter_here() -> Chapter | None:
    """Return the chapter that explains the current office page.

    None if it has none, or if the reader is no official.
    """
    found = ABOUT.get(request.endpoint or "") or ABOUT.get(request.blueprint or "")
    return chapter(found, access.language()) if found and access.reader().official else None
