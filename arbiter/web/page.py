"""Functions for pages: the reader's view of a tournament, the rendering of templates, and redirects after a POST."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from arbiter import words
from arbiter.refused import Fact, Refused
from arbiter.shapes.game.diagrams import diagram, squares_told
from arbiter.shapes.game.endings import each_score
from arbiter.tournament.game import Game
from arbiter.view import View
from arbiter.web import access
from arbiter.web.access import view as view  # noqa: PLC0414  # pages ask for it here
from arbiter.web.agenda import agenda
from arbiter.web.visitor_addresses import reach


def render(template: str, view: View, **more: Any) -> str:
    """Render the template with *view*, so that all parts of the page show the same state of the journal.

    Its form gets an idempotency `key` of its own.
    """
    state = view.state
    return render_template(
        template,
        t=view.tournament,
        state=state,
        people=view.people,
        at=view.at,
        name_of=view.name,
        by_whom=view.by_whom,
        bye_given=view.bye_given,
        diagram=lambda position, last=(): diagram(position, state.variant, view.language, last),
        squares=squares_told(state.variant),
        agenda=cache(lambda: agenda(view)),
        scores=lambda board: each_score(board["result"]),
        reach=lambda: reach(view.tournament),
        **{"key": secrets.token_hex(8), **more},
    )


def local(address: str | None, otherwise: str = "") -> str:
    """Return the path of *address* if it is a page of this service, otherwise the text *otherwise*.

    A path that begins with two slashes or backslashes is not such a page: a browser reads it as another host, even with
    a tab, CR or LF between them.
    """
    told = address or ""
    if told.startswith(request.host_url):
        told = told[len(request.host_url) - 1 :]
    here = told.startswith("/") and not told.startswith(("//", "/\\")) and told.isprintable()
    return told if here else otherwise


def see(address: str) -> Response:
    """Return the redirect that sends the browser to *address* after a POST."""
    return redirect(address, code=303)


def sentence(refused: Refused, language: str = "") -> str:
    """Return the sentence of a refusal, in *language* or, if that is empty, in the reader's language.

    Officials are named by name. On office pages the name of a player follows the number of the entry.
    """
    officials = access.desks().register.accounts.names() if "who" in refused.facts else words.NOBODY
    t = (request.view_args or {}).get("t") if (request.blueprint or "").startswith("office") else None
    if t and ENTRIES & refused.facts.keys():
        refused = Refused(refused.code, article=refused.article, **_with_names(refused.facts, view(t)))
    return words.refusal(refused, language or access.language(), access.called(), officials)


ENTRIES = frozenset({"entry", "one", "other", "white", "black", "opponent", "entries"})
"""The names of those facts of a refusal that are numbers of entries."""


def _with_names(facts: Mapping[str, Fact], view: View) -> dict[str, Fact]:
    """Return the facts of a refusal, with the player's name after each entry's number: "12 (Anna Bakker)"."""

    def named(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(named(one) for one in value)
        there = isinstance(value, int) and value in view.state.entries
        return f"{value} ({view.name(value)})" if there else value

    return {
        name: named(value) if name in ENTRIES and not (name == "entries" and isinstance(value, int)) else value
        for name, value in facts.items()
    }


def asked_ply(game: Game) -> int:
    """Return the number of plies (single moves) after which the page shows the game.

    It is the number in the query `?ply=`, but at most the number of plies played. Without a valid number it is the
    number of plies played.
    """
    text = request.args.get("ply", "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else game.ply
    return min(asked, game.ply)
