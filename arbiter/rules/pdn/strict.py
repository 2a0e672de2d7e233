"""Where a text leaves the reading grammar of PDN 3.0: the first place, as a strict reader would stop at it.

The standard's grammar, not our patience: games are parted by a result or an asterisk, a tag begins with a capital, a
comment ends at its first brace, squares have two figures or a letter from a to h.
"""

from __future__ import annotations

import re

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
    """What a strict reader refuses the text for; None where it is PDN 3.0 as the standard reads it."""
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
    line, said = text.count("\n", 0, place) + 1, text[place : place + 40].partition("\n")[0]
    if not said:
        return Oddity(line, "pdn_cut_off", {"line": line})
    return Oddity(line, "pdn_not_strict", {"line": line, "text": said})


class _Walk:
    """How far the grammar has come: what was last, in a game or between two, how deep in variations."""

    def __init__(self) -> None:
        self.last = "separator"
        self.depth = 0
        self.games = 0

    def takes(self, kind: str) -> bool:
        """Whether the grammar goes on with a piece of that kind here; if so, it has."""
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
