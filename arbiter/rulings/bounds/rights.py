"""Who asks, and with which right: the rights of each role, the asker, and the right that each kind of request needs.

A role has several rights. A request needs one right, which its row in `TABLE` names. An account may be limited to some
tournaments, and to some boards for rights that are used at boards. The games and accounts that a request affects are
found from its own fields, for the permission check.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, TypeAlias

from arbiter.fields import Beside, slots
from arbiter.rulings import (
    captains,
    computer,
    editing,
    entries,
    official_rulings,
    prizes,
    regulations,
    screens,
    signing,
    terms,
    undoing,
)
from arbiter.rulings.board import ballots, claims, late_acts, objections, play, results
from arbiter.rulings.board.touches import TouchPiece
from arbiter.rulings.referee import adjudication, appeals, committee, corrections, late_touches, proposals
from arbiter.rulings.rounds import arrangements, games_on_paper, hand, pairing
from arbiter.rulings.time import attendance, clocks, flag_calls, flags, inactivity
from arbiter.rulings.time.provisional_flags import LifeSigns
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

LOOK, RULE, REPORT, DIRECT = "look", "rule", "report", "direct"
ADMIT, INSTALL, OWN, FEED = "admit", "install", "own", "feed"
SEAT, CAPTAIN, SYSTEM, ANYBODY = "seat", "captain", "system", "anybody"

RIGHTS: Mapping[str, str] = {
    LOOK: "officials",  # read the pages of the office: drafts, proposals, the journal
    RULE: "arbiters",  # rulings, signatures, clocks, calls, conduct, tablets
    REPORT: "whoever takes results",  # enter the result of a game from its slip
    DIRECT: "the director",  # tournaments, entries, pairings, terms
    ADMIT: "whoever keeps the accounts",  # accounts, and the links and tokens that sign in
    INSTALL: "the chief arbiter",  # programs of others on this machine, addresses that messages are sent to
    OWN: "whoever has an account",  # one's own password, sessions and tokens
    FEED: "a hall with its key",  # a tournament played elsewhere and shown here
    SEAT: "the board's tablet or an arbiter",  # requests of a player at the board
    CAPTAIN: "a captain with the link of the team, or the director",  # the team's line-ups
    SYSTEM: "the service itself",  # alarms, interruptions, the computer player
    ANYBODY: "anybody",
}
"""Every right, with the words that the documents use for those who have it."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role of an account: its rights, and the roles of the accounts that it may create, change and end."""

    rights: tuple[str, ...]
    gives: tuple[str, ...] = ()


GIVEN = ("director", "arbiter", "helper", "display", "witness")
ARBITERS = (LOOK, RULE, REPORT, OWN, SEAT)
ROLES: Mapping[str, Role] = {
    "service": Role(tuple(RIGHTS)),
    "chief": Role((*ARBITERS, DIRECT, CAPTAIN, ADMIT, INSTALL), ("chief", *GIVEN)),
    "director": Role((*ARBITERS, DIRECT, CAPTAIN, ADMIT), GIVEN),
    "arbiter": Role(ARBITERS),
    "helper": Role((REPORT, OWN)),
    "display": Role(()),
    "spectator": Role(()),
    "tablet": Role((SEAT,)),
    "captain": Role((CAPTAIN,)),
    "hall": Role((FEED,)),
    "witness": Role(()),  # a person named as a witness, who never signs in (`hall/witnesses.py`)
}
OF_ACCOUNTS = ("chief", "director", "arbiter", "helper", "display")
"""The roles that an account may be given."""
OF_TOKENS = ("chief", "director", "arbiter", "spectator")
"""The roles of tokens that the command line issues without an account."""
AT_BOARDS = frozenset({RULE, REPORT, SEAT})
"""The rights that an account may have for some boards only."""


def may(role: str, right: str) -> bool:
    """Return whether *role* has *right*."""
    return right == ANYBODY or right in ROLES[role].rights


def within(bound: Collection[object], named: Collection[object]) -> bool:
    """Return whether a limit allows all the values that a request names.

    *bound*: the values that are allowed; empty if all are. *named*: the values of the request. An empty *named* means
    "everything", which only an empty *bound* allows.
    """
    return not bound or (bool(named) and set(named) <= set(bound))


