"""Restoring an earlier position, or setting up the position that stands on the board.

This is needed if pieces were knocked over (E13), if board and tablet differ (E16), or if a game began on a wooden
board. Score sheets, replay, draw counts and exports continue from the new position. Such a ruling needs two signatures
if the official asks for a second one or plays in the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from arbiter.clock.clock import Clock
from arbiter.fields import Road, Sent
from arbiter.refused import Fact, Refused
from arbiter.rules.position import Position, fen_text, parse_fen
from arbiter.rulings.board.endings import decided_on_sight
from arbiter.rulings.board.irregular import penalty_step
from arbiter.rulings.cited_articles import by_hand
from arbiter.rulings.referee.corrections import MOST_TIME_MS
from arbiter.rulings.request import Article, BoardRequest, Why, plain_text
from arbiter.rulings.time.open_claims import refuse_appealed
from arbiter.rulings.time.times import WAYS, clock_back
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.takebacks import PositionProposed, PositionRestored, PositionSetUp
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

MOST_MOVES = 999
LONGEST_FEN = 600


def _left(side: str) -> Sent:
    return Sent("what is left on that clock then, where the arbiter says it", unit="ms", name=f"{side}_left_ms")


Made = Annotated[int | None, Sent("how many moves count as made on that clock", least=0, most=MOST_MOVES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestorePosition(BoardRequest):
    """Restore the position after `ply` plies, or set up the position `fen`.

    The moves since are struck through on the score sheet, and the clocks stay stopped until they are started. If the
    first of these moves is known to be irregular, or irregular moves were tried before it, they have to be corrected
    again (000 VII), with the same piece. Sealed findings (whether a move was irregular) stay sealed.

    Without further fields the clocks get the times of that ply. `times` names one of three proposals ("irregularity",
    "present", "split") for the times instead. `white_left_ms`, `black_left_ms`, `white_moves` and `black_moves` are the
    arbiter's own values.

    A game that had ended is open again, even if its position does not change. `second` true asks for another official's
    signature. If the findings of a game were opened after its end, everybody knows which of its moves were irregular.
    Such a game is opened again only with two signatures.
    """

    reason: Why
    ply: Annotated[int | None, Sent("after how many moves; without it as many as have been played", 0)] = None
    fen: Annotated[str, Sent("the position that is set up, as FEN", "W:W28,32:B19", longest=LONGEST_FEN)] = ""
    article: Article = None
    times: Annotated[str, Sent("what the clocks show then; without it what they showed", known=WAYS)] = ""
    white_left: Annotated[Span | None, _left("white")] = None
    black_left: Annotated[Span | None, _left("black")] = None
    white_moves: Made = None
    black_moves: Made = None
    second: Annotated[bool, Sent("whether another official has to sign it as well", True)] = False
    first: Annotated[str, Road("who has signed it first, where it takes two")] = ""
    decided: Annotated[bool, Road("whether it follows from the decision on an appeal")] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.started is None:
            raise Refused("not_started", round=self.round, board=self.board)
        if not self.decided:
            refuse_appealed(state, game, self.by)
            if game.result is not None and not self.second and not self.first and (told := opened_at_end(game)):
                raise Refused("findings_opened", board=self.board, moves=told)
        ply = game.ply if self.ply is None and self.fen else self.ply
        if ply is None:
            raise Refused("field_missing", field="ply")
        last = game.ply if game.result is not None or self.fen else game.ply - 1
        if not 0 <= ply <= last:
            raise Refused("no_such_ply", board=self.board, ply=ply, played=game.ply)
        clock = self._clock(state, game, ply, at)
        event = self._set_up(state, game, ply, clock, at) if self.fen else self._restored(state, game, ply, clock, at)
        if not self.second:
            return [event]
        return [
            PositionProposed(
                **self.at_board(at),
                details=self._details(ply),
                article=by_hand(state, "position", self.article),
                reason=plain_text(self.reason, "reason"),
            )
        ]

    def _details(self, ply: int) -> tuple[tuple[str, Fact], ...]:
        """Return the fields of the request by name, in the form in which a proposal to another official has them."""
        told: dict[str, Fact | None] = {
            "ply": ply,
            "fen": self.fen or None,
            "times": self.times or None,
            "white_left": self.white_left,
            "black_left": self.black_left,
            "white_moves": self.white_moves,
            "black_moves": self.black_moves,
        }
        return tuple((name, value) for name, value in told.items() if value is not None)

    def _clock(self, state: Tournament, game: Game, ply: int, at: Instant) -> Clock:
        """Return the clock with which the game goes on from the position after *ply*.

        It shows the times that the arbiter gave. If the arbiter gave none, it shows the times of the proposal named in
        `times`, and without `times` the times at that ply.
        """
        now = bool(self.fen) and ply == game.ply and not self.times
        clock = clock_back(state, game, ply, at, self.times or "present") if now or self.times else game.shown[ply]
        given = Both(self.white_left, self.black_left)
        for side in Side:
            left = given[side]
            if left is not None and not 0 < left <= MOST_TIME_MS:
                had = clock.had[side]
                raise Refused("time_out_of_range", board=self.board, had_ms=had, left_ms=left, most_ms=MOST_TIME_MS)
            clock = clock if left is None else replace(clock, had=clock.had.put(side, left))
        return clock

    def _skew(self, game: Game, ply: int, clock: Clock) -> Both[int]:
        """Return for each side the moves counted in its period of the time control, minus the moves played."""
        made = Both(*(sum(play.side is side for play in game.plays[:ply]) for side in Side))
        said = Both(self.white_moves, self.black_moves)
        return Both(*(clock.skew[side] if (moves := said[side]) is None else moves - made[side] for side in Side))

    def _clocks_set(self, state: Tournament, game: Game, ply: int, clock: Clock, at: Instant) -> dict[str, Any]:
        """Return fields of the ruling's event, by name: those that say where the game and its clocks stand, and why."""
        skew = self._skew(game, ply, clock)
        return {
            **self.at_board(at),
            "ply": ply,
            "white_left": clock.had.white,
            "black_left": clock.had.black,
            "white_skew": skew.white,
            "black_skew": skew.black,
            "white_overtime": clock.overtime.white,
            "black_overtime": clock.overtime.black,
            "article": by_hand(state, "position", self.article),
            "reason": plain_text(self.reason, "reason"),
            "first": self.first,
        }

    def _restored(self, state: Tournament, game: Game, ply: int, clock: Clock, at: Instant) -> PositionRestored:
        first = next((play for play in game.plays[ply : ply + 1] if play.line in game.opened), None)
        found = first.sealed if first else None  # only the opponent may open what is still sealed
        counted = found is not None and any(attempt.line == found.line for attempt in game.attempts)
        return PositionRestored(
            **self._clocks_set(state, game, ply, clock, at),
            side=found.side if found else None,
            owes=found is not None,
            bound=found.bound if found else game.bound_after(ply),
            step=penalty_step(state, game, found.side) if found and not counted else "",
        )

    def _set_up(self, state: Tournament, game: Game, ply: int, clock: Clock, at: Instant) -> PositionSetUp:
        position = self._position(state, game, ply)
        return PositionSetUp(
            **self._clocks_set(state, game, ply, clock, at),
            fen=fen_text(position, state.variant),
        )

    def _position(self, state: Tournament, game: Game, ply: int) -> Position:
        """Return the position to set up.

        Raise Refused if the game cannot go on from it, or if its side to move does not fit the number of moves.
        """
        position, stood = parse_fen(self.fen, state.variant), game.position_after(ply)
        begun = bool(game.plays or game.struck)
        if begun and position.turn is not stood.turn:
            raise Refused("set_up_turn", board=self.board, ply=ply, turn=stood.turn.value)
        if position == stood and ply == game.ply and game.result is None:
            raise Refused("nothing_changed")
        over = decided_on_sight(state, position)
        if over == "no_move":
            raise Refused("set_up_over", board=self.board, side=position.turn.value)
        if over is not None:
            raise Refused("set_up_decided", board=self.board, because=over)
        return position


def opened_at_end(game: Game) -> str:
    """Return, as text, the moves whose findings (irregular or not) were opened after the end of the game.

    Empty if there are none.
    """
    if not any((note.what, note.step) == ("opened", "end") for note in game.notes):
        return ""
    return ", ".join(attempt.move for attempt in game.unnoticed) or "-"
