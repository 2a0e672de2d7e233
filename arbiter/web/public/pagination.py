"""Long lists on several pages: which page is asked for, with `?page=`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import request

T = TypeVar("T")

ROWS_A_PAGE = 100
"""Rows of a table on one page."""
BOARDS_A_PAGE = 60
"""Boards of a round on one page."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a list: its number from 1, the number of pages, and its first and end index in the list."""

    number: int
    count: int
    begin: int
    end: int

    def of(self, items: Sequence[T]) -> Sequence[T]:
        """Return the items on this page."""
        return items[self.begin : self.end]


def asked_part(length: int, size: int) -> Leaf:
    """Return the page asked for in a list of that length, or the nearest page there is."""
    text = request.args.get("page", "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    count = max(1, -(-length // size))
    number = min(max(1, asked), count)
    return Leaf(number, count, (number - 1) * size, min(length, number * size))
