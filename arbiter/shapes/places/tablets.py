"""The state of each board's tablets: never bound, bound but not heard yet, in touch, or lost (silent for long)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from arbiter.rulings.time.provisional_flags import REPORT_EVERY_MS, Heard, Seat
from arbiter.shapes.json_answers import Sides, sides
from arbiter.sides import Instant, Side, Span

LOST_AFTER_MS: Span = 5 * REPORT_EVERY_MS
"""A tablet that is silent for this many milliseconds counts as lost: it has missed five reports."""
STATES = ("never", "bound", "lost", "touch")
"""The states of a tablet, from the worst for playing to the best."""


class OneTabletTold(TypedDict):
    """The tablet of one side: its state, and since when it has this state.

    `since` is null if no tablet was ever bound.
    """

    state: str
    since: int | None


class TabletTold(OneTabletTold):
    """The tablets of a board: the worse of its two sides' states, and the state of each side.

    One tablet that lies between the players counts for both sides.
    """

    board: int
    sides: Sides[OneTabletTold]


class TabletsTold(TypedDict):
    """The state of all boards' tablets at one instant. `waiting` are the numbers of the devices to be admitted."""

    now_ms: int
    tablets: list[TabletTold]
    waiting: list[int]


def tablets_shape(
    boards: Sequence[int],
    heard: Mapping[Seat, Heard],
    bound: Mapping[Seat, Instant],
    now: Instant,
    speed: float = 1,
    waiting: Sequence[int] = (),
) -> TabletsTold:
    """Return the state of the tablets at these boards at the instant *now*.

    *heard*: the last message of each tablet since the service started. *bound*: the instant at which each tablet was
    bound. *speed*: how many times faster than real time the clocks of the hall run. *waiting*: the numbers of the
    devices to be admitted.
    """

    def seat(at: Seat) -> OneTabletTold:
        last = heard.get(at)
        if last is None:
            return {"state": "bound" if at in bound else "never", "since": bound.get(at)}
        return {"state": "touch" if now - last.at <= LOST_AFTER_MS * speed else "lost", "since": last.at}

    def best(board: int, side: Side) -> OneTabletTold:
        return max(seat((board, side)), seat((board, None)), key=_rank)

    known = {board for board, _ in (*heard, *bound)}
    never: OneTabletTold = {"state": "never", "since": None}
    told: list[TabletTold] = []
    for board in boards:
        if board not in known:
            told.append({"board": board, "sides": sides(lambda _: never), **never})
            continue
        each = {side: best(board, side) for side in Side}
        worse = min(each.values(), key=_rank)
        told.append({"board": board, "sides": sides(each.__getitem__), **worse})
    return {"now_ms": now, "tablets": told, "waiting": list(waiting)}


def _rank(seat: OneTabletTold) -> tuple[int, int]:
    return STATES.index(seat["state"]), seat["since"] or 0
