"""The rulings about clocks that an arbiter sends for a board, by their kind."""

from __future__ import annotations

from arbiter.rulings.board import adjournments
from arbiter.rulings.referee import corrections
from arbiter.rulings.request import Request
from arbiter.rulings.time import attendance, clocks, controls
from arbiter.sides import SECOND
from arbiter.web.reading.fields import Fields

CLOCK_KINDS = ("time", "stop", "start", "counter", "swap", "control", "attendance", "adjourn", "resume")


def clock_ruling(kind: str, fields: Fields, n: int, b: int, by: str) -> Request:
    """The ruling of that kind, one of `CLOCK_KINDS`, that the fields describe."""
    reason, article = fields.word("reason", ""), fields.word("article", None)
    match kind:
        case "time":
            add = fields.whole("add_ms", None)
            if add is None and fields.has("add_s"):
                add = fields.whole("add_s") * SECOND
            return corrections.CorrectTime(
                round=n,
                board=b,
                side=fields.side("side"),
                add=add,
                left=fields.whole("left_ms", None),
                by=by,
                reason=reason,
                article=article,
            )
        case "stop":
            return corrections.StopClock(round=n, board=b, by=by, reason=reason, pressed=fields.whole("pressed", None))
        case "start":
            return corrections.StartClock(round=n, board=b, by=by, reason=reason)
        case "counter":
            return clocks.CorrectCounter(
                round=n,
                board=b,
                side=fields.side("side"),
                to_go=fields.whole("to_go"),
                period=fields.whole("period", None),
                by=by,
                reason=reason,
                article=article,
            )
        case "swap":
            return clocks.SwapSides(round=n, board=b, what=fields.word("what"), by=by, reason=reason, article=article)
        case "control":
            return controls.SetControl(
                round=n, board=b, control=fields.word("control"), side=fields.side("side", None), by=by, reason=reason
            )
        case "attendance":
            return attendance.NoteAttendance(round=n, board=b, side=fields.side("side"), here=fields.yes("here"), by=by)
        case "adjourn":
            return adjournments.AdjournGame(
                round=n,
                board=b,
                by=by,
                reason=reason,
                envelope=fields.word("envelope", ""),
                sealed=fields.word("sealed", ""),
                until=fields.word("until", ""),
            )
        case "resume":
            return adjournments.ResumeGame(round=n, board=b, by=by, reason=reason, move=fields.word("move", ""))
    raise ValueError(kind)
