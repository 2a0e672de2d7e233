"""A tournament as tables: a CSV file with each entry's rounds, and an Excel workbook with several sheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from arbiter import words
from arbiter.clock.control import controls_text
from arbiter.journal.people import POSTS, Person
from arbiter.pairing.table.standings_calculation import value_number, value_text
from arbiter.prizes.awards import prizes_shape
from arbiter.prizes.money import plain_money
from arbiter.rulings.rounds.awarding import placing_in
from arbiter.rulings.rounds.placing import placing, table_of
from arbiter.sides import Side
from arbiter.view import View

TableRow = Sequence[str | int | float | None]
FACTS = ("Rating", "Club", "Federation", "Title", "Born", "Sex", "Federation ID")
"""The headings of the facts about a person, in the order of `facts_of`. The import of lists recognises all of them."""
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def facts_of(person: Person) -> TableRow:
    """Return the facts about a person in the order of `FACTS`."""
    return person.rating, person.club, person.federation, person.title, person.born, person.sex, person.number


def csv_text(view: View) -> str:
    """Return the crosstable as CSV: a line for each entry in the order of the standings. The import can read it."""
    return rows_text(crosstable_rows(view))


def rows_text(rows: Iterable[TableRow]) -> str:
    """Return the rows as CSV in a form that every spreadsheet program opens."""
    made = io.StringIO()
    made.write("\ufeff")
    writer = csv.writer(made, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_plain(cell) for cell in row])
    return made.getvalue()


def workbook(view: View) -> bytes:
    """Return the tournament as an Excel workbook: standings with every round, games, entries, categories, prizes."""
    from openpyxl import Workbook  # would be a fifth of the start time of every command, and few commands need it
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    language = view.language
    sheet.title = words.text("Standings", language)[:31]
    sheets = [(sheet, crosstable_rows(view))]
    sheets.append((book.create_sheet(words.text("Tournament", language)[:31]), tournament_rows(view)))
    sheets.append((book.create_sheet(words.text("Games", language)[:31]), game_rows(view)))
    sheets.append((book.create_sheet(words.text("Players", language)[:31]), people_rows(view)))
    if view.state.categories:
        sheets.append((book.create_sheet(words.text("Categories", language)[:31]), category_rows(view)))
    if view.state.fund.prizes:
        sheets.append((book.create_sheet(words.text("Prizes", language)[:31]), prize_rows(view)))
    for page, rows in sheets:
        for row in rows:
            page.append([_plain(cell) for cell in row])
        for cell in page[1]:
            cell.font = Font(bold=True)
        page.freeze_panes = "A2"
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def _plain(cell: str | float | None) -> str | int | float | None:
    """Return a cell for a spreadsheet. A text that a program would take for a formula gets a quote in front."""
    if isinstance(cell, str) and cell.startswith(BEGINS_A_FORMULA) and len(cell) > 1:
        return f"'{cell}"
    return cell


def crosstable_rows(view: View) -> list[TableRow]:
    """Return the crosstable's rows: rank, person, points, tie-breaks; opponent, colour and points of each round."""
    view = view.of_tables
    state = view.state
    table = table_of(state, view.known)
    placed = placing(state, view.known)
    places = {row.entry: at for at, row in enumerate(placed, start=1)}
    rounds = range(1, len(state.published) + 1)
    rows: list[TableRow] = [
        ["Place", "No", "Name", *FACTS, "Points",
         *state.tiebreaks, *(f"R{number}" for number in rounds)],
    ]  # fmt: skip
    for row in placed:
        person = view.person(row.entry)
        cells = []
        for number in rounds:
            cell = ""
            for meeting in table.of(row.entry):
                if meeting.round == number:
                    points = meeting.points_of(row.entry, state.points)
                    made = "" if meeting.outcome is None else state.points.text(points)
                    side = "w" if meeting.side(row.entry) is Side.WHITE else "b"
                    cell = f"{places[meeting.opponent(row.entry)]}{side}{made}{'' if meeting.played else '+'}"
            for bye in table.byes_of(row.entry):
                if bye.round == number:
                    cell = f"bye {state.points.text(state.points.of(bye.outcome) if bye.outcome else 0)}"
            cells.append(cell)
        rows.append(
            [
                row.rank,
                row.entry,
                person.name,
                *facts_of(person),
                state.points.number(row.points),
                *(value_number(value) if value is not None else value_text(value) for value in row.tiebreaks),
                *cells,
            ]
        )
    return rows


def game_rows(view: View) -> list[TableRow]:
    """Return a row for each game: round, board, players, the result and its reason."""
    state = view.state
    rows: list[TableRow] = [["Round", "Board", "White", "Black", "Result", "Because"]]
    rows += [
        [
            game.round,
            game.board,
            view.name(game.entries.white),
            view.name(game.entries.black),
            state.result_text(game),
            words.term(game.result.because, view.language) if game.result else None,
        ]
        for round in state.published
        for game in round.games
    ]
    return rows


def people_rows(view: View) -> list[TableRow]:
    rows: list[TableRow] = [["No", "Name", *FACTS]]
    for entry in view.state.entries:
        person = view.person(entry)
        rows.append([entry, person.name, *facts_of(person)])
    return rows


def tournament_rows(view: View) -> list[TableRow]:
    """Return the facts of the tournament: place, days, the times of its rounds, the officials with their numbers."""
    state, told = view.state, view.state.details
    return [
        ["Fact", "Value", "Federation ID"],
        ["Tournament", state.name],
        ["Place", told.place],
        ["Federation", told.federation],
        ["Begins", told.begins],
        ["Ends", told.ends],
        ["Game", view.term(state.variant.key)],
        ["System", view.term(state.system)],
        ["Time control", controls_text(state.controls)],
        ["Organiser", view.staff.organiser],
        *([f"Round {number}", begins.replace("T", " ")] for number, begins in told.times),
        *(
            [view.term(f"post {post.role}") if post.role in POSTS else post.role, post.name, post.number]
            for post in view.staff.posts
        ),
    ]


def category_rows(view: View) -> list[TableRow]:
    """Return the standings of each category, one below the other."""
    rows: list[TableRow] = [["Category", "Place", "No", "Name", "Points", "Place of all"]]
    overall = {row.entry: row.rank for row in placing(view.state, view.known)}
    for category in view.state.categories:
        for row in placing_in(view.state, view.known, category.name):
            points = view.state.points.number(row.points)
            rows.append([category.name, row.rank, row.entry, view.name(row.entry), points, overall[row.entry]])
    return rows


def prize_rows(view: View) -> list[TableRow]:
    """Return every award with its amount as a decimal number and its working. Without awards return only the prizes."""
    told = prizes_shape(view, official=view.whole is view.people)
    currency = told["currency"]
    rows: list[TableRow] = [["Prize", "Category", "Place", "No", "Name", f"Amount {currency}", "Working"]]
    rows += [
        [
            one["prize"],
            one["category"],
            one["place"],
            one["entry"],
            one["name"],
            float(plain_money(one["amount"], currency)),
            one["working"],
        ]
        for one in told["awards"]
    ]
    if not told["awards"]:
        rows += [
            [one["name"], one["category"], one["place"], None, None, float(plain_money(one["amount"], currency)), None]
            for one in told["prizes"]
        ]
    return rows
