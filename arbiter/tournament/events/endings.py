"""Events of openings drawn by lot, and of endings that are due because a count reached its limit."""

from __future__ import annotations

from arbiter.rules.endings.draws import counted
from arbiter.rules.position import Position, parse_fen
from arbiter.sides import Both, Side
from arbiter.tournament.events.event import AtBoard, AtBoards, Event
from arbiter.tournament.game import Game, Opening, Play
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotDrawn(AtBoards):
    """An opening was drawn by lot for these boards.

    Their games start from the position `begin`, with moves that count as played. An opening drawn earlier for one of
    these boards is replaced.
    """

    table: str
    ballot: str
    text: str
    """The opening in the notation of its table."""
    begin: str
    """The position before the opening's moves, as FEN."""
    moves: tuple[str, ...]
    paths: tuple[tuple[int, ...], ...]
    taken: tuple[tuple[int, ...], ...]
    crowned: tuple[bool, ...]
    by: str

    def after(self, state: Tournament) -> Tournament:
        position = parse_fen(self.begin, state.variant)
        for game in self.games(state):
            state = state.put(self._opened(game, position))
        return state

    def _opened(self, game: Game, begun: Position) -> Game:
        """Return the game with the drawn opening on its board and score sheet.

        The moves of the opening count for both clocks.
        """
        plays: list[Play] = []
        now = begun
        for move, path, taken, crowned in zip(self.moves, self.paths, self.taken, self.crowned, strict=True):
            side = now.turn
            plays.append(
                Play(
                    ply=len(plays) + 1,
                    side=side,
                    move=move,
                    path=path,
                    taken=taken,
                    crowned=crowned,
                    at=self.at,
                    charged=0,
                    left=game.clock.had[side],
                )
            )
            now = now.played(path, taken, crowned)
        clock = replace(game.clock, moves=Both(*(sum(play.side is side for play in plays) for side in Side)))
        return replace(
            game,
            start=begun,
            position=now,
            plays=tuple(plays),
            clock=clock,
            shown=(clock,) * (len(plays) + 1),
            opening=Opening(table=self.table, ballot=self.ballot, text=self.text, plies=len(plays)),
            tally=counted(begun, plays, game.tally.rows, game.tally.board),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingDue(AtBoard):
    """A count of the game, such as moves without progress, reached its limit with the last move.

    An arbiter has to decide. `row`: the key of the ending in the rules. `plies`: the proof, which is the plies after
    which the position occurred, or the plies counted.
    """

    row: str
    side: Side
    number: int
    limit: int
    plies: tuple[int, ...]
    outcome: str
    """The proposed outcome: "draw", or "strength" if an arbiter decides for the stronger side."""
    article: str | None

    def after(self, state: Tournament) -> Tournament:
        return self.proposed(state, "ending", self.row)


EVENTS: tuple[type[Event], ...] = (BallotDrawn, EndingDue)
