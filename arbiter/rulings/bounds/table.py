"""The right that each kind of request needs, one row per kind, and the games and accounts that a request affects.

Games and accounts are found from the request's own fields, for the permission check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from arbiter.fields import Beside, slots
from arbiter.rulings import (
    captains,
    computer,
    editing,
    entries,
    kinds,
    prizes,
    regulations,
    screens,
    signing,
    terms,
    undoing,
)
from arbiter.rulings.board import ballots, claims, late_acts, objections, play, results
from arbiter.rulings.board.touches import TouchPiece
from arbiter.rulings.bounds.asker import Asker
from arbiter.rulings.bounds.rights import CAPTAIN, DIRECT, LOOK, REPORT, RULE, SEAT, SYSTEM
from arbiter.rulings.referee import adjudication, appeals, committee, corrections, late_touches, proposals
from arbiter.rulings.rounds import arrangements, hand, pairing, paper
from arbiter.rulings.time import attendance, clocks, flag_calls, flags, inactivity
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


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
    """Return the fields of a request class that declare what they are about, each as (subject, attribute)."""
    declared = [(slot.said, slot.attribute) for slot in slots(kind)]
    return tuple((said.about, name) for said, name in declared if not isinstance(said, Beside) and said.about)


Right: TypeAlias = str | Callable[[Any, Tournament | None], str]
"""A right, or a function that returns it from the request and the tournament."""


def of_ruling(asked: signing.Ruling, state: Tournament | None) -> str:
    """Return the right that is needed to rule a result.

    The first result of a game, entered from its slip, needs a lesser right than any other ruling. A result is not from
    a slip while the moves are entered at a tablet and a clock runs, or while something at the board waits for an
    arbiter.
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
    **{getattr(kind, "func", kind): RULE for kind in kinds.RULINGS.values()},
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
    paper.ChangeOver: RULE,
    paper.VerifySlips: REPORT,
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
