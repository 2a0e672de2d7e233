"""Whether somebody may do something: the one function that decides, over everything that is written or told.

It is a row of clauses; each answers with a refusal, or with nothing. `ruled` is the way to a ruling, and asks it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import NOBODY, Asker, Here
from arbiter.rulings.bounds.interest import among, interested, others
from arbiter.rulings.bounds.rights import AT_BOARDS, DIRECT, ROLES, within
from arbiter.rulings.bounds.rights import may as role_may
from arbiter.rulings.bounds.table import ALIKE, right_of
from arbiter.rulings.bounds.touching import ToRead, Touched, ToWrite, touches
from arbiter.rulings.referee.appeals import appeal_of
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel, role, ruled_before, rulers
from arbiter.rulings.referee.proposals import ConsentToRuling, SignProposal
from arbiter.rulings.request import Request
from arbiter.rulings.request import ruled as judged
from arbiter.rulings.signing import NoteSecondHand, Ruling, official, stakes
from arbiter.rulings.time.clocks import StopHall
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event, Place
from arbiter.tournament.events.referee.officials import OfficialNamed, SecondHandGiven
from arbiter.tournament.game import Game
from arbiter.tournament.officials import same_hand
from arbiter.tournament.state import Tournament


@dataclass(frozen=True)
class Question:
    """May *asker* do what *request* asks, *here*? With the right that it takes, and what it touches."""

    asker: Asker
    request: Any
    here: Here
    at: Instant = 0

    @cached_property
    def right(self) -> str:
        return right_of(self.request, self.here.state)

    @cached_property
    def touched(self) -> Touched:
        return touches(self.request, self.here.state)

    @cached_property
    def own_games(self) -> tuple[Game, ...]:
        """The games touched in which the official has an interest.

        Acts that treat all boards alike are none in one of them, as long as they touch another. The hall may always be
        stopped.
        """
        state, request = self.here.state, self.request
        if state is None or self.asker.role in ("tablet", "service"):
            return ()
        if isinstance(request, StopHall) and self.touched.every:
            return ()
        games = [state.game(*place) for place in self._places(state)]
        own = tuple(game for game in games if interested(self.asker, game, state))
        alike = self.touched.every or type(request) in ALIKE
        return () if alike and len(own) < len(games) else own

    def _places(self, state: Tournament) -> Iterable[Place]:
        """The games that the request would change: those that it names, or of all boards those that it comes to."""
        if not self.touched.every:
            return self.touched.games
        try:
            events = self.request.rule(state, self.at)
        except Refused:
            return ()
        return dict.fromkeys(place for event in events for place in event.about(state))

    @property
    def first_of_two(self) -> bool:
        """Whether the request can be the first signature of two."""
        request, state = self.request, self.here.state
        if isinstance(request, SignProposal):
            return state is not None and state.proposal(request.proposal).signed_by is None
        return hasattr(request.request if isinstance(request, Ruling) else request, "second")

    @property
    def first_hand(self) -> str:
        """The official who has signed first what is signed now; empty if nobody has."""
        request, state = self.request, self.here.state
        first = state.proposal(request.proposal).signed_by if state and isinstance(request, SignProposal) else None
        return first or ""

    @property
    def signed_before(self) -> bool:
        """Whether it is a second signature of the hand that has signed first."""
        return bool(self.first_hand) and same_hand(self.first_hand, self.asker.by)

    @cached_property
    def own_appeal(self) -> Game | None:
        """The game of the appeal whose first panel is named by an account that has ruled there; None otherwise."""
        request, state, asker = self.request, self.here.state, self.asker
        if not isinstance(request, NamePanel) or state is None or not asker.account:
            return None
        game = state.game(*self.touched.games[0])
        ruled_there = any(ruled_before(state, hand, game) for hand in (asker.by, *asker.makers))
        return game if ruled_there and appeal_of(state, request.appeal).panel is None else None

    @property
    def witnessed(self) -> tuple[Game, ...]:
        """The games in which the hand of a witness is needed."""
        return self.own_games or ((self.own_appeal,) if self.own_appeal else ())


Clause: TypeAlias = Callable[[Question], Refused | None]


def has_the_right(asked: Question) -> Refused | None:
    """The role has the right that the request takes."""
    if role_may(asked.asker.role, asked.right):
        return None
    return Refused("sign_in_first" if asked.asker == NOBODY else "not_yours")


def at_their_seat(asked: Question) -> Refused | None:
    """A tablet acts at its own board, and for the side that it was given."""
    asker, touched = asked.asker, asked.touched
    if asker.role != "tablet" or asker.seat is None:
        return None
    here = not touched.whole and all((asked.here.tournament, board) == asker.seat for board in touched.boards)
    other = asker.side is not None and getattr(asked.request, "side", None) not in (None, asker.side)
    return Refused("not_yours") if other or not here else None


def in_their_tournaments(asked: Question) -> Refused | None:
    """An account that is bound to tournaments acts in them. What it does to accounts is judged by their bounds."""
    here, whole = asked.here.tournament, asked.here.tournament is None
    if whole and (isinstance(asked.request, ToRead) or asked.touched.accounts):
        return None
    return None if within(asked.asker.tournaments, () if here is None else (here,)) else Refused("not_yours")


def in_their_sector(asked: Question) -> Refused | None:
    """An official who is bound to boards, by the account or by the tournament, acts at these boards alone."""
    at_none = isinstance(asked.request, ToRead | ToWrite) and not asked.touched.whole and not asked.touched.boards
    if asked.right not in AT_BOARDS or at_none or asked.asker.role == "service":
        return None
    named = official(asked.here.state, asked.asker.by) if asked.here.state is not None else None
    for bound in (asked.asker.boards, named.boards if named else ()):
        touched = () if asked.touched.whole else asked.touched.boards
        if not within(bound, touched):
            elsewhere = next((board for board in touched if board not in bound), 0)
            return Refused("another_sector" if elsewhere else "sector_only", board=elsewhere, boards=bound)
    return None


def in_no_game_of_their_own(asked: Question) -> Refused | None:
    """Nobody acts as an official in a game of their own, or their family's, without a second hand (L14)."""
    state = asked.here.state
    for game in asked.own_games:
        assert state is not None
        instead = others(asked.asker, asked.asker.by, game, state)
        if isinstance(asked.request, DecideAppeal):
            if instead or not asked.request.members:  # alone a chief writes down what others have decided on paper
                return Refused("interested", who=asked.asker.by, board=game.board)
        elif asked.asker.witness:
            if instead or (asked.first_hand and not asked.signed_before):  # a rival's hand comes through no witness
                return Refused("own_board", board=game.board)
        elif asked.signed_before:
            return Refused("second_signature", board=game.board)
        elif not asked.first_of_two:
            return Refused("own_board" if instead else "own_board_alone", board=game.board)
    return None


