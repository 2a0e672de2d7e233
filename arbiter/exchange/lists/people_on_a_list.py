"""Reads the people on a list. Each line results in a person, or in the reason why it is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from arbiter.exchange.lists.columns import Listing
from arbiter.exchange.lists.grid import ListRow
from arbiter.journal.people import Person, parted, readable
from arbiter.journal.same_person import Roll
from arbiter.refused import Refused
from arbiter.values import dataclass, replace

SEXES: Mapping[str, str] = {
    **dict.fromkeys(("f", "v", "w", "female", "vrouw", "femme", "ж", "weiblich", "k"), "f"),
    **dict.fromkeys(("m", "male", "man", "homme", "м", "mannlich", "männlich", "h"), "m"),
}


OF_FIELD: Mapping[str, str] = {
    "rating_impossible": "rating",
    "name_too_long": "name",
    "name_unreadable": "name",
    "entered_twice": "name",
    "listed_twice": "name",
}
"""The field of a person that is at fault, by the code of the refusal. Other refusals name the field in their facts."""
FEDERATION_LETTERS = 3
"""The number of capitals by which a word in brackets is taken for a federation: (NED)."""


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading one line of a list: a person, or the reason why the line is refused.

    `wrote` is the text of the line, so that the user can find the line in the file.
    """

    line: int
    wrote: str
    person: Person | None = None
    refused: Refused | None = None
    cells: tuple[str, ...] = ()
    """The cells of the line, so that the user can correct it; empty if the file has no columns."""
    column: int = 0
    """The number of the column whose cell is at fault, counted from 1; 0 if the line as a whole is at fault."""
    alike: tuple[int, ...] = ()
    """The entries that may be the same person: the same name in another order, or with other accents."""

    @property
    def odd(self) -> bool:
        """Whether the name contains a digit, so that the columns may have been read wrongly."""
        return self.person is not None and any(map(str.isdigit, self.person.name))


def read_people(listing: Listing, columns: Mapping[int, str], known: Roll) -> tuple[Read, ...]:
    """Read every line of a list.

    *known*: the people already entered in the tournament. A line is refused if its person is already entered, or is
    also on an earlier line.
    """
    seen = Roll()
    read = (read_line(row.line, _wrote(row), partial(person_of, row, columns), known, seen) for row in listing.rows)
    return tuple(
        replace(one, cells=row.cells, column=_column(one.refused, columns))
        for one, row in zip(read, listing.rows, strict=True)
    )


def field_of(refused: Refused) -> str:
    """Return the field of a person that is at fault in a refusal; empty if no field is."""
    return OF_FIELD.get(refused.code) or str(refused.facts.get("field", ""))


def _column(refused: Refused | None, columns: Mapping[int, str]) -> int:
    """Return the number of the column whose cell is at fault, counted from 1; 0 if the line as a whole is at fault.

    A person who is written in one cell has all fields in that cell.
    """
    if refused is None:
        return 0
    field = "name" if len(columns) == 1 else field_of(refused)
    fields = ("name", "family") if field == "name" else (field,)
    return next((at + 1 for at, told in sorted(columns.items()) if told in fields), 0)


def read_line(line: int, wrote: str, person_there: Callable[[], Person], known: Roll, seen: Roll) -> Read:
    """Read one line of a list. Return its person, or the reason why the line is refused.

    *person_there*: a function that returns the person, or raises Refused. *known*: the people already entered. *seen*:
    the people on earlier lines, to which this person is added.
    """
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


LINE = re.compile(
    r"^(?:\d{1,4}\s*[.):]\s*|\d{1,4}\s+(?=\D))?(?P<name>.+?)"
    r"(?:(?:\s+[-–]|[\s,;])\s*\(?(?P<rating>[1-9]\d{2,3})\)?(?:(?:\s+[-–]|[\s,;])\s*(?P<bare>[^\W\d_][^()]*))?)?"
    r"(?:[\s,;]*\((?P<club>[^()]{2,})\))?(?:\s+(?P<after>[1-9]\d{2,3}))?$"
)
"""Matches a person in one cell, such as "1. GMI Roel Boomstra 2438 (DC Utrecht)" or "Boomstra, Roel GMI - 2438"."""
TITLES = frozenset(
    (
        *("GM", "GMI", "GMIF", "IM", "MI", "MIF", "FM", "MF", "MFF", "MFE", "CM", "CMF", "MK", "MN", "NM"),
        *("WGM", "WIM", "WFM", "WCM", "CMI", "KM", "KMF"),
    )
)
"""The titles that may stand before a name."""


def in_one(text: str) -> dict[str, str]:
    """Return the fields of a person written in one cell: the name, and the rating, club, federation, title if given."""
    found = LINE.match(text)
    if found is None or not any(c.isalpha() for c in found["name"]):
        return {"name": text}
    told, name = {"rating": found["rating"] or found["after"] or ""}, found["name"].strip(" ,;")
    first, _, rest = name.partition(" ")
    most, _, last = name.rpartition(" ")
    if rest and first.strip(".") in TITLES:
        told["title"], name = first.strip("."), rest
    elif most and last in TITLES:
        told["title"], name = last, most.strip(" ,;")
    where = (found["club"] or found["bare"] or "").strip()
    told["federation" if len(where) == FEDERATION_LETTERS and where.isupper() else "club"] = where
    return {**told, "name": name}


def person_of(row: ListRow, columns: Mapping[int, str]) -> Person:
    """Return the person described by the cells of one row."""
    told = {field: row.cells[at] if at < len(row.cells) else "" for at, field in columns.items()}
    if tuple(columns.values()) == ("name",):
        told = in_one(told["name"])
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


THOUSANDS = re.compile(r"^([1-9])[ .,'\u2019](\d{3})(?=$|[.,])")
"""Matches a rating with a mark after its thousands: 2.175."""


def _rating(text: str) -> int | None:
    """Read a rating from a list. Empty, 0 and a dash mean None; a fraction is cut off; 2.175 is 2175."""
    whole = THOUSANDS.sub(r"\1\2", text.replace("\u00a0", " ").strip()).partition(".")[0].partition(",")[0].strip()
    if whole in ("", "0", "-", "–"):
        return None
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 4):
        raise Refused("field_unreadable", field="rating", wanted="a whole number")
    return int(whole)
