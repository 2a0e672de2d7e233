"""The message about a journal line for the readers of event streams, made once for each language."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import field
from typing import Any

from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.values import dataclass

TOLD_AS = {"EndingDue": "Noted", "MoveCameLate": "Noted"}
"""The kinds of events that only officials may know of, each with the neutral name that the event stream uses."""


@dataclass(eq=False, slots=True, kw_only=True)
class Told:
    """A journal line for readers: its number, its instant, its kind of event, and its round and board if any.

    `id`: the id of the message, from which a reader whose stream was cut goes on.

    `waits`: whether the tournament is shown with a delay and spectators may not know of the line yet.

    `game`: a function that makes the JSON of the board at that instant. It takes a language, and whether the reader
    sees the board undelayed. It returns None if the line has no board that everybody may see.
    """

    id: str
    seq: int
    at: Instant
    kind: str
    round: int | None
    board: int | None
    waits: bool = False
    game: Callable[[str, bool], dict[str, Any] | None] = lambda *_: None
    made: dict[tuple[str, bool, bool], bytes] = field(default_factory=dict)

    def message(self, language: str, *, whole: bool = True, close: bool = False) -> bytes:
        """Return the message about this line as bytes. *whole*: whether the message contains the board.

        *close*: whether the reader is a tablet or an official, who sees the board undelayed.
        """
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
            found = self.made[language, whole, close] = f"id: {self.id}\nevent: line\ndata: {data}\n\n".encode()
        return found


def reload(id: str) -> bytes:
    """Return the message that tells a page to load itself anew, and then to go on after the message with that *id*."""
    return f"id: {id}\nevent: reload\ndata: {{}}\n\n".encode()


def resumed(text: str) -> tuple[int | None, int | None]:
    """Parse the id of a message, such as "12" or "12-1": its line's number, and the journal's history or None.

    An empty *text* gives None for both. Raise Refused for any other text.
    """
    seq, dash, history = text.partition("-")
    found = number("after", seq), number("after", history)
    if dash and None in found:
        raise Refused("field_unreadable", field="after", wanted="a whole number")
    return found


def number(field: str, text: str) -> int | None:
    """Parse the number of a journal line or a board. Return None for an empty text.

    Raise Refused for any other text that is not a number. *field*: the name of the field, for the refusal.
    """
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refused("field_unreadable", field=field, wanted="a whole number")
    return int(text)
