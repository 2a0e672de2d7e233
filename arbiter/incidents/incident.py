"""An incident at a board as a value, and functions for its words."""

from __future__ import annotations

from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.values import dataclass
from arbiter.view import View

IRREGULAR = ("irregular", "no_offence")
"""The kinds of incidents that are irregular moves: "irregular", and "no_offence" if it was ruled to be no offence."""


ACTS = (
    *("ballot", "started", "offer", "accepted", "declined", "crowned", "report", "disputed", "call", "end"),
    *("proposed", "signed", "slip"),
)
"""The kinds of incidents that are not rulings: acts of the players, acts of the service, and signatures."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident during a game. `ply`: the number of plies played before it; None if the game was over.

    `decided`: the names of those who decided the matter; empty if no decision was needed. `kind`: a code. `detail`: the
    rule that a move broke, the penalty, or the decision. `struck`: the beginning of `text` if it is struck through
    because it is no longer valid; the rest of `text` says why.
    """

    at: Instant
    ply: int | None
    side: Side | None
    text: str
    decided: str = ""
    kind: str = ""
    detail: str = ""
    move: str = ""
    article: str | None = None
    reason: str = ""
    struck: str = ""

    @property
    def irregular(self) -> bool:
        """Whether the incident is an irregular move."""
        return self.kind in IRREGULAR


def move_number(ply: int) -> int:
    """Return the score-sheet number of the next move after *ply* plies."""
    return ply // 2 + 1


def played_by(game: Game, at: Instant) -> int:
    """Return how many plies had been played at the instant *at*. Plies that were taken back later are not counted."""
    return sum(play.at <= at for play in game.plays)


def time_text(given: View, at: Instant) -> str:
    return f"{given.local(at):%H:%M:%S}"


def ended(text: str) -> str:
    """Return a text that somebody typed as a sentence: with a full stop if it has no end, so that others can follow."""
    return text if text[-1:] in ("", ".", "!", "?", ")") else f"{text}."


def with_grounds(given: View, told: str, reason: str, article: str | None) -> str:
    grounds = f"{told} {reason}" if reason else told
    return f"{grounds} ({given.cited(article)})" if article else grounds
