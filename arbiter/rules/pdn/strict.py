"""A check against the PDN 3.0 grammar: the first place where a strict reader would stop.

This is the standard's own grammar, without the tolerance of `tokens`. Games are separated by a result or an asterisk. A
tag begins with a capital. A comment ends at its first closing brace. A square is a number of at most two digits, or a
letter from a to h with a digit.
"""

from __future__ import annotations

import re

from arbiter.refused import Fact
from arbiter.rules.pdn.records import Oddity

_RESULT = r"1/2-1/2|1-0|0-1|2-0|1-1|0-2|0-0"
_SQUARE = r"(?:[a-h][1-8]|0[1-9]|[1-9][0-9]?)"
_GAP = r"(?:[ \t\n\r]|%[^\n\r]*)*"
_PIECES = re.compile(
    rf"""
      (?P<space>     (?: [ \t\n\r] | %[^\n\r]* )+ )
    | (?P<comment>   \{{ [^}}]* \}} )
    | (?P<tag>       \[ {_GAP} [A-Z][A-Za-z0-9_]* {_GAP} "(?:\\"|[^"])*" {_GAP} \] )
    | (?P<separator> (?: {_RESULT} ) (?! [0-9] ) | \* )
    | (?P<number>    [0-9]+ \. (?:\.\.)? )
    | (?P<move>      [a-h][1-8][a-h][1-8] | \.\.\.
                     | {_SQUARE} {_GAP} (?: - {_GAP} {_SQUARE} | (?: [x:] {_GAP} {_SQUARE} {_GAP} )+ ) )
    | (?P<strength>  [!?]+ | \( [!?]+ \) )
    | (?P<glyph>     \$ [0-9]+ )
    | (?P<open>      \( ) | (?P<close> \) )
    | (?P<setup>     / [^/]* / )
    """,
    re.VERBOSE,
)


def strict_oddity(text: str) -> Oddity | None:
    """Return the first place where *text* departs from the grammar of PDN 3.0; None if it follows the grammar."""
    walk = _Walk()
    place = 0
    while place < len(text):
        found = _PIECES.match(text, place)
        kind = "" if found is None else str(found.lastgroup)
        if found is None or (kind != "space" and not walk.takes(kind)):
            return _at(text, place)
        place = found.end()
    return None if walk.done() else _at(text, len(text.rstrip()))


def _at(text: str, place: int) -> Oddity:
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    facts: dict[str, Fact] = {"line": line, "column": column}
    if said := text[place : place + 40].partition("\n")[0]:
        return Oddity(line, column, "pdn_not_strict", {**facts, "text": said})
    return Oddity(line, column, "pdn_cut_off", facts)


class _Walk:
    """The state of the grammar check: the kind of the last token, the depth of variations, the number of games."""

    def __init__(self) -> None:
        self.last = "separator"
        self.depth = 0
        self.games = 0

    def takes(self, kind: str) -> bool:
        """Return whether the grammar allows a piece of *kind* next. If it does, record the piece as read."""
        allowed = self._allows(kind)
        if allowed:
            self.depth += (kind == "open") - (kind == "close")
            self.games += kind != "separator" and self.last == "separator"
            self.last = kind
        return allowed

    def _allows(self, kind: str) -> bool:
        if self.last == "number":
            return kind == "move"
        match kind:
            case "tag":
                return self.depth == 0 and self.last in ("separator", "tag")
            case "separator":
                return self.depth == 0 and self.last != "separator"
            case "strength":
                return self.last == "move"
            case "close":
                return self.depth > 0 and self.last != "open"
        return True

    def done(self) -> bool:
        return self.games > 0 and self.depth == 0 and self.last != "number"
