"""The text of the Hub protocol (version 2), by which the service talks with engines: lines, positions and moves.

In both directions a line is `command name=value name="value with blanks" flag`. Unknown names are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from arbiter.rules.notation import Move
from arbiter.rules.position import LETTERS, Position
from arbiter.rules.variants.variant import Variant
from arbiter.values import dataclass

NAMES: Mapping[str, str] = {"international": "normal", "frisian": "frisian"}
"""The names of variants in the protocol, by their keys. The protocol has no other variants."""
UNSAID = "international"
"""The key of the variant that an engine plays if it does not declare any."""
WORD = re.compile(r'([^\s="]+)(?:=(?:"([^"]*)"|([^\s"]*)))?')


@dataclass(frozen=True, slots=True)
class HubLine:
    """One line from an engine, parsed: its command and its values by name."""

    command: str
    told: Mapping[str, str]

    def number(self, name: str) -> float | None:
        """Return the value *name* as a number; None if it is missing or not a number."""
        try:
            return float(self.told[name])
        except (KeyError, ValueError):
            return None


def parse_line(text: str) -> HubLine:
    """Parse a line from an engine. If the line breaks the protocol, as much as possible is parsed.

    >>> parse_line('id name="Scan 3.1" author=Letouzey').told["name"]
    'Scan 3.1'
    """
    words = list(WORD.finditer(text[:20_000]))
    if not words:
        return HubLine("", {})
    return HubLine(words[0][1], {word[1]: word[2] if word[2] is not None else word[3] or "" for word in words[1:]})


def line_text(command: str, **told: object) -> str:
    """Return the text of a line to send. *told* are its values by name.

    A value is quoted if it is empty or contains a blank or an equals sign.
    """
    parts = [
        f'{name}="{value}"' if re.search(r"[\s=]|^$", str(value)) else f"{name}={value}" for name, value in told.items()
    ]
    return " ".join([command, *parts])


def plays(variant: Variant, declared: Mapping[str, HubLine]) -> bool:
    """Return whether an engine that has *declared* these parameters plays *variant*.

    This must be checked, because an engine silently ignores a parameter that it has not declared.
    """
    games = declared.get("variant")
    if games is None:
        return variant.key == UNSAID
    return NAMES.get(variant.key) in games.told.get("values", "").split()


def position_text(position: Position, variant: Variant) -> str:
    """Return the position in the form of the protocol: `Wbbbb...ewww`.

    The first letter is the side to move. One letter for each square follows: man (w, b), king (W, B) or empty (e).
    """
    squares = ["e"] * (variant.board.last + 1)
    for signs, sets in (("wb", position.men), ("WB", position.kings)):
        for sign, standing in zip(signs, sets, strict=True):
            for square in range(1, variant.board.last + 1):
                if standing >> square & 1:
                    squares[square] = sign
    return LETTERS[position.turn] + "".join(squares[1:])


def hub_move(move: Move) -> str:
    """Return the move in the notation of the protocol: origin, destination, and the squares of the pieces taken.

    The move 32x23x14 that takes the pieces on 19 and 28 is "32x14x19x28".
    """
    if not move.taken:
        return f"{move.origin}-{move.destination}"
    return "x".join(map(str, (move.origin, move.destination, *sorted(move.taken))))


def move_of(text: str, legal: Sequence[Move]) -> Move | None:
    """Return the move of *legal* that an engine's text means; None if there is none.

    The squares of the pieces taken may stand in any order.
    """
    if not re.fullmatch(r"\d{1,2}([-x]\d{1,2})+", text, re.ASCII):
        return None
    origin, destination, *taken = map(int, re.split("[-x]", text))
    found = [move for move in legal if (move.origin, move.destination) == (origin, destination)]
    exact = [move for move in found if sorted(move.taken) == sorted(taken)]
    return exact[0] if exact else found[0] if len(found) == 1 and not taken else None
