"""The Hub protocol as text (version 2): lines, positions, and moves as an engine writes them.

A line is `command name=value name="value with blanks" flag`, both ways; what is unknown is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbiter.rules.move import Move
from arbiter.rules.position import LETTERS, Position
from arbiter.rules.variants.variant import Variant

NAMES: Mapping[str, str] = {"international": "normal", "frisian": "frisian"}
"""What the protocol calls our games, those that it knows at all."""
UNSAID = "international"
"""The game of an engine that declares none."""
WORD = re.compile(r'([^\s="]+)(?:=(?:"([^"]*)"|([^\s"]*)))?')


@dataclass(frozen=True, slots=True)
class HubLine:
    """One line of an engine."""

    command: str
    told: Mapping[str, str]

    def number(self, name: str) -> float | None:
        """The number of that name; None where there is none that can be read."""
        try:
            return float(self.told[name])
        except (KeyError, ValueError):
            return None


def parse_line(text: str) -> HubLine:
    """The line; of what no protocol has, as much as can be read."""
    words = list(WORD.finditer(text[:20_000]))
    if not words:
        return HubLine("", {})
    return HubLine(words[0][1], {word[1]: word[2] if word[2] is not None else word[3] or "" for word in words[1:]})


def line_text(command: str, **told: object) -> str:
    """A line that we say; a value is quoted where it is empty, or holds a blank or a sign of equality."""
    parts = [
        f'{name}="{value}"' if re.search(r"[\s=]|^$", str(value)) else f"{name}={value}" for name, value in told.items()
    ]
    return " ".join([command, *parts])


def plays(variant: Variant, declared: Mapping[str, HubLine]) -> bool:
    """Whether an engine with these parameters plays that game: what it does not declare it would swallow in silence."""
    games = declared.get("variant")
    if games is None:
        return variant.key == UNSAID
    return NAMES.get(variant.key) in games.told.get("values", "").split()


def position_text(position: Position, variant: Variant) -> str:
    """The side to move and the 50 squares: `Wbbbb...ewww`."""
    squares = ["e"] * (variant.board.last + 1)
    for signs, sets in (("wb", position.men), ("WB", position.kings)):
        for sign, standing in zip(signs, sets, strict=True):
            for square in range(1, variant.board.last + 1):
                if standing >> square & 1:
                    squares[square] = sign
    return LETTERS[position.turn] + "".join(squares[1:])


def hub_move(move: Move) -> str:
    """The move as the protocol writes it: origin, destination, then every square captured."""
    if not move.taken:
        return f"{move.origin}-{move.destination}"
    return "x".join(map(str, (move.origin, move.destination, *sorted(move.taken))))


def move_of(text: str, legal: Sequence[Move]) -> Move | None:
    """The legal move that the engine means, whatever the order of the squares captured; None where there is none."""
    if not re.fullmatch(r"\d{1,2}([-x]\d{1,2})+", text, re.ASCII):
        return None
    origin, destination, *taken = map(int, re.split("[-x]", text))
    found = [move for move in legal if (move.origin, move.destination) == (origin, destination)]
    exact = [move for move in found if sorted(move.taken) == sorted(taken)]
    return exact[0] if exact else found[0] if len(found) == 1 and not taken else None
