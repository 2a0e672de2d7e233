"""The preview of an imported list: its columns, the people on it, and the lines that are refused.

The field of each column is guessed the first time. Once the user has confirmed the columns, they are stored in the
register and used for the next list with the same heading.
"""

from __future__ import annotations

import base64
from collections.abc import Container, Mapping
from datetime import date
from typing import TYPE_CHECKING

from arbiter.desk.desk import Desk
from arbiter.exchange.import_formats import LISTS, import_of, read_listing
from arbiter.exchange.lists.columns import (
    Listing,
    checked,
    columns_text,
    guessed,
    parse_columns,
    signature,
)
from arbiter.exchange.lists.grid import ListRow
from arbiter.journal.people import Person, offered
from arbiter.journal.same_person import Roll
from arbiter.refused import Refused
from arbiter.values import dataclass, replace
from arbiter.view import of_age

if TYPE_CHECKING:
    from arbiter.exchange.lists.people_on_a_list import Read

LARGEST_LIST_BYTES = 1_400_000
"""The most bytes of a list: the preview page has the list in a hidden field, and sends it back to confirm."""


@dataclass(frozen=True, slots=True)
class Look:
    """The preview of a list, read with a certain choice of columns. A TRF has no columns to choose."""

    listing: Listing | None
    columns: Mapping[int, str]
    read: tuple[Read, ...]
    kept: str = ""
    """The file itself in base64. The preview page has it in a hidden field, and sends it back to confirm."""
    fault: Refused | None = None
    """The refusal if nobody can be read with these columns; the user may choose others. None: no refusal."""

    @property
    def people(self) -> tuple[Person, ...]:
        """All people on the list who can be entered, in the order of the list."""
        return tuple(line.person for line in self.read if line.person is not None)

    @property
    def refused(self) -> tuple[Read, ...]:
        """The lines of the list from which nobody can be entered."""
        return tuple(line for line in self.read if line.refused is not None)

    def sample(self, at: int) -> str:
        """Return the first three cells of a column as text, so that the user sees what the column contains."""
        return ", ".join(self.listing.column(at)[:3]) if self.listing else ""


def look(
    desk: Desk,
    data: bytes,
    columns: Mapping[int, str] | None = None,
    *,
    headed: bool | None = None,
    without: Container[int] = (),
    edited: Mapping[int, str] = {},  # this default is never changed
) -> Look:
    """Read a list as it would be entered into the tournament of *desk*. Nothing is entered.

    *columns*: the field of each column; None: confirmed earlier or guessed. *headed*: whether the first line is a
    heading; None: guessed. *without*: entries to ignore in the search for people already entered, so that a list that
    was imported can be read again. *edited*: the lines corrected on the page, by their line number: their cells,
    separated by semicolons. An empty text leaves the line out.
    """
    from arbiter.exchange.lists.people_on_a_list import read_people  # imported late, because few runs read a list

    if len(data) > LARGEST_LIST_BYTES:
        raise Refused("too_large", most=LARGEST_LIST_BYTES)
    people = desk.people
    known = Roll({entry: people[entry] for entry in desk.state.entries if entry in people and entry not in without})
    kept = base64.b64encode(data).decode()
    row = import_of(data, LISTS)
    if row is not None and row.people is not None:
        return Look(None, {}, row.people(data, known), kept)
    listing = read_listing(data, headed=headed)
    rows = (ListRow(row.line, cells_of(edited[row.line])) if row.line in edited else row for row in listing.rows)
    listing = replace(listing, rows=tuple(row for row in rows if any(row.cells)))
    found = dict(columns) if columns is not None else columns_of(desk, listing)
    try:
        return Look(listing, found, read_people(listing, checked(found), known), kept)
    except Refused as fault:
        return Look(listing, found, (), kept, fault)


def cells_of(text: str) -> tuple[str, ...]:
    """Return the cells of a line that was typed on the page with semicolons between its cells."""
    return tuple(" ".join(cell.split()) for cell in text.split(";"))


def split_names(seen: Look) -> Look:
    """Return the preview with every unsplit name split; the first word becomes the given name."""
    return replace(seen, read=tuple(replace(line, person=_split(line.person)) for line in seen.read))


def _split(person: Person | None) -> Person | None:
    parts = offered(person.name) if person is not None and not person.family else None
    return replace(person, family=parts[0], given=parts[1]) if person is not None and parts else person


def show_minors(seen: Look, shown: str, today: date) -> Look:
    """Return the preview with another choice for all minors in it: how their names are shown in public.

    *shown*: that choice, such as initials. *today*: the day for which ages are calculated.
    """
    return replace(
        seen,
        read=tuple(
            replace(line, person=replace(line.person, shown=shown))
            if line.person is not None and minor(line.person, today)
            else line
            for line in seen.read
        ),
    )


def minor(person: Person, today: date) -> bool:
    """Return whether the person may be under age, and the way of showing the name in public is not chosen yet."""
    return bool(person.born) and not of_age(person.born, today) and person.shown is None


def columns_of(desk: Desk, listing: Listing) -> dict[int, str]:
    """Return the columns that the user confirmed for an earlier list with the same heading, or otherwise guess them."""
    kept = desk.register.setting(f"columns {signature(listing)}")
    return guessed(listing) if kept is None else parse_columns(kept)


def remember(desk: Desk, seen: Look) -> None:
    """Store the columns of a list in the register, for the next list with the same heading."""
    if seen.listing and seen.columns:
        desk.register.set_setting(f"columns {signature(seen.listing)}", columns_text(seen.columns))
