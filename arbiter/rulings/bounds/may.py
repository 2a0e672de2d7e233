"""The permission check: one function decides whether somebody may write or read something.

It calls a list of functions (clauses), one for each rule. Each clause returns a refusal or None. `ruled` checks
permission first, and then rules on the request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from arbiter.refused import Refused
from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.board.objections import ClaimIrregular, CrownKing, Object
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.bounds.interest import among, favoured, interested, others, without_makers
from arbiter.rulings.bounds.own_rulings import ALONE, KINDS, opponent_of, proposed, ruling_of
from arbiter.rulings.bounds.rights import (
    ALIKE,
    AT_BOARDS,
    DIRECT,
    NOBODY,
    ROLES,
    Asker,
    Here,
    ToRead,
    Touched,
    ToWrite,
    right_of,
    touches,
    within,
)
from arbiter.rulings.bounds.rights import may as role_may
from arbiter.rulings.prizes import SignFinal
from arbiter.rulings.referee.appeals import appeal_of
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel, role, ruled_before, rulers
from arbiter.rulings.referee.corrections import AnswerCall
from arbiter.rulings.referee.proposals import ConsentToRuling, DismissProposal, SignProposal
from arbiter.rulings.request import Request
from arbiter.rulings.request import ruled as judged
from arbiter.rulings.signing import NameOfficial, NoteSecondHand, Ruling
from arbiter.rulings.time.clocks import StopHall
from arbiter.rulings.time.provisional_flags import in_touch
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event, Place
from arbiter.tournament.events.referee.officials import OfficialNamed, SecondHandGiven
from arbiter.tournament.game import Game
from arbiter.tournament.officials import same_hand
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True)
class Question:
    """A permission question, whether *asker* may make *request* in the tournament *here*.

    Its properties are the right that the request needs, and the games and accounts that the request affects. The
    clauses (one function for each rule) read them.
    """

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
        """The games affected by the request in which the official has an interest (their own or their family's).

        Empty for the start of a whole round, for a stop of all clocks, and for any request that treats all boards alike
        and also affects other games.
        """
        state, request = self.here.state, self.request
        if state is None or self.asker.role in ("tablet", "service"):
            return ()
        if isinstance(request, StopHall) and self.touched.every:
            return ()
        games = [state.game(*place) for place in self._places(state)]
        answers = isinstance(getattr(request, "request", request), AnswerCall)
        asker = without_makers(self.asker) if answers else self.asker
        own = tuple(game for game in games if interested(asker, game, state))
        alike, every = type(request) in ALIKE, self.touched.every
        return () if (alike and every) or ((alike or every) and len(own) < len(games)) else own

    def _places(self, state: Tournament) -> Iterable[Place]:
        """Return the games that the request would change, as (round, board).

        If the request names boards, these are their games. If it is about all boards, it is ruled on in trial, without
        being recorded, and these are the games of the resulting events.
        """
        if isinstance(self.request, NameOfficial) and same_hand(self.request.official, self.asker.by):
            named = {self.request.entry, *self.request.family}
            own = (game for game in state.games() if (self.asker.entries & {*game.entries}) - named)
            return (*self.touched.games, *((game.round, game.board) for game in own))
        if not self.touched.every:
            return self.touched.games
        try:
            events = self.request.rule(state, self.at)
        except Refused:
            return ()
        return dict.fromkeys(place for event in events for place in event.about(state))

    @property
    def ruled(self) -> str:
        """The name of the ruling if the request is a ruling at a board, "sign" or "dismiss" if it decides a proposal.

        Empty for any other request.
        """
        if isinstance(self.request, SignProposal | DismissProposal):
            return "sign" if isinstance(self.request, SignProposal) else "dismiss"
        return KINDS.get(type(self.request.request), "") if isinstance(self.request, Ruling) else ""

    def opponent_asked(self, game: Game) -> bool:
        """Return whether the opponent has to agree to the ruling.

        They have to if the tablet of their side is in touch.
        """
        state = self.here.state
        if state is None or self.ruled in ("", *ALONE):
            return False
        known, side = self.here.known(), opponent_of(state, game, self.asker.by, self.asker.entries)
        return bool(side) and in_touch(known, known.tablets.get((game.board, side)), self.at or state.at)

    @property
    def confirms_a_witness(self) -> bool:
        """Whether the request signs or dismisses a ruling that only a witness has confirmed so far.

        Such a request needs another official; a second witness is not enough.
        """
        state = self.here.state
        if state is None or not isinstance(self.request, SignProposal | DismissProposal):
            return False
        return state.proposal(self.request.proposal).kind == "witnessed"

    @property
    def first_of_two(self) -> bool:
        """Whether the request can be the first of the two signatures that an act needs."""
        request, state = self.request, self.here.state
        if isinstance(request, SignProposal):
            return state is not None and state.proposal(request.proposal).signed_by is None
        return hasattr(request.request if isinstance(request, Ruling) else request, "second")

    @property
    def first_hand(self) -> str:
        """The official who has given the first of two signatures under the proposal; empty if nobody has."""
        request, state = self.request, self.here.state
        return (state and isinstance(request, SignProposal) and state.proposal(request.proposal).signed_by) or ""

    @property
    def signed_before(self) -> bool:
        """Whether the asker has given the first signature. The second one then has to come from somebody else."""
        return bool(self.first_hand) and same_hand(self.first_hand, self.asker.by)

    @cached_property
    def own_appeal(self) -> Game | None:
        """The game of an appeal whose first panel the asker wants to name although they have ruled at its board.

        None for any other request.
        """
        request, state, asker = self.request, self.here.state, self.asker
        if not isinstance(request, NamePanel) or state is None or not asker.account:
            return None
        game = state.game(*self.touched.games[0])
        ruled_there = any(ruled_before(state, hand, game) for hand in (asker.by, *asker.makers))
        return game if ruled_there and appeal_of(state, request.appeal).panel is None else None

    @property
    def witnessed(self) -> tuple[Game, ...]:
        """The games for which this request also needs the signature of a witness (a person who is present)."""
        return self.own_games or ((self.own_appeal,) if self.own_appeal else ())


OF_PLAYERS = (Resign, OfferDraw, AnswerDraw, ClaimDraw, Object, ClaimIrregular, CrownKing, PlayMove)
"""The requests of players.

An official makes them for themselves at their own tablet, never for the other side of their game.
"""

Clause: TypeAlias = Callable[[Question], Refused | None]


def has_the_right(asked: Question) -> Refused | None:
    """Refuse a request unless the asker's role has the right that the request needs."""
    if role_may(asked.asker.role, asked.right):
        return None
    return Refused("sign_in_first" if asked.asker == NOBODY else "not_yours")


def at_their_seat(asked: Question) -> Refused | None:
    """Refuse a tablet that acts at another board than its own, or for the side that it was not assigned to."""
    asker, touched = asked.asker, asked.touched
    if asker.role != "tablet" or asker.seat is None:
        return None
    here = not touched.whole and all((asked.here.tournament, board) == asker.seat for board in touched.boards)
    other = asker.side is not None and getattr(asked.request, "side", None) not in (None, asker.side)
    return Refused("not_yours") if other or not here else None


def of_their_team(asked: Question) -> Refused | None:
    """Refuse a captain who acts for another team than their own."""
    own = asked.asker.team
    return Refused("not_yours") if own and getattr(asked.request, "team", own) != own else None


def in_their_tournaments(asked: Question) -> Refused | None:
    """Refuse an account that acts outside the tournaments to which it is limited.

    Requests that change accounts are checked by `over_these_accounts` instead.
    """
    here, whole = asked.here.tournament, asked.here.tournament is None
    if whole and (isinstance(asked.request, ToRead) or asked.touched.accounts):
        return None
    return None if within(asked.asker.tournaments, () if here is None else (here,)) else Refused("not_yours")


def in_their_sector(asked: Question) -> Refused | None:
    """Refuse an official who acts at a board that is not theirs.

    An official may be limited to some boards by their account, and by the tournament (their sector).
    """
    at_none = isinstance(asked.request, ToRead | ToWrite) and not asked.touched.whole and not asked.touched.boards
    if asked.right not in AT_BOARDS or at_none or asked.asker.role == "service":
        return None
    named = asked.here.state.official(asked.asker.by) if asked.here.state is not None else None
    for bound in (asked.asker.boards, named.boards if named else ()):
        touched = () if asked.touched.whole else asked.touched.boards
        if not within(bound, touched):
            elsewhere = next((board for board in touched if board not in bound), 0)
            return Refused("another_sector" if elsewhere else "sector_only", board=elsewhere, boards=bound)
    return None


def in_no_game_of_their_own(asked: Question) -> Refused | None:
    """Refuse an official who acts in a game of their own or of their family (L14) without a second signature."""
    state = asked.here.state
    for game in asked.own_games:
        assert state is not None
        if asked.confirms_a_witness and not interested(without_makers(asked.asker), game, state):
            return Refused("maker_confirms", board=game.board)
        instead = others(asked.asker, asked.asker.by, game, state)
        if isinstance(asked.request, DecideAppeal):
            if instead or not asked.request.members:  # a chief arbiter may enter a decision on paper alone
                return Refused("interested", who=asked.asker.by, board=game.board)
        elif isinstance(asked.request, OF_PLAYERS):  # a witness cannot replace the opponent's own word
            return _another_needed(asked.asker, game, state, alone="" if instead else "own_board_alone")
        elif asked.asker.witness:
            if instead or (asked.first_hand and not asked.signed_before):  # a witness cannot be the second hand
                return Refused("own_board", board=game.board)
            if asked.confirms_a_witness or asked.opponent_asked(game):
                return Refused("second_signature" if asked.confirms_a_witness else "ask_opponent", board=game.board)
        elif asked.signed_before:
            return Refused("second_signature", board=game.board)
        elif not asked.first_of_two and (instead or not asked.opponent_asked(game)):
            reads = isinstance(asked.request, ToRead)  # a reader is not told who could help
            alone = "own_act_alone" if asked.ruled in ("", *ALONE) else "own_board_alone"
            return _another_needed(asked.asker, game, state, alone="" if instead or reads else alone)
    return None


def _another_needed(asker: Asker, game: Game, state: Tournament, *, alone: str) -> Refused:
    """Return the refusal of a ruling in a game in which the official, or the maker of their account, has an interest.

    *alone*: the code of the refusal if no other official could rule there now, otherwise empty.
    """
    of_maker = not interested(without_makers(asker), game, state)
    return Refused("maker_interested" if of_maker else alone or "own_board", board=game.board)


def for_no_entry_of_their_own(asked: Question) -> Refused | None:
    """Refuse an official who gives their own entry a bye with points, an opponent by hand, or a rating (L14).

    Allowed if no other official with that right is signed in: the printed sheets then name the interest.
    """
    state, asker = asked.here.state, asked.asker
    if state is None or not asker.account:
        return None
    favours = {*state.stakes(asker.by), *asker.entries} & favoured(asked.request, state)
    instead = [
        one
        for one in asker.colleagues
        if not same_hand(one.by, asker.by)
        and role_may(role(one.by), asked.right)
        and not {*state.stakes(one.by), *one.entries} & favours
    ]
    return Refused("own_entry", entry=min(favours)) if favours and instead else None


def with_a_witness_who_does_not_play(asked: Question) -> Refused | None:
    """Refuse a request if the witness named in it plays in a game that the request affects."""
    plays = any(asked.asker.witness_entries & set(game.entries) for game in asked.witnessed)
    return Refused("witness_self") if plays else None


def in_hands_of_two(asked: Question) -> Refused | None:
    """Refuse a second signature or an appeal vote if one of the two officials made the other's account.

    The two are the asker, and an official who has signed first (a proposal, the final standings), voted before or
    ruled at the board.
    """
    request, state, asker = asked.request, asked.here.state, asked.asker
    before: tuple[str, ...] = (asked.first_hand,) if asked.first_hand else ()
    if isinstance(request, SignFinal) and state is not None:
        before = request.signers(state)
    if isinstance(request, DecideAppeal) and state is not None and not request.members:
        before = tuple(vote.member for vote in appeal_of(state, request.appeal).votes)
        ruled_there = rulers(state, state.game(*asked.touched.games[0]))
        before = (*before, *(hand for hand in ruled_there if among(hand, asker.makers)))
    other = next((hand for hand in before if among(hand, (*asker.makers, *asker.made))), None)
    return Refused("made_by_hand", who=other) if other else None


def naming_no_own_judges(asked: Question) -> Refused | None:
    """Refuse an official who has ruled at a board and names the first panel of the appeal against that ruling.

    If another official could name the panel, the request is always refused. If none could, it is allowed with a witness
    (a person who is present). Officials whose accounts the asker has made within the last day cannot vote, so they are
    refused as members.
    """
    game, state = asked.own_appeal, asked.here.state
    if game is None or state is None:
        return None
    instead = [one for one in others(asked.asker, asked.asker.by, game, state) if role_may(role(one.by), DIRECT)]
    if any(not ruled_before(state, one.by, game) for one in instead):
        return Refused("own_panel", board=game.board)
    made = next((one for one in getattr(asked.request, "members", ()) if among(one, asked.asker.made)), None)
    if made is not None:
        return Refused("panel_made", who=made, board=game.board)
    return None if asked.asker.witness else Refused("own_panel_alone", board=game.board)


def consenting_alone(asked: Question) -> Refused | None:
    """Refuse the opponent's consent as the second signature if another official is signed in who can sign."""
    request, state = asked.request, asked.here.state
    if not isinstance(request, ConsentToRuling) or state is None:
        return None
    proposal = state.proposal(request.proposal)
    game = state.game(proposal.round, proposal.board)
    instead = proposal.signed_by and others(asked.asker, proposal.signed_by, game, state)
    return Refused("second_signature", board=game.board) if instead else None


def over_these_accounts(asked: Question) -> Refused | None:
    """Refuse to change an account that has more powers than the asker's own account.

    Refuse also to make or end such an account, to reset its password, and to get a token for it.
    """
    beyond = next((one for one in asked.touched.accounts if not asked.asker.holds(one)), None)
    if beyond is None:
        return None
    gives = beyond.role == asked.asker.role or beyond.role in ROLES[asked.asker.role].gives
    return Refused("bounds_not_yours") if gives else Refused("role_not_yours", role=beyond.role)


def in_nobody_s_name(asked: Question) -> Refused | None:
    """Refuse a link or token by which the asker could sign in under another account.

    Only a chief arbiter may get one.
    """
    request, asker = asked.request, asked.asker
    if not isinstance(request, ToWrite) or not request.lets_in or asker.role == "chief" or not asker.account:
        return None
    other = any(one.account != asker.account for one in asked.touched.accounts)
    return Refused("in_their_name") if other else None


def what_they_have_begun(asked: Question) -> Refused | None:
    """Refuse to end a job that another official has started, unless the asker is a director or a chief arbiter."""
    request, asker = asked.request, asked.asker
    if not isinstance(request, ToWrite) or request.begun_by is None or role_may(asker.role, DIRECT):
        return None
    return None if asker.by and asker.by == request.begun_by else Refused("work_of_another")


CLAUSES: tuple[Clause, ...] = (
    has_the_right,
    at_their_seat,
    of_their_team,
    in_their_tournaments,
    in_their_sector,
    in_no_game_of_their_own,
    for_no_entry_of_their_own,
    with_a_witness_who_does_not_play,
    in_hands_of_two,
    naming_no_own_judges,
    consenting_alone,
    over_these_accounts,
    in_nobody_s_name,
    what_they_have_begun,
)


def may(asker: Asker, request: Request | ToRead | ToWrite, here: Here, at: Instant = 0) -> Refused | None:
    """Return the refusal of *request* by *asker*, or None if the request is allowed.

    *here*: the tournament in which the request is made. *at*: its instant.
    """
    return _answer(Question(asker, request, here, at))


def second_hands(asker: Asker, request: Request | ToRead | ToWrite, here: Here) -> tuple[NoteSecondHand, ...]:
    """Return requests that record a witness's signature under an act outside the journals, such as a new sign-in link.

    There is one request for each game that the act affects.
    """
    own = Question(asker, request, here).witnessed if asker.witness else ()
    return tuple(NoteSecondHand(round=g.round, board=g.board, by=asker.by, second=asker.witness) for g in own)


def check(asker: Asker, request: Request | ToRead | ToWrite, here: Here) -> None:
    """Raise Refused unless *asker* may make *request*. *here*: the tournament, or the service, in which it is made."""
    _check(Question(asker, request, here))


def ruled(asker: Asker, request: Request, here: Here, at: Instant) -> Sequence[Event]:
    """Check the permission of *asker*, rule on the request, and return its events. Raise Refused if either fails.

    If the game is the asker's own, or their family's, the request counts only as the first of two signatures. If a
    witness (a person who is present) has signed too, the ruling takes effect at once, and another official is asked to
    confirm it later.
    """
    asked, state = Question(asker, request, here, at), here.state
    assert state is not None
    _check(asked)
    if isinstance(request, SignProposal | ConsentToRuling):
        request = replace(request, ruling=ruling_of(state.proposal(request.proposal)))
    own = asked.witnessed
    if not own or isinstance(request, DecideAppeal):
        return judged(request, state, at)
    named = _named(asked, state, at)
    if not asker.witness and not asked.first_of_two:
        judged(request, state, at)
        return [*named, _put_to(asked, "own_ruling", replay(named, state), own[0], at)]
    if not asker.witness:
        return [*named, *judged(_first_of_two(request), state, at)]
    witnessed = [
        SecondHandGiven(at=at, round=game.round, board=game.board, by=asker.by, second=asker.witness) for game in own
    ]
    made = replace(request, witnessed=True) if isinstance(request, SignProposal) else request
    events = [*named, *witnessed, *judged(made, state, at)]
    if asked.ruled:
        after = replay(events, state)
        events += [_put_to(asked, "witnessed", after, game, at) for game in asked.own_games]
    return events


def _put_to(asked: Question, kind: str, state: Tournament, game: Game, at: Instant) -> Event:
    """Return the proposal that asks the opponent or another official to agree to the ruling."""
    request = asked.request.request if isinstance(asked.request, Ruling) else asked.request
    return proposed(request, kind, asked.ruled, state, game, at, asked.asker.by)


def _named(asked: Question, state: Tournament, at: Instant) -> Sequence[Event]:
    """Return the event that records which entry an official plays as.

    Before that, only the equality of the two names showed it.
    """
    asker = asked.asker
    fresh = asker.entries & {entry for game in asked.own_games for entry in game.entries} - state.stakes(asker.by)
    if not fresh:
        return []
    bound = state.official(asker.by)
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