@dataclass(frozen=True, slots=True)
class Colleague:
    """Another official who is signed in and may rule in the tournament.

    `by`: the official's name as the journal writes it. `entries`: the entry numbers of players with that official's
    name, or with the name of an official who made their account within the last day. `boards`: the only boards in which
    the account may act; empty means all. `gone_by`: the officials who ended this official's session within the last
    day. If one of them makes a request, it is judged as if this official were still signed in.
    """

    by: str
    entries: frozenset[int] = frozenset()
    boards: tuple[int, ...] = ()
    gone_by: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The one who makes a request: an official, a tablet, a reader, or the service itself.

    - `by`: the name written in the journal. `account`: the account's number, 0 without one.
    - `tournaments`, `boards`: the only ones in which the account may act; empty means all.
    - `until`: the account's last day as an ISO date; empty means no end.
    - `credential`: the number of the session or token, or of a tablet's device; 0 without one.
    - `seat`: the tournament and board of a tablet. `side`: the tablet's side; None if it lies between the players.
    - `team`: the number of a captain's team, 0 for anybody else.
    - `entries`: the entries with the official's name. `clubmates`: the entries of the official's club.
    - `colleagues`: the other officials who are signed in and may rule in the tournament.
    - `witness`: the name typed as a witness, as the journal writes it. `new_witness`: that name, if the register does
      not have it yet. `witness_entries`: the entries with that name.
    - `makers`: the officials who made this account, or obtained a link or token for it, within the last day
      (`hall/account_acts.py`). `makers_entries`: the entries of the makers and of their families.
    - `made`: the officials whose accounts this one made, or obtained a link or token for, within the last day.
    """

    role: str = "spectator"
    by: str = ""
    account: int = 0
    tournaments: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    until: str = ""
    credential: int = 0
    seat: tuple[str, int] | None = None
    team: int = 0
    side: Side | None = None
    entries: frozenset[int] = frozenset()
    clubmates: frozenset[int] = frozenset()
    colleagues: tuple[Colleague, ...] = ()
    witness: str = ""
    new_witness: str = ""
    witness_entries: frozenset[int] = frozenset()
    makers: frozenset[str] = frozenset()
    made: frozenset[str] = frozenset()
    makers_entries: frozenset[int] = frozenset()

    def over(self, other: Asker) -> bool:
        """Return whether this asker could create an account like *other*.

        They could if the asker's role may create that role, and *other* has no more tournaments, no more boards and no
        later last day.
        """
        return other.role in ROLES[self.role].gives and self._holds(other)

    def holds(self, other: Asker) -> bool:
        """Return whether this asker may manage the account *other*: its own, or one without more powers than it has."""
        own = other.account == self.account != 0 and other.role == self.role
        return self._holds(other) if own else self.over(other)

    def _holds(self, other: Asker) -> bool:
        in_time = not self.until or (bool(other.until) and other.until <= self.until)
        return in_time and within(self.tournaments, other.tournaments) and within(self.boards, other.boards)


@dataclass(frozen=True, slots=True)
class Here:
    """The tournament in which a request is made: its id, and its state if the request concerns its journal.

    Without an id the request concerns the whole service. `known`: a function that returns the last messages of tablets
    and other signs of life.
    """

    tournament: str | None = None
    state: Tournament | None = None
    known: Callable[[], LifeSigns] = LifeSigns


SERVICE = Asker(role="service", by="service")
"""The service itself: its alarms, the computer player, and commands typed on the machine."""
NOBODY = Asker()
"""A reader who is not signed in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRead:
    """Read access that needs a *right*, as a value for the permission check.

    `boards`: the boards that are shown, None for all. `games`: the games on which somebody can gain influence by what
    is read.
    """

    right: str
    boards: tuple[int, ...] | None = ()
    games: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToWrite:
    """A change outside the journals that needs a *right*, for example of an account, a card, a device or a setting.

    `boards`: the boards that the change affects, None for all. `games`: the games that it influences. `accounts`: the
    accounts that it changes, as they are before and after. `lets_in`: whether it creates a link or token by which its
    holder signs in as one of those accounts. `entry`: the entry whose rating it changes. `begun_by`: if the change ends
    something, such as a job, the official who started it, or empty if a spectator did; None for any other change.
    """

    right: str
    boards: tuple[int, ...] | None = None
    games: tuple[tuple[int, int], ...] = ()
    accounts: tuple[Asker, ...] = ()
    lets_in: bool = False
    entry: int = 0
    begun_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """The `boards`, `games` (as round and board) and `accounts` that a request affects.

    `whole`: whether no board is known, so that the request may affect all. `every`: whether the request is about all
    boards although it could have named some.
    """

    boards: tuple[int, ...] = ()
    games: tuple[tuple[int, int], ...] = ()
    whole: bool = False
    every: bool = False
    accounts: tuple[Asker, ...] = ()


