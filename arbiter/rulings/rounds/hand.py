"""Changing a pairing by hand: a swap, a pair or a bye, checked, and recorded with its reason.

Each change gives a complete new list of pairs and byes (`Changed`), which the office sees before it is recorded. Boards
whose game has been started cannot be changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Protocol

from arbiter.fields import Beside, Road, Sent
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.formats.groups import equals, first_stage
from arbiter.pairing.system_interface import Pairs, Reason
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused
from arbiter.rulings.request import RoundRequest, Why, plain_text
from arbiter.rulings.rounds.pairing_input import (
    Basis,
    Inputs,
    Known,
    board_numbers,
    field_of,
    history_of,
    kinds_by_hand,
    options_of,
)
from arbiter.rulings.rounds.soundness import away, bends_of, check_places, check_seats
from arbiter.rulings.time.open_claims import refuse_waiting_appeal
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.rounds import RoundChanged
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


class Deed(Protocol):
    """The interface of a change by hand to the pairs of a round. Each kind of change is a class below."""

    @property
    def what(self) -> str:
        """The change's code in the journal: "swap", "set", "bye", "pairs"."""
        ...

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries that the change names; empty if the change concerns the whole round."""
        ...

    def pairs(self, round: Round) -> Pairs:
        """Return the pairs after the change, from board 1 on."""
        ...

    def asked(self) -> Mapping[int, ByeKind]:
        """Return the kinds of bye that the change asks for, by entry; empty if it asks for none."""
        ...


@dataclass(frozen=True, slots=True)
class Swap:
    """Swap two entries: across two boards, the colours of one board, or an entry at a board and one with a bye."""

    one: Annotated[int, Sent("the one entry", 1)]
    other: Annotated[int, Sent("the other", 4)]
    what: str = "swap"

    @property
    def entries(self) -> tuple[int, ...]:
        return (self.one, self.other)

    def pairs(self, round: Round) -> Pairs:
        if self.one == self.other:
            raise Refused("swap_with_self", entry=self.one)
        seats = {entry for pair in round.pairs for entry in pair}
        if not {self.one, self.other} & seats:
            raise Refused("nobody_seated", one=self.one, other=self.other)
        places = {self.one: self.other, self.other: self.one}
        return tuple((places.get(white, white), places.get(black, black)) for white, black in round.pairs)

    def asked(self) -> Mapping[int, ByeKind]:
        return {}


@dataclass(frozen=True, slots=True)
class Join:
    """Pair two entries, White first, at the board of one of them.

    The opponents that they would have had meet each other.
    """

    white: Annotated[int, Sent("the entry that has White", 1)]
    black: Annotated[int, Sent("the entry that has Black", 4)]
    what: str = "set"

    @property
    def entries(self) -> tuple[int, ...]:
        return (self.white, self.black)

    def pairs(self, round: Round) -> Pairs:
        if self.white == self.black:
            raise Refused("paired_twice", entry=self.white)
        wanted = {self.white, self.black}
        boards = [at for at, pair in enumerate(round.pairs) if wanted & set(pair)]
        left = [entry for at in boards for entry in round.pairs[at] if entry not in wanted]
        made = list(round.pairs)
        if not boards:
            return (*made, (self.white, self.black))
        made[boards[0]] = (self.white, self.black)
        if len(boards) == 2 and len(left) == 2:
            made[boards[1]] = _as_seated(round, left)
        elif len(boards) == 2:
            del made[boards[1]]
        return tuple(made)

    def asked(self) -> Mapping[int, ByeKind]:
        return {}


@dataclass(frozen=True, slots=True)
class Free:
    """Give an entry a bye, so that its opponent needs another one.

    If another entry has the allocated bye (an odd number of players), that entry plays the opponent. Otherwise the
    opponent gets the allocated bye.
    """

    entry: Annotated[int, Sent("who does not play", 1)]
    kind: Annotated[ByeKind, Sent("the bye", name="bye")] = ByeKind.ZERO
    what: str = "bye"

    @property
    def entries(self) -> tuple[int, ...]:
        return (self.entry,)

    def pairs(self, round: Round) -> Pairs:
        game = round.of(self.entry)
        if game is None:
            return round.pairs
        over = next((entry for entry in round.byes if round.kind(entry) is ByeKind.ALLOCATED), None)
        made, at = list(round.pairs), round.at(game.board)
        if over is None:
            del made[at]
        else:
            white, black = made[at]
            made[at] = (over, black) if white == self.entry else (white, over)
        return tuple(made)

    def asked(self) -> Mapping[int, ByeKind]:
        return {self.entry: self.kind}


@dataclass(frozen=True, slots=True)
class WholeRound:
    """Replace all pairs of the round."""

    listed: Annotated[Pairs, Sent("the entries of each board, White first", ((1, 2),), name="pairs")]
    what: str = "pairs"

    @property
    def entries(self) -> tuple[int, ...]:
        return ()

    def pairs(self, round: Round) -> Pairs:
        del round
        return self.listed

    def asked(self) -> Mapping[int, ByeKind]:
        return {}


@dataclass(frozen=True, slots=True)
class Changed:
    """A round as it would be after a change: its pairs, its byes with their kinds, and the rules that it breaks.

    `boards` are the numbers of the pairs' boards; if they are empty, the boards count from 1 on.
    """

    pairs: Pairs
    boards: tuple[int, ...]
    byes: Mapping[int, ByeKind]
    bends: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRound(RoundRequest):
    """Change the last pairing by hand.

    A change that breaks a pairing rule is refused until `accepted` is true.
    """

    deed: Annotated[Deed, Beside("what the hand does")]
    reason: Why
    accepted: Annotated[bool, Sent("the rules that it bends are bent knowingly", name="accept")] = False
    known: Annotated[Mapping[int, Known], Road("what the register knows of the entries")] = field(default_factory=dict)

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        changed = changed_by(state, self.round, self.deed, self.known)
        reason = plain_text(self.reason, "reason")
        if changed.bends and not self.accepted:
            codes = tuple(dict.fromkeys(bend.code for bend in changed.bends))
            raise Refused("rules_bent", round=self.round, bends=codes)
        return [
            RoundChanged(
                at=at,
                round=self.round,
                pairs=changed.pairs,
                boards=changed.boards,
                byes=tuple(changed.byes),
                kinds=tuple(changed.byes.values()),
                what=self.deed.what,
                entries=self.deed.entries,
                bends=changed.bends,
                by=self.by,
                reason=reason,
            )
        ]


def changed_by(state: Tournament, number: int, deed: Deed, known: Mapping[int, Known] | None = None) -> Changed:
    """Return the round as it would be after the change. Raise Refused if the change is impossible."""
    round = state.round(number)
    if number != len(state.rounds):
        raise Refused("not_the_last_round", round=number, last=len(state.rounds))
    for entry in deed.entries:
        _there(state, entry)
    pairs = deed.pairs(round)
    seen: set[int] = set()
    for entry in (entry for pair in pairs for entry in pair):
        _there(state, entry)
        if entry in seen:
            raise Refused("paired_twice", entry=entry)
        seen.add(entry)
    _untouched(state, round, pairs)
    byes: dict[int, ByeKind] = {}
    bends: tuple[Reason, ...] = ()
    if state.pairing.teams:  # the pairing rules are about teams here, not about players
        check_seats(state, number, pairs)
    else:
        inputs = Inputs(known=known or {})
        field, history = field_of(state, number, inputs), history_before(state, number, inputs)
        basis = Basis(state.system, field, history, options_of(state, number, inputs))
        byes = _byes(state, round, seen, away(basis), deed.asked())
        check_places(basis, pairs, byes)
        bends = _bends(round, basis, pairs, byes)
    if (pairs, byes) == (round.pairs, {entry: round.kind(entry) for entry in round.byes}):
        raise Refused("round_unchanged", round=number)
    return Changed(pairs, board_numbers(state, pairs, round.boards), byes, bends)


def _bends(round: Round, basis: Basis, pairs: Pairs, byes: Mapping[int, ByeKind]) -> tuple[Reason, ...]:
    """Return the pairing rules that the changed pairs and byes break and that the present pairing does not break."""
    fresh = [pair for pair in pairs if pair not in round.pairs]
    new = {entry: kind for entry, kind in byes.items() if entry not in round.byes or round.kind(entry) is not kind}
    system = SYSTEMS[basis.system]
    bends = (
        *bends_of(basis.history, system, basis.options.forbidden, round.number, fresh, new),
        *_of_parts(basis, fresh),
    )
    return (*bends, *_apart(basis.history, fresh)) if system.by_score else bends


def _of_parts(basis: Basis, pairs: Iterable[tuple[int, int]]) -> Iterator[Reason]:
    """Yield a reason for each pair whose players are in different groups or finals.

    A player who is tied on the border of two finals belongs to both.
    """
    parts, options = SYSTEMS[basis.system].parts, basis.options
    found = parts(basis.field, basis.history, options) if parts is not None else ()
    inside = {entry: {str(dict(reason.facts)["group"])} for reason in found for entry in reason.entries}
    first = bool(inside) and options.round == first_stage(basis.field, options.settings) + 1
    own = {entry: min(letters) for entry, letters in inside.items()}
    for equal, upper, lower in equals(basis.field, basis.history, options.settings) if first else ():
        for entry in equal:
            inside[entry] |= {upper, lower}
    for pair in pairs:
        one, other = (inside.get(entry, set()) for entry in pair)
        if one and other and not one & other:
            letters = {"one": own[pair[0]], "other": own[pair[1]]}
            yield Reason("bends_final" if first else "bends_part", pair, facts=tuple(letters.items()))


def _apart(history: Crosstable, pairs: Iterable[tuple[int, int]]) -> Iterator[Reason]:
    """Yield a reason for each pair whose scores differ by the points of a win, or more."""
    for pair in pairs:
        one, other = map(history.score, pair)
        if abs(one - other) >= history.points.win:
            scores = {"white": history.points.text(one), "black": history.points.text(other)}
            yield Reason("bends_scores", pair, facts=tuple(scores.items()))


def history_before(state: Tournament, number: int, inputs: Inputs) -> Crosstable:
    """Return the crosstable of the rounds before round *number*, with the results as they are now.

    A result that was corrected after round *number* was paired is the corrected one.
    """
    history = history_of(state, inputs)
    return replace(
        history,
        meetings=tuple(meeting for meeting in history.meetings if meeting.round < number),
        byes=tuple(bye for bye in history.byes if bye.round < number),
    )


def _byes(
    state: Tournament, round: Round, paired: Collection[int], gone: Collection[int], asked: Mapping[int, ByeKind]
) -> dict[int, ByeKind]:
    """Return the byes after a change, with their kinds.

    *asked*: the kinds of bye that the change asks for, by entry. Any other entry that had a bye before the change keeps
    its kind. For all other entries without an opponent the kind is chosen by `kinds_by_hand`.
    """
    here = [entry for entry in state.entries if not any(entry in those for those in (state.withdrawn, paired, gone))]
    kept = {entry: round.kind(entry) for entry in here if entry in round.byes and entry not in asked}
    kept.update({entry: kind for entry, kind in asked.items() if entry not in paired})
    fresh = kinds_by_hand(state, (entry for entry in here if entry not in kept), round.number)
    if ByeKind.ALLOCATED in kept.values():
        fresh = {e: ByeKind.ZERO if kind is ByeKind.ALLOCATED else kind for e, kind in fresh.items()}
    return dict(sorted({**kept, **fresh}.items()))


def _there(state: Tournament, entry: int) -> None:
    if entry not in state.entries:
        raise Refused("no_entry", entry=entry)
    if entry in state.withdrawn:
        raise Refused("entry_withdrawn", entry=entry)


def _untouched(state: Tournament, round: Round, pairs: Pairs) -> None:
    """Raise Refused if a board whose game has begun, or is under appeal, would get other players or another number."""
    for at, game in enumerate(round.games):
        stays = at < len(pairs) and pairs[at] == tuple(game.entries)
        if not stays:
            refuse_waiting_appeal(state, game)
        if not stays and (game.started is not None or game.result is not None):
            raise Refused("board_started", round=round.number, board=game.board)


def _as_seated(round: Round, left: Sequence[int]) -> tuple[int, int]:
    """Return two entries that lost their opponents by a change, as (White, Black).

    If exactly one of them had White before, that entry keeps White.
    """
    one, other = left
    whites = {white for white, _ in round.pairs}
    return (other, one) if other in whites and one not in whites else (one, other)
