"""The ratings before and after the tournament, their formula, and how certain the formula is."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm

from arbiter.pairing.ratings.new import RatingLine
from arbiter.pairing.ratings.systems import RatingSystem
from arbiter.pairing.table.standings_calculation import rounded, value_text
from arbiter.rulings.rounds.ratings import rating_system_of, ratings_of
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sheets.table.standings import as_of


def draw(given: Given, to: BinaryIO) -> None:
    """The new ratings, the highest first; the old ones if the tournament has no rating formula."""
    title = given.text("New ratings")
    system = rating_system_of(given.state)
    lines = ratings_of(given.state, given.known)
    columns = (
        Column("", 9 * mm, align="right"),
        Column(given.text("Name"), grows=1, whole=True),
        Column(given.text("Rating"), 15 * mm, align="right"),
        Column(given.text("Games"), 14 * mm, align="right"),
        Column(given.text("Score"), 14 * mm, align="right"),
        Column(given.text("Expected"), 18 * mm, align="right"),
        Column(given.text("Performance"), 22 * mm, align="right"),
        Column(given.text("Change"), 16 * mm, align="right"),
        Column(given.text("New"), 16 * mm, align="right", bold=True),
    )
    rows = [[str(at), *_row(given, system, line)] for at, line in enumerate(lines, start=1)]
    below = [paragraph(said, 8, before=0 if at else 7) for at, said in enumerate(legend(given, system))]
    body = [table(columns, rows, 10, paper_of(given).across), *below]
    flow(given, title, titled(given, title, as_of(given)), body, to)


def _row(given: Given, system: RatingSystem | None, line: RatingLine) -> list[str]:
    after, had, win = line.after, line.before.rating, system.win if system else 1
    note = f" ({given.term(f'rating {line.note}')})" if line.note and system else ""
    return [
        f"{given.name(line.entry)}{note}",
        "-" if had is None else str(had),
        str(line.counted),
        value_text(after.scored * win) if after else "-",
        value_text(rounded(after.expected * win, 2), 2) if after and had is not None else "-",
        str(after.performance) if after else "-",
        "-" if line.change is None else f"{line.change:+d}" if line.change else "0",
        "-" if line.rating is None else str(line.rating),
    ]


def legend(given: Given, system: RatingSystem | None) -> list[str]:
    """Return lines that explain the rating formula *system*: its name, its source, and the assumptions made."""
    if system is None:
        return [given.text("No rating system has been chosen for this tournament.")]
    key = str(given.state.setting("ratings"))
    said = [
        given.text("{system}; source: {source}.", system=given.term(f"ratings {key}"), source=system.source),
        given.text(
            "A win counts {win} in scores and expected scores. Each rating is taken as based on {games} earlier games.",
            win=system.win,
            games=given.state.setting("rated_games"),
        ),
        given.text("Forfeits and games against unrated players do not count."),
    ]
    return said if system.sure else [said[0], _sentence(given.term(f"rating doubt {key}")), *said[1:]]


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
