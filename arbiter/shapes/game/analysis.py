"""The computer's analysis of a finished game, move by move."""

from __future__ import annotations

from typing import TypedDict

from arbiter.shapes.json_answers import told
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis, Judged, decided, judged

WIDE, HIGH, REACH = 600, 160, 400
"""Measures of the curve's picture: its width and height in its own units, and the score at its upper edge.

The score is in hundredths of a man. A higher score is drawn at the edge.
"""


class MomentTold(TypedDict):
    """A ply of an analysed game, with the score for White after it in hundredths of a man.

    If the ply was a mistake, the better move is given. `decisive`: whether this is the losing move: before it the loser
    of the game could hold the position for the last time.
    """

    ply: int
    side: str
    move: str
    score: int
    loss: int
    mistake: bool
    decisive: bool
    shot: str
    best: str
    line: list[str]


class AnalysisTold(TypedDict):
    """The analysis of a game, ply by ply. While it still runs, `done` of `of` positions have been evaluated.

    `decided`: what decided the game. It is `mistake`, or, if the last position was not lost, the end of the game:
    `flag`, `resigned` or `otherwise`. It is null for a drawn game.
    """

    round: int
    board: int
    done: int
    of: int
    decided: str | None
    moments: list[MomentTold]


def analysis_shape(game: Game, analysis: Analysis | None, progress: tuple[int, int] | None) -> AnalysisTold:
    """Return the analysis of the game, or the evaluated part of it while the analysis still runs.

    *progress*: how many positions have been evaluated, and of how many; None if no analysis runs.
    """
    done, of = (game.ply + 1, game.ply + 1) if analysis else progress or (0, game.ply + 1)
    moments = judged(game, analysis) if analysis else ()
    return {
        "round": game.round,
        "board": game.board,
        "done": done,
        "of": of,
        "decided": decided(game, analysis) if analysis else None,
        "moments": [moment_shape(one) for one in moments],
    }


def moment_shape(one: Judged) -> MomentTold:
    return told(MomentTold, one, side=one.side.value)


def curve(moments: list[MomentTold]) -> list[tuple[float, float]]:
    """Return the points (x, y) of the curve of scores, from the first ply to the last; up means good for White."""
    scores = [0, *(moment["score"] for moment in moments)]
    step = WIDE / max(1, len(scores) - 1)
    return [
        (round(at * step, 1), round(HIGH / 2 * (1 - max(-REACH, min(REACH, score)) / REACH), 1))
        for at, score in enumerate(scores)
    ]
