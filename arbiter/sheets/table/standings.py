"""The standings with their tie-breaks, and an explanation of the columns."""

from __future__ import annotations

from collections.abc import Container
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from arbiter.incidents.terms import late_terms
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.points import points_text
from arbiter.pairing.table.standings_calculation import value_text
from arbiter.prizes.awards import marks_of
from arbiter.rulings.rounds.awarding import in_category, placing_in
from arbiter.rulings.rounds.placing import Placed, by_groups, placing, ties
from arbiter.rulings.rounds.placing import table_of as table_until
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given


def draw(given: Given, to: BinaryIO) -> None:
    """The standings with their tie-breaks, now or after a round, and the standings of each category."""
    given = given.of_tables
    title = given.text("Standings")
    flow(given, title, titled(given, title, as_of(given)), [*order_of(given), *categories_of(given)], to)


def categories_of(given: Given) -> list[Flowable]:
    """Return the standings of each category that has members, by its own tie-breaks if it has some."""
    found: list[Flowable] = []
    for one in given.state.categories:
        order = placing_in(given.state, given.known, one.name, given.round)
        state, shared = in_category(given.state, one.name), ties(order)
        columns = (
            Column(given.text("Place"), 16 * mm, align="right", bold=True),
            Column(given.text("Name"), grows=3, whole=True),
            Column(given.text("Club"), grows=2, whole=True),
            Column(given.text("Points"), 15 * mm, align="right", bold=True),
            *(Column(given.term(code), 20 * mm, align="right") for code in state.tiebreaks),
        )
        rows = [
            [
                place(row, shared),
                named(given, row.entry),
                given.person(row.entry).club or "",
                state.points.text(row.points),
                *map(value_text, row.tiebreaks),
            ]
            for row in order
        ]
        if rows:
            head = paragraph(one.name, 11, bold=True, before=12, after=4, keep=True)
            found += [head, table(columns, rows, 10, paper_of(given).across)]
    return found


def order_of(given: Given) -> list[Flowable]:
    """Return the table of the standings, with the explanation of its columns below."""
    crosstable = table_of(given)
    order = by_groups(placing(given.state, given.known, given.round))
    valued = any(standing.value is not None for standing in order)
    staged = any(standing.stage for standing in order)
    last = any(standing.stage and standing.stage[0] == "final" for standing in order)
    columns = (
        Column(given.text("Place"), 16 * mm, align="right", bold=True),
        Column(given.text("Name"), grows=3, whole=True),
        *([Column(given.text("Group or final"), 22 * mm)] if staged else []),
        *(
            [Column(given.text("Points in the final"), 20 * mm, align="right", bold=True)]
            if last  # which takes the room of the club and the rating: the names need theirs
            else [Column(given.text("Club"), grows=2, whole=True), Column(given.text("Rating"), 16 * mm, align="right")]
        ),
        Column(given.text("Games"), 15 * mm, align="right"),
        *([Column(given.text("Value"), 18 * mm, align="right", bold=True)] if valued else []),
        Column(given.text("Points"), 15 * mm, align="right", bold=True),
        *(Column(given.term(code), 20 * mm, align="right") for code in given.state.tiebreaks),
    )
    rows, marks, shared = [], marks_of(given), ties(order)
    for standing in order:
        person = given.person(standing.entry)
        played = sum(meeting.outcome is not None for meeting in crosstable.of(standing.entry))
        rows.append(
            [
                place(standing, shared),
                " ".join((named(given, standing.entry), *(f"[{mark}]" for mark, _ in marks.get(standing.entry, ())))),
                *([stage_text(given, standing)] if staged else []),
                *(
                    [given.state.points.text(standing.stage[3]) if standing.stage else ""]
                    if last
                    else [
                        person.club or "",
                        str(person.rating) if person.rating is not None else "",
                    ]
                ),
                str(played),
                *([value_text(standing.value)] if valued else []),
                given.state.points.text(standing.points),
                *map(value_text, standing.tiebreaks),
            ]
        )
    told = legend(given, order)
    if marks:
        meant = dict.fromkeys(f"[{mark}] {name}" for found in marks.values() for mark, name in found)
        told.append(given.text("Categories: {categories}.", categories=", ".join(meant)))
    below = [paragraph(line, 8, before=0 if number else 7) for number, line in enumerate(told)]
    return [table(columns, rows, 10, paper_of(given).across), *below]


def table_of(given: Given) -> Crosstable:
    """Return the crosstable up to and including the round that the sheet is about."""
    return table_until(given.state, given.known, given.round)


def place(standing: Placed, shared: Container[int]) -> str:
    """Return the place of an entry as text, with a mark if the entry is one of *shared*, whose places are shared."""
    return f"{standing.rank}=" if standing.entry in shared else str(standing.rank)


def stage_text(given: Given, standing: Placed) -> str:
    """Return the group or the final of an entry, such as "Final A"; empty if the tournament has none."""
    word, letter, *_ = standing.stage or ("", "", 0, 0)
    return f"{given.term(f'stage {word}')} {letter}" if word else ""


def named(given: Given, entry: int) -> str:
    """Return the entry's name, with a mark if the entry has withdrawn."""
    name = " ".join(filter(None, (given.person(entry).title, given.name(entry))))
    if given.state.pairing.teams:
        return name
    if any(entry == appealed for _, appealed in given.state.appealed):
        name = f"{name} †"
    return given.text("{name} (withdrawn)", name=name) if entry in given.state.withdrawn else name


def as_of(given: Given) -> str:
    """Return a text that says after which round the standings are, and how many games have no result yet."""
    rounds = given.state.rounds[: given.round]
    if not rounds:
        return given.text("Before round 1")
    missing = sum(game.result is None for round in rounds for game in round.games)
    after = given.text("After round {round}", round=len(rounds))
    provisional = given.text("provisional, games without a result: {games}", games=missing)
    return f"{after} · {provisional}" if missing else after


def legend(given: Given, order: tuple[Placed, ...]) -> list[str]:
    """Return lines that explain results under appeal, the points of a game, and the short names of the tie-breaks."""
    appealed = given.text("†: under appeal; it counts until the appeal is decided.")
    return [*([appealed] if given.state.appealed else []), *late_terms(given), *_legend(given, order)]


def _legend(given: Given, order: tuple[Placed, ...]) -> list[str]:
    points = given.state.points
    if points.narrow:
        others = ", ".join(f"{more}-{less}" for more, less in points.narrow)
        lines = [
            given.text(
                "Points: {points} for a win on the board (a knock-out); in other games the material decides: {others}.",
                points=points_text(points),
                others=others,
            )
        ]
    else:
        lines = [given.text("Points: {points} for a win, draw and loss.", points=points_text(points))]
    for number, code in enumerate(given.state.tiebreaks, start=1):
        lines.append(
            given.text(
                "Tie-break {number}, {name}: {counts}.",
                number=number,
                name=given.term(code),
                counts=given.term(f"{code} counts"),
            )
        )
    staged = next((row.stage[0] for row in order if row.stage), "")
    if staged:
        whole = given.text("Points and tie-breaks in this table count all games.")
        lines.insert(0, f"{given.term(f'staged by {staged}s')} {whole}")
    if ties(order):
        shared = given.text("=: the place is shared.")
        lines.append(shared if staged else given.text("=: equal on all tie-breaks; the place is shared."))
    return lines
