"""A replay of clock presses under a time control, for the command `arbiter clock`."""

from __future__ import annotations

from arbiter.clock.clock import new_clock
from arbiter.clock.control import Control
from arbiter.refused import Refused
from arbiter.sides import Both, Instant, Side, Span
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Press:
    """The clock of one side right after it pressed: its time left in milliseconds, and the number of its period.

    `moves_to_go` is None if the period sets no number of moves.
    """

    side: Side
    left: Span
    period: int
    moves_to_go: int | None


@dataclass(frozen=True, slots=True)
class Fallen:
    """A flag that fell: the side whose flag it is, and when, in milliseconds since the clock was started."""

    side: Side
    at: Instant


@dataclass(frozen=True, slots=True)
class Presses:
    """The result of a replay: the presses, and the flag that ended the replay, or None if no flag fell."""

    presses: tuple[Press, ...]
    flag: Fallen | None


def replay_presses(control: Both[Control], text: str) -> Presses:
    """Replay the presses in *text* under *control*, one a line: "white 63000" (the side, and the milliseconds thought).

    The side of the first line begins. Raise Refused if a line cannot be read, or if a side presses twice in a row.
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
