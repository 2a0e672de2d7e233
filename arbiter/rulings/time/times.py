"""The times that a game goes back to: as they were at a move, as they are, or halfway between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbiter.clock.clock import Clock
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

WAYS = ("irregularity", "present", "split")


def clock_back(state: Tournament, game: Game, ply: int, at: Instant, way: str = "") -> Clock:
    """The clock with which the play after *ply* plies is put right: by *way*, or as the regulations have it.

    Whoever made it has thought as long as they had; what it and the moves since have earned is taken back (A33).
    """
    way = way or state.regulations.retraction_clock
    return replace(_then(game, ply), had=proposals(game, ply, at)[way])


def proposals(game: Game, ply: int, at: Instant) -> Mapping[str, Both[Span]]:
    """The three proposals for what both have left at the position after *ply* plies, by name.

    "irregularity": whoever made the next move has what they had when they pressed, the other what they had then;
    "present": nobody is given anything back; "split": halfway.
    """
    sides = Both(Side.WHITE, Side.BLACK)
    then = _then(game, ply).had
    earned = sides.map(lambda side: sum(play.gained for play in game.plays[ply:] if play.side is side))
    now = sides.map(lambda side: max(0, game.clock.left(side, at) - earned[side]))
    return {"irregularity": then, "present": now, "split": sides.map(lambda side: (then[side] + now[side]) // 2)}


def _then(game: Game, ply: int) -> Clock:
    """The clock as it stood when the play after *ply* plies was pressed, that press undone."""
    shown = game.shown[ply]
    if ply >= game.ply:
        return shown
    undone = game.plays[ply]
    return shown.start(undone.side, undone.at - undone.charged).stop(undone.at)
