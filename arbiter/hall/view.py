"""What every page of a tournament is shown: its state, its people, the time in the hall, the shapes of its boards."""

from __future__ import annotations

from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response

from arbiter import words
from arbiter.refused import Refused
from arbiter.shapes.diagrams import diagram, squares_told
from arbiter.shapes.tournament import Shape, board_shape, name_of, round_shape
from arbiter.tournament.game import Game
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.web import doors

Shown = dict[str, Any]


def hall(t: str) -> Shown:
    """What the templates of tournament *t* are given, all of one line of its journal; public pages know no draft."""
    whole = doors.desks().desk(t).state
    state = whole if request.path.startswith("/office") else whole.announced
    people = doors.people(t)
    return {
        "t": t,
        "state": state,
        "people": people,
        "at": doors.desks().clock.now(),
        "name_of": lambda entry: name_of(people, entry),
        "diagram": lambda position, last=(): diagram(position, state.variant, last),
        "squares": squares_told(state.variant),
    }


def boards_of(shown: Shown, round: Round) -> list[Shape]:
    """The boards of a round as pages, scripts and wires have them."""
    state: Tournament = shown["state"]
    speed = doors.desks().clock.speed
    boards: list[Shape] = round_shape(state, round, shown["people"], shown["at"], speed, doors.language())["boards"]
    return boards


def board_of(shown: Shown, game: Game) -> Shape:
    """One board, likewise."""
    speed = doors.desks().clock.speed
    return board_shape(shown["state"], game, shown["people"], shown["at"], speed, doors.language())


def local(address: str | None, otherwise: str) -> str:
    """*address* if it is a page of this service, and *otherwise* if not."""
    here = address is not None and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if here and address is not None and address.isprintable() else otherwise


def see(address: str) -> Response:
    """Sends the browser on after a POST."""
    return redirect(address, code=303)


def sentence(refused: Refused) -> str:
    """A refusal in the reader's language, to be shown beside the form that it is about."""
    return words.refusal(refused, doors.language(), doors.called())


def asked_ply(game: Game) -> int:
    """The ply that the page is asked to show: the last one, unless the address names another."""
    text = request.args.get("ply", "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else game.ply
    return min(asked, game.ply)
