"""The tournament as a value: everything that the journal's lines come to, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from arbiter.clock.control import Control
from arbiter.pairing.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.points import Points
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.tournament.regulations import Regulations


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The games of a round, from board 1 on, and who sat out."""

    number: int
    games: tuple[Game, ...]
    byes: tuple[int, ...]

    @property
    def started(self) -> bool:
        """Whether any board has been started, or has a result."""
        return any(game.started is not None or game.result is not None for game in self.games)

    @property
    def closed(self) -> bool:
        """Whether every game has a result."""
        return all(game.result is not None for game in self.games)

    def put(self, game: Game) -> Round:
        """The round with that game in the place of its board's."""
        at = game.board - 1
        return replace(self, games=(*self.games[:at], game, *self.games[at + 1 :]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What the service found and only an arbiter may decide; its number is the journal line that opened it."""

    number: int
    kind: str
    at: Instant
    round: int
    board: int
    side: Side
    ground: str = ""
    decided: str | None = None
    """ "signed" or "dismissed"; None while it waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """Everything at one line of the journal. A tournament without a name has not been announced yet."""

    version: int = 0
    at: Instant = 0
    name: str = ""
    variant: Variant = VARIANTS["international"]
    system: str = "round-robin"
    planned: int = 0
    control: Control = field(default_factory=lambda: Control(()))
    regulations: Regulations | None = None
    points: Points = field(default_factory=lambda: Points(2, 1, 0))
    tiebreaks: tuple[str, ...] = ()
    entries: tuple[int, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    rounds: tuple[Round, ...] = ()
    proposals: tuple[Proposal, ...] = ()

    def round(self, number: int) -> Round:
        """That round; refused when it has not been paired."""
        if not 1 <= number <= len(self.rounds):
            raise Refused("no_round", round=number, paired=len(self.rounds))
        return self.rounds[number - 1]

    def game(self, round: int, board: int) -> Game:
        """The game at that board in that round; refused when there is none."""
        games = self.round(round).games
        if not 1 <= board <= len(games):
            raise Refused("no_board", round=round, board=board, boards=len(games))
        return games[board - 1]

    def games(self) -> Iterator[Game]:
        """Every game, in order of rounds and boards."""
        for round in self.rounds:
            yield from round.games

    @property
    def waiting(self) -> tuple[Proposal, ...]:
        """The proposals that nobody has decided yet."""
        return tuple(proposal for proposal in self.proposals if proposal.decided is None)

    def proposal(self, number: int) -> Proposal:
        """The proposal of that journal line; refused when the line proposed nothing."""
        found = next((proposal for proposal in self.proposals if proposal.number == number), None)
        if found is None:
            raise Refused("no_proposal", proposal=number)
        return found

    def put(self, game: Game) -> Tournament:
        """The tournament with that game in its place."""
        at = game.round - 1
        return replace(self, rounds=(*self.rounds[:at], self.rounds[at].put(game), *self.rounds[at + 1 :]))

    def crosstable(self) -> Crosstable:
        """Who met whom with what result, the games still running included without one."""
        meetings = tuple(
            Meeting(
                round=game.round,
                board=game.board,
                white=game.entries.white,
                black=game.entries.black,
                outcome=game.result.outcome if game.result else None,
                played=game.result is None or game.result.because != "forfeit",
            )
            for game in self.games()
        )
        byes = tuple(
            Bye(round=round.number, entry=entry, outcome=None) for round in self.rounds for entry in round.byes
        )
        return Crosstable(entries=self.entries, meetings=meetings, byes=byes, points=self.points)

    def result_text(self, game: Game) -> str | None:
        """The result in the tournament's points, White's first ("2-0"); None while it is played."""
        if game.result is None:
            return None
        return self.points.pair_text(game.result.outcome.map(self.points.of))
