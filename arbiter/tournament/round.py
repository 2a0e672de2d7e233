"""One round: its games, who sits out and why, how it came about, and what the director's hand has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arbiter.pairing.system import Reason
from arbiter.pairing.table.byes import ByeKind
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What the director did to a pairing: to whom, why, and which rules it bends."""

    at: Instant
    what: str
    entries: tuple[int, ...]
    bends: tuple[Reason, ...]
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of two teams, by their numbers; no guest: a bye. Seats that a team left empty are lost to the other."""

    home: int
    guest: int
    empty_home: int = 0
    empty_guest: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The games of a round, from board 1 on, and who sat out."""

    number: int
    games: tuple[Game, ...]
    byes: tuple[int, ...]
    kinds: Mapping[int, ByeKind] = field(default_factory=dict)
    """Of the byes; a round of an older journal says nothing of them, and they count nothing."""
    why: tuple[Reason, ...] = ()
    lots: int = 0
    """The number that was drawn for it; 0 where none was."""
    draft: bool = False
    """Not published yet: the office alone sees it."""
    changes: tuple[Change, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    """The matches of teams that the boards belong to."""
    control: str = ""
    """The time control of a play-off; empty: the tournament's."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((game.entries.white, game.entries.black) for game in self.games)

    @property
    def started(self) -> bool:
        """Whether any board has been started, or has a result."""
        return any(game.started is not None or game.result is not None for game in self.games)

    @property
    def closed(self) -> bool:
        """Whether every game has a result, or was put off: the next round waits for none of them."""
        return not self.draft and all(game.result is not None or game.postponed is not None for game in self.games)

    def kind(self, entry: int) -> ByeKind:
        return self.kinds.get(entry, ByeKind.FREE)

    def about(self, *entries: int) -> tuple[Reason, ...]:
        """Why these met, or why this one sat out; without entries: what holds for the whole round."""
        return tuple(reason for reason in self.why if set(reason.entries) == set(entries))

    def of(self, entry: int) -> Game | None:
        return next((game for game in self.games if entry in tuple(game.entries)), None)

    def put(self, game: Game) -> Round:
        """The round with that game in the place of its board's."""
        at = game.board - 1
        return replace(self, games=(*self.games[:at], game, *self.games[at + 1 :]))

    def game(self, board: int) -> Game:
        """The game at that board; refused when there is none."""
        if not 1 <= board <= len(self.games):
            raise Refused("no_board", round=self.number, board=board, boards=len(self.games))
        return self.games[board - 1]
