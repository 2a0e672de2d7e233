"""Rulings of an arbiter at a board: results, times, clocks, positions, penalties.

Each is a journal line with its reason; nothing is erased.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.board.claims import call_stop, call_stops
from arbiter.rulings.cited_articles import by_hand
from arbiter.rulings.referee.adjudication import refuse_another_winner
from arbiter.rulings.referee.forfeits import too_many, unfounded_exclusions
from arbiter.rulings.referee.penalties import penalty_events
from arbiter.rulings.request import (
    Article,
    BoardRequest,
    Loser,
    OfResult,
    OfSide,
    Why,
    article,
    outcome_told,
    plain_text,
    running_game,
)
from arbiter.rulings.time.flags import flag_events, uncalled, undisputed_game
from arbiter.rulings.time.open_claims import FIRST, refuse_appealed
from arbiter.sides import HOUR, SECOND, Both, Instant, Span
from arbiter.tournament.events.clocks import FlagFell, TimeCorrected
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import CallAnswered, GameEnded, ResultCorrected
from arbiter.tournament.events.halts import ClocksResumed, ClockStopped
from arbiter.tournament.events.referee.proposals import ProposalDismissed
from arbiter.tournament.game import OF_PLAYERS, Game
from arbiter.tournament.lapsed_proposals import drawn_by_fact
from arbiter.tournament.regulations import NAMED, OTHER
from arbiter.tournament.regulations.switches import good_step
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass

MOST_TIME_MS: Span = 100 * HOUR
GRACE_MS: Span = 2 * SECOND
"""When an arbiter stops a clock, at most this many milliseconds of network delay are not charged to the players."""
BECAUSE = ("ruling", "reported", "forfeit", "adjudicated")
RULED_AS: Mapping[str, str] = {"forfeit": "forfeit", "adjudicated": "adjudication"}
"""The names of rulings that give a result for a certain reason. For all other reasons the name is "result"."""
PENALTIES = ("note", "caution", "warning", "loss", "expulsion")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult(BoardRequest):
    """Rule the result of a game; `because` is "ruling", "reported", "forfeit" or "adjudicated".

    The result is given as `result` in the tournament's points, or as its `loser`. Within the service a ruling may give
    it as `outcome`. If the point scheme has more than three results, the text of `result` is recorded too.

    A `reported` result comes from a slip or from the players: no official has decided it, and it needs no reason. If
    the game has a result already, the ruling corrects it. If the players or the position ended the game, `was` must
    name that ending, so that nobody overrules a result that they have not seen.

    A waiting proposal about a flag, a claim or a count has to be decided first, unless `against` names it. A proposal
    that `against` names is dismissed for the reason of the ruling.

    Some regulations have a ruling by the stronger position (001 Referee). Under these, an adjudication that cites no
    other text has to meet the conditions of that ruling.
    """

    outcome: Annotated[Both[Outcome] | None, Road("the outcome, where another ruling has it")] = None
    result: OfResult = ""
    loser: Loser = ""
    reason: Why
    because: Annotated[str, Sent("how the result came about", known=BECAUSE)] = "ruling"
    article: Article = None
    reported: Annotated[bool, Sent("whether a slip or the players bring it", True)] = False
    was: Annotated[str, Sent("the result that it corrects; needed if the game has ended by itself", "2-0")] = ""
    against: Annotated[bool, Sent("against what waits at the board, which is dismissed", True)] = False
    decided: Annotated[bool, Road("whether another ruling or the decision on an appeal has it")] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        against: Sequence[Proposal] = ()
        if not self.decided:
            refuse_appealed(state, game, self.by)
            self._refuse_unseen(state, game)
            against = self._against(state, game)
        because = "reported" if self.reported else self.because
        where = by_hand(state, RULED_AS.get(because, "result"), self.article)
        named = (where or "").startswith((NAMED, OTHER))
        needed = because != "reported" or game.result is not None or named or bool(against)
        reason = plain_text(self.reason, "reason", needed=needed)
        outcome, written = (self.outcome, "") if self.outcome else outcome_told(state, self.result, self.loser)
        if because == "forfeit" and game.plays:
            raise Refused("already_played", board=self.board, played=game.ply)
        stands = game.result and (game.result.outcome, game.result.because, game.result.written)
        if stands == (outcome, because, written):
            raise Refused("same_result", board=self.board, result=state.result_text(game))
        by_strength = article(state, "strength") if state.regulations.strength_after else None
        if because == "adjudicated":
            where = where or by_strength
        if where is not None and where == by_strength:
            refuse_another_winner(state, game, outcome)
        kind = GameEnded if game.result is None else ResultCorrected
        event = kind(
            **self.at_board(at),
            white=outcome.white,
            black=outcome.black,
            because=because,
            article=where,
            reason=reason,
            written=written,
        )
        dismissed = [ProposalDismissed(at=at, proposal=one.number, by=self.by, reason=reason) for one in against]
        return [*dismissed, event, *too_many(state, game, event), *unfounded_exclusions(state, game, event)]

    def _refuse_unseen(self, state: Tournament, game: Game) -> None:
        """Raise Refused if the players, or the position, have ended the game in another way than the asker has seen."""
        result, now = game.result, state.result_text(game)
        by_itself = result is not None and (result.because in OF_PLAYERS or result.by == "service")
        if result is not None and self.was != now and (self.was or by_itself):
            raise Refused("ended_meanwhile", board=self.board, result=now, because=result.because)

    def _against(self, state: Tournament, game: Game) -> Sequence[Proposal]:
        """Return the proposals at the board that the ruling dismisses.

        Raise Refused if one waits that `against` does not name.
        """
        if game.result is not None:
            return ()
        if game.objection is not None:
            raise Refused("objection_open", board=self.board, article=article(state, "objection"))
        here = [p for p in state.waiting if (p.round, p.board) == (self.round, self.board)]
        waits = [p for p in here if p.kind in ("flag", *FIRST) and (p.kind != "ending" or drawn_by_fact(p))]
        if waits and not self.against:
            kinds = tuple(dict.fromkeys(f"proposal {p.kind}" for p in waits))
            raise Refused("decide_first", board=self.board, kinds=kinds)
        return waits


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectTime(BoardRequest):
    """Correct the time of one side: add `add_ms` milliseconds (negative: deduct them), or set exactly `left_ms`.

    The time may be corrected before the start of the game too. If a deduction leaves no time, the flag falls; the
    preview of the ruling says so beforehand.
    """

    side: OfSide
    reason: Why
    add: Annotated[
        Span | None,
        Sent(
            "how much more time; less, where it is negative",
            60_000,
            unit="ms",
            name="add_ms",
            formerly=(("add_s", SECOND),),
        ),
    ] = None
    left: Annotated[Span | None, Sent("exactly how much is left instead", unit="ms", name="left_ms")] = None
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.started is not None or game.result is not None:
            game = running_game(state, self.round, self.board)
        if game.flag is None and game.started is not None:
            # a flag that fell is recorded: added time may save it; a flag that nobody has seen fall comes first
            game = undisputed_game(state, self.round, self.board, at)
        if (self.add is None) == (self.left is None):
            raise Refused("time_needed", board=self.board)
        had = game.clock.left(self.side, at)
        left = self.left if self.left is not None else had + (self.add or 0)
        leaves = game.clock.with_left(self.side, max(0, left), at).lasts(self.side, at)
        flags = leaves <= 0 and game.flag is None and game.running
        deducted = self.add is not None or left == 0
        if left > MOST_TIME_MS or (left <= 0 and not (deducted and (flags or leaves > 0))):
            raise Refused("time_out_of_range", board=self.board, had_ms=had, left_ms=left, most_ms=MOST_TIME_MS)
        reason = plain_text(self.reason, "reason")
        corrected = TimeCorrected(
            **self.at_board(at),
            side=self.side,
            left=max(0, left),
            article=by_hand(state, "time", self.article),
            reason=reason,
        )
        if not flags or uncalled(state):
            return [corrected]
        fell = FlagFell(at=at, round=self.round, board=self.board, side=self.side, noticed=at)
        return [corrected, *flag_events(state, fell)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopClock(BoardRequest):
    """Stop the clocks of a board: nothing may be played until the arbiter starts them. The reason may be given later.

    `pressed` is the instant of the arbiter's press, by the device's estimate of the service's clock. Up to two seconds
    of the request's network delay are not charged to the players.
    """

    reason: Why = ""
    pressed: Annotated[
        Instant | None, Sent("when it was pressed, by the measured offset to the clock of the service", unit="ms")
    ] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        stood = at if self.pressed is None else min(at, max(self.pressed, at - GRACE_MS))
        game = undisputed_game(state, self.round, self.board, stood)
        if game.halted in ("arbiter", "paper"):
            raise Refused("clock_stopped" if game.halted == "arbiter" else "on_paper", board=self.board)
        stood = max(stood, game.clock_before(stood).since)
        reason = plain_text(self.reason, "reason", needed=False)
        return [ClockStopped(**self.at_board(at), reason=reason, stood=None if stood == at else stood)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartClock(BoardRequest):
    """Start stopped clocks again for the side to move.

    Refused while a fallen flag waits for its ruling, and if that side has no time left.
    """

    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        if game.flag is not None:
            raise Refused("flag_pending", board=self.board, side=game.flag.side.value)
        if game.halted is None:
            raise Refused("clock_going", board=self.board)
        turn = game.position.turn
        if game.halted == "adjourned":
            raise Refused("game_adjourned", board=self.board)
        if game.clock.control[turn].periods and game.clock.lasts(turn, at) <= 0 and not uncalled(state):
            raise Refused("no_time_left", board=self.board, side=turn.value)
        reason = plain_text(self.reason, "reason", needed=False)
        return [ClocksResumed(at=at, round=self.round, boards=(self.board,), by=self.by, reason=reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivePenalty(BoardRequest):
    """Give one side a penalty: a note, a caution, a warning, time, the loss of the game, or expulsion."""

    side: OfSide
    step: Annotated[str, Sent("note, caution, warning, time 60, fine 60, loss or expulsion", "warning")]
    reason: Why
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if self.step == "none" or not good_step(self.step):
            raise Refused("unknown_key", field="step", key=self.step[:80], known=(*PENALTIES, "time 60", "fine 60"))
        reason, where = plain_text(self.reason, "reason"), by_hand(state, "penalty", self.article)
        return penalty_events(state, game, self.side, self.step, at, self.by, reason, where)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCall(BoardRequest):
    """Mark all open calls for the arbiter at a board as answered: the arbiter has come."""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if not game.calling:
            raise Refused("no_call", board=self.board)
        answered = CallAnswered(**self.at_board(at))
        return [answered, call_stop(game, at, self.by)] if call_stops(state, game, at, "accepted") else [answered]
