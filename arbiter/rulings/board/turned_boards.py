"""Wooden boards that were set up turned the wrong way, and the consequence by the regulations (FMJD Annex 1, 5.1).

A board on a tablet's screen cannot be turned. These rulings are for games on a wooden board, beside which a tablet
keeps clock and record.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rulings.cited_articles import by_hand
from arbiter.rulings.request import Article, BoardRequest, Why, article, plain_text, running_game
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.takebacks import PositionRestored
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginAnew(BoardRequest):
    """Begin a game anew with its initial times, because its wooden board was turned. A drawn opening stays.

    Refused if, by the regulations, the board is only turned and the game goes on. By some regulations that is always
    so, by others from the second player's first move on.
    """

    reason: Why = ""
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        if not begins_anew(state, game):
            raise Refused("turned_goes_on", board=self.board, article=article(state, "board_turned"))
        ply = first_ply(game)
        start = game.shown[ply]
        return [
            PositionRestored(
                **self.at_board(at),
                ply=ply,
                white_left=start.had.white,
                black_left=start.had.black,
                white_skew=start.skew.white,
                black_skew=start.skew.black,
                white_overtime=start.overtime.white,
                black_overtime=start.overtime.black,
                article=by_hand(state, "board_turned", self.article) or article(state, "board_turned"),
                reason=plain_text(self.reason, "reason", needed=False) or "board_turned",
            )
        ]


def begins_anew(state: Tournament, game: Game) -> bool:
    """Return whether, at this number of plies, the regulations annul a game whose board was turned."""
    how = state.regulations.board_turned
    return how == "restart" or (how == "early" and game.ply - first_ply(game) <= 1)


def first_ply(game: Game) -> int:
    """Return the number of plies of the drawn opening, which no player chose."""
    return min(game.ply, game.opening.plies) if game.opening else 0
