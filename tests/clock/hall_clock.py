"""A clock with its hall: time passes, somebody presses, the arbiter rules, and a flag stops everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbiter.clock.clock import Clock, new_clock
from arbiter.clock.control import parse_control
from arbiter.sides import Both, Instant, Side


@dataclass
class HallClock:
    """One board's clock, the instant that it is, and the flag that fell."""

    clock: Clock
    at: Instant = 0
    flag: tuple[Side, Instant] | None = None

    def do(self, step: dict[str, Any]) -> None:
        """One step of a worked example."""
        match step:
            case {"op": "start" | "resume", "side": side}:
                self.clock = self.clock.start(Side(side), self.at)
            case {"op": "move", "side": side, "think_ms": think}:
                assert self.clock.running is Side(side)
                self.move(think)
            case {"op": "rounds", "n": rounds, "w_ms": white, "b_ms": black}:
                for _ in range(rounds):
                    self.move(white)
                    self.move(black)
            case {"op": "wait" | "idle", "ms": span}:
                self.at += span
            case {"op": "pause"}:
                self.clock = self.clock.stop(self.at)
            case {"op": "adjust", "side": side, "delta_ms": more}:
                self.correct(Side(side), more)
            case {"op": "set", "side": side, "remaining_ms": left, "to_go": to_go}:
                self.clock = self.clock.with_left(Side(side), left, self.at).with_to_go(Side(side), to_go)
            case {"op": "hand_back", "side": side}:
                self.clock = self.clock.retracted(Side(side), self.at)
            case {"op": "crash", "heartbeat_ms": beat, "down_ms": down}:
                known_alive = self.at - (self.at - self.clock.since) % beat
                self.clock = self.clock.stop(known_alive)
                self.at += down
            case _:
                raise ValueError(f"nobody knows how to do {step!r}")

    def move(self, think: int) -> None:
        """The running side completes a move after so long, unless its flag has fallen by then."""
        self.at += think
        side, falls = self.clock.running, self.clock.flag_at
        assert side is not None
        if self.clock.fallen(self.at):
            assert falls is not None
            self.clock = self.clock.stop(falls)
            self.flag = (side, falls)
        else:
            self.clock = self.clock.press(self.at)

    def correct(self, side: Side, more: int) -> None:
        """Time added or taken; whoever is left with nothing is down."""
        left = self.clock.left(side, self.at) + more
        self.clock = self.clock.with_left(side, left, self.at)
        if left <= 0:
            self.clock = self.clock.stop(self.at)
            self.flag = (side, self.at)

    def shown(self) -> dict[str, Any]:
        """What the worked examples say of a clock."""
        running, falls = self.clock.running, self.clock.flag_at
        return {
            "at_ms": self.at,
            "running": running and running.value,
            "flag_at_ms": falls,
            "flagged": self.flag and {"side": self.flag[0].value, "at_ms": self.flag[1]},
        } | {
            side.value: [
                max(0, self.clock.left(side, self.at)),
                self.clock.period(side),
                self.clock.moves_to_go(side),
                self.clock.moves[side],
                *self.overtime(side),
            ]
            for side in Side
        }

    def overtime(self, side: Side) -> list[int | None]:
        """Where a side has overtime: the byo-yomi periods it has used up, or its moves in a Canadian block."""
        rules = self.clock.rules(side)
        if rules is None or rules.overtime is None:
            return []
        used = self.clock.overtime[side]
        return [used or 0] if rules.overtime.moves == 1 else [used]


def hall_clock(white: str, black: str | None = None) -> HallClock:
    """A clock under those controls, standing."""
    return HallClock(new_clock(Both(parse_control(white), parse_control(black or white))))
