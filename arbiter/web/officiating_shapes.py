"""What the service says of a board's irregular moves: objections, crowns, and to arbiters what has been opened."""

from __future__ import annotations

from typing import Any

from arbiter import words
from arbiter.rules.notation import square_text
from arbiter.rulings.objections import choices
from arbiter.tournament.game import Attempt, Game
from arbiter.tournament.state import Tournament


def officiating_shape(state: Tournament, game: Game, language: str) -> dict[str, Any]:
    """What everybody may see: the policy, who may object, what an objection has opened, who has to crown what.

    `may_object` is as neutral as the button that it shows: it says nothing about the last move.
    """
    policy = state.regulations.irregular_policy if state.regulations else "block"
    turn = game.position.turn.value
    may = policy == "opponent" and game.running and game.plays and not game.owed and not game.objection
    crown = None if game.uncrowned is None else {"side": turn, "square": square_text(game.uncrowned, state.variant)}
    return {
        "policy": policy,
        "touch_move": bool(state.regulations and state.regulations.touch_move),
        "may_object": turn if may else None,
        "objection": finding_shape(game.objection, language) | {"by": turn, "choices": list(choices(state))}
        if game.objection
        else None,
        "crown": crown,
    }


def finding_shape(found: Attempt, language: str) -> dict[str, Any]:
    """A finding that has been opened."""
    return {
        "ply": found.ply,
        "side": found.side.value,
        "move": found.move,
        "code": found.code,
        "article": found.article,
        "facts": dict(found.facts),
        "sentence": words.say(found.code, dict(found.facts), language, found.article),
        "corrections": list(found.corrections),
    }


def sealed_shape(game: Game, language: str) -> dict[str, Any]:
    """What arbiters alone see: the sealed findings that an objection, a claim or the end of the game has opened."""
    sealed = [play.sealed for play in (*game.plays, *game.struck) if play.sealed is not None]
    opened = [found for found in sealed if game.result is not None or found.line in game.opened]
    return {"sealed": [finding_shape(found, language) for found in opened]}
