"""The replay of events to the state of a tournament.

Nothing is decided here: no move is generated or refused, no pair or lot is drawn. The effect of each event is defined
beside it, in `events`.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.tournament.events.event import Event, Place
from arbiter.tournament.events.games import MovePlayed, Playing
from arbiter.tournament.state import Tournament
from arbiter.values import replace


def replay(events: Iterable[Event], state: Tournament | None = None) -> Tournament:
    """Return the tournament after *events*. *state* is the tournament before them; without it, an empty one."""
    state = state or Tournament()
    line, at = state.version, state.at
    played: dict[Place, Playing] = {}
    for event in events:
        line += 1
        at = max(at, event.at)
        if type(event) is MovePlayed:
            playing = played.get((event.round, event.board)) or _begun(state, event)
            if playing is not None:
                played[event.round, event.board] = playing
                playing.move(event, line)
                continue
        if played:
            state = _put(state, played)
            played = {}
        state = event.after(replace(state, version=line, at=at))
    return replace(_put(state, played), version=line, at=at) if played else state


def after(state: Tournament, event: Event) -> Tournament:
    """Return the tournament after one more journal line; its version is the number of that line."""
    return event.after(replace(state, version=state.version + 1, at=max(state.at, event.at)))


def _begun(state: Tournament, event: MovePlayed) -> Playing | None:
    """Return the game of the move *event* as an object on which many moves can be replayed.

    Return None if a move at the board may end a proposal. While only moves are replayed, nothing else of the state
    changes.
    """
    if any((waiting.round, waiting.board) == (event.round, event.board) for waiting in state.waiting):
        return None
    return Playing(event.game(state))


def _put(state: Tournament, played: dict[Place, Playing]) -> Tournament:
    """Return the tournament with each game as it is after the moves replayed on it."""
    if not played:
        return state
    rounds = list(state.rounds)
    for number in {round for round, _ in played}:
        games = list(rounds[number - 1].games)
        for (round, board), playing in played.items():
            if round == number:
                games[rounds[number - 1].at(board)] = playing.game()
        rounds[number - 1] = replace(rounds[number - 1], games=tuple(games))
    return replace(state, rounds=tuple(rounds))
