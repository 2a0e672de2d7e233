"""Games on paper: moving games from their tablets to paper and back, and reading the result slips a second time.

On paper no clock runs, and the result comes by slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.refused import Refused
from arbiter.rulings.request import Boards, RoundRequest, Why, outcome_told, plain_text
from arbiter.rulings.time.clocks import has_time
from arbiter.rulings.time.flags import flag_fallen
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import ClocksResumed, GamesOnPaper
from arbiter.tournament.events.rounds import SlipsVerified
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOver(RoundRequest):
    """Move running games from their tablets to paper, or back with `paper` false.

    Once a game is back on its tablet, the clock of the side to move runs. The request moves the games of `boards`, or
    all that can be moved. A game whose flag has fallen cannot be moved before the ruling on the flag, and an adjourned
    game not before it is resumed.
    """

    boards: Boards = None
    paper: Annotated[bool, Sent("whether they go on on paper; if not, on their tablets")] = True
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        round = state.round(self.round)
        wanted = round.boards if self.boards is None else sorted(set(self.boards))
        games = [state.game(self.round, board) for board in wanted]
        over = tuple(
            game.board for game in games if (to_paper(state, game, at) if self.paper else from_paper(game, at))
        )
        if not over:
            raise Refused("nothing_to_change_over", round=self.round)
        reason = plain_text(self.reason, "reason", needed=False)
        if self.paper:
            return [GamesOnPaper(at=at, round=self.round, boards=over, by=self.by, reason=reason)]
        return [ClocksResumed(at=at, round=self.round, boards=over, by=self.by, reason=reason)]


def to_paper(state: Tournament, game: Game, at: Instant) -> bool:
    """Return whether the game can be moved to paper at the instant *at*."""
    here = game.running and game.halted not in ("paper", "adjourned")
    return here and game.flag is None and flag_fallen(state, game, at) is None


def from_paper(game: Game, at: Instant) -> bool:
    """Return whether the game can be moved back to its tablet at the instant *at*."""
    return game.on_paper and has_time(game, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifySlips(RoundRequest):
    """Record that result slips were read a second time, each with the result that is on it.

    Only boards whose slip agrees with the recorded result are recorded, with the time and the official. Refused if no
    slip agrees, or if a game has no result.
    """

    boards: Annotated[
        tuple[int, ...], Sent("the boards whose slips were read", (1, 2), least=1, most=MOST_BOARDS, about="boards")
    ]
    results: Annotated[tuple[str, ...], Sent("the result on the slip of each board, in the same order", ("2-0", "1-1"))]

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
    """Return whether the result on a board's slip is the recorded one. Raise Refused if no result is recorded.

    *said*: the result on the slip.
    """
    result = state.game(round, board).result
    if result is None:
        raise Refused("no_result_yet", round=round, board=board)
    return (result.outcome, result.written) == outcome_told(state, said)
