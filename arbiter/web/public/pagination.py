"""Long lists are split into pages; `?page=` chooses one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from flask import request

from arbiter.values import dataclass

T = TypeVar("T")

ROWS_A_PAGE = 100
"""Rows of a table on one page."""
BOARDS_A_PAGE = 60
"""Boards of a round on one page."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of a split list: its number from 1, the number of pages, and its first and end index in the list."""

    number: int
    count: int
    begin: int
    end: int

    def of(self, items: Sequence[T]) -> Sequence[T]:
        """Return the part of *items* that this page shows."""
        return items[self.begin : self.end]


def asked_part(length: int, size: int) -> Leaf:
    """Return the page that `?page=` chooses in a list of *length* rows, *size* to a page.

    If there is no such page, return the nearest one.
    """
    text = request.args.get("page", "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    count = max(1, -(-length // size))
    number = min(max(1, asked), count)
    return Leaf(number, count, (number - 1) * size, min(length, number * size))
