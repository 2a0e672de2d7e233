"""The PDN tokenizer, which accepts any use of spaces, leading zeros and signs.

A piece of text that is not PDN becomes a token of the kind ODD, so that the parser can report it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from enum import Enum

from arbiter.values import dataclass


class TokenKind(Enum):
    """The kind of a token."""

    TAG = "tag"
    NUMBER = "number"
    MOVE = "move"
    BLANK = "blank"
    """A mark for a move that is left out: dots, or a dash."""
    STRENGTH = "strength"
    GLYPH = "glyph"
    COMMENT = "comment"
    OPEN = "open"
    CLOSE = "close"
    SETUP = "setup"
    RESULT = "result"
    UNCLOSED = "unclosed"
    """A comment whose closing brace is missing."""
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `text` is its content: the value of a tag, or the text between the braces of a comment."""

    kind: TokenKind
    text: str
    line: int = field(compare=False)
    column: int = field(compare=False)
    """The place of the token's first character in its line, counted from 1."""
    name: str = ""
    """The name of a tag; empty for every other token."""


SIGN = r"[-x:\u00d7X\u2013]"
_NUMERIC = rf"\d{{1,3}}(?:\s*{SIGN}\s*\d{{1,3}})+|\d{{1,2}}(?:\*\d{{1,2}})+|\d{{4}}(?!\d|\s*\.)"
_NAMED = rf"[a-pA-P]\d{{1,2}}(?:(?:\s*{SIGN}\s*)?[a-pA-P]\d{{1,2}})+"
_HALF = r"(?:1\s*/\s*2|½)"
_WHOLE = r"1\s*-\s*0|0\s*-\s*1|2\s*-\s*0|0\s*-\s*2|1\s*-\s*1|0\s*-\s*0"
_PARTS = rf"(?:1\s*)?{_HALF}\s*-\s*(?:1\s*)?{_HALF}|\d\.\d{{1,2}}\s*-\s*\d\.\d{{1,2}}|1\+\s*-\s*1-|1-\s*-\s*1\+"
_PIECES = re.compile(
    rf"""
      (?P<space>   (?: \s | \ufeff | %[^\n]* )+ )
    | (?P<comment> \{{ [^}}]* \}} )
    | (?P<unclosed> \{{ )
    | ; (?P<rest>  [^\n]* )
    | (?P<tag>     \[ \s* (?P<name>[A-Za-z_][\w-]*) \s* "(?P<value>(?:\\.|[^"\\\n])*)" \s* \] )
    | (?P<ragged>  \[ \s* (?P<called>[A-Za-z_][\w-]*) [ \t]+ (?P<said>[^\n]*?) \]? [ \t]* (?=\n|\Z) )
    | / (?P<setup> [^/\[\]]* ) /
    | (?P<result>  (?: {_WHOLE} | {_PARTS} ) (?! [\dx:/] ) )
    | (?P<move>    {_NAMED} | {_NUMERIC} )
    | (?P<number>  \d{{1,4}} \s* \. (?:\.\.)? | \d{{1,3}} (?=\s) )
    | (?P<strength> [!?]+ | \( [!?]+ \) )
    | \$ (?P<glyph> \d+ )
    | (?P<blank>   \.\.\.? | … | --? (?!\d) )
    | (?P<open>    \( ) | (?P<close> \) )
    | (?P<star>    \* )
    | (?P<odd>     [^\s\[\]{{}}()*$!?]+ | . )
    """,
    re.VERBOSE,
)
_NEW_HEADER = re.compile(r"\n[ \t]*\n[ \t]*\[[A-Za-z_]\w*[ \t]+\"")


def tokens(text: str) -> Iterator[Token]:
    """Split *text* into tokens, in order.

    >>> [(token.kind.value, token.text) for token in tokens("1. 32-28 19x23 {sharp} 2-0")]
    [('number', '1.'), ('move', '32-28'), ('move', '19x23'), ('comment', 'sharp'), ('result', '2-0')]
    """
    place, line, after_move = 0, 1, -1
    while place < len(text):
        found = _PIECES.match(text, place)
        assert found is not None, text[place : place + 20]
        end, column = found.end(), place - text.rfind("\n", 0, place)
        header = _NEW_HEADER.search(text, place, end if found["comment"] else len(text)) if text[place] == "{" else None
        if header or found["unclosed"]:  # the closing brace, if any, belongs to a later game
            end = header.start() if header else len(text)
            yield Token(TokenKind.UNCLOSED, text[place + 1 : end], line, column)
        elif found["star"]:  # right after a move an asterisk says that the move was forced
            yield Token(TokenKind.STRENGTH if place == after_move else TokenKind.RESULT, "*", line, column)
        elif found["space"] is None:
            yield _token(found, line, column)
        if found["move"] or (found["strength"] and place == after_move):
            after_move = end
        line += text.count("\n", place, end)
        place = end


def _token(found: re.Match[str], line: int, column: int) -> Token:
    if found["tag"]:
        return Token(TokenKind.TAG, re.sub(r"\\(.)", r"\1", found["value"]), line, column, found["name"])
    if found["ragged"]:
        return Token(TokenKind.TAG, found["said"].strip().strip('"'), line, column, found["called"])
    if found["comment"]:
        return Token(TokenKind.COMMENT, found["comment"][1:-1], line, column)
    for name, kind in _PLAIN.items():
        if found[name] is not None:
            return Token(kind, found[name], line, column)
    raise AssertionError(found.group())


_PLAIN = {
    "rest": TokenKind.COMMENT,
    "setup": TokenKind.SETUP,
    "result": TokenKind.RESULT,
    "number": TokenKind.NUMBER,
    "move": TokenKind.MOVE,
    "strength": TokenKind.STRENGTH,
    "glyph": TokenKind.GLYPH,
    "blank": TokenKind.BLANK,
    "open": TokenKind.OPEN,
    "close": TokenKind.CLOSE,
    "odd": TokenKind.ODD,
}
