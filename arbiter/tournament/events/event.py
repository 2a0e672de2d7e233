"""The base classes of events: frozen values of what was decided, each with its effect on the tournament.

An event records the result of a decision (squares taken, time charged, pairs made). Nothing has to be decided again
when it is replayed, so a later release of the program cannot change an old tournament. Fields are numbers, words,
sides, outcomes, and tuples of them. Players are given by entry number, others by office ("chief", "tablet 7",
"service").
In an event a side is a `Side` and an outcome an `Outcome`; in the journal both are words. The text of an event in its
journal line is written and read here.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields
from enum import Enum, EnumMeta
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec.structs import astuple

from arbiter.pairing.system_interface import Reason
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.game import Game, Note
from arbiter.tournament.officials import Appeal
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass, maker, replace

Place: TypeAlias = tuple[int, int]
"""A board in a round: (round, board), both counted from 1."""

EMPTY: Mapping[str, str] = {"none": ""}
"""The metadata of a field that may be None: in the journal line "" stands for None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(ABC):
    """The common base of all events. An optional field is in a journal line only if the kind of event declares it.

    `side` is None if the event concerns both players or neither. `article` is the rule on which the decision is based.
    """

    at: Instant
    by: str = field(default="service", init=False)
    side: Side | None = field(default=None, init=False)
    reason: str = field(default="", init=False)
    article: str | None = field(default=None, init=False)

    def about(self, state: Tournament) -> tuple[Place, ...]:
        """Return the boards that the event concerns; empty if it concerns the whole tournament."""
        return ()

    @abstractmethod
    def after(self, state: Tournament) -> Tournament:
        """Return the tournament after this event. An event that is in the journal is never refused.

        `state.version` is already the number of this event's journal line.
        """

    def noted(self, game: Game, what: str, *, span: int | None = None, step: str | None = None) -> Game:
        """Return the game with a note of this event for the printed sheets. *what*: the code of the note."""
        return game.noted(self.note(game, what, span=span, step=step))

    def note(self, game: Game, what: str, *, span: int | None = None, step: str | None = None) -> Note:
        return Note(
            at=self.at,
            what=what,
            side=self.side,
            by=self.by,
            reason=self.reason,
            ply=game.ply,
            article=self.article,
            span=span,
            step=step,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentAct(Event):
    """An event that somebody has brought about. `by` is the name of that actor."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBoard(Event):
    """An event at one board."""

    round: int
    board: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return ((self.round, self.board),)

    def game(self, state: Tournament) -> Game:
        return state.game(self.round, self.board)

    def had(self, game: Game) -> Both[Span]:
        """Return the times on both clocks of the game just before the event."""
        return Both(*(game.clock.left(side, self.at) for side in Side))

    def proposed(
        self, state: Tournament, kind: str, ground: str, *, step: str = "", move: str = "", provisional: str = ""
    ) -> Tournament:
        """Return the tournament with one more proposal, which an arbiter has to decide.

        The proposal's number is the journal line of this event.
        """
        proposal = Proposal(
            number=state.version,
            kind=kind,
            at=self.at,
            round=self.round,
            board=self.board,
            side=self.side or Side.WHITE,
            ground=ground,
            ply=self.game(state).ply,
            provisional=provisional,
            step=step,
            move=move,
        )
        return replace(state, proposals=(*state.proposals, proposal))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAct(AtBoard):
    """An event that somebody has brought about at one board. `by` is the name of that actor."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBoards(Event):
    """An event at several boards of a round at the same instant."""

    round: int
    boards: tuple[int, ...]

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((self.round, board) for board in self.boards)

    def games(self, state: Tournament) -> tuple[Game, ...]:
        return tuple(state.game(self.round, board) for board in self.boards)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnProposal(Event):
    """The base of events that decide a proposal. `proposal`: the number of the journal line that made it."""

    proposal: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((one.round, one.board) for one in state.proposals if one.number == self.proposal)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnAppeal(Event):
    """The base of events about an appeal. `appeal`: the number of the journal line that filed it."""

    appeal: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((one.round, one.board) for one in state.appeals if one.number == self.appeal)

    def put(self, state: Tournament, change: Callable[[Appeal], Appeal]) -> Tournament:
        appeals = tuple(change(one) if one.number == self.appeal else one for one in state.appeals)
        return replace(state, appeals=appeals)


def told(event: Event) -> dict[str, Any]:
    """Return the fields of an event as plain values for its journal line.

    The kind and the instant of the event are left out, because the journal has columns of their own for them.
    """
    wordings = _wordings(type(event))
    return {name: _plain(getattr(event, name), wording.none) for name, wording in wordings.items()}


def event_text(event: Event) -> str:
    """Return the fields of the event as canonical JSON, as they stand in its journal line."""
    nones = _nones(type(event))
    try:
        if nones is None:
            return _encode(told(event)).decode()
        values = [(name, getattr(event, name), none) for name, none in nones.items()]
        return _encode({name: none if value is None else value for name, value, none in values}).decode()
    except (UnicodeEncodeError, OverflowError):  # half a character, a number without end
        return json.dumps(told(event), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parsed(kind: type[Event], at: Instant, text: str) -> Event:
    """Read an event of the kind *kind* from the text of its fields. A field that is missing has its default."""
    decode, others, make, defaults = _shape(kind)
    try:
        values = [at, *astuple(decode(text))]
    except (msgspec.DecodeError, UnicodeEncodeError):
        return _parsed(kind, at, text)
    for number, read in others:
        values[number] = read(values[number])
    return make(*values, *defaults)


def _parsed(kind: type[Event], at: Instant, text: str) -> Event:
    """Return the event in a journal line that the fast parser cannot read.

    Its text has half of a surrogate pair, or a value of a type that older releases wrote.
    """
    wordings = _wordings(kind)  # a later release may have written further fields
    given = {name: wordings[name].parse(value) for name, value in _decoded(text).items() if name in wordings}
    return kind(at=at, **given)


class Wording(NamedTuple):
    """The conversion of one event field between the journal and memory.

    `none` is the value in the journal that stands for None. `read` converts any other value.
    """

    none: str | None
    read: Callable[[Any], Any]

    def parse(self, value: object) -> object:
        return None if value == self.none else self.read(value)


ALIKE = (int, str, bool, int | None, str | None, tuple[int, ...], tuple[str, ...])
"""The types of fields whose values need no function of ours to be read from JSON.

The JSON library itself makes a value of the right type, and tuples from lists.
"""
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder(order="sorted").encode


def _decoded(text: str) -> Any:
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):  # half a character: the standard library can read it
        return json.loads(text)


class Shape(NamedTuple):
    """The way in which events of one kind are read from journal lines in one step.

    `decode` reads the fields in their order. `others` has a conversion for each field whose value has another form in
    memory, with the index of the field. `make` returns the event, given its instant, these fields, and the `defaults`
    of the fields that no line has.
    """

    decode: Callable[[str], msgspec.Struct]
    others: tuple[tuple[int, Callable[[Any], Any]], ...]
    make: Callable[..., Event]
    defaults: tuple[Any, ...]


@cache
def _shape(kind: type[Event]) -> Shape:
    hints, wordings = get_type_hints(kind), _wordings(kind)
    own = {one.name: one for one in fields(kind)}
    same = {name for name, one in wordings.items() if one.none is None and _alike(hints[name])}
    told: list[Any] = []
    for name, wording in wordings.items():
        default = own[name].default
        default = default if default is MISSING or name in same else _plain(default, wording.none)
        told.append((name, hints[name] if name in same else Any, *([] if default is MISSING else [default])))
    names = ["at", *wordings, *(name for name, one in own.items() if not one.init)]
    return Shape(
        msgspec.json.Decoder(msgspec.defstruct(kind.__name__, told, kw_only=True)).decode,
        tuple((at, one.parse) for at, (name, one) in enumerate(wordings.items(), start=1) if name not in same),
        maker(kind, tuple(names)),
        tuple(one.default for one in own.values() if not one.init),
    )


def _alike(hint: Any) -> bool:
    return hint in ALIKE or any(isinstance(part, EnumMeta) for part in (hint, *get_args(hint)))


@cache
def _wordings(kind: type[Event]) -> Mapping[str, Wording]:
    hints = get_type_hints(kind)
    own = [field for field in fields(kind) if field.init and field.name != "at"]
    return {field.name: Wording(field.metadata.get("none"), _reading(hints[field.name])) for field in own}


@cache
def _nones(kind: type[Event]) -> Mapping[str, str | None] | None:
    """Return, by field, the value that stands for None in a journal line.

    None if a field has pairing reasons, because the JSON library writes them in another form than the journal.
    """
    if any(Reason in get_args(hint) for hint in get_type_hints(kind).values()):
        return None
    return {name: wording.none for name, wording in _wordings(kind).items()}


def _reading(hint: object) -> Callable[[Any], Any]:
    """Return the function that converts the plain value of a field in a journal line to a value of the field's type."""
    if Reason in get_args(hint):
        return lambda reasons: tuple(Reason(*_tuples(one)) for one in reasons)
    named = next((part for part in (hint, *get_args(hint)) if isinstance(part, EnumMeta)), None)
    return _tuples if named is None else partial(_tuples, named=named)


def _tuples(value: Any, named: Callable[[Any], Any] | None = None) -> Any:
    if value.__class__ is list:
        return tuple([item if named is None and item.__class__ is not list else _tuples(item, named) for item in value])
    return value if named is None else named(value)


def _plain(value: object, none: str | None = None) -> object:
    match value:
        case None:
            return none
        case Enum():
            return value.value
        case Reason():
            return (value.code, value.entries, value.article, value.facts)
        case tuple():
            return tuple(_plain(item) for item in value)
    return value
