"""Who may do what: every asker with every request, against a table written by hand; and no clause can be left out."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

import arbiter.rulings
from arbiter.rulings.board.claims import ClaimDraw
from arbiter.rulings.bounds import may as bounds
from arbiter.rulings.bounds.rights import (
    ADMIT,
    CAPTAIN,
    DIRECT,
    FEED,
    INSTALL,
    LOOK,
    NOBODY,
    OWN,
    REPORT,
    RULE,
    SEAT,
    SERVICE,
    SYSTEM,
    TABLE,
    Asker,
    Colleague,
    Here,
    ToRead,
    ToWrite,
    right_of,
    touches,
)
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.referee.corrections import RuleResult, StopClock
from arbiter.rulings.referee.proposals import ConsentToRuling, SignProposal
from arbiter.rulings.rounds.arrangements import SetBye
from arbiter.rulings.rounds.pairing import StartRound, UndoRound
from arbiter.rulings.signing import NameOfficial, Ruling
from arbiter.rulings.time.clocks import ResumeHall, StopHall
from arbiter.sides import Side
from arbiter.tournament.officials import Appeal, Panel, Vote
from arbiter.tournament.state import Tournament
from tests.hall import BY, Hall

HERE, ELSEWHERE = "club-open", "other-open"
OWN_BOARD, OTHER_BOARD = 1, 2


@dataclass(frozen=True)
class Matter:
    """A request, what it is about, and whether it can be the first signature of two."""

    name: str
    request: Any
    board: int | None
    first_of_two: bool = False


@pytest.fixture(scope="module")
def state() -> Tournament:
    """Two boards being played, a claim and an appeal at each; entry 1 is played by an official, as is a sector."""
    hall = Hall(players=4)
    playing = hall.game(OWN_BOARD).entries.white
    hall.submit(NameOfficial(official="arbiter 200001", entry=playing, by=BY))
    hall.submit(NameOfficial(official="arbiter 200002", family=(playing,), by=BY))
    hall.submit(NameOfficial(official="arbiter 200003", boards=(OTHER_BOARD,), by=BY))
    for board in (OWN_BOARD, OTHER_BOARD):
        hall.submit(ClaimDraw(round=1, board=board, ground="repetition", side=Side.WHITE, by=BY))
    made = (
        Appeal(
            number=9_000 + board,
            at=0,
            round=1,
            board=board,
            side=Side.WHITE,
            entry=1,
            grounds="",
            asks=None,
            paper=False,
            by="",
        )
        for board in (OWN_BOARD, OTHER_BOARD)
    )
    return replace(hall.state, appeals=tuple(made))


def requests_declared() -> Iterator[type]:
    """Every class of `arbiter.rulings` that can be ruled on."""
    for module in pkgutil.walk_packages(arbiter.rulings.__path__, "arbiter.rulings."):
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and one.__module__ == module.name and is_dataclass(one) and hasattr(one, "rule"):
                yield one


def matters(state: Tournament) -> list[Matter]:
    """Every request there is, at either board and for the whole hall; what a register holds among them."""
    found = []
    for kind in TABLE:
        if kind in (ToRead, ToWrite):
            continue
        names = {field.name for field in fields(kind)}
        for board in (OWN_BOARD, OTHER_BOARD):
            given: dict[str, Any] = {
                f.name: None for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING
            }
            at: dict[str, Any] = {
                "round": 1,
                "board": board,
                "by": "",
                "boards": (board,),
                "appeal": 9_000 + board,
                "official": "x",
                "team": 1,
            }
            at["proposal"] = next(p.number for p in state.proposals if p.board == board)
            at["request"] = StopClock(round=1, board=board, by="", reason="")
            given |= {name: value for name, value in at.items() if name in names}
            about = board if names & {"board", "boards", "proposal", "appeal"} and kind.__name__ not in WHOLE else None
            signs = kind is SignProposal or (kind is not Ruling and "second" in names)
            found.append(Matter(f"{kind.__name__} {board}", kind(**given), about, signs))
    for right in (LOOK, RULE, REPORT, DIRECT, INSTALL):
        found.append(Matter(f"write {right}", ToWrite(right=right), None))
        found += [
            Matter(f"write {right} {b}", ToWrite(right=right, games=((1, b),)), b) for b in (OWN_BOARD, OTHER_BOARD)
        ]
    return found


OF_PLAYERS = {
    *("Resign", "OfferDraw", "AnswerDraw", "ClaimDraw"),
    *("Object", "ClaimIrregular", "CrownKing", "PlayMove"),
}
"""Acts of players at their board, which no official does in a game of their own."""
WHOLE = {"NameOfficial", "FixBoard"}
"""Requests whose field `board` or `boards` says where somebody belongs, and touches no board now."""
OFFICIALS = ("chief", "director", "arbiter")
RIGHTS: Mapping[str, tuple[str, ...]] = {
    LOOK: OFFICIALS,
    RULE: OFFICIALS,
    REPORT: (*OFFICIALS, "helper"),
    SEAT: (*OFFICIALS, "tablet"),
    DIRECT: ("chief", "director"),
    CAPTAIN: ("chief", "director", "captain"),
    ADMIT: ("chief", "director"),
    INSTALL: ("chief",),
    OWN: (*OFFICIALS, "helper"),
    FEED: ("hall",),
    SYSTEM: (),
}
"""The table of rights once more, written by hand."""


@dataclass(frozen=True)
class Case:
    """An asker, and what binds them: to a tournament, to boards, by an interest; and whether a second hand counts."""

    asker: Asker
    here: str = HERE
    boards: tuple[int, ...] = ()
    seat: int | None = None
    interest: bool = False
    witnessed: bool = False


def official(role: str, number: int = 100_000, **more: Any) -> Asker:
    return Asker(role=role, by=f"{role} {number}", account=number, **more)


CASES: Mapping[str, Case] = {
    "nobody": Case(NOBODY),
    "spectator": Case(Asker(role="spectator", by="spectator")),
    "display": Case(official("display")),
    "hall": Case(Asker(role="hall", by="hall")),
    "witness": Case(official("witness")),
    "helper": Case(official("helper")),
    "helper of board 2": Case(official("helper", boards=(2,)), boards=(2,)),
    "arbiter": Case(official("arbiter")),
    "arbiter of board 2": Case(official("arbiter", boards=(2,)), boards=(2,)),
    "arbiter with a sector": Case(official("arbiter", 200_003), boards=(2,)),
    "arbiter bound here": Case(official("arbiter", tournaments=(HERE,))),
    "arbiter bound elsewhere": Case(official("arbiter", tournaments=(ELSEWHERE,)), here=ELSEWHERE),
    "director": Case(official("director")),
    "director bound here": Case(official("director", tournaments=(HERE,))),
    "director bound elsewhere": Case(official("director", tournaments=(ELSEWHERE,)), here=ELSEWHERE),
    "chief": Case(official("chief")),
    "arbiter who plays": Case(official("arbiter", 200_001), interest=True),
    "arbiter whose family plays": Case(official("arbiter", 200_002), interest=True),
    "arbiter with the name of a player": Case(official("arbiter", entries=frozenset({1, 2, 3, 4})), interest=True),
    "arbiter who plays, with a witness": Case(
        official("arbiter", 200_001, witness="witness 300000"), interest=True, witnessed=True
    ),
    "arbiter who plays, with a witness beside a colleague": Case(
        official("arbiter", 200_001, witness="witness 300000", colleagues=(Colleague("arbiter 100000"),)), interest=True
    ),
    "tablet of board 1": Case(Asker(role="tablet", by="tablet 1", seat=(HERE, 1)), seat=1),
    "tablet of board 2": Case(Asker(role="tablet", by="tablet 2", seat=(HERE, 2)), seat=2),
    "captain of the team": Case(Asker(role="captain", by="captain of team 1", tournaments=(HERE,), team=1)),
    "captain of another team": Case(
        Asker(role="captain", by="captain of team 2", tournaments=(HERE,), team=2), here=ELSEWHERE
    ),
    "tablet elsewhere": Case(Asker(role="tablet", by="tablet 1", seat=(ELSEWHERE, 1)), seat=0),
}


def expected(case: Case, matter: Matter, state: Tournament) -> bool:
    """Whether the table says yes, clause by clause in plain words."""
    right, role = right_of(matter.request, state), case.asker.role
    if role not in RIGHTS[right]:
        return False
    if role == "tablet":
        return case.seat == matter.board
    if case.here != HERE:
        return False
    if case.boards and right in (RULE, REPORT, SEAT) and matter.board not in case.boards:
        return False
    kind = type(matter.request).__name__
    own = (OWN_BOARD, OTHER_BOARD) if case.asker.entries else (OWN_BOARD,)
    if not case.interest or matter.board not in own:
        return True
    if kind == "DecideAppeal":  # no second hand makes a judge in one's own game
        return False
    if kind in OF_PLAYERS:  # nobody but the opponent says what the opponent says
        return False
    return case.witnessed if case.asker.witness else matter.first_of_two


def wrong(state: Tournament) -> list[str]:
    """The cases in which the function says otherwise than the table."""
    here = Here(HERE, state)
    return [
        f"{name}: {matter.name}"
        for matter in matters(state)
        for name, case in CASES.items()
        if (bounds.may(case.asker, matter.request, here) is None) != expected(case, matter, state)
    ]


def test_every_request_has_its_right_in_the_table() -> None:
    assert set(requests_declared()) == set(TABLE) - {ToRead, ToWrite}


def test_nothing_is_allowed_that_the_table_of_rights_does_not_say(state: Tournament) -> None:
    assert wrong(state) == []


def test_the_service_itself_may_all_of_it(state: Tournament) -> None:
    assert [one.name for one in matters(state) if bounds.may(SERVICE, one.request, Here(HERE, state))] == []


@pytest.mark.parametrize("left_out", bounds.CLAUSES, ids=lambda clause: str(clause.__name__))
def test_no_clause_can_be_left_out(left_out: Any, state: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any one of them gone something is allowed that may not be."""
    found = (wrong, lambda _: beyond(), consents, self_made, favours)
    assert [one(state) for one in found] == [[], [], [], [], []]
    monkeypatch.setattr(bounds, "CLAUSES", tuple(clause for clause in bounds.CLAUSES if clause is not left_out))

    assert any(one(state) for one in found)