def with_a_witness_who_does_not_play(asked: Question) -> Refused | None:
    """Nobody is a witness in a game that they play."""
    plays = any(asked.asker.witness_entries & set(game.entries) for game in asked.witnessed)
    return Refused("witness_self") if plays else None


def in_hands_of_two(asked: Question) -> Refused | None:
    """A second signature, and a vote on an appeal, is not of one who made the account of the other hand."""
    request, state, asker = asked.request, asked.here.state, asked.asker
    before: tuple[str, ...] = (asked.first_hand,) if asked.first_hand else ()
    if isinstance(request, DecideAppeal) and state is not None and not request.members:
        before = tuple(vote.member for vote in appeal_of(state, request.appeal).votes)
        ruled_there = rulers(state, state.game(*asked.touched.games[0]))
        before = (*before, *(hand for hand in ruled_there if among(hand, asker.makers)))
    other = next((hand for hand in before if among(hand, (*asker.makers, *asker.made))), None)
    return Refused("made_by_hand", who=other) if other else None


def naming_no_own_judges(asked: Question) -> Refused | None:
    """The first panel is not named by an official who has ruled at the board, while another one could name it."""
    game, state = asked.own_appeal, asked.here.state
    if game is None or state is None:
        return None
    instead = [one for one in others(asked.asker, asked.asker.by, game, state) if role_may(role(one.by), DIRECT)]
    if any(not ruled_before(state, one.by, game) for one in instead):
        return Refused("own_panel", board=game.board)
    return None if asked.asker.witness else Refused("own_panel_alone", board=game.board)


def consenting_alone(asked: Question) -> Refused | None:
    """The opponent's consent is a second hand where no other official is there to sign."""
    request, state = asked.request, asked.here.state
    if not isinstance(request, ConsentToRuling) or state is None:
        return None
    proposal = state.proposal(request.proposal)
    game = state.game(proposal.round, proposal.board)
    instead = proposal.signed_by and others(asked.asker, proposal.signed_by, game, state)
    return Refused("second_signature", board=game.board) if instead else None


