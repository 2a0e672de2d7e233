"""Refusals in the format for programs: a problem (RFC 9457) with its code, article and facts."""

from __future__ import annotations

from typing import Any, TypedDict

from arbiter.shapes.board import MoveTold, OwedTold
from arbiter.shapes.referee.late_moves import LateMoveTold


class Problem(TypedDict):
    """A refusal. `detail` is the sentence for a reader; a program uses `code` and `facts`."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    article: str | None
    facts: dict[str, Any]


class IrregularTold(Problem):
    """The finding on an irregular move. The move is in the journal, and `owed` says how it is put right."""

    legal: bool
    sentence: str
    corrections: list[MoveTold]
    same_piece: bool
    seq: int
    owed: OwedTold


class LatePending(Problem):
    """A refusal because a flag waits for the arbiter.

    The move that came after the flag is recorded beside it in the journal.
    """

    seq: int
    recorded: LateMoveTold


class RefusedLine(TypedDict):
    """A line of a list that names nobody who can be entered."""

    line: int
    wrote: str
    sentence: str


class LinesRefused(Problem):
    """A refused list: nobody has been entered, because of these lines."""

    entered: int
    refused: list[RefusedLine]
