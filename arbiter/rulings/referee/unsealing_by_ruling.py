"""Opening the sealed findings of a finished game by ruling. A finding tells whether a move was irregular."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rulings.board.objections import may_still_object
from arbiter.rulings.board.unsealing import opening, sealed_plays
from arbiter.rulings.request import BoardRequest, article
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFindings(BoardRequest):
    """Open the sealed findings of a finished game: which of its moves were irregular although nobody objected.

    Everybody can read the findings from then on, and check them against the hashes in the journal lines of the moves.
    No move is corrected by it. Refused while the game is not over, while a player may still object to its last move,
    and while an appeal or an act that came late may open the game again.
    """

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        if game.result is None or may_still_object(state, game, at) or _may_go_on(state, game):
            raise Refused("findings_wait", board=self.board, article=article(state, "objection"))
        plays = sealed_plays(game)
        if not plays:
            raise Refused("nothing_sealed", board=self.board)
        return [opening(state, game, plays, at, self.by, "end")]


def _may_go_on(state: Tournament, game: Game) -> bool:
    """Return whether something waits that may open the game again: an appeal, or an act that arrived after a flag."""
    place = (game.round, game.board)
    appealed = any((one.round, one.board, one.decided) == (*place, None) for one in state.appeals)
    return appealed or any((p.round, p.board) == place and p.kind in ("late_move", "restore") for p in state.waiting)
