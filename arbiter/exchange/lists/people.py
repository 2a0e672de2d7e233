"""Reads the people on a list: each line gives a person, or the reason why it does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from arbiter.exchange.lists.columns import Listing
from arbiter.exchange.lists.grid import ListRow
from arbiter.journal.people import Person, Roll, parted, readable
from arbiter.refused import Refused
from arbiter.values import dataclass

SEXES: Mapping[str, str] = {
    **dict.fromkeys(("f", "v", "w", "female", "vrouw", "femme", "ж", "weiblich", "k"), "f"),
    **dict.fromkeys(("m", "male", "man", "homme", "м", "mannlich", "männlich", "h"), "m"),
}


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading one line of a list: a person, or the reason why the line is refused.

    `wrote` is the text of the line, so that the user can find the line in the file.
    """

    line: int
    wrote: str
    person: Person | None = None
    refused: Refused | None = None
    alike: tuple[int, ...] = ()
    """The entries that may be the same person: the same name in another order, or with other accents."""


def read_people(listing: Listing, columns: Mapping[int, str], known: Roll) -> tuple[Read, ...]:
    """Read every line of a list. *known*: the people already entered in the tournament.

    A line is refused if its person is already entered, or is also on an earlier line.
    """
    seen = Roll()
    return tuple(
        read_line(row.line, _wrote(row), partial(person_of, row, columns), known, seen) for row in listing.rows
    )


def read_line(line: int, wrote: str, person_there: Callable[[], Person], known: Roll, seen: Roll) -> Read:
    """Read one line of a list. Return its person, or the reason why the line is refused."""
    try:
        person = readable(person_there())
        if (entry := known.same(person)) is not None:
            raise Refused("entered_twice", entry=entry)
        if (earlier := seen.same(person)) is not None:
            raise Refused("listed_twice", line=earlier)
    except Refused as refused:
        return Read(line, wrote, refused=refused)
    seen.add(line, person)
    return Read(line, wrote, person, alike=known.alike(person))


def _wrote(row: ListRow) -> str:
    return " · ".join(cell for cell in row.cells if cell)[:120]


def person_of(row: ListRow, columns: Mapping[int, str]) -> Person:
    """Return the person described by the cells of one row."""
    told = {field: row.cells[at] if at < len(row.cells) else "" for at, field in columns.items()}
    name, family, given = told.get("name", ""), told.get("family", ""), told.get("given", "")
    if family and not name:
        family = " ".join(filter(None, (told.get("infix", ""), family)))
    else:
        family, given = parted(name) or ("", "")
    return Person(
        name,
        _rating(told.get("rating", "")),
        club=told.get("club") or None,
        federation=told.get("federation") or None,
        title=told.get("title") or None,
        born=told.get("born") or None,
        sex=SEXES.get(told.get("sex", "").casefold(), told.get("sex")) or None,
        family=family or None,
        given=given or None,
        number=told.get("number") or None,
    )


def _rating(text: str) -> int | None:
    """Read a rating from a list. Empty, 0 and a dash mean None; a fraction is cut off."""
    whole = text.replace("\u00a0", "").partition(".")[0].partition(",")[0].strip()
    if whole in ("", "0", "-", "–"):
        return None
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 4):
        raise Refused("field_unreadable", field="rating", wanted="a whole number")
    return int(whole)
