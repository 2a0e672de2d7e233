"""Functions for pages: the reader's view of a tournament, the rendering of templates, and redirects after a POST."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from arbiter import words
from arbiter.refused import Fact, Refused
from arbiter.shapes.game.diagrams import diagram, squares_told
from arbiter.shapes.game.endings import each_score
from arbiter.sides import Instant
from arbiter.tournament.game import Game
from arbiter.tournament.past.delayed import behind
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View
from arbiter.web import access
from arbiter.web.agenda import agenda
from arbiter.web.reach import reach


def view(t: str, state: Tournament | None = None, at: Instant | None = None) -> View:
    """Return the tournament *t* as the reader of this request may see it.

    It is shown at the instant *at* and in *state*; if they are None, now and in the present state. Spectators see no
    draft round. If the tournament is shown with a delay, they do not see the newest moves.
    """
    desks, reader = access.desks(), access.reader()
    desk, clock = desks.desk(t), desks.clock
    now = clock.now() if at is None else at
    whole = access.sees_office(t) and not desk.stands.fed
    if state is None:
        state = desk.state if whole else desk.state.announced
        if not whole and reader.role not in ("tablet", "display"):  # a screen in the hall has no delay
            state = behind(state, now)
    seen = View(
        tournament=t,
        state=state,
        people=desk.people,
        staff=desk.register.staff(t),
        officials=desk.register.accounts.names(),
        at=now,
        speed=clock.speed,
        zone=access.service.zone,
        language=access.language(),
        relayed=desk.stands.fed is not None,
    )
    if whole:
        return seen
    return replace(seen.in_public, texts=_at_its_board(t, state))


def _at_its_board(t: str, state: Tournament) -> bool:
    """Return whether the reader is a tablet and the request is about the game that is played at the tablet's board."""
    named = request.view_args or {}
    board = named.get("b") or request.args.get("board", type=int)
    if board is None or not access.reader().at(t, board):
        return False
    game = state.at_board(board)
    return game is not None and (named.get("n") or request.args.get("round", type=int)) in (None, game.round)


def render(template: str, view: View, **more: Any) -> str:
    """Render the template with *view*, so that all parts of the page show the same state of the journal."""
    state = view.state
    return render_template(
        template,
        t=view.tournament,
        state=state,
        people=view.people,
        at=view.at,
        name_of=view.name,
        diagram=lambda position, last=(): diagram(position, state.variant, view.language, last),
        squares=squares_told(state.variant),
        agenda=cache(lambda: agenda(view)),
        scores=lambda board: each_score(board["result"]),
        reach=lambda: reach(view.tournament),
        **more,
    )


def local(address: str | None, otherwise: str = "") -> str:
    """Return the path of *address* if it is a page of this service, otherwise the text *otherwise*.

    A path that begins with two slashes or backslashes is not: a browser reads it as another host, even with a tab, CR
    or LF between them.
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
    """Return the sentence of a refusal in *language*, or if it is empty in the reader's. Officials are named by name.

    On office pages the name of a player follows the number of the entry.
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
    """Return the number of plies (single moves) after which the page shows the game: that in the query `?ply=`.

    Without a valid number return the number of plies played, and never more than that.
    """
    text = request.args.get("ply", "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else game.ply
    return min(asked, game.ply)
