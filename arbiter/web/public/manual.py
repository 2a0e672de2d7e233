"""The manual: chapters that lead through an evening, each linked from its page in the office; and all of it as a file.

`tests/browser/test_manual.py` follows the steps of every chapter that has some.
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
"""Each chapter, and the parts of the office from whose pages it is opened."""
IN_HELP: Mapping[str, tuple[str, ...]] = {
    "accounts": ("office.accounts",),
    "house": ("office.house", "office.seats"),
    "screens": ("office.screens",),
}
"""The same of chapters of the help, where one is about those pages alone."""

manual = Blueprint("manual", __name__)


@manual.get("/manual")
def contents() -> ResponseReturnValue:
    return render_template("public/manual.html", chapters=chapters(), chapter=None)


@manual.get("/manual/<name>")
def one(name: str) -> ResponseReturnValue:
    """One chapter."""
    if name not in PAGES:
        raise Refused("no_page")
    return render_template("public/manual.html", chapters=chapters(), chapter=chapter(name, access.language()))


@manual.get("/manual.html")
def whole() -> ResponseReturnValue:
    """All of it in one file, to be kept: it needs neither the service nor a network."""
    page = render_template("public/manual_file.html", chapters=chapters())
    return Response(page, headers={"Content-Disposition": "attachment; filename=arbiter-manual.html"})


def chapters() -> list[Chapter]:
    return [chapter(name, access.language()) for name in PAGES]


def chapter_here() -> Chapter | None:
    """The chapter about the page of the office that is being made, of the manual or of the help."""
    here = request.blueprint
    found = next((name for name, parts in {**IN_HELP, **PAGES}.items() if here in parts), None)
    return chapter(found, access.language()) if found and access.reader().official else None