def touches(request: object, state: Tournament | None) -> Touched:
    """Return the boards, games and accounts that *request* affects.

    They are read from the fields whose declaration says that they name a game, a board or a player. A request that
    names no board affects all boards. A request with a method `at_stake` lists its games itself. Raise Refused if the
    request names a proposal or an appeal that does not exist.
    """
    if isinstance(request, ToRead | ToWrite):
        accounts = request.accounts if isinstance(request, ToWrite) else ()
        games, boards = request.games, request.boards
        named = boards or tuple(board for _, board in games)
        if isinstance(request, ToWrite) and boards and state is not None:
            games = (*games, *((game.round, game.board) for game in state.games() if unfinished(game, boards)))
        return Touched(boards=named, games=games, whole=boards is None and not games, accounts=accounts)
    if state is None:
        return Touched(whole=True)
    if hasattr(request, "at_stake"):
        return Touched(games=request.at_stake(state), whole=True)
    kind: Any = type(request)
    about = {name: getattr(request, attribute) for name, attribute in _about(kind)}
    for name, found in (("proposal", state.proposal), ("appeal", state.appeal)):
        if name in about:
            matter: Any = found(about[name])
            return _at((matter.round, matter.board))
    if about.get("board") is not None and about.get("round") is not None:
        return _at((about["round"], about["board"]))
    if about.get("boards") is not None:
        boards = tuple(sorted({*about["boards"], *(about.get("also") or ())}))
        games = tuple((about["round"], board) for board in boards) if "round" in about else _playing(state, boards)
        return Touched(boards=boards, games=games)
    if about.get("player") is not None:
        games = tuple((g.round, g.board) for g in state.games() if g.result is None and about["player"] in g.entries)
        return Touched(boards=tuple(board for _, board in games), games=games, whole=not games)
    return Touched(whole=True, every="boards" in about)


def unfinished(game: Game, boards: tuple[int, ...]) -> bool:
    """Return whether *game* is at one of these boards and has no result."""
    return game.result is None and game.board in boards


def _at(place: tuple[int, int]) -> Touched:
    return Touched(boards=(place[1],), games=(place,))