def over_these_accounts(asked: Question) -> Refused | None:
    """Nobody makes, changes, resets, ends or gets a token for an account that may more than they do."""
    beyond = next((one for one in asked.touched.accounts if not asked.asker.holds(one)), None)
    if beyond is None:
        return None
    gives = beyond.role == asked.asker.role or beyond.role in ROLES[asked.asker.role].gives
    return Refused("bounds_not_yours") if gives else Refused("role_not_yours", role=beyond.role)


def in_nobody_s_name(asked: Question) -> Refused | None:
    """Nobody with an account, but a chief arbiter, gets a link or a token that lets them in as somebody else."""
    request, asker = asked.request, asked.asker
    if not isinstance(request, ToWrite) or not request.lets_in or asker.role == "chief" or not asker.account:
        return None
    other = any(one.account != asker.account for one in asked.touched.accounts)
    return Refused("in_their_name") if other else None


CLAUSES: tuple[Clause, ...] = (
    has_the_right,
    at_their_seat,
    in_their_tournaments,
    in_their_sector,
    in_no_game_of_their_own,
    with_a_witness_who_does_not_play,
    in_hands_of_two,
    naming_no_own_judges,
    consenting_alone,
    over_these_accounts,
    in_nobody_s_name,
)


def may(asker: Asker, request: Request | ToRead | ToWrite, here: Here, at: Instant = 0) -> Refused | None:
    """The refusal of what *request* asks *at* that instant, or None: *asker* may do it *here*."""
    return _answer(Question(asker, request, here, at))


def second_hands(asker: Asker, request: Request | ToRead | ToWrite, here: Here) -> tuple[NoteSecondHand, ...]:
    """The notes that a witness stood by what is written in no journal."""
    own = Question(asker, request, here).witnessed if asker.witness else ()
    return tuple(NoteSecondHand(round=g.round, board=g.board, by=asker.by, second=asker.witness) for g in own)


def check(asker: Asker, request: Request | ToRead | ToWrite, here: Here) -> None:
    """Refused unless *asker* may do what *request* asks."""
    _check(Question(asker, request, here))


def ruled(asker: Asker, request: Request, here: Here, at: Instant) -> Sequence[Event]:
    """The events that the request comes to; refused where *asker* may not ask for it.

    In a game of the asker's own it is the first signature of two, or stands with the hand of a witness.
    """
    asked, state = Question(asker, request, here, at), here.state
    assert state is not None
    _check(asked)
    own = asked.witnessed
    if not own or isinstance(request, DecideAppeal):
        return judged(request, state, at)
    named = _named(asked, state, at)
    if not asker.witness:
        return [*named, *judged(_first_of_two(request), state, at)]
    witnessed = [
        SecondHandGiven(at=at, round=game.round, board=game.board, by=asker.by, second=asker.witness) for game in own
    ]
    made = replace(request, witnessed=True) if isinstance(request, SignProposal) else request
    return [*named, *witnessed, *judged(made, state, at)]


def _named(asked: Question, state: Tournament, at: Instant) -> Sequence[Event]:
    """The line that says that an official plays, where only their name has told it so far."""
    asker = asked.asker
    fresh = asker.entries & {entry for game in asked.own_games for entry in game.entries} - stakes(state, asker.by)
    if not fresh:
        return []
    bound = official(state, asker.by)
    family = {*(bound.family if bound else ()), *fresh}
    entry = bound.entry if bound and bound.entry else min(fresh)
    return [
        OfficialNamed(
            at=at,
            official=asker.by,
            entry=entry,
            boards=bound.boards if bound else (),
            by="service",
            family=tuple(sorted(family - {entry})),
        )
    ]


def _answer(asked: Question) -> Refused | None:
    return next((refused for clause in CLAUSES if (refused := clause(asked)) is not None), None)


def _check(asked: Question) -> None:
    refused = _answer(asked)
    if refused is not None:
        raise refused


def _first_of_two(request: Any) -> Request:
    if isinstance(request, Ruling):
        inner: Any = request.request
        return replace(request, request=replace(inner, second=True))
    made: Request = replace(request, second=True)
    return made
