"""Irregular moves under the regulations.

This module says which piece has to make the correcting move, which moves correct it, and which penalty follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from arbiter.refused import Refused
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import move_text, path_text, square_text
from arbiter.rules.verdict import Verdict, made
from arbiter.rulings.request import article
from arbiter.sides import Instant, Side
from arbiter.tournament.events.irregular import IrregularMove
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

NO_MOVE = ("no_piece", "square_not_in_play", "occupied")
"""The codes of moves that nobody can have made on a board. They are typing errors and no offence (IR25)."""


def refuse_a_slip(verdict: Verdict, entered: Sequence[int], state: Tournament, game: Game) -> None:
    """Raise Refused if nobody can have made the move on a board.

    The text is then a typing error, and no offence (IR25).
    The same square twice in a row is a typing error too, unless a capture can lead round to it.
    """
    if verdict.code in NO_MOVE:
        facts = {name: value for name, value in verdict.facts.items() if name != "corrections"}
        raise Refused(verdict.code or "", article=move_article(state, verdict), **facts)
    twice = next((square for square, after in pairwise(entered) if square == after), None)
    if twice is None:
        return
    round_trip = len(entered) == 2 and made(game.position, entered, state.variant) is not None
    if verdict.move is None and not round_trip:
        raise Refused("square_twice", move=verdict.facts["move"], square=square_text(twice, state.variant))


def policy(state: Tournament) -> str:
    """Return the regulations' policy for irregular moves.

    "block": they are corrected at once. "opponent": the opponent may object. "silent": a player claims, an arbiter
    decides.
    """
    return state.regulations.irregular_policy


def move_article(state: Tournament, verdict: Verdict) -> str | None:
    """Return the article shown to a player after an irregular move; None if there is none.

    It comes from the tournament's regulations, or otherwise from the rules of the game.
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

    If *bound* is None, these are all legal moves. Otherwise these are the legal moves of the piece on the square
    *bound*.
    """
    legal = moves_in_play(game.position, state.variant)
    right = verdict.corrections if bound is not None else legal
    return tuple(move_text(move, legal, state.variant) for move in right)


def penalty_step(state: Tournament, game: Game, side: Side) -> str:
    """Return the code of the penalty for one more irregular move of *side* in this game; empty if there is none."""
    return ladder_step(state, game.irregular(side))


def ladder_step(state: Tournament, before: int) -> str:
    """Return the code of the penalty for an irregular move of a side that has made *before* earlier ones in the game.

    Empty if the regulations have no penalty for it.
    """
    return step_of(state.regulations.ladder, before)


def step_of(ladder: Sequence[str], before: int) -> str:
    """Return the penalty after *before* earlier offences; empty if there is none.

    *ladder*: penalties in rising order.
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
