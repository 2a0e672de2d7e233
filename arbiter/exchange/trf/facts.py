"""Facts that a TRF has in brackets or in comments: federation IDs, clubs, times of day, the organiser.

For each such fact one function here writes it and another reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from arbiter.journal.people import Person, Post, Staff
from arbiter.pairing.trf import Trf
from arbiter.pairing.trf.write import Edition
from arbiter.values import dataclass, replace

ID_CHARACTERS = 11
"""The width in characters of the column for a federation ID."""
OFFICIAL = re.compile(r"(?P<name>.+?) *\((?P<number>[^()]*\d[^()]*)\)")
TIME = re.compile(r"Round (\d{1,2}) begins (\d{4}-\d\d-\d\d) (\d\d:\d\d)", re.ASCII)
FACT = re.compile(r"(?P<fact>Club|ID|Title) of (?P<number>\d{1,4}): (?P<text>.+)", re.ASCII)
ORGANISER = "Organiser: "
TITLES: Mapping[str, str] = {
    "GMI": "GM", "MI": "IM", "MF": "FM", "CMF": "CM", "GMIF": "WGM", "MIF": "WIM", "MFF": "WFM", "CMFF": "WCM",
}  # fmt: skip
"""The title of chess for each title of the FMJD. Chess programs refuse a file with any other title."""
TITLE_CHARACTERS = 3


def fits_as_id(number: str) -> bool:
    """Return whether a federation ID fits into its column: one word of at most 11 plain characters."""
    return len(number) <= ID_CHARACTERS and number.isascii() and " " not in number


def official_text(post: Post) -> str:
    """Return an official as "Anna Bakker (12345)", without brackets if the number is not known."""
    return f"{post.name} ({post.number})" if post.number else post.name


def title_in_column(title: str, edition: Edition) -> str:
    """Return the text of the column for a title. In TRF16, which chess programs read, it is a title of chess or empty.

    If the column does not have the whole title, a comment has it (`title_line`).
    """
    if edition == "16":
        return title if title in TITLES.values() else TITLES.get(title, "")
    return title[:TITLE_CHARACTERS]


def title_line(number: int, title: str) -> str:
    return f"Title of {number}: {title}"


def organiser_line(organiser: str) -> str:
    return f"{ORGANISER}{organiser}"


def time_line(round: int, begins: str) -> str:
    """Return the comment about the announced time of a round. *begins*: a local time such as "2026-12-05T10:00"."""
    return f"Round {round} begins {begins.replace('T', ' ')}"


def club_line(number: int, club: str) -> str:
    return f"Club of {number}: {club}"


def id_line(number: int, id: str) -> str:
    """Return the comment about a federation ID that does not fit into its column."""
    return f"ID of {number}: {id}"


@dataclass(frozen=True, slots=True)
class CommentedFacts:
    """The facts in the comments of a file: times of rounds, clubs and federation IDs by pairing number."""

    times: tuple[tuple[int, str], ...]
    people: Mapping[int, Mapping[str, str]]
    organiser: str

    def person(self, number: int, person: Person) -> Person:
        """Return the person, completed by the club, federation ID and title that the comments have for that number."""
        told = self.people.get(number, {})
        return replace(
            person,
            club=told.get("Club", person.club),
            number=told.get("ID", person.number),
            title=told.get("Title", person.title),
        )


def facts_in(trf: Trf) -> CommentedFacts:
    """Return the facts in the comments of a file that this program wrote; empty for files of other programs."""
    people: dict[int, dict[str, str]] = {}
    times, organiser = [], ""
    for comment in trf.comments:
        if found := FACT.fullmatch(comment):
            people.setdefault(int(found["number"]), {})[found["fact"]] = found["text"]
        elif found := TIME.fullmatch(comment):
            times.append((int(found[1]), f"{found[2]}T{found[3]}"))
        elif comment.startswith(ORGANISER):
            organiser = comment.removeprefix(ORGANISER)
    return CommentedFacts(tuple(times), people, organiser)


def staff_in(trf: Trf) -> Staff:
    """Return the officials of a file (records 102 and 112) with their numbers, and the organiser of its comments."""
    named = [("chief", trf.head.get("102", "")), *(("deputy", text) for text in trf.deputies)]
    posts = []
    for role, text in named:
        found = OFFICIAL.fullmatch(text.strip())
        if found is not None:
            posts.append(Post(role, found["name"], found["number"].strip()))
        elif text.strip():
            posts.append(Post(role, text.strip()))
    return Staff(facts_in(trf).organiser, tuple(posts))