# accounts


def account(role: str, number: int = 500_000, **bound: Any) -> Asker:
    return official(role, number, **bound)


BOUND = official("director", tournaments=("a", "b"), boards=(1, 2), until="2026-12-06")
MORE: Mapping[str, tuple[Asker, Asker]] = {
    "a higher role": (official("director"), account("chief")),
    "every tournament": (BOUND, account("arbiter", boards=(1,), until="2026-12-06")),
    "another tournament": (BOUND, account("arbiter", tournaments=("a", "c"), boards=(1,), until="2026-12-06")),
    "every board": (BOUND, account("arbiter", tournaments=("a",), until="2026-12-06")),
    "another board": (BOUND, account("arbiter", tournaments=("a",), boards=(1, 3), until="2026-12-06")),
    "no last day": (BOUND, account("arbiter", tournaments=("a",), boards=(1,))),
    "a later day": (BOUND, account("arbiter", tournaments=("a",), boards=(1,), until="2026-12-07")),
    "their own bounds gone": (BOUND, replace(BOUND, tournaments=())),
    "their own last day gone": (BOUND, replace(BOUND, until="")),
    "an arbiter's own role": (official("arbiter"), official("director")),
    "another arbiter": (official("arbiter"), account("arbiter")),
    "a helper, by an arbiter": (official("arbiter"), account("helper")),
}
LESS: Mapping[str, tuple[Asker, Asker]] = {
    "a bound one": (BOUND, account("helper", tournaments=("b",), boards=(2,), until="2026-12-05")),
    "a director's equal": (official("director"), account("director")),
    "anybody, by the chief": (official("chief"), account("chief")),
    "one's own": (official("helper"), official("helper")),
    "one's own, narrower": (BOUND, replace(BOUND, tournaments=("a",))),
}


