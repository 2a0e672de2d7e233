"""The field of each column of a list: guessed from the heading, or chosen by the user and stored for that heading."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence

from arbiter.exchange.lists.grid import ListRow
from arbiter.exchange.lists.headings import FIELDS, HEADINGS, plain_heading
from arbiter.refused import Refused
from arbiter.sentences import N_
from arbiter.values import dataclass, replace

NAMES: Mapping[str, str] = {
    "name": N_("Name"),
    "given": N_("First name"),
    "infix": N_("Infix"),
    "family": N_("Family name"),
    "rating": N_("Rating"),
    "club": N_("Club"),
    "federation": N_("Federation"),
    "title": N_("Title"),
    "born": N_("Born"),
    "sex": N_("Sex"),
    "number": N_("Federation ID"),
}
"""For each field of a person, its name as pages show it."""
NUMBERED = re.compile(r"(?P<number>\d{1,4})(?:\s*(?P<mark>[.):])\s*|\s+)(?=[^\W\d_])")
"""Matches a running number in front of text: "1. Anna", "2) Bram", "3 Els"."""
LONGEST_CODE = 4
"""A title, federation or sex has at most this many characters, as in GMIF. Longer words may be clubs."""
MOST_TITLE_LINES = 30
"""The heading of a list is searched for in this many lines at its top."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of rows, with its heading apart from them. `heading` is empty if the list has none."""

    heading: tuple[str, ...]
    rows: tuple[ListRow, ...]

    @property
    def wide(self) -> int:
        return max((len(self.heading), *(len(row.cells) for row in self.rows)))

    def column(self, at: int) -> list[str]:
        """Return the non-empty cells of the column with the index *at*, counted from 0."""
        return [row.cells[at] for row in self.rows if at < len(row.cells) and row.cells[at]]


def listing_of(rows: tuple[ListRow, ...], *, headed: bool | None = None) -> Listing:
    """Make a list of *rows*. Raise Refused if there are no rows.

    *headed*: whether the list has a heading; None: the program guesses it. Lines above the heading are left out as a
    title. Lines at the end with one cell and no name are left out as notes of the program that wrote the list.
    """
    if not rows:
        raise Refused("list_empty")
    rows = _unnumbered(rows)
    at = next((at for at, row in enumerate(rows[:MOST_TITLE_LINES]) if _names_columns(row)), 0)
    if at and headed is not False:
        rows = rows[at:]
        headed = True
    if headed is not False and _names_columns(rows[0]):
        names = [at for at, field in _by_heading(rows[0].cells).items() if field in ("name", "family")]
        while len(rows) > 1 and _is_note(rows[-1], names):
            rows = rows[:-1]
    if headed or (headed is None and _looks_headed(rows)):
        return Listing(rows[0].cells, rows[1:])
    return Listing((), rows)


def _unnumbered(rows: tuple[ListRow, ...]) -> tuple[ListRow, ...]:
    """Return the rows without the running numbers 1, 2, 3 in front of the text in their first cells.

    Rows above number 1, such as a heading, have no number. From number 1 on every row must have its number, up to the
    last row with more than one cell. Otherwise the rows are returned unchanged.
    """
    found = [NUMBERED.match(row.cells[0]) for row in rows]
    first = next((at for at, one in enumerate(found) if one and int(one["number"]) == 1), len(rows))
    last = max((at for at, row in enumerate(rows) if found[at] or len(row.cells) > 1), default=0)
    run = found[first : last + 1]
    if not run or any(one is None or int(one["number"]) != at for at, one in enumerate(run, start=1)):
        return rows
    if len(run) == 1 and run[0] is not None and not run[0]["mark"]:
        return rows  # "1 Anna" alone may be a name
    bare = [
        replace(row, cells=(row.cells[0][one.end() :], *row.cells[1:])) if one else row
        for row, one in zip(rows[first:], found[first:], strict=True)
    ]
    return (*rows[:first], *bare)


def _names_columns(row: ListRow) -> bool:
    """Return whether at least two cells of the row are known headings, one of them for names."""
    found = set(_by_heading(row.cells).values())
    return len(found) > 1 and bool({"name", "family"} & found)


def _is_note(row: ListRow, names: Sequence[int]) -> bool:
    """Return whether the row has only one cell, and that is not a name. *names*: the columns that have names."""
    told = [at for at, cell in enumerate(row.cells) if cell]
    return len(told) == 1 and told[0] not in names


