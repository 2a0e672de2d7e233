"""The people whom the register knows, and what may stand for a name or another word about them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused

LONGEST = 200
"""Characters in a name, a club, a federation ...: more than any of them has, and few enough for a sheet."""
HIGHEST_RATING = 9999

# what is drawn as nothing, or draws what follows it in another place: controls, lone surrogates, line ends, and the
# marks that turn the direction of writing; joiners are letters' neighbours in Persian and Hindi, and stay
_UNREADABLE = {"Cc", "Cs", "Zl", "Zp"}
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that do not come apart into a plain one and an accent."""

Word = Annotated[str | None, Sent("as it is printed", longest=LONGEST, too_long="word_too_long")]


@dataclass(frozen=True, slots=True)
class Person:
    """A player of one tournament, as the sheets name them; *born* is a year or an ISO date."""

    name: Annotated[str, Sent("the whole name", "Anna Bakker", longest=LONGEST, too_long="name_too_long")]
    rating: Annotated[int | None, Sent("from 0 to 9999", 1850)] = None
    club: Word = None
    federation: Word = None
    title: Word = None
    born: Annotated[
        str | None, Sent("a year or an ISO date", "1990", longest=LONGEST, too_long="word_too_long", number=True)
    ] = None
    sex: Word = None


@dataclass(frozen=True, slots=True)
class Post:
    """Who officiates as what. `role` is a key of `POSTS`, or a word of the club's own."""

    role: str
    name: str


POSTS = ("chief", "deputy", "arbiter", "director", "committee")
MOST_POSTS = 40


@dataclass(frozen=True, slots=True)
class Staff:
    """The people behind a tournament who do not play in it; correctable and erasable, as the players are."""

    organiser: str = ""
    posts: tuple[Post, ...] = ()


def readable_staff(staff: Staff) -> Staff:
    """*staff* with every word folded and composed, without the empty ones; Refused as for names."""
    if len(staff.posts) > MOST_POSTS:
        raise Refused("too_many_officials", most=MOST_POSTS)
    posts = tuple(
        Post(_readable_word("role", post.role) or "arbiter", readable_name(post.name))
        for post in staff.posts
        if post.name.strip()
    )
    return Staff(_readable_word("organiser", staff.organiser) or "", posts)


def readable_name(name: str) -> str:
    """*name* with its spaces folded and its letters composed; Refused where no sheet could print it."""
    if len(name) > LONGEST:
        raise Refused("name_too_long", length=len(name), longest=LONGEST)
    if not _printable(name):
        raise Refused("name_unreadable")
    return composed(name)


def readable(person: Person) -> Person:
    """*person* with every word folded and composed, None for the empty ones; Refused as for names."""
    if person.rating is not None and not 0 <= person.rating <= HIGHEST_RATING:
        raise Refused("rating_impossible", highest=HIGHEST_RATING)
    return Person(
        readable_name(person.name),
        person.rating,
        club=_readable_word("club", person.club),
        federation=_readable_word("federation", person.federation),
        title=_readable_word("title", person.title),
        born=_readable_word("born", person.born),
        sex=_readable_word("sex", person.sex),
    )


def folded(name: str) -> str:
    """What two spellings of one name have in common: case and spaces do not count, nor how accents are put together."""
    return composed(composed(name).casefold())


def alphabetical(name: str) -> str:
    """What a name is sorted and looked up by: without regard to accents and capitals."""
    plain = name.casefold().translate(_PLAIN)
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))


def composed(text: str) -> str:
    """*text* with single spaces, and with letter and accent in one character."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _readable_word(field: str, word: str | None) -> str | None:
    if word is None or not word.strip():
        return None
    if len(word) > LONGEST:
        raise Refused("word_too_long", field=field, length=len(word), longest=LONGEST)
    if not _printable(word):
        raise Refused("word_unreadable", field=field)
    return composed(word)


def _printable(text: str) -> bool:
    return bool(text.strip()) and not any(
        character in _TURNING or unicodedata.category(character) in _UNREADABLE for character in text
    )