def beyond() -> list[str]:
    """Accounts that somebody may change although they may more than whoever asks."""
    return [
        name
        for name, (asker, one) in MORE.items()
        if bounds.may(asker, ToWrite(right=OWN, boards=(), accounts=(one,)), Here()) is None
    ]


def test_nobody_gives_or_changes_an_account_that_may_more_than_they_do() -> None:
    assert beyond() == []


@pytest.mark.parametrize("name", LESS)
def test_an_account_that_may_no_more_is_given_and_changed(name: str) -> None:
    asker, one = LESS[name]

    assert bounds.may(asker, ToWrite(right=OWN, boards=(), accounts=(one,)), Here()) is None


# interest


def consents(state: Tournament) -> list[str]:
    """Consents that are taken although another official is there to sign."""
    number = next(p.number for p in state.proposals if p.board == OWN_BOARD)
    signed = tuple(replace(p, signed_by="arbiter 200001") if p.number == number else p for p in state.proposals)
    asked = ConsentToRuling(round=1, board=OWN_BOARD, proposal=number, by="tablet 1 black", side=Side.BLACK)
    tablet = Asker(role="tablet", by="tablet 1 black", seat=(HERE, 1), side=Side.BLACK)
    tablet = replace(tablet, colleagues=(Colleague("arbiter 100000"),))
    here = Here(HERE, replace(state, proposals=signed))
    assert bounds.may(replace(tablet, colleagues=(Colleague("arbiter 200002"),)), asked, here) is None
    return [] if bounds.may(tablet, asked, here) else ["with a colleague"]


