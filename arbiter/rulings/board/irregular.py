"""What the regulations make of an irregular move: the piece that is bound, what puts it right, the penalty."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import move_text, path_text, square_text
from arbiter.rules.verdict import Verdict
from arbiter.rulings.request import article
from arbiter.sides import Instant, Side
from arbiter.tournament.events.irregular import IrregularMove
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

NO_MOVE = ("no_piece", "square_not_in_play", "occupied")
"""What a text says that no hand can have played: it was typed wrongly, which is no offence (IR25)."""


def policy(state: Tournament) -> str:
    """What happens to an irregular move: "block", "opponent" or "silent"."""
    return state.regulations.irregular_policy


def move_article(state: Tournament, verdict: Verdict) -> str | None:
    """What a player is told of it: the article of the tournament's own regulations, else that of the game's book."""
    return state.regulations.articles.get(verdict.code or "") or verdict.article


def binding(verdict: Verdict, entered: Sequence[int], first: int | None, state: Tournament) -> int | None:
    """The square of the piece that has to put it right: the *first* that was moved wrongly or touched, if it can."""
    if first is None and verdict.same_piece and state.regulations.same_piece:
        return entered[0]
    return first


def corrected(verdict: Verdict, bound: int | None, state: Tournament, game: Game) -> tuple[str, ...]:
    """The moves that would put it right; where the regulations bind no piece, whatever is legal does."""
    legal = moves_in_play(game.position, state.variant)
    right = verdict.corrections if bound is not None else legal
    return tuple(move_text(move, legal, state.variant) for move in right)


def penalty_step(state: Tournament, game: Game, side: Side) -> str:
    """The step of the ladder for one more irregular move of *side* in this game; empty where there is no ladder."""
    return ladder_step(state, game.irregular(side))


def ladder_step(state: Tournament, before: int) -> str:
    """The step for an irregular move of a side that has made so many *before* it in the game."""
    ladder = state.regulations.ladder
    step = ladder[min(before, len(ladder) - 1)] if ladder else ""
    return "" if step == "none" else step


def uncrowned_move(state: Tournament, game: Game, entered: Sequence[int], at: Instant, by: str) -> IrregularMove:
    """A move made before the opponent's king was crowned: it is not played, and the mover's clock goes on (000 V)."""
    assert game.uncrowned is not None
    square, side = square_text(game.uncrowned, state.variant), game.position.turn
    move = path_text(entered, "-", state.variant)
    return IrregularMove(
        at=at,
        round=game.round,
        board=game.board,
        ply=game.ply,
        side=side,
        move=move,
        code="not_crowned_by_opponent",
        article=article(state, "crown"),
        facts=(("move", move), ("side", side.value), ("square", square)),
        bound=None,
        corrections=(),
        by=by,
    )
