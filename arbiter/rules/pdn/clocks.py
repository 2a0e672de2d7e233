"""Clock times in comments, as electronic boards write them: `[%clk 1:55:21]`, `[%clock w1:10:00 B0:59:03]`."""

from __future__ import annotations

import re

from arbiter.sides import HOUR, MINUTE, SECOND, Both, Side, Span
from arbiter.values import dataclass

_TIME = r"(\d{1,3}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,3}))?)?"
_COMMAND = re.compile(r"\[%(clk|clock|mct|egt|emt)\s+([^\]]*)\]", re.IGNORECASE)
_ONE = re.compile(rf"([wWbB]?)\s*{_TIME}", re.ASCII)
_SIDES = {"w": Side.WHITE, "b": Side.BLACK}


@dataclass(frozen=True, slots=True)
class Times:
    """The times in one clock comment, in milliseconds, and the side whose clock was running.

    A time without a letter is that of the side that moved (`mover`). A time with a letter is that of the named side
    (`sides`). What the comment does not give is None.
    """

    command: str
    mover: Span | None
    sides: Both[Span | None]
    running: Side | None = None


def clock_times(comment: str) -> tuple[Times, ...]:
    """Return the clock times in *comment*, in the order in which they are written.

    >>> [times] = clock_times("a good move [%clock w1:10:00 B0:59:03]")
    >>> times.sides.black, times.running.value
    (3543000, 'black')
    """
    return tuple(_times(found[1].lower(), found[2]) for found in _COMMAND.finditer(comment))


def clock_command(left: Both[Span], running: Side | None) -> str:
    """Return a clock comment of a PDN file with the remaining times of both sides, in whole seconds.

    *left*: the remaining times. The letter of the side whose clock is running is a capital.
    """
    told = (
        f"{letter.upper() if side is running else letter}{span_text(left[side])}" for letter, side in _SIDES.items()
    )
    return f"[%clock {' '.join(told)}]"


def span_text(span: Span) -> str:
    """Return a span of milliseconds as hours, minutes and seconds (1:42:07). A negative span is 0:00:00."""
    seconds = max(0, span) // SECOND
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _times(command: str, text: str) -> Times:
    mover: Span | None = None
    sides: Both[Span | None] = Both(None, None)
    running = None
    for letter, hours, minutes, seconds, part in _ONE.findall(text):
        span = int(hours) * HOUR + int(minutes) * MINUTE + int(seconds or 0) * SECOND + int((part or "").ljust(3, "0"))
        if not letter:
            mover = span
            continue
        side = _SIDES[letter.lower()]
        sides = sides.put(side, span)
        running = side if letter.isupper() else running
    return Times(command, mover, sides, running)