MAKER, MADE, OTHER = "director 500001", "arbiter 500002", "director 500003"


def made(**more: Any) -> Asker:
    """An arbiter whose account a director has made within the last day."""
    return official("arbiter", 500_002, makers=frozenset({MAKER}), **more)


def signed_first(state: Tournament, by: str) -> tuple[SignProposal, Here]:
    """The signature that comes second, at the other board, where *by* has signed first."""
    number = next(p.number for p in state.proposals if p.board == OTHER_BOARD)
    signed = tuple(replace(p, signed_by=by) if p.number == number else p for p in state.proposals)
    return SignProposal(proposal=number, by=""), Here(HERE, replace(state, proposals=signed))


def voted(state: Tournament, by: str) -> Here:
    """The tournament once *by* has voted on the appeal from the other board."""
    vote = Vote(line=1, at=0, member=by, overturned=True, outcome=None, written="", reason="", by=by)
    appeals = (*state.appeals[:1], replace(state.appeals[1], panel=Panel(members=(MADE, by, OTHER)), votes=(vote,)))
    return Here(HERE, replace(state, appeals=appeals))


def ruled_there(state: Tournament, by: str) -> Tournament:
    """The tournament once *by* has ruled at the other board."""
    return state.put(replace(state.game(1, OTHER_BOARD), rulers=(by,)))


VOTE = DecideAppeal(appeal=9_002, overturned=True, by="", reason="")
PANEL = NamePanel(appeal=9_002, members=(MADE, OTHER), by="")
OWN_RULING = Ruling(round=1, board=OWN_BOARD, by="", request=StopClock(round=1, board=OWN_BOARD, by="", reason=""))


def favours(state: Tournament) -> list[str]:
    """The kinds of bye that an official may give their own entry beside another one who could give it."""
    director = official("director", 500_001)
    own = replace(director, entries=frozenset({1}), colleagues=(Colleague("director 500002"),))
    byes = (SetBye(entry=1, round=9, kind=kind, by=own.by) for kind in ("half", "full"))
    return [bye.kind for bye in byes if bounds.may(own, bye, Here(HERE, state)) is None]


def self_made(state: Tournament) -> list[str]:
    """The acts that are allowed although one person may stand behind two hands, or names their own judges."""
    entries = frozenset(state.game(1, OWN_BOARD).entries)
    maker = official("director", 500_001, made=frozenset({MADE}))
    ruler = official("director", 500_001)
    ruled = Here(HERE, ruled_there(state, MAKER))
    not_theirs = ToWrite(right=LOOK, boards=(), begun_by=OTHER)
    let_in = ToWrite(right=OWN, boards=(), accounts=(account("arbiter"),), lets_in=True)
    own = replace(ruler, entries=entries, witness="witness 300000")
    acts: dict[str, tuple[Asker, Any, Here]] = {
        "signs second where the maker signed": (made(), *signed_first(state, MAKER)),
        "signs second where who they made signed": (maker, *signed_first(state, MADE)),
        "votes where the maker voted": (made(), VOTE, voted(state, MAKER)),
        "votes where who they made voted": (maker, VOTE, voted(state, MADE)),
        "votes where the maker ruled": (made(), VOTE, ruled),
        "rules in the maker's game": (made(makers_entries=entries), OWN_RULING, Here(HERE, state)),
        "names the panel after a ruling of their own": (ruler, PANEL, ruled),
        "the same with a witness beside another director": (
            replace(ruler, witness="witness 300000", colleagues=(Colleague(OTHER),)),
            PANEL,
            ruled,
        ),
        "the same as whom the ruler has made": (replace(made(), role="director"), PANEL, ruled),
        "gets a token for a colleague": (ruler, let_in, Here()),
        "cancels the job of a colleague": (replace(ruler, role="arbiter"), not_theirs, Here()),
        "has the opponent for a witness": (replace(own, witness_entries=entries), OWN_RULING, Here(HERE, state)),
        "puts out the colleague who would rule": (
            replace(own, colleagues=(Colleague("arbiter 100000", gone_by=frozenset({MAKER})),)),
            OWN_RULING,
            Here(HERE, state),
        ),
        "signs second in a game of their own with a witness": (
            replace(own, entries=frozenset(state.game(1, OTHER_BOARD).entries)),
            *signed_first(state, "arbiter 200001"),
        ),
    }
    return [name for name, (asker, asked, here) in acts.items() if bounds.may(asker, asked, here) is None]


