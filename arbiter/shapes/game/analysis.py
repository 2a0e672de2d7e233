"""What is said of a game that has been looked at after it was over."""

from __future__ import annotations

from typing import TypedDict

from arbiter.shapes.told import told
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis, Judged, judged

WIDE, HIGH, REACH = 600, 160, 400
"""The curve's picture, in its own units; beyond four men it runs along its edge."""


class MomentTold(TypedDict):
    """One ply: the score after it in hundredths of a man for White, and what it missed."""

    ply: int
    side: str
    move: str
    score: int
    loss: int
    mistake: bool
    shot: str
    best: str
    line: list[str]


class AnalysisTold(TypedDict):
    """A game weighed; `done` of `of` positions while that goes on, and then every ply."""

    round: int
    board: int
    done: int
    of: int
    moments: list[MomentTold]


def analysis_shape(game: Game, analysis: Analysis | None, progress: tuple[int, int] | None) -> AnalysisTold:
    """The game as far as it has been weighed."""
    done, of = (game.ply + 1, game.ply + 1) if analysis else progress or (0, game.ply + 1)
    moments = judged(game, analysis) if analysis else ()
    return {
        "round": game.round,
        "board": game.board,
        "done": done,
        "of": of,
        "moments": [moment_shape(one) for one in moments],
    }


def moment_shape(one: Judged) -> MomentTold:
    return told(MomentTold, one, side=one.side.value)


def curve(moments: list[MomentTold]) -> list[tuple[float, float]]:
    """The points of the curve in its picture, from the beginning on; White's good is up."""
    scores = [0, *(moment["score"] for moment in moments)]
    step = WIDE / max(1, len(scores) - 1)
    return [
        (round(at * step, 1), round(HIGH / 2 * (1 - max(-REACH, min(REACH, score)) / REACH), 1))
        for at, score in enumerate(scores)
    ]
