"""The PDN parser, which makes games from tokens. It reads a file to its end, whatever the text contains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from arbiter.rules.pdn.records import (
    Comment,
    Glyph,
    Item,
    Oddity,
    Record,
    Setup,
    Variation,
    Written,
    comment,
    squeezed,
)
from arbiter.rules.pdn.tokens import Token, TokenKind, tokens
from arbiter.values import dataclass, replace

DEEPEST = 50
"""The deepest nesting of variations that is read. A deeper opening bracket is reported and skipped."""


def parse_pdn(text: str) -> tuple[Record, ...]:
    """Parse the text of a PDN file into its games, in order.

    Nothing is refused: unreadable text becomes an `Oddity` of its game.
    """
    return _Reading().records_of(tokens(text))


@dataclass(slots=True)
class _Reading:
    """The state of the parser: the game that is being read, and the games that are complete."""

    records: list[Record] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    lines: list[list[Item]] = field(default_factory=lambda: [[]])
    """The lists of items: that of the game itself, then one for each variation that is open."""
    oddities: list[Oddity] = field(default_factory=list)
    begun: int = 0
    """The line of the file on which the game begins; 0 while no game has begun."""
    tagged: int = 0
    fen_at: tuple[int, int] = (1, 1)
    opened: list[Token] = field(default_factory=list)
    """The opening brackets of the variations that are open."""
    dots: bool = False

    def records_of(self, pieces: Iterable[Token]) -> tuple[Record, ...]:
        for piece in pieces:
            self._take(piece)
        self._close("")
        return tuple(self.records)

    def _take(self, piece: Token) -> None:
        if piece.kind is TokenKind.TAG:
            if self._another_header(piece):
                self._close("")
            self.begun = self.begun or piece.line
            self.tagged = piece.line
            if piece.name.lower() == "fen":
                self.fen_at = piece.line, piece.column
            self.tags.append((piece.name, " ".join(piece.text.split())))
            return
        if piece.kind is TokenKind.RESULT and len(self.lines) == 1:
            if self.begun:
                self._close(piece.text)
            return
        self.begun = self.begun or piece.line
        line = self.lines[-1]
        match piece.kind:
            case TokenKind.MOVE:
                line.append(Written(squeezed(piece.text), dots=self.dots, line=piece.line, column=piece.column))
                self.dots = False
            case TokenKind.NUMBER | TokenKind.BLANK:
                self.dots = "..." in piece.text or "…" in piece.text or (self.dots and piece.kind is TokenKind.BLANK)
            case TokenKind.STRENGTH:
                self._strengthen(line, piece)
            case TokenKind.GLYPH:
                line.append(Glyph(int(piece.text)))
            case TokenKind.COMMENT:
                if piece.text.strip():
                    line.append(comment(piece.text))
            case TokenKind.UNCLOSED:
                line.append(comment(piece.text))
                self._odd(piece, "pdn_comment_open")
            case TokenKind.SETUP:
                line.append(_setup(piece))
            case TokenKind.OPEN:
                if len(self.lines) <= DEEPEST:
                    self.lines.append([])
                    self.opened.append(piece)
                else:
                    self._odd(piece, "pdn_not_read", text="(")
            case TokenKind.CLOSE:
                if len(self.lines) > 1:
                    self.opened.pop()
                    inner = tuple(self.lines.pop())
                    if inner:
                        self.lines[-1].append(Variation(inner))
                else:
                    self._odd(piece, "pdn_not_read", text=")")
            case TokenKind.RESULT:  # the result of a variation
                line.append(Comment(squeezed(piece.text)))
            case _:
                self._odd(piece, "pdn_not_read", text=piece.text[:40])

    def _another_header(self, piece: Token) -> bool:
        """Return whether the tag *piece* begins the next game.

        It does if items of this game came before it, or if it repeats the first tag of the game after an empty line.
        """
        if any(self.lines) or len(self.lines) > 1:
            return True
        return bool(self.tags) and piece.line > self.tagged + 1 and piece.name == self.tags[0][0]

    @staticmethod
    def _strengthen(line: list[Item], piece: Token) -> None:
        if line and isinstance(line[-1], Written):
            written = line[-1]
            line[-1] = replace(written, strength=written.strength + piece.text)
        else:
            line.append(Comment(piece.text))

    def _odd(self, at: Token, code: str, **facts: str) -> None:
        self.oddities.append(Oddity(at.line, at.column, code, {"line": at.line, "column": at.column, **facts}))

    def _close(self, end: str) -> None:
        if not self.begun:
            return
        if len(self.lines) > 1:
            self._odd(self.opened[-1], "pdn_variation_open")
        while len(self.lines) > 1:
            inner = tuple(self.lines.pop())
            if inner:
                self.lines[-1].append(Variation(inner))
        items = self.lines[0]
        told = next((value for name, value in self.tags if name.lower() == "result"), "")
        # a match result such as 4-6 looks like a move; it is none if the tag has the same text
        if not end and items and isinstance(items[-1], Written) and items[-1].text == squeezed(told):
            end = items.pop().text  # type: ignore[union-attr]  # the line above has tested that this is a move
        self.records.append(
            Record(tuple(self.tags), tuple(items), squeezed(end), self.begun, self.fen_at, tuple(self.oddities))
        )
        self.tags, self.lines, self.oddities, self.opened = [], [[]], [], []
        self.begun, self.tagged, self.fen_at, self.dots = 0, 0, (1, 1), False


def _setup(piece: Token) -> Setup:
    """Parse the text `/FEN "..."/`, which sets up a position in the middle of a game."""
    text = piece.text.strip()
    return Setup(text.removeprefix("FEN").strip().strip('"').strip(), piece.line, piece.column)
