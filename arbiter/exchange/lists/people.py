"""Players out of the lines of a list: each a person, or the reason why that line is none."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from arbiter.exchange.lists.columns import Listing
from arbiter.exchange.lists.grid import ListRow
from arbiter.journal.people import Person, folded, readable
from arbiter.refused import Refused

SEXES: Mapping[str, str] = {
    **dict.fromkeys(("f", "v", "w", "female", "vrouw", "femme", "ж", "weiblich", "k"), "f"),
    **dict.fromkeys(("m", "male", "man", "homme", "м", "mannlich", "männlich", "h"), "m"),
}


@dataclass(frozen=True, slots=True)
class Read:
    """One line: the person on it, or why there is none; `wrote` is what the line says, for whoever has to find it."""

    line: int
    wrote: str
    person: Person | None = None
    refused: Refused | None = None


def read_people(listing: Listing, columns: Mapping[int, str], known: Mapping[str, int]) -> tuple[Read, ...]:
    """Everybody on the list. *known* are the entries that there are, by folded name.

    A line is refused for whom is entered already, or stands on an earlier line too.
    """
    seen: dict[str, int] = {}
    return tuple(_read(row, columns, known, seen) for row in listing.rows)


def _read(row: ListRow, columns: Mapping[int, str], known: Mapping[str, int], seen: dict[str, int]) -> Read:
    wrote = " · ".join(cell for cell in row.cells if cell)[:120]
    try:
        person = readable(person_of(row, columns))
        key = folded(person.name)
        if key in known:
            raise Refused("entered_twice", entry=known[key])
        if key in seen:
            raise Refused("listed_twice", line=seen[key])
    except Refused as refused:
        return Read(row.line, wrote, refused=refused)
    seen[key] = row.line
    return Read(row.line, wrote, person)


def person_of(row: ListRow, columns: Mapping[int, str]) -> Person:
    """The person of one line, as far as its columns say."""
    told = {field: row.cells[at] if at < len(row.cells) else "" for at, field in columns.items()}
    return Person(
        _name(told),
        _rating(told.get("rating", "")),
        club=told.get("club") or None,
        federation=told.get("federation") or None,
        title=told.get("title") or None,
        born=told.get("born") or None,
        sex=SEXES.get(told.get("sex", "").casefold(), told.get("sex")) or None,
    )


def _name(told: Mapping[str, str]) -> str:
    """The name as it is said: what stands before the comma goes last."""
    name = told.get("name", "")
    if not name and told.get("family"):
        return " ".join(filter(None, (told.get("given", ""), told.get("infix", ""), told["family"])))
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma and given.strip() and family.strip() else name


def _rating(text: str) -> int | None:
    """A rating as lists have it: nothing, 0 and a dash are none, and a fraction is cut off."""
    whole = text.replace("\u00a0", "").partition(".")[0].partition(",")[0].strip()
    if whole in ("", "0", "-", "–"):
        return None
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 4):
        raise Refused("field_unreadable", field="rating", wanted="a whole number")
    return int(whole)


def name_key(name: str) -> str:
    """What a name is found by in a rating list: its words in the order of the alphabet, without accents and points."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join(sorted("".join(c if c.isalnum() else " " for c in bare).split()))
