"""The delayed view of games for spectators: recent moves are left out, results and pairings are not."""

from __future__ import annotations

from collections.abc import Collection

from arbiter.sides import Both, Instant
from arbiter.tournament.events.event import Place
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Appeal, Conduct
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import replace

MINUTE = 60_000
LASTING = ("hall", "outage", "adjourned", "paper")
"""The reasons for stopped clocks that spectators see without delay, because they are announced in the hall."""


def delay(state: Tournament) -> int:
    """Return the delay in milliseconds with which spectators see the games."""
    return MINUTE * int(state.setting("live_delay"))


def behind(state: Tournament, now: Instant) -> Tournament:
    """Return the tournament as spectators may see it at *now*.

    A running game is shown as it was some minutes earlier (setting `live_delay`).
    """
    late = delay(state)
    if not late:
        return state
    rounds = tuple(replace(r, games=tuple(game_at(game, now - late) for game in r.games)) for r in state.rounds)
    return replace(without_news(state, now), rounds=rounds)


def without_news(state: Tournament, now: Instant) -> Tournament:
    """Return the tournament without the news of running games that spectators may not know at *now*.

    These are the claims, appeals and conduct of the last minutes (setting `live_delay`).
    """
    going = running(state)

    def old(one: Proposal | Appeal | Conduct) -> bool:
        return one.at <= now - delay(state) or (one.round, one.board) not in going

    return replace(
        state,
        proposals=tuple(filter(old, state.proposals)),
        appeals=tuple(filter(old, state.appeals)),
        conduct=tuple(filter(old, state.conduct)),
    )


def running(state: Tournament) -> frozenset[Place]:
    """Return the boards with a running game, each with its round."""
    return frozenset((game.round, game.board) for game in state.games() if game.running)


def waits(state: Tournament, at: Instant, places: Collection[Place], now: Instant) -> bool:
    """Return whether spectators may not yet see a journal line at *now*.

    *at* is the instant of the line, and *places* are the boards that it is about.
    """
    late = delay(state)
    return bool(late) and at > now - late and not running(state).isdisjoint(places)


def game_at(game: Game, at: Instant) -> Game:
    """Return a running game as it was at the instant *at*, without later moves.

    Its clock shows the time of that instant. A game that is not running is returned unchanged.
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
        opened=frozenset(),
        huffed=tuple(huff for huff in game.huffed if huff[0] <= plies),
        touched=None,
        uncrowned=None,
        flag=None,
        halted=game.halted if game.halted in LASTING else None,
        reported=None,
        late=(),
        here=Both(None, None),
    )
