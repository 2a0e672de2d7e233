"""A journal line as those who follow hear of it: made once for each language, however many they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arbiter.sides import Instant

TOLD_AS = {"EndingDue": "Noted", "MoveCameLate": "Noted"}
"""What only the officials may know of is told without its name: their pages ask for the rest."""


@dataclass(eq=False, slots=True, kw_only=True)
class Told:
    """A line: its number, what happened and when, and the board that it is about, if it is about one.

    `game` makes that board as it was then, in a language and with or without the delay for those who watch; None where
    the board is none that everybody may see.
    """

    seq: int
    at: Instant
    kind: str
    round: int | None
    board: int | None
    game: Callable[[str, bool], dict[str, Any] | None] = lambda *_: None
    made: dict[tuple[str, bool, bool], bytes] = field(default_factory=dict)

    def message(self, language: str, *, whole: bool = True, close: bool = False) -> bytes:
        """The message; *whole*: with the board; *close*: for a tablet or an official, without delay."""
        found = self.made.get((language, whole, close))
        if found is None:
            data = json.dumps(
                {
                    "seq": self.seq,
                    "at": self.at,
                    "kind": TOLD_AS.get(self.kind, self.kind),
                    "round": self.round,
                    "board": self.board,
                    "game": self.game(language, close) if whole else None,
                },
                ensure_ascii=False,
                separators=(",", ":"),
            )
            found = self.made[language, whole, close] = f"id: {self.seq}\nevent: line\ndata: {data}\n\n".encode()
        return found


def reload(seq: int) -> bytes:
    """More has happened than is told line by line: the page is to be loaded anew, and goes on from that line."""
    return f"id: {seq}\nevent: reload\ndata: {{}}\n\n".encode()
