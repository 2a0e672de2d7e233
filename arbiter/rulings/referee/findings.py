"""Opening the sealed findings of a finished game, by ruling."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rulings.board.findings import opening, sealed_plays
from arbiter.rulings.board.objections import may_still_object
from arbiter.rulings.request import By, OfBoard, OfRound, article
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFindings:
    """Open the sealed findings of a finished game: which of its moves were irregular although nobody objected.

    Everybody can read them from then on, and check them against the hashes in the lines of the moves. Nothing is
    corrected by it. Refused while the game is not over, or while a player may still object to its last move.
    """

    round: OfRound
    board: OfBoard
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.result is None or may_still_object(state, game, at):
            raise Refused("findings_wait", board=self.board, article=article(state, "objection"))
        plays = sealed_plays(game)
        if not plays:
            raise Refused("nothing_sealed", board=self.board)
        return [opening(state, game, plays, at, self.by, "end")]
