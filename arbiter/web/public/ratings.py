"""The new ratings as pages and as JSON: the list, and one entry's working game by game."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template
from flask.typing import ResponseReturnValue

from arbiter import words
from arbiter.hall.drawing import known
from arbiter.hall.view import hall
from arbiter.pairing.ratings.new import RatedGame, RatingLine
from arbiter.pairing.ratings.systems import RatingSystem
from arbiter.pairing.table.working import rounded, value_number, value_text
from arbiter.refused import Refused
from arbiter.rulings.rounds.ratings import rating_system_of, ratings_of
from arbiter.shapes.tournament import People, Shape, name_of
from arbiter.tournament.state import Tournament
from arbiter.web import doors

ratings = Blueprint("ratings", __name__)
"""The public pages; nested into those of the tournament."""
ratings_api = Blueprint("ratings_api", __name__, url_prefix="/api/v1/tournaments/<t>/ratings")


@ratings.get("/tournaments/<t>/ratings")
def show(t: str) -> ResponseReturnValue:
    """What the tournament makes of the ratings."""
    shown = hall(t)
    table = ratings_shape(shown["state"], shown["people"], doors.language())
    return render_template("public/ratings.html", **shown, table=table)


@ratings.get("/tournaments/<t>/ratings/<int:entry>")
def line(t: str, entry: int) -> ResponseReturnValue:
    """How one new rating came about, game by game."""
    shown = hall(t)
    made = rating_shape(shown["state"], shown["people"], entry, doors.language())
    table = ratings_shape(shown["state"], shown["people"], doors.language())
    return render_template("public/rating.html", **shown, made=made, table=table)


@ratings_api.get("")
def all_(t: str) -> Response:
    """The list, the highest new rating first."""
    return jsonify(ratings_shape(doors.seen(doors.desks().desk(t).state), doors.people(t), doors.language()))


@ratings_api.get("/<int:entry>")
def one(t: str, entry: int) -> Response:
    """One line with its working, game by game."""
    state = doors.seen(doors.desks().desk(t).state)
    return jsonify(rating_shape(state, doors.people(t), entry, doors.language()))


def ratings_shape(state: Tournament, people: People, language: str) -> Shape:
    """The list with its formula; `system` is None where none is settled, and then every rating stays as it was."""
    system, key = rating_system_of(state), str(state.setting("ratings"))
    return {
        "version": state.version,
        "system": key if system else None,
        "name": words.term(f"ratings {key}", language),
        "source": system.source if system else None,
        "sure": system.sure if system else None,
        "doubt": words.term(f"rating doubt {key}", language) if system and not system.sure else None,
        "win": system.win if system else 1,
        "rated_games": state.setting("rated_games"),
        "ratings": [_line(made, system, people, language) for made in ratings_of(state, known(people))],
    }


def rating_shape(state: Tournament, people: People, entry: int, language: str) -> Shape:
    """One line of the list, and below it the games with what each was expected to bring, and the formula's numbers."""
    made = next((made for made in ratings_of(state, known(people)) if made.entry == entry), None)
    if made is None:
        raise Refused("no_entry", entry=entry)
    system = rating_system_of(state)
    facts = made.after.facts if made.after else ()
    return {
        **_line(made, system, people, language),
        "system": str(state.setting("ratings")) if system else None,
        "facts": {words.term(f"fact {name}", language): value_text(value) for name, value in facts},
        "of": [_game(game, system, people, language) for game in made.games],
    }


def _line(made: RatingLine, system: RatingSystem | None, people: People, language: str) -> Shape:
    after, win = made.after, system.win if system else 1
    asked = after is not None and made.before.rating is not None
    return {
        "entry": made.entry,
        "name": name_of(people, made.entry),
        "rating": made.before.rating,
        "games": made.counted,
        "score": value_number(after.scored * win) if after else None,
        "expected": value_number(rounded(after.expected * win, 2)) if after and asked else None,
        "performance": after.performance if after else None,
        "change": made.change,
        "new": made.rating,
        "note": words.term(f"rating {made.note}", language) if made.note else None,
        "texts": {
            "score": value_text(after.scored * win) if after else "-",
            "expected": value_text(rounded(after.expected * win, 2), 2) if after and asked else "-",
            "change": f"{made.change:+d}" if made.change is not None else "-",
        },
    }


def _game(game: RatedGame, system: RatingSystem | None, people: People, language: str) -> Shape:
    win = system.win if system else 1
    scored = None if game.points is None else game.points * win
    expected = None if game.expected is None else rounded(game.expected * win, 4)
    return {
        "round": game.round,
        "opponent": game.opponent,
        "name": name_of(people, game.opponent),
        "colour": game.side.value,
        "rating": game.rating,
        "score": value_number(scored),
        "expected": value_number(expected),
        "counts": game.counts,
        "how": words.term(f"rated {game.how}", language),
        "texts": {
            "score": value_text(scored) if scored is not None else "-",
            "expected": value_text(expected, 2) if expected is not None else "-",
            "more": value_text(scored - expected, 2) if scored is not None and expected is not None else "-",
        },
    }
