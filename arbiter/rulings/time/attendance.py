"""Attendance at the boards when the clocks start, and the forfeits proposed for players who are late.

The service cannot see who is there. A player noted as absent is late once the limit of the regulations has passed since
the start. A player about whom nothing was noted is late if their own clock has run for as long as the limit before
their first move. If both were absent, some regulations divide the time until the first of them came between the two
clocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.request import (
    BoardRequest,
    OfBoard,
    OfRound,
    OfSide,
    RoundRequest,
    Why,
    article,
    plain_text,
    running_game,
)
from arbiter.sides import MINUTE, SECOND, Both, Instant, Side, Span
from arbiter.tournament.events.attendance import AttendanceNoted, LateNoticed
from arbiter.tournament.events.clocks import TimeCorrected
from arbiter.tournament.events.event import Event
from arbiter.tournament.game import Game
from arbiter.tournament.regulations.switches import NEVER
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteAttendance(BoardRequest):
    """Record whether a player is present at the board."""

    side: OfSide
    here: Annotated[bool, Sent("whether the player is at the board", True)]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.result is not None:
            running_game(state, self.round, self.board)  # refused if the game has a result
        if not self.here and any(play.side is self.side for play in game.plays):
            raise Refused("has_played", board=self.board, side=self.side.value)
        if game.here[self.side] is self.here:
            raise Refused("attendance_known", board=self.board, side=self.side.value)
        noted = AttendanceNoted(**self.at_board(at), side=self.side, here=self.here)
        return [noted, *(shared(state, game, at, self.by) if self.here else ())]


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLate:
    """Check whether the limit for late players has passed at a board, and record who is late.

    If it has not passed, raise Refused with the instant at which it will.
    """

    round: OfRound
    board: OfBoard

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        due = {side: when for side in Side if (when := late_at(state, game, side)) is not None}
        late = [side for side, when in due.items() if at >= when]
        if not late:
            raise Refused("nobody_late", board=self.board, due_at=min(due.values(), default=None))
        side = late[0] if len(late) == 1 else None
        return [LateNoticed(at=at, round=self.round, board=self.board, side=side, due=max(due[one] for one in late))]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeLate(RoundRequest):
    """Take the delay of a round off the clocks of the home club's players, because the home club caused it (H25).

    Nobody is left with less than a second. A game is left alone if both its players, or neither, play for the home
    club.
    """

    delay: Annotated[Span, Sent("how late the round began", 900_000, unit="ms", name="delay_ms", least=SECOND)]
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if not state.home:
            raise Refused("nobody_home")
        reason = plain_text(self.reason, "reason", needed=False) or "home_late"
        events = [
            TimeCorrected(
                at=at,
                round=self.round,
                board=game.board,
                side=side,
                left=max(SECOND, game.clock.left(side, at) - self.delay),
                by=self.by,
                article=article(state, "home_late"),
                reason=reason,
            )
            for game in state.round(self.round).games
            if game.result is None and game.flag is None and not game.clock.fallen(at)
            for side in Side
            if game.entries[side] in state.home
            and game.entries[side.other] not in state.home
            and game.clock.control[side].periods
        ]
        if not events:
            raise Refused("nobody_home")
        return events


def late_at(state: Tournament, game: Game, side: Side) -> Instant | None:
    """Return the instant at which *side* is too late by the regulations; None if it cannot become too late."""
    limit = state.regulations.late * MINUTE
    never = state.regulations.late == NEVER
    if never or not game.running or game.started is None or game.on_paper or game.here[side]:
        return None
    if any(play.side is side for play in game.plays) or asked_before(state, game, side):
        return None
    if game.here[side] is False:
        return game.started + limit
    if not limit:  # FIDE's default is zero: a player noted as absent is late at once, others are not
        return None
    clock = game.clock
    return clock.since - clock.thought[side] + limit if clock.running is side else None


def shared(state: Tournament, game: Game, at: Instant, by: str) -> Sequence[Event]:
    """Return events that divide the time until the first of two late players came between both clocks.

    Nothing is returned unless the regulations provide it and both were noted as absent. Nobody is left with less than a
    second.
    """
    split = state.regulations.both_late == "split"
    mover = game.clock.running
    if not split or mover is None or game.here != Both(False, False) or game.clock.fallen(at):
        return []
    if not all(game.clock.control[side].periods for side in Side):
        return []
    now = {side: game.clock.left(side, at) for side in Side}
    half = (game.shown[-1].had[mover] - now[mover]) // 2
    left = {mover: now[mover] + half, mover.other: max(SECOND, now[mover.other] - half)}
    return [
        TimeCorrected(
            at=at,
            round=game.round,
            board=game.board,
            side=side,
            left=left[side],
            by=by,
            article=article(state, "late"),
            reason="both_late",
        )
        for side in Side
        if half > 0
    ]


def asked_before(state: Tournament, game: Game, side: Side) -> bool:
    """Return whether that forfeit was proposed before. A proposal that lapsed does not count."""
    return any(
        (p.kind, p.round, p.board) == ("late", game.round, game.board)
        and (p.ground == "both" or p.side is side)
        and p.decided in (None, "dismissed")
        for p in state.proposals
    )
