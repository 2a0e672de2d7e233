"""Which column of a list holds what: guessed from its heading, or told, and told again under the same heading."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence

from arbiter.exchange.grid import Row
from arbiter.refused import Refused
from arbiter.sentences import N_

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "name": (
        "name", "player", "naam", "speler", "nom complet", "joueur", "spieler", "имя", "фио", "участник", "fullname",
        "full name", "player name", "volledige naam", "naam speler", "nazwisko i imie", "nom et prenom",
    ),
    "given": ("first name", "given name", "firstname", "voornaam", "roepnaam", "prenom", "vorname", "imie", "forename"),
    "infix": ("infix", "tussenvoegsel", "tussenvoegsels", "prefix", "voorvoegsel", "tv"),
    "family": ("last name", "surname", "family name", "lastname", "achternaam", "nom", "nachname", "nazwisko", "фамилия"),
    "rating": (
        "rating", "rtg", "elo", "fmjd rating", "kndb rating", "rating fmjd", "rtgn", "rating n", "rat", "рейтинг", "cote",
        "wertung", "ranking", "irtg", "nrtg", "fmjdrating",
    ),
    "club": ("club", "vereniging", "club name", "clubnaam", "damclub", "verein", "klub", "клуб", "clb", "club/city"),
    "federation": (
        "federation", "fed", "federatie", "country", "land", "bond", "pays", "nat", "nationality", "cn", "страна", "nation",
    ),
    "title": ("title", "titel", "titre", "ti", "tit", "звание"),
    "born": (
        "born", "birth", "birth date", "date of birth", "birthday", "geboren", "geboortedatum", "geboortejaar", "year",
        "jaar", "naissance", "geburtsdatum", "birth year", "dob", "year of birth", "b day", "год",
    ),
    "sex": ("sex", "gender", "geslacht", "sexe", "geschlecht", "m/f", "m/v", "s", "пол"),
}  # fmt: skip
"""What a column may be headed, in small plain letters, by the field that it holds."""

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
}
"""What the fields are called on a page."""


def plain_heading(text: str) -> str:
    """A heading without accents, points and capitals."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w/]+", " ", bare.replace("_", " ")).split())


def headed(rows: Sequence[Row]) -> bool:
    """Whether the first line is a heading: one of its cells says where the names stand."""
    return bool(rows) and bool({"name", "family"} & set(_by_heading(rows[0]).values()))


def guessed(rows: Sequence[Row]) -> dict[int, str]:
    """The fields by their column, from 0: by the heading, or, where the list has none, by what the columns hold.

    Without a heading the first column with words in it holds names, and the first with nothing but numbers ratings.
    """
    if headed(rows):
        return _by_heading(rows[0])
    wide = max((len(row.cells) for row in rows), default=0)
    columns = [[row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]] for at in range(wide)]
    found: dict[int, str] = {}
    for at, cells in enumerate(columns):
        words = any(character.isalpha() for cell in cells for character in cell)
        if words and "name" not in found.values():
            found[at] = "name"
        elif cells and "rating" not in found.values() and all(_likely_rating(cell) for cell in cells):
            found[at] = "rating"
    return found


def signature(rows: Sequence[Row]) -> str:
    """What two files that are built alike have in common: their heading, or else how many columns they have."""
    told = rows[0].cells if headed(rows) else (str(max(len(row.cells) for row in rows)),)
    return hashlib.sha256("\n".join(map(plain_heading, told)).encode()).hexdigest()[:32]


def checked(columns: Mapping[int, str]) -> dict[int, str]:
    """The columns as they were told; refused when a field is unknown or stands twice, or when no name can be made."""
    for field in columns.values():
        if field not in HEADINGS:
            raise Refused("unknown_key", field="columns", key=field[:80], known=tuple(HEADINGS))
    if not {"name", "family"} & set(columns.values()):
        raise Refused("no_name_column")
    twice = next((field for field in columns.values() if list(columns.values()).count(field) > 1), None)
    if twice is not None:
        raise Refused("column_twice", field=twice)
    return dict(columns)


def columns_text(columns: Mapping[int, str]) -> str:
    """The columns as they are kept: "0=name 2=rating"."""
    return " ".join(f"{at}={field}" for at, field in sorted(columns.items()))


def parse_columns(text: str) -> dict[int, str]:
    """The columns that were kept or sent; refused when they cannot be read."""
    found: dict[int, str] = {}
    for part in text.replace(",", " ").split():
        at, equals, field = part.partition("=")
        if not (equals and at.isascii() and at.isdigit() and len(at) <= 3):
            raise Refused("field_unreadable", field="columns", wanted="0=name 1=rating")
        found[int(at)] = field
    return checked(found)


def _by_heading(row: Row) -> dict[int, str]:
    found: dict[int, str] = {}
    for at, cell in enumerate(row.cells):
        heading = plain_heading(cell)
        field = next((field for field, words in HEADINGS.items() if heading in words), None)
        if field is not None and field not in found.values():
            found[at] = field
    if "name" not in found.values() and "family" in found.values() and "given" not in found.values():
        return {at: "name" if field == "family" else field for at, field in found.items()}
    return found


def _likely_rating(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and 3 <= len(cell) <= 4