def test_no_hand_that_somebody_made_counts_beside_their_own(state: Tournament) -> None:
    assert self_made(state) == []


def test_hands_of_two_count_and_a_lone_ruler_names_the_panel_with_a_witness(state: Tournament) -> None:
    ruled = Here(HERE, ruled_there(state, MAKER))
    ruler = official("director", 500_001, witness="witness 300000")
    job = ToWrite(right=LOOK, boards=(), begun_by=OTHER)
    chief_s = ToWrite(right=OWN, boards=(), accounts=(account("arbiter"),), lets_in=True)
    own = ToWrite(right=OWN, boards=(), accounts=(official("arbiter", 500_002),), lets_in=True)
    alone = replace(ruler, entries=frozenset(state.game(1, OWN_BOARD).entries))
    allowed: dict[str, tuple[Asker, Any, Here]] = {
        "cancels their own job": (Asker(role="arbiter", by=OTHER), job, Here()),
        "cancels the job of another as director": (ruler, job, Here()),
        "signs second where another signed": (made(), *signed_first(state, OTHER)),
        "votes where another voted": (made(), VOTE, voted(state, OTHER)),
        "names the panel alone with a witness": (ruler, PANEL, ruled),
        "the same beside an arbiter, who names none": (
            replace(ruler, colleagues=(Colleague("arbiter 100000"),)),
            PANEL,
            ruled,
        ),
        "the same beside a director who has ruled": (
            replace(ruler, colleagues=(Colleague(MAKER), Colleague("arbiter 100000"))),
            PANEL,
            ruled,
        ),
        "changes a panel that was named": (ruler, PANEL, voted(ruled_there(state, MAKER), OTHER)),
        "another names the panel": (official("director", 500_003), PANEL, ruled),
        "a chief gets a token": (official("chief", 500_001), chief_s, Here()),
        "gets a token of their own": (official("arbiter", 500_002), own, Here()),
        "whom another has put out is not there": (
            replace(alone, colleagues=(Colleague("arbiter 100000", gone_by=frozenset({OTHER})),)),
            OWN_RULING,
            Here(HERE, state),
        ),
    }

    assert [name for name, (asker, asked, here) in allowed.items() if bounds.may(asker, asked, here)] == []


def test_all_boards_at_once_are_no_act_in_one_game_as_long_as_another_goes_on(state: Tournament) -> None:
    """The hall may always be stopped; what sets going the own game alone is an act in it."""
    player = CASES["arbiter who plays"].asker
    both = replace_games(state, halted="hall")
    own = both.put(replace(both.game(1, OTHER_BOARD), halted=None))
    at = state.at

    assert (
        bounds.may(player, StopHall(by=""), Here(HERE, state.put(replace(state.game(1, 2), started=None))), at) is None
    )
    assert bounds.may(player, ResumeHall(by=""), Here(HERE, both), at) is None
    assert bounds.may(player, ResumeHall(by=""), Here(HERE, own), at) is not None
    assert bounds.may(player, StartRound(round=1, by="", boards=(1,)), Here(HERE, state), at) is not None
    assert bounds.may(player, StartRound(round=1, by="", boards=(1, 2)), Here(HERE, state), at) is None


def replace_games(state: Tournament, **changed: Any) -> Tournament:
    """The tournament with both games changed so, and their clocks standing."""
    for board in (OWN_BOARD, OTHER_BOARD):
        game = state.game(1, board)
        state = state.put(replace(game, clock=game.clock.stop(state.at), **changed))
    return state


