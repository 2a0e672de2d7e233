"""The new ratings as CSV. The new rating is in the column "Rating", so that the file can be imported as a list."""

from __future__ import annotations

from arbiter.exchange.spreadsheets import FACTS, TableRow, facts_of, rows_text
from arbiter.pairing.table.standings_calculation import rounded, value_number
from arbiter.rulings.rounds.ratings import rating_system_of, ratings_of
from arbiter.values import replace
from arbiter.view import View

HEADING: TableRow = (
    "No", "Name", *FACTS,
    "Old rating", "Games", "Score", "Expected", "Performance", "Change",
)  # fmt: skip


def ratings_text(view: View) -> str:
    """Return the new ratings as CSV, the highest first. Without a rating formula these are the present ratings."""
    system = rating_system_of(view.state)
    rows: list[TableRow] = [HEADING]
    for line in ratings_of(view.state, view.known):
        person = view.person(line.entry)
        after, rated = line.after, line.before.rating is not None
        win = system.win if system else 1
        rows.append(
            [
                line.entry,
                person.name,
                *facts_of(replace(person, rating=line.rating)),
                line.before.rating,
                line.counted,
                value_number(after.scored * win) if after else None,
                value_number(rounded(after.expected * win, 2)) if after and rated else None,
                after.performance if after else None,
                line.change if after else None,
            ]
        )
    return rows_text(rows)
