"""The tournament as a value: everything that the journal's lines come to, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from arbiter.clock.control import Control
from arbiter.pairing.lots import drawn
from arbiter.pairing.system import SettingValue
from arbiter.pairing.table.byes import BYES, ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme, results
from arbiter.refused import Fact, Refused
from arbiter.rules.endings import ENDINGS, Ending
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Both, Instant, Side
from arbiter.tournament.computer import HousePlayer
from arbiter.tournament.details import Details
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Appeal, Conduct, Official
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.profiles import HOUSE, REGULATIONS
from arbiter.tournament.round import Round
from arbiter.tournament.screens import Announcement, Screen
from arbiter.tournament.terms import GENERAL, Ban, Sit


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
    ply: int = 0
    """How many plies had been played when it was opened."""
    step: str = ""
    """The penalty that is proposed, where one is."""
    move: str = ""
    """The move that was announced with a claim and has not been played."""
    outcome: Both[Outcome] | None = None
    """The result that is proposed, where it is not plain from the kind."""
    article: str | None = None
    details: tuple[tuple[str, Fact], ...] = ()
    """What the ruling says that is proposed, by the names of its fields."""
    signed_by: str | None = None
    """The official who signed first, where a game of their own takes a second signature."""
    decided: str | None = None
    """ "signed", "dismissed" or "lapsed"; None while it waits."""
    why: str = ""
    """What it lapsed by, where that is told: the code of what has broken its count."""
    provisional: str = ""
    """Of a flag: why the service cannot answer for it alone, in the words of `doubt.py`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """Everything at one line of the journal. A tournament without a name has not been announced yet."""

    version: int = 0
    at: Instant = 0
    name: str = ""
    variant: Variant = VARIANTS["international"]
    system: str = "round-robin"
    planned: int = 0
    controls: Both[Control] = field(default_factory=lambda: Both(Control(), Control()))
    handicaps: tuple[tuple[int, Control], ...] = ()
    """Entries that have a time control of their own."""
    regulations: Regulations = REGULATIONS[HOUSE]
    points: PointScheme = field(default_factory=lambda: PointScheme(2, 1, 0))
    tiebreaks: tuple[str, ...] = ()
    endings: tuple[Ending, ...] = ()
    """What may end a game although a move is left."""
    ballots: str = ""
    """The table from which openings are drawn, none where it is empty."""
    entries: tuple[int, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    last_entry: int = 0
    """The highest entry number that was given, where its entry has been deleted."""
    here: frozenset[int] = frozenset()
    """The entries that have been checked in."""
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    """What was settled otherwise than the defaults of `GENERAL` and of the system have it."""
    numbers: tuple[int, ...] = ()
    """The entries in the order of their pairing numbers, as far as they have one."""
    numbered: str = ""
    """By what rule the numbers were given: a key of `pairing.numbers.NUMBERS`, or "hand"."""
    initial: Side | None = None
    sits: tuple[Sit, ...] = ()
    bans: tuple[Ban, ...] = ()
    seats: Mapping[int, int] = field(default_factory=dict)
    """The board at which an entry always sits."""
    seat_reasons: Mapping[int, str] = field(default_factory=dict)
    groups: Mapping[int, str] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    officials: tuple[Official, ...] = ()
    computers: frozenset[int] = frozenset()
    house: Mapping[int, HousePlayer] = field(default_factory=dict)
    """The computers for which the house itself plays."""
    practice: bool = False
    """Somebody sits down with the house, and no more than that: nothing of it counts anywhere."""
    home: frozenset[int] = frozenset()
    conduct: tuple[Conduct, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    screens: tuple[Screen, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    details: Details = field(default_factory=Details)

    @property
    def rows(self) -> tuple[Ending, ...]:
        """All that is counted at a board: the endings, and the referee's count where the regulations have it."""
        after = self.regulations.strength_after
        return (*self.endings, replace(ENDINGS["strength"], limit=after)) if after else self.endings

    @property
    def control(self) -> Control:
        """The time control as announced; White's where the sides have different ones."""
        return self.controls.white

    def controls_of(self, entries: Both[int]) -> Both[Control]:
        """What these two play under: the tournament's control, or an entry's own."""
        own = dict(self.handicaps)
        white, black = entries
        return Both(own.get(white, self.controls.white), own.get(black, self.controls.black))

    def round(self, number: int) -> Round:
        """Refused when that round has not been paired."""
        if not 1 <= number <= len(self.rounds):
            raise Refused("no_round", round=number, paired=len(self.rounds))
        return self.rounds[number - 1]

    def game(self, round: int, board: int) -> Game:
        """The game at that board in that round; refused when there is none."""
        return self.round(round).game(board)

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds that everybody may see: all but a draft."""
        return self.rounds[:-1] if self.rounds and self.rounds[-1].draft else self.rounds

    @property
    def announced(self) -> Tournament:
        """The tournament as everybody may see it: without a draft."""
        return replace(self, rounds=self.published) if self.published is not self.rounds else self

    @property
    def order(self) -> tuple[int, ...]:
        """All entries in the order of their pairing numbers; who has none yet comes last, in order of entering."""
        numbered = set(self.numbers)
        return (*self.numbers, *(entry for entry in self.entries if entry not in numbered))

    def setting(self, name: str) -> SettingValue:
        """The value of a setting that every system has (`GENERAL`)."""
        return self.settings.get(name, GENERAL[name].default)

    def sits_out(self, entry: int, round: int) -> ByeKind | None:
        """What the entry has asked for in that round, if it does not play in it."""
        return next((sit.kind for sit in self.sits if (sit.entry, sit.round) == (entry, round)), None)

    def not_come(self, round: int) -> tuple[int, ...]:
        """Who would be paired in that round, and has not been checked in."""
        out = self.here | self.withdrawn
        return tuple(one for one in self.entries if one not in out and self.sits_out(one, round) is None)

    def at_board(self, board: int) -> Game | None:
        """The game for which the players sit at that board: the one that is going, else that of the last round."""
        games = [game for game in self.games() if game.board == board]
        return next((game for game in games if game.going), games[-1] if games else None)

    def person_at(self, game: Game) -> Side | None:
        """The side of the one person at a board at which the house plays; None where two people sit, or none."""
        people = [side for side in Side if game.entries[side] not in self.house]
        return people[0] if len(people) == 1 else None

    def games(self) -> Iterator[Game]:
        """Every game, in order of rounds and boards."""
        for round in self.rounds:
            yield from round.games

    @property
    def begun(self) -> bool:
        """Whether a game has been started, or has a result: from then on what is played stands."""
        return any(game.started is not None or game.result is not None for game in self.games())

    @property
    def appealed(self) -> frozenset[tuple[int, int]]:
        """The games about which an appeal waits, as (round, entry) of both players."""
        open_ = (appeal for appeal in self.appeals if appeal.decided is None)
        return frozenset((a.round, entry) for a in open_ for entry in self.game(a.round, a.board).entries)

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

    def appeal(self, number: int) -> Appeal:
        """The appeal of that journal line; refused when the line filed none."""
        found = next((appeal for appeal in self.appeals if appeal.number == number), None)
        if found is None:
            raise Refused("no_such_appeal", appeal=number)
        return found

    def put(self, game: Game) -> Tournament:
        """The tournament with that game in the place of the one that was at its board."""
        at = game.round - 1
        return replace(self, rounds=(*self.rounds[:at], self.rounds[at].put(game), *self.rounds[at + 1 :]))

    def crosstable(self, ratings: Mapping[int, int] | None = None) -> Crosstable:
        """Who met whom with what result, the games still running included without one; a draft says nothing yet.

        The lots that part equals follow from the first number that was drawn for a round, so that nobody chooses them.
        """
        lot = next((round.lots for round in self.published if round.lots), 0)
        return Crosstable(
            entries=self.entries,
            meetings=tuple(self._meetings()),
            byes=tuple(self._byes()),
            points=self.points,
            rounds=self.planned,
            ratings=ratings or {},
            numbers={entry: number for number, entry in enumerate(self.order, start=1)},
            lots=drawn(self.entries, lot) if lot else {},
        )

    def _meetings(self) -> Iterator[Meeting]:
        for round in self.published:
            for game in round.games:
                told = results(self.points).get(game.result.written) if game.result and game.result.written else None
                yield Meeting(
                    round=game.round,
                    board=game.board,
                    white=game.entries.white,
                    black=game.entries.black,
                    outcome=game.result.outcome if game.result else None,
                    played=game.result is None or game.result.because != "forfeit",
                    scored=told.scored if told else None,
                    plus=told.plus if told else None,
                )

    def _byes(self) -> Iterator[Bye]:
        """Who sat out, and who came too late for a round and was given something for it."""
        for round in self.published:
            there = {entry for pair in round.pairs for entry in pair}
            late = {s.entry: s.kind for s in self.sits if s.round == round.number and s.entry not in there}
            for entry, kind in {**late, **{entry: round.kind(entry) for entry in round.byes}}.items():
                yield Bye(round=round.number, entry=entry, outcome=self._bye_outcome(kind), kind=kind)

    def _bye_outcome(self, kind: ByeKind) -> Outcome | None:
        if kind is ByeKind.ALLOCATED:
            return {"win": Outcome.WON, "draw": Outcome.DRAWN}.get(str(self.setting("allocated_bye")))
        return BYES[kind].outcome

    def result_text(self, game: Game) -> str | None:
        """The result in the tournament's points, White's first ("2-0"); None while it is played."""
        if game.result is None:
            return None
        return game.result.written or self.points.pair_text(game.result.outcome.map(self.points.of))
