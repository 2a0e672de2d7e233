"""State from events: openings that were drawn, and endings that fell due."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.rules.endings.draws import counted
from arbiter.rules.position import Position, parse_fen
from arbiter.sides import Both, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Game, Opening, Play
from arbiter.tournament.noting import proposed
from arbiter.tournament.state import Tournament


def after_endings(state: Tournament, event: e.EndingEvent) -> Tournament:
    """The tournament after an event of `events_endings`."""
    match event:
        case e.BallotDrawn():
            position = parse_fen(event.begin, state.variant)
            for board in event.boards:
                state = state.put(_opened(state.game(event.round, board), event, position))
            return state
        case e.EndingDue():
            return proposed(state, "ending", event, event.row)
        case _:
            assert_never(event)


def _opened(game: Game, event: e.BallotDrawn, position: Position) -> Game:
    """The game with its opening on the board and on the score sheet; the moves count for the periods of both clocks."""
    plays: list[Play] = []
    begun, now = position, position
    for move, path, taken, crowned in zip(event.moves, event.paths, event.taken, event.crowned, strict=True):
        side = now.turn
        plays.append(
            Play(
                ply=len(plays) + 1,
                side=side,
                move=move,
                path=path,
                taken=taken,
                crowned=crowned,
                at=event.at,
                charged=0,
                left=game.clock.had[side],
            )
        )
        now = now.played(path, taken, crowned)
    made = Both(*(sum(play.side is side for play in plays) for side in Side))
    clock = replace(game.clock, moves=made)
    return replace(
        game,
        start=begun,
        position=now,
        plays=tuple(plays),
        clock=clock,
        shown=(clock,) * (len(plays) + 1),
        opening=Opening(table=event.table, ballot=event.ballot, text=event.text, plies=len(plays)),
        tally=counted(begun, plays, game.tally.rows, game.tally.board),
    )
