"""A request is a wish; ruling on it gives events or raises `Refused`. Ruling is pure, and refusing leaves no trace."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Protocol

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.sides import Both, Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import GameEnded
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

LONGEST_TEXT = 1_000
"""Characters that a reason or a ground may have."""
LONGEST_ARTICLE = 200

DRAWN = Both(Outcome.DRAWN, Outcome.DRAWN)
BOTH_LOST = Both(Outcome.LOST, Outcome.LOST)


class Request(Protocol):
    """What the desk takes: the state and the instant of receipt in, what happened out."""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        """The events that the request comes to; `Refused` when it may not be."""
        ...


def running_game(state: Tournament, round: int, board: int) -> Game:
    """The game at that board, refused unless it has been started and has no result."""
    game = state.game(round, board)
    if game.result is not None:
        raise Refused(
            "game_over", round=round, board=board, result=state.result_text(game), because=game.result.because
        )
    if game.started is None:
        raise Refused("not_started", round=round, board=board)
    return game


def actor(game: Game, side: Side | None) -> Side:
    """The side that acts: the one named, or the mover where one tablet lies between the players."""
    return side or game.position.turn


def plain_text(text: str, field: str, *, needed: bool = True, longest: int = LONGEST_TEXT) -> str:
    """*text* with its spaces folded; refused when it is too long, has control characters, or is needed and empty."""
    if len(text) > longest:
        raise Refused("text_too_long", field=field, length=len(text), longest=longest)
    if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c not in "\n\t\r" for c in text):
        raise Refused("text_unreadable", field=field)
    folded = " ".join(text.split())
    if needed and not folded:
        raise Refused("text_needed", field=field)
    return folded


def article_text(text: str | None) -> str | None:
    """The article that an arbiter names for a ruling, None where they name none; refused if it cannot be printed."""
    return plain_text(text or "", "article", needed=False, longest=LONGEST_ARTICLE) or None


def article(state: Tournament, matter: str) -> str | None:
    """The article under which the tournament's regulations treat *matter*, where they name one."""
    return state.regulations.articles.get(matter) if state.regulations else None


def won_by(
    side: Side, game: Game, at: Instant, *, because: str, article: str | None, by: str = "service", reason: str = ""
) -> GameEnded:
    """The end of the game with *side* as its winner."""
    return ended(BOTH_LOST.put(side, Outcome.WON), game, at, because=because, article=article, by=by, reason=reason)


def drawn(
    game: Game, at: Instant, *, because: str, article: str | None, by: str = "service", reason: str = ""
) -> GameEnded:
    """The end of the game as a draw."""
    return ended(DRAWN, game, at, because=because, article=article, by=by, reason=reason)


def ended(
    outcome: Both[Outcome],
    game: Game,
    at: Instant,
    *,
    because: str,
    article: str | None,
    by: str = "service",
    reason: str = "",
) -> GameEnded:
    """The end of the game with that outcome."""
    return GameEnded(
        at=at,
        round=game.round,
        board=game.board,
        white=outcome.white,
        black=outcome.black,
        because=because,
        by=by,
        article=article,
        reason=reason,
    )
