"""The manual: chapters that lead through a tournament evening. Each office page links to its chapter.

`tests/browser/test_manual.py` follows the steps of every chapter that has steps.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from arbiter.refused import Refused
from arbiter.web import access
from arbiter.web.public.help import Chapter, chapter

PAGES: Mapping[str, tuple[str, ...]] = {
    "first": ("office",),
    "weekend": ("office.rounds", "office.hand", "office.slips"),
    "evening": ("office.field", "office.lists"),
    "teams": ("office.settle",),
    "rules": ("office.regulations", "office.referee", "office.ballots"),
    "networks": ("office.tablets", "office.machine"),
    "failing": ("office.service", "office.mending", "office.clocks", "office.boards"),
    "programs": (),
}
"""Each chapter of the manual, and the parts of the office whose pages link to it."""
IN_HELP: Mapping[str, tuple[str, ...]] = {
    "accounts": ("office.accounts",),
    "house": ("office.house", "office.seats"),
    "screens": ("office.screens",),
    "broadcast": ("office.broadcast",),
    "prizes": ("office.prizes", "office.fees", "office.closing"),
}
"""Chapters of the help, and the parts of the office whose pages link to them."""

manual = Blueprint("manual", __name__)


@manual.get("/manual")
def contents() -> ResponseReturnValue:
    return render_template("public/manual.html", chapters=chapters(), chapter=None)


@manual.get("/manual/<name>")
def one(name: str) -> ResponseReturnValue:
    """Show one chapter of the manual."""
    if name not in PAGES:
        raise Refused("no_page")
    return render_template("public/manual.html", chapters=chapters(), chapter=chapter(name, access.language()))


@manual.get("/manual.html")
def whole() -> ResponseReturnValue:
    """Return the whole manual as one file that can be read offline."""
    page = render_template("public/manual_file.html", chapters=chapters())
    return Response(page, headers={"Content-Disposition": "attachment; filename=arbiter-manual.html"})


def chapters() -> list[Chapter]:
    return [chapter(name, access.language()) for name in PAGES]


def chapter_here() -> Chapter | None:
    """Return the chapter of the manual or the help that explains the current office page, or None."""
    here = request.blueprint
    found = next((name for name, parts in {**IN_HELP, **PAGES}.items() if here in parts), None)
    return chapter(found, access.language()) if found and access.reader().official else None
