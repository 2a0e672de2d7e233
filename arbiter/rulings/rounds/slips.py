"""The second pass of the slips: somebody reads them once more, and what agrees with the results is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.request import By, OfRound, outcome_told
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.rounds import SlipsVerified
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifySlips:
    """Record that slips were read a second time, each with the result that it says.

    The boards whose slip agrees with the recorded result are recorded, with the time and the official. Refused if there
    is none, or if a game has no result.
    """

    round: OfRound
    boards: Annotated[tuple[int, ...], Sent("the boards whose slips were read", (1, 2))]
    results: Annotated[tuple[str, ...], Sent("the result on the slip of each board, in the same order", ("2-0", "1-1"))]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if len(self.boards) != len(self.results):
            raise Refused("field_unreadable", field="results", wanted="a result for each board")
        same = tuple(
            board
            for board, said in zip(self.boards, self.results, strict=True)
            if agrees(state, self.round, board, said)
        )
        if not same:
            raise Refused("slips_differ", round=self.round, boards=self.boards)
        return [SlipsVerified(at=at, round=self.round, boards=same, by=self.by)]


def agrees(state: Tournament, round: int, board: int, said: str) -> bool:
    """Return whether the slip of that board says the recorded result. Raise Refused if there is no result."""
    result = state.game(round, board).result
    if result is None:
        raise Refused("no_result_yet", round=round, board=board)
    return (result.outcome, result.written) == outcome_told(state, said)