def test_a_witness_counts_only_where_no_colleague_could_rule(state: Tournament) -> None:
    """Also where the request could be a first signature; a colleague of other boards, or with a stake, is none."""
    number = next(p.number for p in state.proposals if p.board == OWN_BOARD)
    sign = SignProposal(proposal=number, by="")
    entries = frozenset(state.game(1, OWN_BOARD).entries)

    def signed(*colleagues: Colleague) -> bool:
        asker = official("arbiter", 200_001, witness="witness 300000", colleagues=colleagues)
        return bounds.may(asker, sign, Here(HERE, state)) is None

    assert not signed(Colleague("arbiter 100000"))
    assert signed(Colleague("arbiter 100000", boards=(OTHER_BOARD,)), Colleague("arbiter 100001", entries))
    assert signed(Colleague("arbiter 200002"), Colleague("arbiter 200003"))


def test_a_game_of_one_s_own_is_not_undone_with_its_round(state: Tournament) -> None:
    undo = UndoRound(round=1, by="", confirmed=True)

    assert bounds.may(official("director"), undo, Here(HERE, state)) is None
    named = replace(state, officials=(*state.officials, replace(state.officials[0], name="director 200009")))
    assert bounds.may(official("director", 200_009), undo, Here(HERE, named)) is not None


def test_a_chief_who_plays_writes_down_what_others_have_decided_where_nobody_else_is_there(state: Tournament) -> None:
    named = replace(state, officials=(*state.officials, replace(state.officials[0], name="chief 200010")))
    paper = DecideAppeal(appeal=9_001, overturned=True, by="", reason="", members=("witness 1", "witness 2"))
    chief = official("chief", 200_010)

    assert bounds.may(chief, paper, Here(HERE, named)) is None
    assert bounds.may(replace(chief, colleagues=(Colleague("arbiter 100000"),)), paper, Here(HERE, named)) is not None


def test_nobody_lays_their_own_interest_down(state: Tournament) -> None:
    freed = NameOfficial(official=" director 200004\u00a0", by="director 200004")
    named = replace(state, officials=(*state.officials, replace(state.officials[0], name="director 200004")))
    player = official("director", 200_004)

    assert bounds.may(player, freed, Here(HERE, named)) is not None
    assert bounds.may(official("director"), replace(freed, by="director 100000"), Here(HERE, named)) is None
    assert bounds.may(player, replace(freed, entry=named.officials[0].entry), Here(HERE, named)) is None


def test_a_clubmate_s_game_is_of_interest_where_the_tournament_says_so(state: Tournament) -> None:
    asker = official("arbiter", clubmates=frozenset(state.game(1, 1).entries))
    ruling = Ruling(round=1, board=1, by="", request=StopClock(round=1, board=1, by="", reason=""))
    club = replace(state, settings={**state.settings, "interest": "club"})

    assert bounds.may(asker, ruling, Here(HERE, state)) is None
    assert bounds.may(asker, ruling, Here(HERE, club)) is not None


def test_a_helper_takes_a_first_result_and_no_other_ruling(state: Tournament) -> None:
    result = RuleResult(round=1, board=1, result="2-0", by="", reason="", reported=True)
    claimed = replace(state, proposals=tuple(p for p in state.proposals if p.board != 1))
    over = state.put(replace(state.game(1, 1), result=object()))  # type: ignore[arg-type]  # some result
    helper = official("helper")
    asked = {
        "first": (result, claimed),
        "while a claim waits": (result, state),
        "ruled, not reported": (replace(result, reported=False), claimed),
        "second": (result, over),
        "forfeit": (replace(result, because="forfeit"), state),
        "adjudicated": (replace(result, because="adjudicated"), state),
    }
    taken = {
        name: bounds.may(helper, Ruling(round=1, board=1, by="", request=made), Here(HERE, at)) is None
        for name, (made, at) in asked.items()
    }

    assert taken == {name: name == "first" for name in asked}


def test_what_a_request_touches_is_what_it_says(state: Tournament) -> None:
    """Boards beside those that are started count too, and all of them where none is named."""
    assert touches(StartRound(round=1, by="", boards=(1,), paper=(2,)), state).boards == (1, 2)
    assert touches(StartRound(round=1, by="", paper=(2,)), state).whole
    assert touches(StopHall(by="", boards=(2,)), state).games == ((1, 2),)
