"""New ratings as JSON: the list of all players, and the calculation for one player game by game."""

from __future__ import annotations

from typing import TypedDict

from arbiter import words
from arbiter.pairing.ratings.new import RatedGame, RatingLine
from arbiter.pairing.ratings.systems import RatingSystem
from arbiter.pairing.table.standings_calculation import rounded, value_number, value_text
from arbiter.refused import Refused
from arbiter.rulings.rounds.ratings import rating_system_of, ratings_of
from arbiter.shapes.json_answers import told
from arbiter.shapes.standings_and_crosstable import Number
from arbiter.view import View


class RatingTexts(TypedDict):
    """The numbers of a player's new rating, formatted as texts for a page."""

    score: str
    expected: str
    change: str


class RatingLineTold(TypedDict):
    """A player's rating before and after the tournament, with the numbers from which it was calculated."""

    entry: int
    name: str
    rating: int | None
    games: int
    score: Number | None
    expected: Number | None
    performance: int | None
    change: int | None
    new: int | None
    note: str | None
    texts: RatingTexts


class RatingsTold(TypedDict):
    """The new ratings of all players, with the formula. Without a formula the ratings do not change."""

    version: int
    system: str | None
    name: str
    source: str | None
    sure: bool | None
    doubt: str | None
    win: int
    rated_games: int | str
    ratings: list[RatingLineTold]


class RatedTexts(TypedDict):
    """The numbers of a rated game, formatted as texts for a page."""

    score: str
    expected: str
    more: str


class RatedTold(TypedDict):
    """A game of one player, with the score that the formula expected and the actual score."""

    round: int
    opponent: int
    name: str
    colour: str
    rating: int | None
    score: Number | None
    expected: Number | None
    counts: bool
    how: str
    texts: RatedTexts


class RatingTold(RatingLineTold):
    """One player's new rating, with its calculation game by game."""

    system: str | None
    facts: dict[str, str]
    of: list[RatedTold]


def ratings_shape(view: View) -> RatingsTold:
    """Return the new ratings of all players, with the formula.

    If the tournament has no rating formula, `system` is None and the ratings do not change.
    """
    state, language = view.state, view.language
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
        "ratings": [_line(made, system, view) for made in ratings_of(state, view.known)],
    }


def rating_shape(view: View, entry: int) -> RatingTold:
    """Return one player's new rating, with the expected score of each game and the other numbers of the formula."""
    state, language = view.state, view.language
    made = next((made for made in ratings_of(state, view.known) if made.entry == entry), None)
    if made is None:
        raise Refused("no_entry", entry=entry)
    system = rating_system_of(state)
    facts = made.after.facts if made.after else ()
    return {
        **_line(made, system, view),
        "system": str(state.setting("ratings")) if system else None,
        "facts": {words.term(f"fact {name}", language): value_text(value) for name, value in facts},
        "of": [_game(game, system, view) for game in made.games],
    }


def _line(made: RatingLine, system: RatingSystem | None, view: View) -> RatingLineTold:
    after, win = made.after, system.win if system else 1
    asked = after is not None and made.before.rating is not None
    return {
        "entry": made.entry,
        "name": view.name(made.entry),
        "rating": made.before.rating,
        "games": made.counted,
        "score": value_number(after.scored * win) if after else None,
        "expected": value_number(rounded(after.expected * win, 2)) if after and asked else None,
        "performance": after.performance if after else None,
        "change": made.change,
        "new": made.rating,
        "note": words.term(f"rating {made.note}", view.language) if made.note else None,
        "texts": {
            "score": value_text(after.scored * win) if after else "-",
            "expected": value_text(rounded(after.expected * win, 2), 2) if after and asked else "-",
            "change": f"{made.change:+d}" if made.change is not None else "-",
        },
    }


def _game(game: RatedGame, system: RatingSystem | None, view: View) -> RatedTold:
    win = system.win if system else 1
    scored = None if game.points is None else game.points * win
    expected = None if game.expected is None else rounded(game.expected * win, 4)
    return told(
        RatedTold,
        game,
        name=view.name(game.opponent),
        colour=game.side.value,
        score=value_number(scored),
        expected=value_number(expected),
        how=words.term(f"rated {game.how}", view.language),
        texts={
            "score": value_text(scored) if scored is not None else "-",
            "expected": value_text(expected, 2) if expected is not None else "-",
            "more": value_text(scored - expected, 2) if scored is not None and expected is not None else "-",
        },
    )
