"""Standings and crosstable as plain dictionaries for JSON and pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from arbiter import words
from arbiter.pairing.table.cells import Cell, by_opponents, by_rounds, together
from arbiter.pairing.table.points import PointScheme
from arbiter.pairing.table.standings_calculation import Part, Working, decimals, value_number, value_text
from arbiter.rulings.rounds.awarding import in_category, members_of, placing_in
from arbiter.rulings.rounds.placing import Placed, by_groups, placing, table_of, ties, working_of
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View

Number = int | float


class StandingTold(TypedDict):
    """A row of the standings. The points are there as a number, and as text in `shown`.

    `stage`: the group or the final of the entry, in words; empty if the tournament has none. `stage_points`: the points
    of the final's own games, as text; empty outside the finals. While groups are playing, the rows stand group by
    group, and `rank` is the place in the group.
    """

    rank: int
    shared: bool
    entry: int
    name: str
    played: int
    appeal: bool
    points: Number
    shown: str
    value: Number | None
    tiebreaks: dict[str, Number | None]
    texts: dict[str, str]
    stage: str
    stage_points: str
    categories: list[str]


class StandingsTold(TypedDict):
    """The standings, with the names of their tie-breaks."""

    version: int
    edition: str | int
    valued: bool
    standings: list[StandingTold]
    tiebreaks: dict[str, str]


class CellTold(TypedDict):
    """A game in the crosstable. `points` is null while the game is played."""

    round: int
    colour: str | None
    points: Number | None
    shown: str | None
    played: bool


class RoundCell(TypedDict):
    """One round of an entry in the crosstable: a game, a bye, or nothing."""

    round: int
    opponent: int | None
    points: Number | None
    shown: str | None
    bye: str | None
    colour: NotRequired[str | None]
    played: NotRequired[bool]
    place: NotRequired[int | None]


class RowTold(TypedDict):
    """One row of the crosstable: an entry with its games."""

    entry: int
    name: str
    points: Number
    shown: str
    rounds: list[RoundCell]
    cells: NotRequired[list[list[CellTold]]]


class CrosstableTold(TypedDict):
    """The crosstable: the opponents and results of every entry."""

    version: int
    order: list[int]
    rounds: int
    square: bool
    rows: list[RowTold]


class PartTold(TypedDict):
    """The part of a tie-break's value that comes from one game or one opponent."""

    round: int | None
    opponent: int | None
    name: str | None
    of: str | None
    value: str
    how: str
    cut: bool


class WorkingTold(TypedDict):
    """The calculation of one tie-break for one entry."""

    entry: int
    name: str
    code: str
    title: str
    counts: str
    value: str
    parts: list[PartTold]
    facts: dict[str, str]


MOST_ENTRIES_SQUARE = 100
"""With at most this many entries, the crosstable has a cell for every pair of entries."""


EVERY = slice(None)
"""The slice that has all rows of a table."""


def nothing_played(state: Tournament) -> int | None:
    """Return 0 while no game has a result, so that the standings before round 1 are shown; otherwise None."""
    return None if any(game.result for game in state.games()) else 0


def standings_shape(
    view: View,
    upto: int | None = None,
    placed: Sequence[Placed] | None = None,
    category: str = "",
    part: slice = EVERY,
) -> StandingsTold:
    """Return the standings with the tournament's tie-breaks.

    *upto*: the round after which they are wanted, None for the present standings. *placed*: the ranking, if the caller
    has already calculated it. *category*: only its members are ranked, by the category's own tie-breaks if it has any.
    *part*: the slice of rows to return. Before the first result the standings are those before round 1, so that nobody
    leads by a bye alone.
    """
    upto = nothing_played(view.state) if upto is None else upto
    if category:
        placed = placing_in(view.state, view.known, category, upto, placed)
        view = replace(view, state=in_category(view.state, category))
    state, named = view.state, view.of_tables
    known = view.known
    members = members_of(state, known) if state.categories else {}
    table = table_of(state, known, upto)
    placed = by_groups(placing(state, known, upto) if placed is None else placed)
    columns = range(len(state.tiebreaks))
    digits = [max((decimals(row.tiebreaks[at]) for row in placed), default=0) for at in columns]
    shared = ties(placed)
    appealed = {entry for round, entry in state.appealed if upto is None or round <= upto}
    rows: list[StandingTold] = [
        {
            "rank": row.rank,
            "shared": row.entry in shared,
            "entry": row.entry,
            "name": named.name(row.entry),
            "played": sum(meeting.outcome is not None for meeting in table.of(row.entry)),
            "appeal": row.entry in appealed,
            "points": state.points.number(row.points),
            "shown": state.points.text(row.points),
            "value": value_number(row.value),
            "tiebreaks": dict(zip(state.tiebreaks, map(value_number, row.tiebreaks), strict=True)),
            "texts": dict(zip(state.tiebreaks, map(value_text, row.tiebreaks, digits), strict=True)),
            "stage": stage_text(row.stage, view.language),
            "stage_points": state.points.text(row.stage[3]) if row.stage and row.stage[0] == "final" else "",
            "categories": [name for name, there in members.items() if row.entry in there],
        }
        for row in placed[part]
    ]
    names = {code: words.term(code, view.language) for code in state.tiebreaks}
    valued = any(row.value is not None for row in placed)
    return {
        "version": state.version,
        "edition": state.setting("edition"),
        "valued": valued,
        "standings": rows,
        "tiebreaks": names,
    }


