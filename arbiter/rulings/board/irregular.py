"""Irregular moves under the regulations.

This module says which piece has to make the correcting move, which moves correct it, and which penalty follows.
"""

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


def move_article(state: Tournament, verdict: Verdict) -> str | None:
    """Return the article that a player is shown after an irregular move; None if there is none.

    It comes from the tournament's regulations, otherwise from the rules of the game.
    """
    return state.regulations.articles.get(verdict.code or "") or verdict.article


def binding(verdict: Verdict, entered: Sequence[int], first: int | None, state: Tournament) -> int | None:
    """Return the square of the piece that has to make the correcting move, or None if any piece may make it.

    *first*: the square of the piece that was moved wrongly or touched first, if that piece can move.
    """
    if first is None and verdict.same_piece and state.regulations.same_piece:
        return entered[0]
    return first


def corrected(verdict: Verdict, bound: int | None, state: Tournament, game: Game) -> tuple[str, ...]:
    """Return, in notation, the moves that correct an irregular move.

    *bound*: the square of the piece that must make the correction; None if any legal move may be played.
    """
    legal = moves_in_play(game.position, state.variant)
    right = verdict.corrections if bound is not None else legal
    return tuple(move_text(move, legal, state.variant) for move in right)


def penalty_step(state: Tournament, game: Game, side: Side) -> str:
    """Return the code of the penalty for one more irregular move of *side* in this game; empty if there is none."""
    return ladder_step(state, game.irregular(side))


def ladder_step(state: Tournament, before: int) -> str:
    """Return the code of the penalty for an irregular move; empty if the regulations have no penalty for it.

    *before*: how many irregular moves the same side has made earlier in the game.
    """
    return step_of(state.regulations.ladder, before)


def step_of(ladder: Sequence[str], before: int) -> str:
    """Return the penalty for an offence; empty if there is none.

    *ladder*: the penalties for the first offence, the second, and so on. *before*: how many offences came earlier.
    """
    step = ladder[min(before, len(ladder) - 1)] if ladder else ""
    return "" if step == "none" else step


def uncrowned_move(state: Tournament, game: Game, entered: Sequence[int], at: Instant, by: str) -> IrregularMove:
    """Return the event for a move made before the opponent's king was crowned.

    The position does not change, and the mover's clock runs on (000 V).
    """
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
