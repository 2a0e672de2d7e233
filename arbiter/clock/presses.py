"""Presses of a clock replayed through a time control, for the command `arbiter clock`."""

from __future__ import annotations

from arbiter.clock.clock import new_clock
from arbiter.clock.control import Control
from arbiter.refused import Refused
from arbiter.sides import Both, Instant, Side, Span
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Press:
    """The state of the clock right after a press, for the side that pressed."""

    side: Side
    left: Span
    period: int
    moves_to_go: int | None


@dataclass(frozen=True, slots=True)
class Fallen:
    """A flag that fell. `at` is in milliseconds since the clock was started."""

    side: Side
    at: Instant


@dataclass(frozen=True, slots=True)
class Presses:
    """The result of a replay: every press, up to the last one or until a flag fell."""

    presses: tuple[Press, ...]
    flag: Fallen | None


def replay_presses(control: Both[Control], text: str) -> Presses:
    """Replay lines such as "white 63000" (the side, and the milliseconds thought before that press) under *control*.

    The side of the first line begins. Raise Refused for a line that cannot be read, and for a side that presses twice
    in a row.
    """
    clock = new_clock(control)
    at: Instant = 0
    presses: list[Press] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        side, thought = _read(number, line)
        if not presses:
            clock = clock.start(side, at)
        if clock.running is not side:
            raise Refused("press_out_of_turn", line=number, side=side.value)
        falls = clock.flag_at
        if falls is not None and at + thought >= falls:
            return Presses(tuple(presses), Fallen(side, falls))
        at += thought
        clock = clock.press(at)
        presses.append(Press(side, clock.left(side, at), clock.period(side), clock.moves_to_go(side)))
    return Presses(tuple(presses), None)


def _read(number: int, line: str) -> tuple[Side, Span]:
    words = line.split()
    sides = {side.value: side for side in Side}
    if (
        len(words) != 2
        or words[0] not in sides
        or not (words[1].isascii() and words[1].isdigit())
        or len(words[1]) > 15
    ):
        raise Refused("press_unreadable", line=number, text=line.strip()[:40])
    return sides[words[0]], int(words[1])