def stage_text(stage: tuple[str, str, int, int] | None, language: str) -> str:
    """Return a group or a final in words, such as "Final A"; empty if *stage* is None."""
    return f"{words.term(f'stage {stage[0]}', language)} {stage[1]}" if stage else ""


def crosstable_shape(view: View, placed: Sequence[Placed] | None = None, part: slice = EVERY) -> CrosstableTold:
    """Return the crosstable in the order of the standings.

    *placed*: the ranking, if the caller has already calculated it. *part*: the slice of rows to return; `order` has all
    entries. In each row `rounds` has one item for each round. `cells` has the games against each other entry; it is
    left out if there are too many entries. The points are those of the row's entry, and null while the game is played.
    """
    state, named = view.state, view.of_tables
    placed = placing(state, view.known) if placed is None else placed
    table, order = table_of(state), [row.entry for row in placed]
    square = len(order) <= MOST_ENTRIES_SQUARE
    others = {line.entry: line.cells for line in by_opponents(table, order)} if square else {}
    rows: list[RowTold] = []
    for line in by_rounds(table, order, part):
        row: RowTold = {
            "entry": line.entry,
            "name": named.name(line.entry),
            "points": state.points.number(table.score(line.entry)),
            "shown": state.points.text(table.score(line.entry)),
            "rounds": [_round(number, together(cells), state.points) for number, cells in enumerate(line.cells, 1)],
        }
        if square:
            row["cells"] = [[_game(cell, state.points) for cell in cells] for cells in others[line.entry]]
        rows.append(row)
    return {
        "version": state.version,
        "order": order,
        "rounds": table.last,
        "square": bool(state.pairing.cycles) and square,
        "rows": rows,
    }


def _game(cell: Cell, points: PointScheme) -> CellTold:
    return {
        "round": cell.round,
        "colour": cell.colour.value if cell.colour else None,
        "points": None if cell.score is None else points.number(cell.score),
        "shown": None if cell.score is None else points.text(cell.score),
        "played": cell.played,
    }


def _round(number: int, cell: Cell | None, points: PointScheme) -> RoundCell:
    """Return what an entry did in a round, for the crosstable: a game, a bye, or nothing (if *cell* is None)."""
    if cell is None or cell.opponent is None:
        score = None if cell is None else cell.score
        bye = cell.bye.value if cell is not None and cell.bye is not None else None
        points_of = None if score is None else points.number(score)
        shown = None if score is None else points.text(score)
        return {"round": number, "opponent": None, "points": points_of, "shown": shown, "bye": bye}
    return {**_game(cell, points), "opponent": cell.opponent, "place": cell.place, "bye": None}


def working_shape(view: View, code: str, entry: int) -> WorkingTold:
    """Return how a value in the standings was calculated: the part of each game or opponent, and other numbers used."""
    made: Working = working_of(view.state, code, entry, view.known)
    named, language = view.of_tables, view.language
    return {
        "entry": entry,
        "name": named.name(entry),
        "code": code,
        "title": words.term("list value" if code == "value" else code, language),
        "counts": words.term("list value counts" if code == "value" else f"{code} counts", language),
        "value": value_text(made.value),
        "parts": [_part(part, named) for part in made.parts],
        "facts": {words.term(f"fact {name}", language): value_text(value) for name, value in made.facts},
    }


def _part(part: Part, named: View) -> PartTold:
    return {
        "round": part.round or None,
        "opponent": part.opponent,
        "name": named.name(part.opponent) if part.opponent is not None else None,
        "of": value_text(part.of) if part.of is not None else None,
        "value": value_text(part.value),
        "how": words.term(f"working {part.how}", named.language),
        "cut": part.cut,
    }
