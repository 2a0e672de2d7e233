"""A game as it is written: its tags, and moves, comments, glyphs, variations and set-ups in their order.

A *written* move is text; whether it can be played is asked by `replay`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from arbiter.refused import Fact

SEVEN = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The seven tag roster: the tags that come first, in this order."""
UNKNOWN: Mapping[str, str] = {"Date": "????.??.??", "Result": "*"}
"""What stands for a value that is not known, where it is not a question mark."""


@dataclass(frozen=True, slots=True)
class Written:
    """A move as its author wrote it; `dots` where three of them say that the second player moves."""

    text: str
    strength: str = ""
    dots: bool = field(default=False, compare=False)
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """What is said between braces, its spaces folded."""

    text: str


@dataclass(frozen=True, slots=True)
class Glyph:
    """A numeric annotation glyph: $1 is a good move."""

    number: int


@dataclass(frozen=True, slots=True)
class Setup:
    """Another position on the board, and another side to move, in the middle of a game."""

    fen: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that were looked at and not played, between round brackets."""

    items: tuple[Item, ...]


Item: TypeAlias = Written | Comment | Glyph | Setup | Variation


@dataclass(frozen=True, slots=True)
class Oddity:
    """What stands in the text and is not PDN: left out of the game, and told."""

    line: int
    code: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Record:
    """One game as written; `end` is the result behind its moves, empty where there is none."""

    tags: tuple[tuple[str, str], ...] = ()
    items: tuple[Item, ...] = ()
    end: str = field(default="", compare=False)
    line: int = field(default=1, compare=False)
    oddities: tuple[Oddity, ...] = field(default=(), compare=False)

    def tag(self, *names: str) -> str | None:
        """The value of the first of these tags that is there and says something."""
        for name in names:
            for told, value in self.tags:
                if told.lower() == name.lower() and value not in ("", "?", UNKNOWN.get(name)):
                    return value
        return None

    @property
    def result(self) -> str:
        """The result as written: what the tag says, else what stands behind the moves."""
        return self.tag("Result", "Risultato") or self.end or "*"

    @property
    def empty(self) -> bool:
        """Whether nothing of a game was found: the text there holds oddities alone."""
        return not self.tags and not self.items

    @property
    def moves(self) -> tuple[Written, ...]:
        """The moves of the game itself, without those of variations."""
        return tuple(item for item in self.items if isinstance(item, Written))


def comment(text: str) -> Comment:
    """A comment that can be written: no brace within, and spaces folded."""
    return Comment(" ".join(text.replace("{", "(").replace("}", ")").split()))


def comments(record: Record) -> Iterator[Comment]:
    """The comments on the game itself, without those within variations."""
    return (item for item in record.items if isinstance(item, Comment))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)
