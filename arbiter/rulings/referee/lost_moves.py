"""Moves lost from a damaged journal but stored on a tablet: an arbiter enters them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import LAST_ROUND, Sent
from arbiter.refused import Refused
from arbiter.rules.notation import LONGEST_MOVE
from arbiter.rulings.board.objections import CrownKing
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import MOST_TIME_MS
from arbiter.rulings.request import Why, plain_text, running_game
from arbiter.rulings.time.provisional_flags import InformedRequest
from arbiter.sides import Instant, Span
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.events.halts import ClockStopped
from arbiter.tournament.events.takebacks import LostMovesEntered
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

MovesKept = Annotated[
    tuple[str, ...], Sent("the moves in their order, in notation", ("32-28", "19-23"), longest=LONGEST_MOVE)
]
TimesKept = Annotated[
    tuple[Span, ...],
    Sent(
        "what was left on the mover's clock after each of them",
        (4_795_000, 4_790_000),
        unit="ms",
        name="left_ms",
        least=1,
        most=MOST_TIME_MS,
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """The moves of a game as a tablet has stored them."""

    round: Annotated[int, Sent("the round", 1, least=1, most=LAST_ROUND)]
    moves: MovesKept
    left: TimesKept


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterLostMoves(InformedRequest):
    """Enter moves again that were lost by damage to the journal.

    The moves are checked like all moves. Nobody is charged for the time since. Times are accepted only if a tablet of
    the board has sent these moves with these times; for any other change of times there is the ruling on time. Each
    clock then gets the time that it showed after its move, but never more than if the move had taken no time. Moves
    without times are charged no time. The clocks stay stopped until they are started.
    """

    ply: Annotated[int, Sent("moves already played, as the sender knows it", 0)]
    moves: MovesKept
    left: TimesKept = ()
    reason: Why

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        if self.ply != game.ply:
            raise Refused("stale_ply", board=self.board, ply=self.ply, played=game.ply)
        if not self.moves or (self.left and len(self.left) != len(self.moves)):
            raise Refused("kept_without_times", moves=len(self.moves), times=len(self.left))
        reason, count = plain_text(self.reason, "reason"), len(self.moves)
        if self.left and not self._sent():
            raise Refused("kept_not_sent", board=self.board)
        events: list[Event] = [LostMovesEntered(**self.at_board(at), count=count, reason=reason, sent=bool(self.left))]
        for move, left in zip(self.moves, self.left or (MOST_TIME_MS,) * count, strict=True):
            events += self._entered(replay(events, state), at, move, left)
        after = replay(events, state).game(self.round, self.board)
        if after.result is None:
            events.append(ClockStopped(**self.at_board(at), reason=reason))
        return events

    def _sent(self) -> bool:
        """Return whether a tablet of the board has sent these moves with these times."""
        missing = slice(self.ply, self.ply + len(self.moves))
        sent = [game for seat, game in self.known.sent.items() if seat[0] == self.board]
        return (self.round, self.moves, self.left) in ((one[0], one[1][missing], one[2][missing]) for one in sent)

    def _entered(self, state: Tournament, at: Instant, move: str, left: Span) -> Sequence[Event]:
        """Return the events of one move: a crowning before it, the move, and the end of the game if it ends there."""
        game = running_game(state, self.round, self.board)
        crowned: Sequence[Event] = ()
        if game.uncrowned is not None:
            crowned = CrownKing(round=self.round, board=self.board, by=self.by).rule(state, at)
            state = replay(crowned, state)
        played, *ends = PlayMove(round=self.round, board=self.board, ply=game.ply, move=move, by=self.by).rule(
            state, at
        )
        if not isinstance(played, MovePlayed):
            raise Refused("kept_not_playable", board=self.board, move=move, ply=game.ply + 1)
        had = min(left, played.left)
        return [*crowned, replace(played, left=had, charged=played.charged + played.left - had), *ends]
