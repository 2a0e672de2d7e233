"""State from events: what happens to the clocks besides moves."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.sides import Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Flag
from arbiter.tournament.noting import lapsed, note_of, proposed
from arbiter.tournament.state import Tournament


def after_clocks(state: Tournament, event: e.ClockEvent) -> Tournament:
    """The tournament after an event of `events_clocks`."""
    match event:
        case e.FlagFell():
            return _flagged(state, event)
        case e.TimeCorrected():
            game = state.game(event.round, event.board)
            side = Side(event.side)
            note = note_of(game, event, "time", side, article=event.article, span=event.left)
            clock = game.clock.with_left(side, event.left, event.at)
            game = replace(game, clock=clock, notes=(*game.notes, note))
        case e.ClockStopped():
            game = state.game(event.round, event.board)
            note = note_of(game, event, "stopped", None)
            game = replace(game, clock=game.clock.stop(event.at), halted="arbiter", notes=(*game.notes, note))
        case e.ServiceInterrupted():
            for round, board in event.boards:
                game = state.game(round, board)
                state = state.put(replace(game, halted="outage", clock=game.clock.stop(event.alive)))
            return state
        case e.ClocksResumed():
            for board in event.boards:
                game = state.game(event.round, board)
                note = note_of(game, event, "resumed", None)
                clock = game.clock.start(game.position.turn, event.at)
                state = state.put(replace(game, halted=None, clock=clock, notes=(*game.notes, note)))
            return state
        case _:
            assert_never(event)
    return lapsed(state, game).put(game)


def _flagged(state: Tournament, event: e.FlagFell) -> Tournament:
    game = state.game(event.round, event.board)
    side = Side(event.side)
    clock = replace(game.clock, had=game.clock.had.put(side, 0), running=None, since=event.at)
    flag = Flag(side=side, at=event.at, proposal=state.version, clock=game.clock)
    return proposed(state.put(replace(game, clock=clock, flag=flag, halted="flag")), "flag", event, "")
