"""Draw the openings of boards by lot (ballots) before the games are started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.refused import Refused
from arbiter.rules.ballots import FREE, TABLES, Ballot, Table, opening
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.position import fen_text
from arbiter.rulings.request import Boards, RoundRequest
from arbiter.sides import Instant
from arbiter.tournament.events.endings import BallotDrawn
from arbiter.tournament.events.event import Event
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBallot(RoundRequest):
    """Draw an opening by lot for the boards of a round: one for all of them, or one for each.

    `chance`: the random numbers from the caller, one for each board or a single one. Each is the index of an opening in
    the table, counted from 0. `name`: an opening that is set instead of drawn, for example if the second game of a
    match begins like the first, or if cards were drawn. Refused for boards whose game has been started, and for an
    opening that the table bars.
    """

    chance: Annotated[tuple[int, ...], Road("the numbers that were drawn by lot")] = ()
    name: Annotated[str, Sent("the opening that is taken, where none is drawn", name="ballot", longest=40)] = ""
    boards: Boards = None
    each: Annotated[bool, Sent("an opening for each board, not one for all")] = False

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if not state.ballots:
            raise Refused("no_ballots")
        table = TABLES[state.ballots]
        boards = self._boards(state)
        if self.name:
            return [self._drawn(state, table, table.named(self.name), boards, at)]
        if len(self.chance) == 1:
            return [self._drawn(state, table, table.drawn(self.chance[0]), boards, at)]
        if len(self.chance) != len(boards):
            raise Refused("lots_needed", round=self.round, boards=len(boards), lots=len(self.chance))
        lots = zip(boards, self.chance, strict=True)
        return [self._drawn(state, table, table.drawn(lot), (board,), at) for board, lot in lots]

    def _boards(self, state: Tournament) -> tuple[int, ...]:
        round = state.round(self.round)
        fresh = tuple(game.board for game in round.games if game.started is None and game.result is None)
        if self.boards is not None:
            fresh = tuple(sorted(set(self.boards)))
            for board in fresh:
                game = state.game(self.round, board)
                if game.started is not None or game.result is not None:
                    raise Refused("already_begun", round=self.round, board=board)
        if not fresh:
            raise Refused("nothing_to_start", round=self.round)
        return fresh

    def _drawn(self, state: Tournament, table: Table, ballot: Ballot, boards: tuple[int, ...], at: Instant) -> Event:
        variant = state.variant
        put = opening(ballot, variant)
        position, texts = put.begin, []
        for move in put.moves:
            texts.append(move_text(move, legal_moves(position, variant), variant))
            position = position.played(move.path, move.taken, move.crowned)
        return BallotDrawn(
            at=at,
            round=self.round,
            boards=boards,
            table=table.key,
            ballot=ballot.name,
            text="" if ballot.moves == (FREE,) else " ".join(texts or ballot.moves),
            begin=fen_text(put.begin, variant),
            moves=tuple(texts),
            paths=tuple(move.path for move in put.moves),
            taken=tuple(move.taken for move in put.moves),
            crowned=tuple(move.crowned for move in put.moves),
            by=self.by,
        )