def _playing(state: Tournament | None, boards: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the unfinished games at these boards, in any round, as (round, board)."""
    if state is None or not boards:
        return ()
    return tuple((game.round, game.board) for game in state.games() if unfinished(game, boards))


@cache
def _about(kind: Any) -> tuple[tuple[str, str], ...]:
    """Return those fields of a request class whose declaration says what their values name, such as a board.

    Each is given as (subject, attribute).
    """
    declared = [(slot.said, slot.attribute) for slot in slots(kind)]
    return tuple((said.about, name) for said, name in declared if not isinstance(said, Beside) and said.about)


Right: TypeAlias = str | Callable[[Any, Tournament | None], str]
"""A right, or a function that returns it from the request and the tournament."""


def of_ruling(asked: signing.Ruling, state: Tournament | None) -> str:
    """Return the right that is needed to rule a result.

    To enter the first result of a game from its paper slip, a lesser right is enough (`REPORT`). It is not enough while
    the moves are entered at a tablet and a clock runs, nor while something at the board waits for an arbiter.
    """
    one = asked.request
    if state is None or not isinstance(one, corrections.RuleResult) or not (one.reported or one.because == "reported"):
        return RULE
    game = state.game(asked.round, asked.board)
    waits = any((p.round, p.board) == (asked.round, asked.board) for p in state.waiting) or game.objection is not None
    played = bool(game.plays) and game.clock.running is not None
    return REPORT if game.result is None and not (waits or played) else RULE


TABLE: Mapping[type, Right] = {
    ToRead: lambda asked, _: str(asked.right),
    ToWrite: lambda asked, _: str(asked.right),
    signing.Ruling: of_ruling,
    **{getattr(kind, "func", kind): RULE for kind in official_rulings.RULINGS.values()},
    # the player at the board, or an arbiter for the player
    late_acts.ConfirmedAct: SEAT,
    play.PlayMove: SEAT,
    claims.OfferDraw: SEAT,
    claims.AnswerDraw: SEAT,
    claims.Resign: SEAT,
    claims.ClaimDraw: SEAT,
    claims.CallArbiter: SEAT,
    flag_calls.CallFlag: SEAT,
    adjudication.AskOpinion: RULE,
    objections.Object: SEAT,
    objections.ClaimIrregular: SEAT,
    objections.CrownKing: SEAT,
    TouchPiece: SEAT,
    undoing.UndoMove: SEAT,
    late_touches.ConfirmedTouch: SEAT,
    results.ReportResult: SEAT,
    results.ObjectToResult: SEAT,
    appeals.FileAppeal: SEAT,
    proposals.ConsentToRuling: SEAT,
    computer.TakeBack: SEAT,
    # arbiters
    proposals.SignProposal: RULE,
    proposals.DismissProposal: RULE,
    entries.CheckIn: RULE,
    prizes.TakeFee: RULE,
    prizes.SignFinal: RULE,
    prizes.RecordReport: RULE,
    ballots.DrawBallot: RULE,
    pairing.StartRound: RULE,
    games_on_paper.ChangeOver: RULE,
    games_on_paper.VerifySlips: REPORT,
    clocks.StopHall: RULE,
    clocks.ExplainStop: RULE,
    clocks.ResumeHall: RULE,
    attendance.HomeLate: RULE,
    # the director
    entries.OpenTournament: DIRECT,
    entries.EnterPlayer: DIRECT,
    entries.EnterPlayers: DIRECT,
    entries.WithdrawPlayer: DIRECT,
    entries.DeleteEntry: DIRECT,
    captains.AskLineUps: DIRECT,
    captains.HandInLineUp: CAPTAIN,
    arrangements.SetBye: DIRECT,
    arrangements.ReturnPlayer: DIRECT,
    arrangements.ForbidPairs: DIRECT,
    arrangements.AllowPairs: DIRECT,
    arrangements.FixBoard: DIRECT,
    arrangements.SetGroup: DIRECT,
    arrangements.DrawColour: DIRECT,
    hand.ChangeRound: DIRECT,
    pairing.PairRound: DIRECT,
    pairing.PublishRound: DIRECT,
    pairing.UndoRound: DIRECT,
    pairing.PostponeGame: DIRECT,
    terms.ChangeTerms: DIRECT,
    terms.GiveNumbers: DIRECT,
    regulations.ChangeRegulations: DIRECT,
    editing.MendTournament: DIRECT,
    signing.NameOfficial: DIRECT,
    signing.NameComputer: DIRECT,
    signing.NameHome: DIRECT,
    computer.SeatHouse: DIRECT,
    screens.AssignScreen: DIRECT,
    screens.Announce: DIRECT,
    screens.EndAnnouncement: DIRECT,
    prizes.SetCategories: DIRECT,
    prizes.SetPrizes: DIRECT,
    prizes.SetFees: DIRECT,
    prizes.AgreeFee: DIRECT,
    committee.NamePanel: DIRECT,
    appeals.ChooseBranch: DIRECT,
    # the members of a panel, even if their accounts are limited to other boards
    committee.DecideAppeal: LOOK,
    # the service itself
    flags.RingFlag: SYSTEM,
    flags.RingFlags: SYSTEM,
    flags.NoteInterruption: SYSTEM,
    signing.NoteSecondHand: SYSTEM,
    attendance.RingLate: SYSTEM,
    inactivity.RingInactivity: SYSTEM,
    computer.ReportEngine: SYSTEM,
}
ALIKE: frozenset[type] = frozenset({pairing.StartRound})
"""The requests that treat all boards alike.

They do not count as an act in a single game if they affect other games too.
"""


def right_of(request: object, state: Tournament | None) -> str:
    """Return the right that *request* needs. A request without a row in the table may be made by the service alone."""
    right = TABLE.get(type(request), SYSTEM)
    return right if isinstance(right, str) else right(request, state)
