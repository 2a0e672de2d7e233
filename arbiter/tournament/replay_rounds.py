"""State from events: who meets whom, and when it begins."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.clock.clock import new_clock
from arbiter.rules.position import start
from arbiter.sides import Both, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Game
from arbiter.tournament.state import Round, Tournament


def after_rounds(state: Tournament, event: e.RoundEvent) -> Tournament:
    """The tournament after an event of `events_rounds`."""
    match event:
        case e.RoundPaired():
            return replace(state, rounds=(*state.rounds, _paired(state, event)))
        case e.RoundUndone():
            return replace(state, rounds=state.rounds[: event.round - 1])
        case e.GamesStarted():
            for board in event.boards:
                game = state.game(event.round, board)
                state = state.put(replace(game, started=event.at, clock=game.clock.start(Side(event.side), event.at)))
            return state
        case _:
            assert_never(event)


def _paired(state: Tournament, event: e.RoundPaired) -> Round:
    clock = new_clock(Both(state.control, state.control))
    position = start(state.variant)
    games = tuple(
        Game(round=event.round, board=number, entries=Both(*pair), start=position, position=position, clock=clock)
        for number, pair in enumerate(event.pairs, start=1)
    )
    return Round(number=event.round, games=games, byes=event.byes)
