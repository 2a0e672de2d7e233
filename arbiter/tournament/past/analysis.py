"""A game looked at after it is over: what each position is worth, and where somebody missed something.

Scores are hundredths of a man. What is weighed stands for the mover; a finding tells it for White, as a curve does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.rules.position import Position
from arbiter.sides import Side
from arbiter.tournament.game import Game

MISTAKE = 80
"""By so much a move has to make its side's position worse to be called a mistake."""
SHOT = 90
"""So much the opponent's move has to have left to a quiet one for that to be called a shot."""
MOST = 1_000
"""Beyond ten men nobody tells the difference: the game is won."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A position weighed: the score for the mover, the best move and how play would go on; no move: none is left."""

    score: int
    best: str = ""
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game weighed: its moves as they were then, and every position from the first to the last."""

    moves: tuple[str, ...]
    weighed: tuple[Weighed, ...]

    def fits(self, game: Game) -> bool:
        """Whether it is about that game as it stands: a move that was struck since makes it another."""
        return self.moves == tuple(play.move for play in game.plays)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What is said of one ply: its score for White after it, and what it missed."""

    ply: int
    side: Side
    move: str
    score: int
    loss: int
    mistake: bool
    shot: str
    """What became of a shot that the opponent had left: "made", "missed"; empty: there was none."""
    best: str
    line: tuple[str, ...]


def judged(game: Game, analysis: Analysis) -> tuple[Judged, ...]:
    """What is to be said of every ply of the game."""
    found = []
    had_before = 0
    for play, before, after in zip(game.plays, analysis.weighed, analysis.weighed[1:], strict=False):
        had, has = within(before.score), -within(after.score)
        loss = 0 if play.move == before.best else max(0, had - has)
        open_to = "-" in before.best and had + had_before >= SHOT and play.ply > 1
        had_before = had
        found.append(
            Judged(
                ply=play.ply,
                side=play.side,
                move=play.move,
                score=has if play.side is Side.WHITE else -has,
                loss=loss,
                mistake=loss >= MISTAKE,
                shot=("missed" if loss >= MISTAKE else "made") if open_to else "",
                best=before.best,
                line=before.line,
            )
        )
    return tuple(found)


def positions(game: Game) -> Iterator[Position]:
    """The position before each play, and the last one."""
    if game.huffed:
        yield from (game.position_after(ply) for ply in range(game.ply + 1))
        return
    position = game.start
    yield position
    for play in game.plays:
        position = position.played(play.path, play.taken, play.crowned)
        yield position


def score_text(score: int) -> str:
    """A score as people write it: +0.52; of a game that is decided, for whom."""
    if abs(score) >= MOST:
        return "+ +" if score > 0 else "- -"
    return f"{score / 100:+.2f}"


def within(score: int) -> int:
    return max(-MOST, min(MOST, score))
