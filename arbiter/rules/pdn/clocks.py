"""Clock times in comments, as electronic boards write them: `[%clock w1:10:00 B0:59:03]`."""

from __future__ import annotations

from arbiter.sides import SECOND, Both, Side, Span

_SIDES = {"w": Side.WHITE, "b": Side.BLACK}


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
