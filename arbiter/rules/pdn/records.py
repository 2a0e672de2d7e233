"""A game as written: its tags, then moves, comments, glyphs, variations and set-up positions in their order.

A written move is only text. The module `replay` finds out whether it can be played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.values import dataclass

UNKNOWN: Mapping[str, str] = {"Date": "????.??.??", "Result": "*"}
"""The texts that mean an unknown value, by the name of the tag. For all other tags it is a question mark."""


@dataclass(frozen=True, slots=True)
class Written:
    """A move as its author wrote it. `strength` is the sign after it ("!", "?!").

    `dots` is True if three dots stand before the move, which mean that the second player moves.
    """

    text: str
    strength: str = ""
    dots: bool = field(default=False, compare=False)
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """The text between braces. Several spaces in a row are one space."""

    text: str


@dataclass(frozen=True, slots=True)
class Glyph:
    """A numeric annotation glyph: a code for a judgement on a move ($1: a good move)."""

    number: int


@dataclass(frozen=True, slots=True)
class Setup:
    """A position set up in the middle of a game, with its side to move, as FEN."""

    fen: str
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves in round brackets: they were analysed, but not played."""

    items: tuple[Item, ...]


Item: TypeAlias = Written | Comment | Glyph | Setup | Variation


@dataclass(frozen=True, slots=True)
class Oddity:
    """A piece of text that is not PDN. It is left out of the game, and reported with its line and column."""

    line: int
    column: int
    code: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Record:
    """One game as written. `end` is the result written after its moves; it is empty if there is none."""

    tags: tuple[tuple[str, str], ...] = ()
    items: tuple[Item, ...] = ()
    end: str = field(default="", compare=False)
    line: int = field(default=1, compare=False)
    fen_at: tuple[int, int] = field(default=(1, 1), compare=False)
    """The line and the column of the game's FEN tag, counted from 1."""
    oddities: tuple[Oddity, ...] = field(default=(), compare=False)

    def tag(self, *names: str) -> str | None:
        """Return the value of the first tag of *names* that the game has and whose value is known, otherwise None."""
        for name in names:
            for told, value in self.tags:
                if told.lower() == name.lower() and value not in ("", "?", UNKNOWN.get(name)):
                    return value
        return None

    @property
    def result(self) -> str:
        """The result as written: the Result tag, otherwise the result after the moves, otherwise "*"."""
        return self.tag("Result", "Risultato") or self.end or "*"

    @property
    def empty(self) -> bool:
        """Whether the record has no tags and no items: its text consists of oddities alone."""
        return not self.tags and not self.items

    @property
    def moves(self) -> tuple[Written, ...]:
        """The moves of the game itself, without the moves of variations."""
        return tuple(item for item in self.items if isinstance(item, Written))


def comment(text: str) -> Comment:
    """Make a comment that can be written to a file. Braces become round brackets, several spaces become one."""
    return Comment(" ".join(text.replace("{", "(").replace("}", ")").split()))


def comments(record: Record) -> Iterator[Comment]:
    """Return the comments on the game itself, without the comments inside variations."""
    return (item for item in record.items if isinstance(item, Comment))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)
