"""Refused requests as JSON problems (RFC 9457): the code, the article of the rules, and the facts."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from arbiter.shapes.board import MoveTold, OwedTold
from arbiter.shapes.referee.late_moves import LateMoveTold


class FaultInFile(TypedDict):
    """A further fault of a file that was refused, with its line and column among the facts."""

    code: str
    facts: dict[str, Any]


class Problem(TypedDict):
    """A refusal. `detail` is the sentence for people; programs use `code` and `facts`.

    `others`: the further faults of a file that was refused, if it has more than one.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    article: str | None
    facts: dict[str, Any]
    others: NotRequired[list[FaultInFile]]


class IrregularTold(Problem):
    """Response to an irregular move: the rule broken, and in `owed` the correction due. The journal has the attempt."""

    legal: bool
    sentence: str
    corrections: list[MoveTold]
    same_piece: bool
    seq: int
    owed: OwedTold


class LatePending(Problem):
    """A refusal of a move because the side's flag has fallen, and the arbiter has not ruled on the flag yet.

    The move is recorded in the journal all the same, so that the arbiter can decide on it.
    """

    seq: int
    recorded: LateMoveTold


class RefusedLine(TypedDict):
    """A line of an imported list from which nobody can be entered, with the reason.

    `column`: the number of the cell that is at fault, counted from 1; null if the line as a whole is at fault.
    """

    line: int
    column: int | None
    wrote: str
    sentence: str


class LinesRefused(Problem):
    """The refusal of an imported list because of some lines. Nobody on the list has been entered."""

    entered: int
    refused: list[RefusedLine]
