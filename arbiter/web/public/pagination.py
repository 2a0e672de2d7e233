"""Long lists are split into pages; `?page=` chooses one, and `?find=` the page with a name or number."""

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
"""The most lines of a list that is not split."""
ROWS_A_PAGE = 100
"""Lines of a plain list on one page."""
STANDINGS_A_PAGE = 40
"""Rows of the standings on one page, and of the crosstable below them: 100 kB with nine rounds."""
BOARDS_A_PAGE = 60
"""Boards with diagrams on one page."""
FORMS_A_PAGE = 50
"""Lines with a form on one page of the office."""
GAMES_A_PAGE = 25
"""Rows with a live game, or with a QR code, on one page of the office."""


@dataclass(frozen=True, slots=True)
class Leaf(Generic[T]):
    """One page of a split list: its number from 1, the number of pages, and its first and end index in the list.

    `found` are the indices of all lines that `sought` fits, which is the text of `?find=`. `searched`: whether the page
    has the form for it. `kept`: the other query parameters.
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
        """Return the address of another page of the list."""
        return "?" + urlencode({**self.kept, "page": number, **({"find": self.sought} if self.found else {})})

    def has(self, number: int) -> bool:
        """Return whether a line that was found is on that page."""
        return any(at // self.size + 1 == number for at in self.found)

    def mark(self, index: int) -> str:
        """Return the attributes of the line at that index of this page: of the lines found, and of the first of them.

        The form leads to the fragment `#found`, so that the browser scrolls to the line without a script.
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
    """Return the page that `?page=` or `?find=` chooses in a list, *size* lines to a page.

    A list of at most *whole* lines is one page. If there is no such page, the nearest one is returned. *name*: returns
    the text of a line in which `?find=` is looked for, such as "12 Bakker, Anna". *start*: the index of a line whose
    page is shown if neither is asked for.
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
    """Return the text of a game in which a name or a number is looked for: its board and its players."""
    return f"{game.board} {view.name(game.entries.white)} {view.name(game.entries.black)}"


def fits(sought: str, text: str) -> bool:
    """Return whether each word of *sought* begins a word of *text*. A number has to be the whole word.

    Capitals and accents make no difference.
    """
    asked, words = (re.findall(r"\w+", alphabetical(one)) for one in (sought, text))
    return bool(asked) and all(
        word in words if word.isdigit() else any(one.startswith(word) for one in words) for word in asked
    )
