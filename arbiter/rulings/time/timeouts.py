"""The effect of a fallen flag: the game is lost.

It is drawn instead if the opponent cannot win and the regulations say so.
"""

from __future__ import annotations

from arbiter.rules.endings.can_win import can_win
from arbiter.rulings.request import article, drawn, won_by
from arbiter.sides import Instant, Side
from arbiter.tournament.events.games import GameEnded
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament


def lost_on_time(
    state: Tournament, game: Game, side: Side, at: Instant, *, by: str = "service", reason: str = ""
) -> GameEnded:
    """Return the result of a game lost on time.

    It is a draw instead if the opponent cannot win any more and the regulations say so.
    """
    if saved(state, game, side):
        return drawn(game, at, because="flag", article=article(state, "cannot_win"), by=by, reason=reason)
    where = article(state, "flag")
    return won_by(side.other, game, at, because="flag", article=where, by=by, reason=reason)


def saved(state: Tournament, game: Game, side: Side) -> bool:
    """Return whether *side*, whose flag fell, gets a draw because the opponent could not have won."""
    how = state.regulations.cannot_win
    if how == "draw":
        return can_win(game.position, state.variant, side.other) is False
    if how == "table":  # TZD 10: a king each, or the side with more pieces out of time against a lone king
        men, kings = game.position.men, game.position.kings
        mine, theirs = (men[one].bit_count() + kings[one].bit_count() for one in (side, side.other))
        return theirs == 1 and not men[side.other] and mine >= 1 and not (mine == 1 and men[side])
    return False
