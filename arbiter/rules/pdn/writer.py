"""Games written as PDN 3.0. Moves have no spaces and no leading zeros.

The result stands only in the Result tag, and an asterisk ends each game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from arbiter.rules.pdn.gametypes import named_variant
from arbiter.rules.pdn.records import Comment, Glyph, Item, Record, Setup, Variation, Written
from arbiter.sides import Side
from arbiter.values import dataclass, replace

LINE_CHARACTERS = 80
FORCED = 7
"""The number of the PDN annotation ($7) for a forced move.

Older files have an asterisk instead, which would now end the game.
"""
_LETTERS = {"W": Side.WHITE, "B": Side.BLACK}


def pdn_text(records: Iterable[Record]) -> str:
    """Return the text of a PDN file with these games."""
    return "\n".join(_game(record) for record in records)


def _game(record: Record) -> str:
    variant = named_variant(record)
    first = variant.first if variant else Side.WHITE
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in record.tags)
    begins = _LETTERS.get((record.tag("FEN") or "?")[0].upper(), first)
    body = _lines([*_pieces(record.items, _Count(1, begins, first)), "*"])
    return f"{tags}\n{body}\n" if tags else f"{body}\n"


@dataclass(frozen=True, slots=True)
class _Count:
    """The state of move numbering: the number, the side to move, and the side that begins the game.

    `due` is True if the next move needs its number even if the second player makes it.
    """

    number: int
    turn: Side
    first: Side
    due: bool = True

    def text(self) -> str:
        """Return the number to write before the next move, or an empty text if that move needs no number."""
        if self.turn is self.first:
            return f"{self.number}. "
        return f"{self.number}... " if self.due else ""

    def after(self) -> _Count:
        return replace(self, number=self.number + (self.turn is not self.first), turn=self.turn.other, due=False)

    def set_up(self, turn: Side) -> _Count:
        """Return the numbering after a set-up position with *turn* to move.

        If the side that begins the game moves twice in a row, the number goes up.
        """
        on = turn is self.first and self.turn is not self.first
        return replace(self, number=self.number + on, turn=turn, due=True)


def _pieces(items: Sequence[Item], count: _Count) -> Iterator[str]:
    before = count
    for item in items:
        match item:
            case Written(text, strength):
                plain = strength.replace("*", "")
                yield f"{count.text()}{text}{plain}" + (f" ${FORCED}" if plain != strength else "")
                before, count = count, count.after()
            case Comment(text):
                yield from f"{{{text}}}".split(" ")
                count = replace(count, due=True)
            case Glyph(number):
                yield f"${number}"
            case Setup(fen):
                yield f'/FEN "{fen}"/'
                turn = _LETTERS.get(fen[:1].upper(), count.turn)
                before = count = count.set_up(turn)
            case Variation(inner):
                yield from ("(", *_pieces(inner, replace(before, due=True)), ")")
                count = replace(count, due=True)


def _lines(words: Sequence[str]) -> str:
    """Join *words* to lines of at most 80 characters. A comment may be broken at spaces: reading joins it again."""
    lines, line = list[str](), ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_CHARACTERS:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
