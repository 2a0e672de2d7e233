"""The tournament as a value: everything that the journal's lines come to, and nothing else.

Two words with care: a *play* is a move as the score sheet has it, with its times; an *attempt* is an irregular move,
which was made at the board and does not stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from arbiter.clock.clock import Clock
from arbiter.clock.control import Control
from arbiter.pairing.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.points import Outcome, Points
from arbiter.refused import Fact, Refused
from arbiter.rules.position import Position
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.regulations import Regulations


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One line of one column of the score sheet."""

    ply: int
    side: Side
    move: str
    path: tuple[int, ...]
    taken: tuple[int, ...]
    crowned: bool
    at: Instant
    charged: Span
    left: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An irregular move: `ply` plies had been played when it was tried, `line` is its journal line."""

    line: int
    at: Instant
    ply: int
    side: Side
    move: str
    code: str
    article: str | None
    facts: tuple[tuple[str, Fact], ...]
    bound: int | None
    corrections: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call for the arbiter; `answered` is when he came."""

    at: Instant
    side: Side | None
    reason: str
    answered: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """Time that expired; the proposal about it has the number of its journal line."""

    side: Side
    at: Instant
    proposal: int
    clock: Clock
    """The clock as it ran until then: a move received before the flag fell, and handled after, is charged to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a game came to and because of what, by whom, and on what grounds if it was a ruling."""

    at: Instant
    outcome: Both[Outcome]
    because: str
    by: str
    article: str | None = None
    reason: str = ""
    corrected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A ruling that changed no move and no result: time, clocks, penalties, positions restored. For the sheets."""

    at: Instant
    what: str
    side: Side | None
    by: str
    reason: str
    ply: int
    article: str | None = None
    span: Span | None = None
    step: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One board in one round."""

    round: int
    board: int
    entries: Both[int]
    start: Position
    position: Position
    clock: Clock
    started: Instant | None = None
    plays: tuple[Play, ...] = ()
    struck: tuple[Play, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    offer: Side | None = None
    calls: tuple[Call, ...] = ()
    notes: tuple[Note, ...] = ()
    owed: Attempt | None = None
    """The irregular move that has to be put right before anything else is played."""
    bound: int | None = None
    """The square of the piece that has to do it: the first that was moved wrongly and can move rightly (000 VII)."""
    flag: Flag | None = None
    halted: str | None = None
    """Why the clocks of a started game stand: "arbiter", "flag", "outage"."""
    result: Result | None = None

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return len(self.plays)

    @property
    def running(self) -> bool:
        """Started and without a result."""
        return self.started is not None and self.result is None

    @property
    def calling(self) -> tuple[Call, ...]:
        """Calls that nobody has come for yet."""
        return tuple(call for call in self.calls if call.answered is None)

    def irregular(self, side: Side) -> int:
        """How many irregular moves *side* has attempted in this game."""
        return sum(attempt.side is side for attempt in self.attempts)

    def position_after(self, ply: int) -> Position:
        """The position once *ply* plies had been played."""
        position = self.start
        for play in self.plays[:ply]:
            position = position.played(play.path, play.taken, play.crowned)
        return position


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
        white, black = game.result.outcome.map(self.points.of)
        return f"{white}-{black}"
