"""An incident at a board as a value, and what its words have in common."""

from __future__ import annotations

from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.values import dataclass
from arbiter.view import View

IRREGULAR = ("irregular", "no_offence")
"""The kinds of incidents that are irregular moves; the second was ruled to be no offence."""


ACTS = (
    *("ballot", "started", "offer", "accepted", "declined", "crowned", "report", "disputed", "call", "end"),
    *("proposed", "signed", "slip"),
)
"""The kinds of incidents that are acts of the players and of the service, and signatures; none of them is a ruling."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident during a game. `ply` is the number of plies played before it, or None if the game was over.

    `decided` names who decided the matter; it is empty if no decision was needed. `kind` is a code, and `detail` says
    what it was: the rule that a move broke, the penalty, the decision. `struck` is the beginning of `text` if it is
    struck through, because it does not stand any more; the rest of `text` says why.
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
    """Return how many plies had been played at that instant, without those that were later taken back."""
    return sum(play.at <= at for play in game.plays)


def time_text(given: View, at: Instant) -> str:
    return f"{given.local(at):%H:%M:%S}"


def ended(text: str) -> str:
    """Return a text that somebody typed as a sentence, which others follow: with a full stop if it has no end."""
    return text if text[-1:] in ("", ".", "!", "?", ")") else f"{text}."


def with_grounds(given: View, told: str, reason: str, article: str | None) -> str:
    grounds = f"{told} {reason}" if reason else told
    return f"{grounds} ({given.cited(article)})" if article else grounds
