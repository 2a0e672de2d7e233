"""The score sheet of a game for a page: numbered rows of both sides' moves."""

from __future__ import annotations

from arbiter.sides import Both, Side
from arbiter.tournament.game import Attempt, Game, Play
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """A row of the score sheet: each side's move, and the irregular moves that were tried before it."""

    number: int
    plays: Both[Play | None]
    attempts: Both[tuple[Attempt, ...]]


def columns(game: Game) -> tuple[str, str]:
    """Return the sides from left to right: the side that begins the game has the left column."""
    first = game.start.turn
    return first.value, first.other.value


def score_rows(game: Game) -> tuple[ScoreRow, ...]:
    """Return the rows of the score sheet, from move 1 on.

    The moves of the side that begins are in the left column.
    """
    plies = {(play.ply, play.side): play for play in game.plays}
    first = game.start.turn
    last = max([game.ply, *(attempt.ply + 1 for attempt in game.attempts if attempt.ply <= game.ply)])
    rows = []
    for number in range(1, (last + 1) // 2 + 1):
        ply = Both(2 * number - 1, 2 * number) if first is Side.WHITE else Both(2 * number, 2 * number - 1)
        rows.append(
            ScoreRow(
                number=number,
                plays=Both(plies.get((ply.white, Side.WHITE)), plies.get((ply.black, Side.BLACK))),
                attempts=ply.map(lambda at: tuple(a for a in game.attempts if a.ply + 1 == at)),
            )
        )
    return tuple(rows)
