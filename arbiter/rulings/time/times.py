"""The times on a clock that goes back to an earlier move: those at that move, the present ones, or halfway between."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.clock.clock import Clock
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import replace

WAYS = ("irregularity", "present", "split")


def clock_back(state: Tournament, game: Game, ply: int, at: Instant, way: str = "") -> Clock:
    """Return the clock after the move that follows *ply* plies was taken back to be corrected.

    *way* names one of three proposals (see `proposals`); without it the regulations decide. The side that made the move
    is charged for its thinking. Time earned by that move and by later ones is taken back (A33).
    """
    way = way or state.regulations.retraction_clock
    return replace(_then(game, ply), had=proposals(game, ply, at)[way])


def proposals(game: Game, ply: int, at: Instant) -> Mapping[str, Both[Span]]:
    """Return three proposals for the milliseconds left to both sides after *ply* plies, by name.

    "irregularity": both get the times at the press of the next move. "present": both keep their present times, less the
    increments gained by presses since then. "split": halfway between the two.
    """
    sides = Both(Side.WHITE, Side.BLACK)
    then = _then(game, ply).had
    earned = sides.map(lambda side: sum(play.gained for play in game.plays[ply:] if play.side is side))
    now = sides.map(lambda side: max(0, game.clock.left(side, at) - earned[side]))
    return {"irregularity": then, "present": now, "split": sides.map(lambda side: (then[side] + now[side]) // 2)}


def _then(game: Game, ply: int) -> Clock:
    """Return the clock at the press of the move after *ply* plies, without the effect of that press."""
    shown = game.shown[ply]
    if ply >= game.ply:
        return shown
    undone = game.plays[ply]
    return shown.start(undone.side, undone.at - undone.charged).stop(undone.at)
