"""The effect of a fallen flag: the game is lost.

It is drawn instead if the opponent cannot win and the regulations say so.
"""

from __future__ import annotations

from arbiter.rules.endings import main_road
from arbiter.rules.endings.can_win import can_win
from arbiter.rules.position import Position
from arbiter.rulings.request import article, drawn, won_by
from arbiter.sides import Instant, Side
from arbiter.tournament.events.games import GameEnded
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

SURVIVED = 5
"""After this many moves of a lone king, its side has a draw if its flag falls (bare endings, TZD 10.4)."""


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
    """Return whether *side*, whose flag fell, gets a draw because its opponent could not have won."""
    how = state.regulations.cannot_win
    if how == "draw":
        return can_win(game.position, state.variant, side.other) is False
    return how == "table" and _saved_by_table(state, game, side)


def _saved_by_table(state: Tournament, game: Game, side: Side) -> bool:
    """Return whether the table of bare endings draws the game (TZD 10.1-10.5) although the flag of *side* fell.

    The game is drawn if the other side has only one king, unless *side* has only one man.

    It is also drawn if *side* has only one king and one more condition is met: the other side has only one or two men,
    the king is on the long diagonal, or *side* has made five moves with the lone king.
    """
    men, kings = game.position.men, game.position.kings
    mine, theirs = (men[one].bit_count() + kings[one].bit_count() for one in (side, side.other))
    if theirs == 1 and not men[side.other]:
        return mine >= 1 and not (mine == 1 and men[side])
    if not _lone(game.position, side):
        return False
    only_men = not kings[side.other] and theirs <= 2
    return only_men or bool(kings[side] & main_road(state.variant.board)) or _survived(game, side) >= SURVIVED


def _lone(position: Position, side: Side) -> bool:
    """Return whether *side* has one king and nothing else."""
    return not position.men[side] and position.kings[side].bit_count() == 1


def _survived(game: Game, side: Side) -> int:
    """Return how many moves *side* has made since it had nothing but one king."""
    made, ply = 0, game.ply
    while ply and made < SURVIVED and _lone(game.position_after(ply - 1), side):
        ply -= 1
        made += game.plays[ply].side is side
    return made
