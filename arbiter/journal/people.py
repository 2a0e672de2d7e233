"""The people in the register, and the validation of their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.values import dataclass

SHOWN = ("whole", "short", "withheld")
MOST_CHARS = 200
"""The largest number of characters in a name, a club, a federation and so on.

A longer text would not fit on a sheet.
"""
HIGHEST_RATING = 9999

# characters that are invisible or move the text after them: controls, lone surrogates, line ends, and marks that change
# the writing direction; joiners between letters of Persian and Hindi stay
_UNREADABLE = {"Cc", "Cn", "Co", "Cs", "Zl", "Zp"}
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_FILLERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode classes as letters or signs although nothing is drawn for them."""
_JOINERS = frozenset("\u200c\u200d")

_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not decompose into a plain letter and an accent."""

WORDS = ("family", "given", "club", "federation", "title", "born", "sex", "number")
"""The names of those fields of `Person` that are texts; `readable` cleans them."""
Word = Annotated[str | None, Sent("as it is printed", longest=MOST_CHARS, too_long="word_too_long")]


@dataclass(frozen=True, slots=True)
class Person:
    """A player of one tournament, as printed on the sheets. *born*: a year or an ISO date."""

    name: Annotated[
        str,
        Sent("the whole name, where it is not sent apart", "Anna Bakker", longest=MOST_CHARS, too_long="name_too_long"),
    ] = ""
    rating: Annotated[int | None, Sent("from 0 to 9999", 1850)] = None
    club: Word = None
    federation: Word = None
    title: Word = None
    born: Annotated[
        str | None, Sent("a year or an ISO date", "1990", longest=MOST_CHARS, too_long="word_too_long", number=True)
    ] = None
    sex: Word = None
    family: Word = None
    given: Word = None
    number: Annotated[
        str | None, Sent("at the federation", "12345", longest=MOST_CHARS, too_long="word_too_long", number=True)
    ] = None
    shown: Annotated[
        str | None, Sent("the name in public, as they ask: whole, shortened, or withheld", "short", known=SHOWN)
    ] = None

    @property
    def listed(self) -> str:
        """The name as in an alphabetical list: "Boer, Anna de"."""
        if not self.family or not self.given:
            return self.name
        before, main = _main(self.family)
        return f"{main}, {' '.join(filter(None, (self.given, before)))}"

    @property
    def year(self) -> str:
        """Return the year of birth; empty if it is not known."""
        return self.born[:4] if self.born and self.born[:4].isdigit() else ""


@dataclass(frozen=True, slots=True)
class Post:
    """The post of an official. `role` is a key of `POSTS`, or a word that the club has chosen."""

    role: str
    name: str
    number: str = ""
    """The official's number at the federation. Only officials and files for a federation show it."""


POSTS = ("chief", "deputy", "arbiter", "director", "committee")
MOST_POSTS = 40


@dataclass(frozen=True, slots=True)
class Staff:
    """The organiser and the officials of a tournament. Their names can be corrected and erased, like the players'."""

    organiser: str = ""
    posts: tuple[Post, ...] = ()


def readable_staff(staff: Staff) -> Staff:
    """Return *staff* with every text cleaned as by `readable_name`, and without empty texts.

    Raise Refused if a text cannot be printed.
    """
    if len(staff.posts) > MOST_POSTS:
        raise Refused("too_many_officials", most=MOST_POSTS)
    posts = tuple(
        Post(
            _readable_word("role", post.role) or "arbiter",
            readable_name(post.name),
            _readable_word("number", post.number) or "",
        )
        for post in staff.posts
        if post.name.strip()
    )
    return Staff(_readable_word("organiser", staff.organiser) or "", posts)


def readable_name(name: str) -> str:
    """Return *name* with single spaces and composed letters. Raise Refused if no sheet could print it."""
    if len(name) > MOST_CHARS:
        raise Refused("name_too_long", length=len(name), longest=MOST_CHARS)
    if not _printable(name):
        raise Refused("name_unreadable")
    return composed(name)


def readable(person: Person) -> Person:
    """Return *person* with every text cleaned as by `readable_name`, and None for empty texts.

    Raise Refused if a text cannot be printed.
    """
    if person.rating is not None and not 0 <= person.rating <= HIGHEST_RATING:
        raise Refused("rating_impossible", highest=HIGHEST_RATING)
    words = {field: _readable_word(field, getattr(person, field)) for field in WORDS}
    whole = " ".join(filter(None, (words["given"], words["family"]))) or person.name
    given = words["given"] if words["family"] else None
    shown = person.shown if person.shown in SHOWN[1:] else None
    return Person(readable_name(whole), person.rating, **{**words, "given": given, "shown": shown})


def parted(name: str) -> tuple[str, str] | None:
    """Split a name with a comma, such as "Boer, Anna de", into family and given name. None for any other name."""
    family, comma, rest = (part.strip() for part in name.partition(","))
    if not (comma and family and rest) or "," in rest:
        return None
    words = rest.split()
    at = next((at for at in range(len(words), 0, -1) if not words[at - 1].islower()), len(words))
    return " ".join((*words[at:], family)), " ".join(words[:at])


def offered(name: str) -> tuple[str, str] | None:
    """Guess family and given name from a name without a comma, for a person to check; None if no guess is possible."""
    name = re.sub(r"^\d+\s*[.):]\s*", "", name)  # a number in a list is no part of a name
    first, _, rest = name.partition(" ")
    return parted(name) or ((rest, first) if rest else None)


def _main(family: str) -> tuple[str, str]:
    """Split the small words off a family name. "van der Wiel" gives ("van der", "Wiel").

    A capitalised word is never split off.
    """
    words = family.split()
    at = next((at for at, word in enumerate(words) if not word.islower()), 0)
    return " ".join(words[:at]), " ".join(words[at:])


def folded(name: str) -> str:
    """Return a key that is the same for two spellings of one name.

    Case, spaces and the encoding of accents are ignored.
    """
    return composed(composed(name).casefold())


@lru_cache(4_096)
def alphabetical(name: str) -> str:
    """Return the sort key of a name: without accents and capitals. The latest results are cached."""
    plain = name.casefold().translate(_PLAIN)
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))


def composed(text: str) -> str:
    """Return *text* with single spaces, and with each accented letter as one character."""
    if text.isascii():  # nothing in it is invisible or composed
        return " ".join(text.split())
    return unicodedata.normalize("NFC", " ".join("".join(_visible(text)).split()))


def _visible(text: str) -> Iterator[str]:
    """Yield the visible characters of a text, so that two names that look the same are equal.

    An invisible joiner between two letters is yielded too, because it changes how the letters are drawn.
    """
    for at, character in enumerate(text):
        if character in _JOINERS:
            around = (*text[max(at - 1, 0) : at], *text[at + 1 : at + 2])
            if len(around) == 2 and all(unicodedata.category(one)[0] in "LM" for one in around):
                yield character
        elif character not in _FILLERS and (unicodedata.category(character) != "Cf" or character in _TURNING):
            yield character


def _readable_word(field: str, word: str | None) -> str | None:
    if word is None or not word.strip():
        return None
    if len(word) > MOST_CHARS:
        raise Refused("word_too_long", field=field, length=len(word), longest=MOST_CHARS)
    if not _printable(word):
        raise Refused("word_unreadable", field=field)
    return composed(word)


def _printable(text: str) -> bool:
    return bool(composed(text)) and not any(
        character in _TURNING or unicodedata.category(character) in _UNREADABLE for character in text
    )