def _looks_headed(rows: Sequence[ListRow]) -> bool:
    """Return whether the first row is a heading.

    It is a heading if one of its cells is a known heading for names, or a text above a column of numbers.
    """
    if {"name", "family"} & set(_by_heading(rows[0].cells).values()):
        return True
    below = Listing((), tuple(rows[1:]))
    return any(
        any(c.isalpha() for c in cell) and (cells := below.column(at)) and all(cell.isdigit() for cell in cells)
        for at, cell in enumerate(rows[0].cells)
    )


def guessed(listing: Listing) -> dict[int, str]:
    """Return the field of each column, counted from 0, guessed from the heading and otherwise from the content.

    If no heading names a column of names, the first column with letters has the names. The first column with only
    numbers then has the ratings. From the third column on, a column of words that repeat has the clubs.
    """
    found = _by_heading(listing.heading)
    for at, cell in enumerate(listing.heading):  # of two rating columns the international one, unless it is empty
        if FIELDS.get(plain_heading(cell)) == "rating" and at not in found:
            now = next(place for place, field in found.items() if field == "rating")
            ranks = [HEADINGS["rating"].index(plain_heading(listing.heading[place])) for place in (now, at)]
            rated = [any(one.strip("0") for one in listing.column(place)) for place in (now, at)]
            if (not rated[0], ranks[0]) > (not rated[1], ranks[1]):
                del found[now]
                found[at] = "rating"
    if {"name", "family"} & set(found.values()):
        return found
    for at in range(listing.wide):
        cells = listing.column(at)
        if at in found or not cells:
            continue
        if "name" not in found.values() and any(c.isalpha() for cell in cells for c in cell):
            found[at] = "name"
        elif "rating" not in found.values() and all(_likely_rating(cell) for cell in cells):
            found[at] = "rating"
        elif at > 1 and "club" not in found.values() and _likely_clubs(cells):
            found[at] = "club"
    return found


def signature(listing: Listing) -> str:
    """Return a hash that is equal for lists with equal headings, or without a heading and with as many columns.

    The chosen columns are stored under this hash, and are used for the next list of the same form.
    """
    told = listing.heading or (str(listing.wide),)
    return hashlib.sha256("\n".join(map(plain_heading, told)).encode()).hexdigest()[:32]


def checked(columns: Mapping[int, str]) -> dict[int, str]:
    """Return the columns as given. Raise Refused if a field is unknown or occurs twice, or if no column has names."""
    for field in columns.values():
        if field not in NAMES:
            raise Refused("unknown_key", field="columns", key=field[:80], known=tuple(NAMES))
    if not {"name", "family"} & set(columns.values()):
        raise Refused("no_name_column")
    twice = next((field for field in columns.values() if list(columns.values()).count(field) > 1), None)
    if twice is not None:
        raise Refused("column_twice", field=twice)
    return dict(columns)


def columns_text(columns: Mapping[int, str]) -> str:
    """Return the fields of the columns as text for storing: "0=name 2=rating"."""
    return " ".join(f"{at}={field}" for at, field in sorted(columns.items()))


def parse_columns(text: str) -> dict[int, str]:
    """Parse the stored text of the columns, such as "0=name 2=rating". Raise Refused if the text has another form."""
    found: dict[int, str] = {}
    for part in text.replace(",", " ").split():
        at, equals, field = part.partition("=")
        if not (equals and at.isascii() and at.isdigit() and len(at) <= 3):
            raise Refused("field_unreadable", field="columns", wanted="0=name 1=rating")
        found[int(at)] = field
    return checked(found)


def _by_heading(heading: Sequence[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for at, cell in enumerate(heading):
        field = FIELDS.get(plain_heading(cell))
        if field is not None and field not in found.values():
            found[at] = field
    if "name" not in found.values() and "family" in found.values() and "given" not in found.values():
        return {at: "name" if field == "family" else field for at, field in found.items()}
    if "given" in found.values() and not {"name", "family"} & set(
        found.values()
    ):  # a list of a school may have first names only
        return {at: "name" if field == "given" else field for at, field in found.items()}
    return found


def _likely_clubs(cells: Sequence[str]) -> bool:
    """Return whether the cells may be clubs: words that repeat, and that are longer than titles and federations."""
    words = [cell.casefold() for cell in cells if any(c.isalpha() for c in cell)]
    return len(words) == len(cells) > len(set(words)) and max(map(len, words)) > LONGEST_CODE


def _likely_rating(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and 3 <= len(cell) <= 4
