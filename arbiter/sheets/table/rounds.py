"""The crosstable round by round: every player's opponent, colour and result in each round."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm

from arbiter.pairing.table import cells
from arbiter.pairing.table.cells import cell_text, together
from arbiter.pairing.table.standings_calculation import value_text
from arbiter.rulings.rounds.placing import placing, ties
from arbiter.rulings.rounds.placing import table_of as table_until
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sheets.table.standings import as_of, legend, named, place

MOST_UPRIGHT_ROUNDS = 7
"""With at most this many rounds the page is upright; with more it is in landscape."""


def by_rounds(given: Given, to: BinaryIO) -> None:
    """The crosstable round by round, in the order of the standings; in landscape if there are many rounds."""
    title = given.text("Crosstable")
    crosstable = table_until(given.state, given.known, given.round)
    order = placing(given.state, given.known, given.round)
    lines = {line.entry: line.cells for line in cells.by_rounds(crosstable, [row.entry for row in order])}
    rounds, appealed, shared = range(1, crosstable.last + 1), given.state.appealed, ties(order)
    paper = paper_of(given)
    if len(rounds) + len(given.state.tiebreaks) > MOST_UPRIGHT_ROUNDS + 2:
        paper = paper.turned
    valued = any(row.value is not None for row in order)
    columns = (
        Column("", 9 * mm, align="right", bold=True),
        Column(given.text("Name"), grows=1, whole=True),
        *(Column(str(number), 13.5 * mm, align="centre") for number in rounds),
        *([Column(given.text("Value"), 15 * mm, align="right", bold=True)] if valued else []),
        Column(given.text("Points"), 14 * mm, align="right", bold=True),
        *(Column(given.term(code), 15 * mm, align="right") for code in given.state.tiebreaks),
        Column(given.text("Place"), 13 * mm, align="right", bold=True),
    )
    rows = [
        [
            str(at),
            named(given, row.entry),
            *(
                cell_text(crosstable.points, together(cells)) + ("†" if (number, row.entry) in appealed else "")
                for number, cells in enumerate(lines[row.entry], start=1)
            ),
            *([value_text(row.value)] if valued else []),
            given.state.points.text(row.points),
            *map(value_text, row.tiebreaks),
            place(row, shared),
        ]
        for at, row in enumerate(order, start=1)
    ]
    marks = [
        given.text("12w2: against number 12 of this table with White, 2 points. b: Black. +: forfeit."),
        *legend(given, order),
    ]
    below = [paragraph(mark, 8, before=0 if at else 6) for at, mark in enumerate(marks)]
    body = [table(columns, rows, 9, paper.across), *below]
    flow(given, title, titled(given, title, as_of(given)), body, to, paper=paper)
