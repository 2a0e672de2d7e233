"""What a refusal is for a program: a problem (RFC 9457) with its code, its article and its facts."""

from __future__ import annotations

from typing import Any, TypedDict

from arbiter.shapes.board import MoveTold, OwedTold
from arbiter.shapes.referee.late_moves import LateMoveTold


class Problem(TypedDict):
    """Why it may not be. `detail` is the sentence for the reader; a program goes by the code and the facts."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    article: str | None
    facts: dict[str, Any]


class IrregularTold(Problem):
    """The verdict on a move that was made and may not stand; it is journalled, and owed says what puts it right."""

    legal: bool
    sentence: str
    corrections: list[MoveTold]
    same_piece: bool
    seq: int
    owed: OwedTold


class LatePending(Problem):
    """A flag waits for the arbiter; the move that came in after it is journalled beside it, with what was recorded."""

    seq: int
    recorded: LateMoveTold


class RefusedLine(TypedDict):
    """A line of a list on which there is nobody who can be entered."""

    line: int
    wrote: str
    sentence: str


class LinesRefused(Problem):
    """Nobody has been entered, for these lines."""

    entered: int
    refused: list[RefusedLine]
