"""Stopping and resuming the clocks of all or some boards, correcting the count of moves to go, and swapping sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.cited_articles import by_hand
from arbiter.rulings.request import Article, BoardRequest, Boards, By, OfSide, Why, plain_text
from arbiter.rulings.time.flags import flag_fallen, undisputed_game
from arbiter.rulings.time.open_claims import refuse_appealed, refuse_waiting_appeal
from arbiter.sides import Instant
from arbiter.tournament.events.clocks import CounterCorrected, SidesSwapped
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import ResultCorrected
from arbiter.tournament.events.halts import ClocksResumed, HallStopped, StopExplained, unexplained
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

GOES_ON = ("hall", "outage")
"""The causes of stops that end when the office resumes all clocks. Boards stopped by an arbiter are started singly."""
SWAPS = ("times", "players")


@dataclass(frozen=True, slots=True, kw_only=True)
class StopHall:
    """Stop the clocks of all running boards, or of `boards`, at one instant.

    The reason may be given later, because in a fire alarm the clocks are stopped first. Flags that have fallen stay
    fallen; boards already stopped are left as they are.
    """

    by: By
    reason: Why = ""
    boards: Boards = None
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        going = [
            game
            for game in boards_of(state, self.boards)
            if game.running and game.halted in (None, "outage") and flag_fallen(state, game, at) is None
        ]
        if not going:
            raise Refused("nothing_to_stop")
        return [
            HallStopped(
                at=at,
                boards=tuple((game.round, game.board) for game in going),
                by=self.by,
                reason=plain_text(self.reason, "reason", needed=False),
                article=by_hand(state, "stop", self.article),
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainStop:
    """Give the reason why clocks were stopped: at `boards` or, without `boards`, everywhere where it is missing."""

    by: By
    reason: Why
    boards: Boards = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        stopped = tuple(
            (game.round, game.board)
            for game in boards_of(state, self.boards)
            if any(unexplained(note) for note in game.notes)
        )
        if not stopped:
            raise Refused("nothing_to_explain")
        return [StopExplained(at=at, boards=stopped, by=self.by, reason=plain_text(self.reason, "reason"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeHall:
    """Resume at one instant all boards stopped by an outage or by stopping all clocks.

    Boards named in `boards` are resumed even if an arbiter or a call stopped them.
    """

    by: By
    reason: Why = ""
    boards: Boards = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        why = GOES_ON if self.boards is None else (*GOES_ON, "arbiter", "call")
        standing = [game for game in boards_of(state, self.boards) if game.running and game.halted in why]
        ready = [game for game in standing if has_time(game, at)]
        if not ready:
            raise Refused("nothing_to_start", round=len(state.rounds))
        reason = plain_text(self.reason, "reason", needed=False)
        rounds = sorted({game.round for game in ready})
        return [
            ClocksResumed(
                at=at,
                round=round,
                boards=tuple(game.board for game in ready if game.round == round),
                by=self.by,
                reason=reason,
            )
            for round in rounds
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectCounter(BoardRequest):
    """Set the number of moves that one side still has to make (`to_go`), in its present period or in `period`.

    Its time stays the same.
    """

    side: OfSide
    to_go: Annotated[int, Sent("moves to go", 10)]
    reason: Why
    period: Annotated[int | None, Sent("in which period, where it is another")] = None
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        control = game.clock.control[self.side]
        period = game.clock.period(self.side) if self.period is None else self.period
        if not control.periods or not 1 <= period <= 1_000 or control.rules(period).moves is None:
            raise Refused("no_moves_to_count", board=self.board, side=self.side.value)
        most = control.rules(period).moves or 0
        if not 1 <= self.to_go <= most:
            raise Refused("number_out_of_range", field="to_go", number=self.to_go, least=1, most=most)
        return [
            CounterCorrected(
                **self.at_board(at),
                side=self.side,
                period=period,
                to_go=self.to_go,
                article=by_hand(state, "counter", self.article),
                reason=plain_text(self.reason, "reason"),
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSides(BoardRequest):
    """Swap the "times" on the clock, or the "players" and their colours, if they were on the wrong sides.

    With "players" the names change places and the moves stay, so both players keep the colours with which they have
    really played. Notes stay with the player whom they are about. If the game is over, each player keeps their own
    result, which is recorded as a correction. Refused while an appeal waits, and if the result was written in other
    points than the point scheme's three results.
    """

    what: Annotated[str, Sent("what stands on the wrong sides", "times", known=SWAPS)]
    reason: Why
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.what == "times":
            undisputed_game(state, self.round, self.board, at)
        game, where = state.game(self.round, self.board), by_hand(state, "swap", self.article)
        if self.what == "players":
            refuse_waiting_appeal(state, game)
            refuse_appealed(state, game, self.by)
        swapped = SidesSwapped(
            **self.at_board(at), what=self.what, article=where, reason=plain_text(self.reason, "reason")
        )
        return [swapped, *(self._with_result(game, swapped) if self.what == "players" else ())]

    def _with_result(self, game: Game, swapped: SidesSwapped) -> list[Event]:
        """Return the event that corrects the result, so that both players keep theirs.

        Nothing is returned if the game has no result or was drawn.
        """
        result = game.result
        if result is None or result.outcome.white is result.outcome.black:
            return []
        if result.written:
            raise Refused(
                "game_over", round=game.round, board=game.board, result=result.written, because=result.because
            )
        return [
            ResultCorrected(
                at=swapped.at,
                round=game.round,
                board=game.board,
                white=result.outcome.black,
                black=result.outcome.white,
                because=result.because,
                by=self.by,
                article=swapped.article,
                reason=swapped.reason,
            )
        ]


def boards_of(state: Tournament, boards: tuple[int, ...] | None) -> list[Game]:
    """Return the games at those board numbers in every round in progress; all such games if *boards* is None."""
    playing = [game for game in state.games() if game.started is not None]
    if boards is None:
        return playing
    most = state.boards
    for board in boards:
        if not 1 <= board <= most:
            raise Refused("number_out_of_range", field="boards", number=board, least=1, most=most)
    return [game for game in playing if game.board in boards]


def has_time(game: Game, at: Instant) -> bool:
    """Return whether the side to move has time left."""
    turn = game.position.turn
    return not game.clock.control[turn].periods or game.clock.lasts(turn, at) > 0
