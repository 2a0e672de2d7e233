"""The tournament as a value: the state that results from replaying the lines of the journal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from arbiter.clock.control import Control
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.lots import drawn
from arbiter.pairing.system_interface import SettingValue, System
from arbiter.pairing.table.byes import BYES, ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme, results
from arbiter.refused import Fact, Refused
from arbiter.rules.endings import ENDINGS, Ending
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Both, Instant, Side
from arbiter.tournament.categories import Category
from arbiter.tournament.computer import HousePlayer
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Appeal, Conduct, Official, identity, same_hand
from arbiter.tournament.place_and_dates import Details
from arbiter.tournament.prizes import Fees, FinalSignature, Fund, SentReport
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.profiles import DEFAULT_REGULATIONS, REGULATIONS
from arbiter.tournament.round import Round
from arbiter.tournament.screens import Announcement, Screen
from arbiter.tournament.terms import GENERAL, Ban, LateTerms, Sit
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A ruling that the service proposes, on which only an arbiter decides. Its number is its journal line."""

    number: int
    kind: str
    at: Instant
    round: int
    board: int
    side: Side
    ground: str = ""
    ply: int = 0
    """The number of plies played when the proposal was made."""
    step: str = ""
    """The proposed penalty; empty if there is none."""
    move: str = ""
    """The move that was announced with a claim and not played yet."""
    outcome: Both[Outcome] | None = None
    """The proposed result; None if the kind of the proposal already tells the result."""
    article: str | None = None
    details: tuple[tuple[str, Fact], ...] = ()
    """The fields of the proposed ruling, as pairs of a name and a value."""
    signed_by: str | None = None
    """The official who signed first, if a second signature is needed."""
    decided: str | None = None
    """The decision, "signed", "dismissed" or "lapsed"; None while the proposal waits."""
    decided_at: Instant | None = None
    decided_by: str = ""
    """The official who decided; empty if the proposal lapsed."""
    why: str = ""
    """The code of the reason why the count behind the proposal ended, if the proposal lapsed for it; or empty."""
    offence: int = 0
    """The journal line of the offence for which a penalty is proposed; 0 if it is the proposal's own line."""
    provisional: str = ""
    """For a fallen flag: the code (of `Doubt.why`) of the reason why the service is in doubt; otherwise empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledRound:
    """A published round that was cancelled, with the proposals and appeals at its boards. Printed sheets show it."""

    line: int
    """The journal line of the cancellation."""
    at: Instant
    by: str
    reason: str
    round: Round
    proposals: tuple[Proposal, ...]
    appeals: tuple[Appeal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """The state of a tournament after one line of the journal. Without a name it has not been announced yet."""

    version: int = 0
    at: Instant = 0
    name: str = ""
    variant: Variant = VARIANTS["international"]
    system: str = "round-robin"
    planned: int = 0
    controls: Both[Control] = field(default_factory=lambda: Both(Control(), Control()))
    handicaps: tuple[tuple[int, Control], ...] = ()
    """The entries that have their own time control (a handicap), each with that control."""
    regulations: Regulations = REGULATIONS[DEFAULT_REGULATIONS]
    points: PointScheme = field(default_factory=lambda: PointScheme(2, 1, 0))
    tiebreaks: tuple[str, ...] = ()
    endings: tuple[Ending, ...] = ()
    """The endings (such as draws by repetition) that the service counts in the games."""
    ballots: str = ""
    """The table from which openings are drawn; empty if they are not drawn."""
    entries: tuple[int, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    last_entry: int = 0
    """The highest entry number among deleted entries; it is not used again."""
    first_timers: frozenset[int] = frozenset()
    """The entries whose players were in no other tournament of the service when they were entered."""
    here: frozenset[int] = frozenset()
    """The entries that have been checked in."""
    checking: bool = False
    """Whether check-in is in use: somebody was checked in, and the check-in has not been ended since."""
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    """The settings that differ from their defaults, which are in `GENERAL` and in the pairing system."""
    numbers: tuple[int, ...] = ()
    """The entries that have a pairing number, in the order of these numbers."""
    numbered: str = ""
    """The method by which pairing numbers are given: a key of `pairing.numbers.NUMBERS`, or "hand"."""
    initial: Side | None = None
    sits: tuple[Sit, ...] = ()
    bans: tuple[Ban, ...] = ()
    seats: Mapping[int, int] = field(default_factory=dict)
    """The fixed board of each entry that has one."""
    seat_reasons: Mapping[int, str] = field(default_factory=dict)
    groups: Mapping[int, str] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    late_terms: tuple[LateTerms, ...] = ()
    """The director's changes to the number of rounds or to the tie-breaks after the first result.

    Printed sheets name them.
    """
    cancelled: tuple[CancelledRound, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    officials: tuple[Official, ...] = ()
    computers: frozenset[int] = frozenset()
    house: Mapping[int, HousePlayer] = field(default_factory=dict)
    """The entries for which the computer plays, each with the computer's level and engine."""
    practice: bool = False
    """Whether this is a visitor's practice with the computer, which counts for nothing."""
    home: frozenset[int] = frozenset()
    conduct: tuple[Conduct, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    screens: tuple[Screen, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    details: Details = field(default_factory=Details)
    categories: tuple[Category, ...] = ()
    fund: Fund = field(default_factory=Fund)
    fees: Fees = field(default_factory=Fees)
    signatures: tuple[FinalSignature, ...] = ()
    """The officials' signatures under the final standings; a later result may differ from what they signed."""
    reports: tuple[SentReport, ...] = ()
    """The files that were made for a federation, the newest last."""

    @property
    def rows(self) -> tuple[Ending, ...]:
        """Return the endings that the service counts at every board.

        Under some regulations the decision of the referee for the stronger side is one of them.
        """
        after = self.regulations.strength_after
        return (*self.endings, replace(ENDINGS["strength"], limit=after)) if after else self.endings

    @property
    def control(self) -> Control:
        """The announced time control. If White and Black have different ones, this is White's."""
        return self.controls.white

    def controls_of(self, entries: Both[int]) -> Both[Control]:
        """Return the time controls of these two entries. An entry without a control of its own has the tournament's."""
        own = dict(self.handicaps)
        white, black = entries
        return Both(own.get(white, self.controls.white), own.get(black, self.controls.black))

    @property
    def pairing(self) -> System:
        """The pairing system of the tournament."""
        return SYSTEMS[self.system]

    @property
    def rolling(self) -> bool:
        """Whether games of several rounds are played at once.

        If so, nobody waits for the end of a round, and no page mentions rounds.
        """
        return self.pairing.running

    def round(self, number: int) -> Round:
        """Return the round with the number *number*. Raise Refused if it has not been paired."""
        if not 1 <= number <= len(self.rounds):
            raise Refused("no_round", round=number, paired=len(self.rounds))
        return self.rounds[number - 1]

    def with_cancelled(self, line: int) -> Tournament:
        """Return the tournament with the round that the journal line cancelled, and without any later round.

        The printed sheets of that round are made from it. Raise Refused if the line cancelled no round.
        """
        one = next((one for one in self.cancelled if one.line == line), None)
        if one is None:
            raise Refused("no_cancelled_round", line=line)
        before = self.rounds[: one.round.number - 1]
        return replace(self, rounds=(*before, one.round), proposals=one.proposals, appeals=one.appeals)

    def cancellation(self, game: Game) -> CancelledRound | None:
        """Return the cancellation of the round in which *game* was played; None if the round stands."""
        return next((one for one in self.cancelled if one.round is self.rounds[game.round - 1]), None)

    def game(self, round: int, board: int) -> Game:
        """Return the game at the board *board* in the round *round*. Raise Refused if there is none."""
        return self.round(round).game(board)

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds that everybody may see. A draft that the office has not published is left out."""
        return self.rounds[:-1] if self.rounds and self.rounds[-1].draft else self.rounds

    @property
    def announced(self) -> Tournament:
        """The tournament as everybody may see it: without a round that is only a draft of the office."""
        return replace(self, rounds=self.published) if self.published is not self.rounds else self

    @property
    def order(self) -> tuple[int, ...]:
        """All entries in the order of their pairing numbers; entries without one come last, in order of entering."""
        numbered = set(self.numbers)
        return (*self.numbers, *(entry for entry in self.entries if entry not in numbered))

    def setting(self, name: str) -> SettingValue:
        """Return the value of one of the settings that every pairing system has (`GENERAL`)."""
        return self.settings.get(name, GENERAL[name].default)

    def sits_out(self, entry: int, round: int) -> ByeKind | None:
        """Return the kind of bye that the entry has in the round *round*; None if it plays."""
        return next((sit.kind for sit in self.sits if (sit.entry, sit.round) == (entry, round)), None)

    @property
    def to_publish(self) -> int:
        """Return the number of the round that is published next: a draft, or else the round after the last one."""
        drafted = bool(self.rounds) and self.rounds[-1].draft
        return len(self.rounds) + (not drafted)

    def left(self, entry: int) -> int:
        """Return the number of the first round in which the entry no longer takes part; 0 if it has not left."""
        if entry not in self.withdrawn:
            return 0
        here = (round.number for round in reversed(self.rounds) if entry not in round.withdrawn)
        return next(here, 0) + 1

    def not_come(self, round: int) -> tuple[int, ...]:
        """Return the entries to be paired in the round *round* that have not been checked in.

        Computer players are left out.
        """
        out = self.here.union(self.withdrawn, self.house)
        return tuple(one for one in self.entries if one not in out and self.sits_out(one, round) is None)

    def at_board(self, board: int) -> Game | None:
        """Return the game at the board number *board* now: the one in progress, otherwise the latest one."""
        games = [game for game in self.games() if game.board == board]
        return next((game for game in games if game.going), games[-1] if games else None)

    def person_at(self, game: Game) -> Side | None:
        """Return the side of the person who plays against a computer player at that board.

        None if both sides are people, or neither is.
        """
        people = [side for side in Side if game.entries[side] not in self.house]
        return people[0] if len(people) == 1 else None

    def games(self) -> Iterator[Game]:
        """Every game, in the order of rounds and boards."""
        for round in self.rounds:
            yield from round.games

    @property
    def boards(self) -> int:
        """The highest number of a board; 0 before round 1."""
        return max((game.board for game in self.games()), default=0)

    @property
    def begun(self) -> bool:
        """Whether a game has been started or has a result. From then on the terms of play cannot change."""
        return any(game.started is not None or game.result is not None for game in self.games())

    @property
    def appealed(self) -> frozenset[tuple[int, int]]:
        """The games with an undecided appeal, as pairs (round, entry), one pair for each of the two players."""
        open_ = (appeal for appeal in self.appeals if appeal.decided is None)
        return frozenset((a.round, entry) for a in open_ for entry in self.game(a.round, a.board).entries)

    @property
    def waiting(self) -> tuple[Proposal, ...]:
        """The proposals on which no official has decided yet."""
        return tuple(proposal for proposal in self.proposals if proposal.decided is None)

    @property
    def unconfirmed(self) -> tuple[Proposal, ...]:
        """The rulings in games of an official's own that a witness alone has confirmed (L14).

        They are valid until another official dismisses them, so the final standings can be signed meanwhile.
        """
        return tuple(proposal for proposal in self.waiting if proposal.kind == "witnessed")

    @property
    def undecided(self) -> int:
        """Return the number of proposals that have to be decided before the final standings can be signed."""
        return len(self.waiting) - len(self.unconfirmed)

    def official(self, name: str) -> Official | None:
        """Return the restrictions recorded for that official, or else for their role; None if there are none."""
        same = [one for one in self.officials if same_hand(one.name, name)]
        return next((one for one in same if identity(one.name) == identity(name)), next(iter(same), None))

    def stakes(self, name: str) -> frozenset[int]:
        """Return the entries in whose games the official *name* may not act: their own, and those of their family."""
        bound = self.official(name)
        own = (bound.entry, *bound.family) if bound else ()
        return frozenset(entry for entry in own if entry is not None)

    def proposal(self, number: int) -> Proposal:
        """Return the proposal made in the journal line *number*. Raise Refused if the line proposed nothing."""
        found = next((proposal for proposal in self.proposals if proposal.number == number), None)
        if found is None:
            raise Refused("no_proposal", proposal=number)
        return found

    def appeal(self, number: int) -> Appeal:
        """Return the appeal filed in the journal line *number*. Raise Refused if the line filed none."""
        found = next((appeal for appeal in self.appeals if appeal.number == number), None)
        if found is None:
            raise Refused("no_such_appeal", appeal=number)
        return found

    def put(self, game: Game) -> Tournament:
        """Return the tournament with *game* in place of the game at the same board of the same round."""
        return self.with_round(self.rounds[game.round - 1].put(game))

    def with_round(self, round: Round) -> Tournament:
        """Return the tournament with *round* in place of the round with the same number."""
        return replace(self, rounds=(*self.rounds[: round.number - 1], round, *self.rounds[round.number :]))

    def crosstable(self, ratings: Mapping[int, int] | None = None) -> Crosstable:
        """Return the crosstable of the published rounds. A running game is included without a result.

        Players who are still equal are ordered by lot. The lots are computed from the first random number that was
        drawn for a round of this tournament, so that nobody can choose them.
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
        """Yield the byes of each published round.

        A round that an entry missed by entering late counts as a bye if the entry was given points for it.
        """
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
        """Return the result in the tournament's points, White's first ("2-0"); None while the game has none."""
        if game.result is None:
            return None
        return game.result.written or self.points.pair_text(game.result.outcome.map(self.points.of))
