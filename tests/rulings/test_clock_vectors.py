"""The worked examples of the clock once more, now through requests, rulings, journal and replay."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from arbiter.rulings.board.objections import Object
from arbiter.rulings.referee.corrections import CorrectTime, StartClock, StopClock
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.clocks import CorrectCounter
from arbiter.rulings.time.flags import NoteInterruption
from arbiter.sides import Side
from tests.clock.test_vectors import VECTORS
from tests.hall import BY, MORNING, Hall

TWO_KINGS = "W:WK46:BK50"
TO_AND_FRO = ("46-41", "50-45", "41-46", "45-50")
TAKEN_BACK = {
    "illegal_move_time_runs_for_offender": ("W:W28,40:B19,5", ("28-23", "5-10", "19x28")),
    "illegal_move_plus_compensation": ("W:W28,40:B19,5", ("28-23", "5-10", "19x28")),
    "illegal_control_move_undone": ("W:W32,38,40:B19,5", ("32-28", "19-23", "40-35", "28x19")),
}
"""A position and moves in which the move that is handed back has missed a capture."""
ANOTHER_GAME = "georgiev_lehmann_series_clock"
"""Two games with one clock: `test_clocks.py` has it."""


class Board:
    """Board 1 of a hall at which a worked example is played."""

    def __init__(self, vector: dict[str, Any]) -> None:
        control = "|".join(vector["control"][side.value] for side in Side)
        self.hall = Hall(control=control, players=2, started=False)
        switches = (("irregular_policy", "opponent"), ("retraction_clock", "present"))
        self.hall.submit(ChangeRegulations(switches=switches, by=BY, reason="the opponent looks himself"))
        self.hall.submit(PairRound(by=BY))
        fen, moves = TAKEN_BACK.get(vector["name"], (TWO_KINGS, TO_AND_FRO))
        self.moves = cycle(moves)
        self.hall.submit(StartRound(round=1, by=BY))
        self.hall.put(fen)

    def do(self, step: dict[str, Any]) -> None:
        at: dict[str, Any] = {"round": 1, "board": 1, "by": BY}
        match step:
            case {"op": "start"}:
                pass
            case {"op": "move", "think_ms": think}:
                self.move(think)
            case {"op": "rounds", "n": rounds, "w_ms": white, "b_ms": black}:
                for _ in range(rounds):
                    self.move(white)
                    self.move(black)
            case {"op": "wait" | "idle", "ms": span}:
                self.hall.wait(ms=span)
            case {"op": "pause"}:
                self.hall.submit(StopClock(**at, reason="a ruling"))
            case {"op": "resume"}:
                self.hall.submit(StartClock(**at))
            case {"op": "adjust", "side": side, "delta_ms": more}:
                self.hall.submit(CorrectTime(**at, side=Side(side), add=more, reason="a ruling"))
            case {"op": "set", "side": side, "remaining_ms": left, "to_go": to_go}:
                self.hall.submit(CorrectTime(**at, side=Side(side), left=left, reason="a ruling"))
                self.hall.submit(CorrectCounter(**at, side=Side(side), to_go=to_go, reason="a ruling"))
            case {"op": "hand_back"}:
                self.hall.submit(Object(**at, choice="rectify"))
            case {"op": "crash", "heartbeat_ms": beat, "down_ms": down}:
                now = self.hall.clock.at
                alive = now - (now - self.hall.game().clock.since) % beat
                self.hall.wait(ms=down)
                self.hall.submit(NoteInterruption(alive=alive))
            case _:
                raise ValueError(f"nobody knows how to do {step!r}")

    def move(self, think: int) -> None:
        self.hall.wait(ms=think)
        self.hall.play(next(self.moves))

    def shown(self) -> dict[str, Any]:
        """What the worked examples say of a clock, byo-yomi and Canadian blocks apart."""
        game, at = self.hall.game(), self.hall.clock.at
        clock, flag = game.clock, game.flag
        return {
            "at_ms": at - MORNING,
            "running": clock.running and clock.running.value,
            "flag_at_ms": None if clock.flag_at is None else clock.flag_at - MORNING,
            "flagged": flag and {"side": flag.side.value, "at_ms": flag.at - MORNING},
        } | {
            side.value: [
                max(0, clock.left(side, at)), clock.period(side), clock.moves_to_go(side), clock.moves[side]
            ]
            for side in Side
        }  # fmt: skip


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if v["name"] != ANOTHER_GAME], ids=lambda vector: str(vector["name"])
)
def test_a_game_comes_to_what_the_worked_example_says(vector: dict[str, Any]) -> None:
    board = Board(vector)

    for step, shown in vector["steps"]:
        board.do(step)
        expected = {**shown, **{side.value: shown[side.value][:4] for side in Side}}
        assert board.shown() == expected, step


def test_all_worked_examples_are_played() -> None:
    assert len(VECTORS) == 24
    assert ANOTHER_GAME in {vector["name"] for vector in VECTORS}
