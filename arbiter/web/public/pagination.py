"""Division of long lists into pages. `?page=` chooses a page, and `?find=` the page with a name or number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar
from urllib.parse import urlencode

from flask import request
from markupsafe import Markup

from arbiter.journal.people import MOST_CHARS, alphabetical
from arbiter.tournament.game import Game
from arbiter.values import dataclass
from arbiter.view import View

T = TypeVar("T")

LONGEST_WHOLE = 100
"""A list with at most this many lines is shown on one page. A longer one is divided into pages."""
ROWS_A_PAGE = 100
"""The number of lines of a plain list on one page."""
STANDINGS_A_PAGE = 40
"""The number of rows of the standings and of the crosstable on one page: 100 kB with nine rounds."""
BOARDS_A_PAGE = 60
"""The number of boards with diagrams on one page."""
FORMS_A_PAGE = 50
"""The number of lines with a form on one page of the office."""
GAMES_A_PAGE = 25
"""The number of rows with a live game, or with a QR code, on one page of the office."""


@dataclass(frozen=True, slots=True)
class Leaf(Generic[T]):
    """One page of a list: its number from 1, the number of pages, and its first and end index in the list.

    `size`: the lines of a full page. `sought`: the text of `?find=`. `found`: the indices of the lines that match it.
    `searched`: whether the page has a search form. `kept`: the other query parameters.
    """

    number: int
    count: int
    begin: int
    end: int
    items: Sequence[T]
    size: int
    sought: str
    found: tuple[int, ...]
    searched: bool
    kept: Mapping[str, str]

    def link(self, number: int) -> str:
        """Return the URL of page *number* of the list."""
        return "?" + urlencode({**self.kept, "page": number, **({"find": self.sought} if self.found else {})})

    def has(self, number: int) -> bool:
        """Return whether a line that was found is on page *number*."""
        return any(at // self.size + 1 == number for at in self.found)

    def mark(self, index: int) -> str:
        """Return the HTML attributes of line *index* of this page: a class if it was found, an id if it is the first.

        The search form leads to the fragment `#found`, so that the browser scrolls to the line without a script.
        """
        if self.begin + index not in self.found:
            return ""
        first = next(at for at in self.found if at >= self.begin) == self.begin + index
        return Markup(' class="found" id="found"') if first else Markup(' class="found"')


def asked_part(
    items: Sequence[T],
    size: int,
    name: Callable[[T], str] | None = None,
    *,
    whole: int = LONGEST_WHOLE,
    start: int = 0,
) -> Leaf[T]:
    """Return the page of the list *items* that `?page=` or `?find=` chooses, with *size* lines to a page.

    A list of at most *whole* lines is one page. If the page asked for does not exist, the nearest one is returned.
    *name*: a function that returns the text of a line in which `?find=` is looked for, such as "12 Bakker, Anna"; None
    if there is no search. *start*: the index of a line; its page is shown if no page is asked for.
    """
    length = len(items)
    size = max(size, length) if length <= whole else size
    sought = request.args.get("find", "")[:MOST_CHARS].strip() if name is not None else ""
    found = tuple(at for at, item in enumerate(items) if fits(sought, name(item))) if name and sought else ()
    text = request.args.get("page", "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    count = max(1, -(-length // size))
    number = min(max(1, asked or (found[0] if found else start) // size + 1), count)
    begin, end = (number - 1) * size, min(length, number * size)
    kept = {key: value for key, value in request.args.items() if key not in ("page", "find")}
    return Leaf(number, count, begin, end, items[begin:end], size, sought, found, name is not None, kept)


def game_words(view: View, game: Game) -> str:
    """Return the text of a game for the search: its board number and its players' names."""
    return f"{game.board} {view.name(game.entries.white)} {view.name(game.entries.black)}"


def fits(sought: str, text: str) -> bool:
    """Return whether each word of *sought* is the beginning of a word of *text*. A number must be the whole word.

    Capitals and accents make no difference.
    """
    asked, words = (re.findall(r"\w+", alphabetical(one)) for one in (sought, text))
    return bool(asked) and all(
        word in words if word.isdigit() else any(one.startswith(word) for one in words) for word in asked
    )
