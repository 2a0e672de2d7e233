"""The delayed view of games for spectators: recent moves are left out, results and pairings are not."""

from __future__ import annotations

from arbiter.sides import Both, Instant
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import replace

MINUTE = 60_000


def delay(state: Tournament) -> int:
    """The delay with which spectators see the games, in milliseconds."""
    return MINUTE * int(state.setting("live_delay"))


def behind(state: Tournament, now: Instant) -> Tournament:
    """The tournament as spectators see it at *now*. A running game is shown as it was at *now* minus the delay."""
    late = delay(state)
    if not late:
        return state
    rounds = tuple(replace(r, games=tuple(game_at(game, now - late) for game in r.games)) for r in state.rounds)
    return replace(state, rounds=rounds)


def game_at(game: Game, at: Instant) -> Game:
    """A running game as it was at the instant *at*: later moves are removed, and its clock stands still.

    A game that is not running is returned unchanged.
    """
    if not game.running:
        return game
    plies = sum(play.at <= at for play in game.plays)
    clock = game.clock if plies == game.ply else game.shown[plies]
    return replace(
        game,
        position=game.position_after(plies),
        tally=game.tally_after(plies),
        plays=game.plays[:plies],
        clock=clock.stop(max(at, game.started or at)),
        struck=(),
        attempts=(),
        offer=None,
        calls=(),
        notes=(),
        owed=None,
        bound=None,
        objection=None,
        huffed=tuple(huff for huff in game.huffed if huff[0] <= plies),
        uncrowned=None,
        flag=None,
        late=(),
        here=Both(None, None),
    )
