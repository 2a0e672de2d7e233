"""The crosstable of all entries against each other, in the order of the standings; before play it is empty."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Table

from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.pairing.table.standings_calculation import value_text
from arbiter.rulings.rounds.placing import Placed, placing, ties
from arbiter.sheets.drawing import PLAIN, cell, paragraph
from arbiter.sheets.listing import SHADE, flow, titled
from arbiter.sheets.page_layout import Paper, paper_of
from arbiter.sheets.print_data import Given
from arbiter.sheets.table.rounds import by_rounds
from arbiter.sheets.table.standings import as_of, legend, named, place, table_of

NARROW = 4.9 * mm
WIDE = 11 * mm
MOST_UPRIGHT_PLAYERS = 12
"""With at most this many players the page is upright; with more it is in landscape."""
MANY_PLAYERS = 20
"""With more players than this the rows are closer together than usual, 30 to a page."""


def draw(given: Given, to: BinaryIO) -> None:
    """The crosstable: the opponents and results of every entry.

    If the table is wide, the paper is in landscape. If it is too wide even so, its columns are divided over several
    tables.
    """
    given = given.of_tables
    title = given.text("Crosstable")
    crosstable = table_of(given)
    if not given.state.pairing.cycles:
        by_rounds(given, to)
        return
    order = placing(given.state, given.known, given.round)
    cycles = max(1, given.state.pairing.cycles)
    paper = paper_of(given)
    if len(order) * cycles > MOST_UPRIGHT_PLAYERS:
        paper = paper.turned
    name, number = min(56 * mm, paper.across * 0.3), 14 * mm
    sums = number * (2 + len(given.state.tiebreaks))
    least = NARROW * (1.5 if cycles > 1 else 1)
    fit = max(1, int((paper.across - name - 10 * mm - sums) / least))
    bands = -(-len(order) // fit) or 1
    wide = -(-len(order) // bands)
    body: list[Flowable] = []
    for band in range(bands):
        body += [PageBreak()] if band else []
        body.append(
            _band(given, crosstable, order, range(band * wide, min((band + 1) * wide, len(order))), paper, name, number)
        )
    marks = [*legend(given, order), given.text("+: forfeit. Empty: not played yet, or no result.")]
    if cycles > 1:
        marks.append(given.text("Two numbers in a cell: the first and the second game."))
    body.append(paragraph(" ".join(marks), 8, before=6))
    flow(given, title, titled(given, title, as_of(given)), body, to, paper=paper)


def _band(
    given: Given,
    crosstable: Crosstable,
    order: tuple[Placed, ...],
    columns: range,
    paper: Paper,
    name: float,
    number: float,
) -> Table:
    codes = given.state.tiebreaks
    free = paper.across - name - 10 * mm - number * (2 + len(codes))
    square = min(WIDE, free / max(1, len(columns)))
    size = 9 if square > 7.5 * mm else 7
    close = len(order) > MANY_PLAYERS
    large = 8 if close else 9
    heads = [given.text("Points"), *(given.term(code) for code in codes), given.text("Place")]
    shared = ties(order)
    rows: list[list[Flowable]] = [
        [
            paragraph("", size),
            paragraph(given.text("Name"), 8, bold=True),
            *(paragraph(str(column + 1), size, bold=True, align="centre") for column in columns),
            *(cell(head, 6.5, number - 4, bold=True, align="right") for head in heads),
        ]
    ]
    for at, standing in enumerate(order, start=1):
        values = [cell_text(given, crosstable, standing.entry, order[column].entry) for column in columns]
        rows.append(
            [
                paragraph(str(at), large, bold=True, align="right"),
                cell(named(given, standing.entry), large, name - 4, whole=True),
                *(paragraph(value, size, align="centre") for value in values),
                paragraph(given.state.points.text(standing.points), large, bold=True, align="right"),
                *(paragraph(value_text(value), 8, align="right") for value in standing.tiebreaks),
                paragraph(place(standing, shared), large, bold=True, align="right"),
            ]
        )
    widths = [10 * mm, name, *(square for _ in columns), *(number for _ in heads)]
    made = Table(rows, colWidths=widths, repeatRows=1, hAlign="LEFT")
    last = 1 + len(columns)
    made.setStyle(
        [
            ("FONTNAME", (0, 0), (-1, -1), PLAIN),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2),
            ("LEFTPADDING", (2, 0), (last, -1), 0),
            ("RIGHTPADDING", (2, 0), (last, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0.8 if close else 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2 if close else 4.5),
            ("BACKGROUND", (0, 0), (-1, 0), SHADE),
            ("GRID", (0, 0), (-1, -1), 0.3, black),
            ("LINEBELOW", (0, 0), (-1, 0), 1, black),
            ("LINEAFTER", (last, 0), (last, -1), 1, black),
            *(("BACKGROUND", (2 + at, 1 + row), (2 + at, 1 + row), black) for at, row in enumerate(columns)),
        ]
    )
    return made


def cell_text(given: Given, crosstable: Crosstable, entry: int, opponent: int) -> str:
    """Return the results of *entry* against *opponent*, game by game; empty if the two are the same."""
    if entry == opponent:
        return ""
    return " ".join(filter(None, (_value(given, meeting, entry) for meeting in crosstable.between(entry, opponent))))


def _value(given: Given, meeting: Meeting, entry: int) -> str:
    outcome = meeting.of(entry)
    if outcome is None:
        return ""
    points = given.state.points
    appealed = "†" if (meeting.round, entry) in given.state.appealed else ""
    return f"{points.text(meeting.points_of(entry, points))}{'' if meeting.played else '+'}{appealed}"
