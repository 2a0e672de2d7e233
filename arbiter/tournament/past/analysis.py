"""The analysis of a finished game: an evaluation of each position, with mistakes and missed combinations.

Scores are in hundredths of a man. The score of a position is for the side to move. The score in a report on a single
move (`Judged`) is for White, as in a graph.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.pairing.table.points import Outcome
from arbiter.rules.position import Position
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.values import dataclass

MISTAKE = 100
"""A move is called a mistake if it loses at least this many hundredths of a man."""
LOST = 150
"""A position counts as lost for a side if its score for this side is at least this far below zero.

The unit is a hundredth of a man.
"""
DECIDED = 300
"""Scores are limited to this advantage before two of them are compared to find a mistake.

The unit is a hundredth of a man. With a greater advantage the game is clearly won or lost.
"""
SHOT = 90
"""A combination that the opponent's quiet move allows is called a shot if it gains at least so much.

The unit is a hundredth of a man.
"""
MOST = 1_000
"""The largest score that is shown, in hundredths of a man: beyond ten men the game is won."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The evaluation of a position: the score for the side to move, the best move, and the expected continuation."""

    score: int
    best: str = ""
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game: the moves that were analysed, and the evaluation of every position."""

    moves: tuple[str, ...]
    weighed: tuple[Weighed, ...]

    def fits(self, game: Game) -> bool:
        """Return whether the analysis belongs to the present moves of *game*.

        It does not if moves were taken back after the analysis.
        """
        return self.moves == tuple(play.move for play in game.plays)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The report on one move: the score for White after it, and how much the move lost, in hundredths of a man."""

    ply: int
    side: Side
    move: str
    score: int
    loss: int
    mistake: bool
    decisive: bool
    """Whether this is the losing move: before it, the loser of the game could hold the position for the last time."""
    shot: str
    """Whether the player made or missed a shot (a combination) that the opponent allowed: "made", "missed" or ""."""
    best: str
    line: tuple[str, ...]


def judged(game: Game, analysis: Analysis) -> tuple[Judged, ...]:
    """Return the report on every move of the game. The decisive move of the game is always called a mistake."""
    found = []
    decisive = decisive_ply(game, analysis)
    had_before = 0
    for play, before, after in zip(game.plays, analysis.weighed, analysis.weighed[1:], strict=False):
        had, has = within(before.score), -within(after.score)
        loss = 0 if play.move == before.best else max(0, within(had, DECIDED) - within(has, DECIDED))
        open_to = "-" in before.best and had + had_before >= SHOT and play.ply > 1
        had_before = had
        found.append(
            Judged(
                ply=play.ply,
                side=play.side,
                move=play.move,
                score=has if play.side is Side.WHITE else -has,
                loss=loss,
                mistake=loss >= MISTAKE or play.ply == decisive,
                decisive=play.ply == decisive,
                shot=("missed" if loss >= MISTAKE else "made") if open_to else "",
                best=before.best,
                line=before.line,
            )
        )
    return tuple(found)


def loser(game: Game) -> Side | None:
    """Return the side that lost the game; None if it was drawn, is still being played, or was lost by both."""
    outcomes = game.result.outcome if game.result else None
    lost = [side for side in Side if outcomes and outcomes[side] is Outcome.LOST]
    return lost[0] if len(lost) == 1 else None


def score_at_end(game: Game, analysis: Analysis) -> int:
    """Return the score of the last position in hundredths of a man, for the side that lost the game.

    If nobody lost, it is for the side to move.
    """
    score = within(analysis.weighed[-1].score)
    return score if loser(game) in (None, game.position.turn) else -score


def decisive_ply(game: Game, analysis: Analysis) -> int | None:
    """Return the ply of the losing move: before it, the loser could hold the position for the last time.

    None if nobody lost the game, or if the last position was not lost: then no move decided the game.
    """
    side, end = loser(game), score_at_end(game, analysis)
    if side is None or end > -MISTAKE:
        return None
    bar = max(end, -LOST)
    pairs = zip(game.plays, analysis.weighed, analysis.weighed[1:], strict=False)
    held = [play.ply for play, before, after in pairs if play.side is side and before.score > bar >= -after.score]
    return held[-1] if held else None


def decided(game: Game, analysis: Analysis) -> str | None:
    """Return the code of what decided the game: "mistake", "flag", "resigned" or "otherwise".

    The last three tell how the game ended, if its last position was not lost. None if nobody lost the game. None also
    if the analysis was made by an earlier release and does not show the mistake.
    """
    if game.result is None or loser(game) is None:
        return None
    if score_at_end(game, analysis) <= -MISTAKE:
        return "mistake" if decisive_ply(game, analysis) else None
    ended = game.result.because.partition("_")[0]
    return ended if ended in ("flag", "resigned") else "otherwise"


def positions(game: Game) -> Iterator[Position]:
    """The positions of a game: the one before each move, and the last one."""
    if game.huffed or game.set_ups:
        yield from (game.position_after(ply) for ply in range(game.ply + 1))
        return
    position = game.start
    yield position
    for play in game.plays:
        position = position.played(play.path, play.taken, play.crowned)
        yield position


def score_text(score: int) -> str:
    """Return a score as text: +0.52, or "+ +" and "- -" if the game is decided for White or Black."""
    if abs(score) >= MOST:
        return "+ +" if score > 0 else "- -"
    return f"{score / 100:+.2f}"


def within(score: int, most: int = MOST) -> int:
    return max(-most, min(most, score))
