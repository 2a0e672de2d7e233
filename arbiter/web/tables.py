"""Standings and crosstable as `contract.md` has them: plain dictionaries for JSON and pages."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from arbiter import words
from arbiter.pairing.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.working import Part, Working, value_number, value_text
from arbiter.rulings.drawing import system_of
from arbiter.rulings.placing import placing, table_of, working_of
from arbiter.tournament.state import Tournament
from arbiter.web.drawing import known
from arbiter.web.shapes import People, Shape, name_of

SQUARE = 100
"""Entries up to which the crosstable has a cell for every two of them."""


def standings_shape(state: Tournament, people: People, language: str, upto: int | None = None) -> Shape:
    """The order at this line, or after that round, with the tie-breaks that the tournament separates equals by."""
    table = table_of(state, known(people), upto)
    placed = placing(state, known(people), upto)
    shared = {row.rank for row, other in pairwise(placed) if row.rank == other.rank}
    rows = [
        {
            "rank": row.rank,
            "shared": row.rank in shared,
            "entry": row.entry,
            "name": name_of(people, row.entry),
            "played": sum(meeting.outcome is not None for meeting in table.of(row.entry)),
            "points": state.points.number(row.points),
            "shown": state.points.text(row.points),
            "value": value_number(row.value),
            "tiebreaks": dict(zip(state.tiebreaks, map(value_number, row.tiebreaks), strict=True)),
            "texts": dict(zip(state.tiebreaks, map(value_text, row.tiebreaks), strict=True)),
        }
        for row in placed
    ]
    names = {code: words.term(code, language) for code in state.tiebreaks}
    valued = any(row.value is not None for row in placed)
    return {
        "version": state.version,
        "edition": state.setting("edition"),
        "valued": valued,
        "standings": rows,
        "tiebreaks": names,
    }


def crosstable_shape(state: Tournament, people: People) -> Shape:
    """Who met whom with what result, in the order of the standings.

    `rounds` of a row: what each round brought. `cells`: the games against each of the others, as long as there are not
    too many of them. Points of the row's player, None while the game is played.
    """
    table = table_of(state)
    order = [row.entry for row in placing(state, known(people))]
    places = {entry: place for place, entry in enumerate(order, start=1)}
    rows = []
    for entry in order:
        met = _by_opponent(table, entry)
        row: Shape = {
            "entry": entry,
            "name": name_of(people, entry),
            "points": state.points.number(table.score(entry)),
            "shown": state.points.text(table.score(entry)),
            "rounds": [_round(state, table, entry, number, places) for number in range(1, len(state.published) + 1)],
        }
        if len(order) <= SQUARE:
            row["cells"] = [[_game(state, m, entry) for m in met.get(opponent, ())] for opponent in order]
        rows.append(row)
    return {
        "version": state.version,
        "order": order,
        "square": bool(system_of(state).cycles) and len(order) <= SQUARE,
        "rows": rows,
    }


def _by_opponent(table: Crosstable, entry: int) -> Mapping[int, list[Meeting]]:
    found: dict[int, list[Meeting]] = {}
    for meeting in table.of(entry):
        found.setdefault(meeting.opponent(entry), []).append(meeting)
    return found


def _game(state: Tournament, meeting: Meeting, entry: int) -> Shape:
    return {
        "round": meeting.round,
        "colour": meeting.side(entry).value,
        "points": None if meeting.outcome is None else state.points.number(meeting.points_of(entry, state.points)),
        "played": meeting.played,
    }


def _round(state: Tournament, table: Crosstable, entry: int, number: int, places: Mapping[int, int]) -> Shape:
    """What that round was for the entry: a game, a bye, or nothing."""
    meeting = next((meeting for meeting in table.of(entry) if meeting.round == number), None)
    if meeting is not None:
        opponent = meeting.opponent(entry)
        return {**_game(state, meeting, entry), "opponent": opponent, "place": places[opponent], "bye": None}
    bye: Bye | None = next((bye for bye in table.byes_of(entry) if bye.round == number), None)
    points = None if bye is None else state.points.number(state.points.of(bye.outcome) if bye.outcome else 0)
    return {"round": number, "opponent": None, "points": points, "bye": bye.kind.value if bye else None}


def working_shape(state: Tournament, people: People, code: str, entry: int, language: str) -> Shape:
    """How a value of the standings came about: its parts, and the numbers used beside them."""
    made: Working = working_of(state, code, entry, known(people))
    return {
        "entry": entry,
        "name": name_of(people, entry),
        "code": code,
        "title": words.term(code, language),
        "value": value_text(made.value),
        "parts": [_part(part, people, language) for part in made.parts],
        "facts": {words.term(f"working {name}", language): value_text(value) for name, value in made.facts},
    }


def _part(part: Part, people: People, language: str) -> dict[str, Any]:
    return {
        "round": part.round or None,
        "opponent": part.opponent,
        "name": name_of(people, part.opponent) if part.opponent is not None else None,
        "of": value_text(part.of) if part.of is not None else None,
        "value": value_text(part.value),
        "how": words.term(f"working {part.how}", language),
        "cut": part.cut,
    }
