"""Who is at the board when the clocks go, and what the service proposes about whoever is not.

The service cannot see who sits there. Somebody who was noted absent is late when the limit of the regulations has
passed since the start; somebody about whom nobody has said anything, when his own clock has run for so long at his
first move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.refused import Refused
from arbiter.rulings.request import running_game
from arbiter.sides import MINUTE, Instant, Side
from arbiter.tournament.events import AttendanceNoted, Event, LateNoticed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteAttendance:
    """A player is at the board, or is not."""

    round: int
    board: int
    side: Side
    here: bool
    by: str

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.result is not None:
            running_game(state, self.round, self.board)  # refuses with the result
        if not self.here and any(play.side is self.side for play in game.plays):
            raise Refused("has_played", board=self.board, side=self.side.value)
        if game.here[self.side] is self.here:
            raise Refused("attendance_known", board=self.board, side=self.side.value)
        return [
            AttendanceNoted(at=at, round=self.round, board=self.board, side=self.side.value, here=self.here, by=self.by)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLate:
    """Has the limit for late players passed at this board? Refused with the instant at which it will."""

    round: int
    board: int

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        due = {side: when for side in Side if (when := late_at(state, game, side)) is not None}
        late = [side for side, when in due.items() if at >= when]
        if not late:
            raise Refused("nobody_late", board=self.board, due_at=min(due.values(), default=None))
        side = "both" if len(late) == 2 else late[0].value
        return [LateNoticed(at=at, round=self.round, board=self.board, side=side, due=max(due[side] for side in late))]


def late_at(state: Tournament, game: Game, side: Side) -> Instant | None:
    """When *side* will have been late for as long as the regulations bear; None where that cannot be."""
    limit = (state.regulations.late if state.regulations else 0) * MINUTE
    if not limit or not game.running or game.started is None or game.here[side]:
        return None
    if any(play.side is side for play in game.plays) or asked_before(state, game, side):
        return None
    if game.here[side] is False:
        return game.started + limit
    clock = game.clock
    return clock.since - clock.thought[side] + limit if clock.running is side else None


def asked_before(state: Tournament, game: Game, side: Side) -> bool:
    """Whether that has been put before the arbiter and still waits, or was dismissed."""
    return any(
        (p.kind, p.round, p.board) == ("late", game.round, game.board)
        and (p.ground == "both" or p.side is side)
        and p.decided in (None, "dismissed")
        for p in state.proposals
    )
