"""Ballots: openings that are drawn by lot before a game, so that neither player chooses how the game begins.

A `Table` holds the openings (each a `Ballot`), the games that use them, and which openings are barred. The caller
passes in the random number. Most openings are moves, which count as moves of the game. A flying ballot moves men to
other squares before the first move instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType

from arbiter.refused import Refused
from arbiter.rules.ballots import english as ballots_english
from arbiter.rules.ballots import sixty_four as ballots_64
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move, named_square
from arbiter.rules.position import Position, start
from arbiter.rules.variants import Variant
from arbiter.sides import Side
from arbiter.values import dataclass

NOTHING = "---"
FREE = "Free"


@dataclass(frozen=True, slots=True)
class Ballot:
    """One opening of a table: its name, and its moves in the notation of the table."""

    name: str
    moves: tuple[str, ...]
    barred: bool = False
    """Whether the opening is never drawn, because it loses for one side."""

    @property
    def flying(self) -> bool:
        """Whether the ballot moves men to other squares before the first move, instead of playing moves."""
        return any("-" in move and move[0].isalpha() for move in self.moves)


@dataclass(frozen=True)
class Table:
    """A table of ballots (openings drawn by lot): its key, the keys of the games that draw from it, and its parser."""

    key: str
    variants: frozenset[str]
    read: Callable[[], tuple[Ballot, ...]]

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """All ballots in the order of the table, including the barred ones, which are never drawn."""
        return self.read()

    @cached_property
    def playable(self) -> tuple[Ballot, ...]:
        return tuple(ballot for ballot in self.ballots if not ballot.barred)

    def drawn(self, chance: int) -> Ballot:
        """Return the ballot with index *chance*, counted from 0 among those that are not barred.

        *chance* is the random number. Raise Refused if it is out of range.
        """
        if not 0 <= chance < len(self.playable):
            raise Refused("number_out_of_range", field="chance", number=chance, least=0, most=len(self.playable) - 1)
        return self.playable[chance]

    def named(self, name: str) -> Ballot:
        """Return the ballot called *name*, in capital or small letters.

        Raise Refused if the table has no such ballot, or if the ballot is barred.
        """
        found = next((ballot for ballot in self.ballots if ballot.name.casefold() == name.strip().casefold()), None)
        if found is None:
            raise Refused("no_ballot", ballot=name[:20], table=self.key)
        if found.barred:
            raise Refused("ballot_barred", ballot=found.name, moves=found.moves)
        return found


@dataclass(frozen=True, slots=True)
class PlayedBallot:
    """A ballot carried out: the position before its moves, the moves, and the position after them."""

    begin: Position
    moves: tuple[Move, ...]
    position: Position


def opening(ballot: Ballot, variant: Variant) -> PlayedBallot:
    """Carry out the moves of *ballot* from the starting position of *variant*."""
    position = start(variant)
    if ballot.moves == (FREE,):
        return PlayedBallot(position, (), position)
    if ballot.flying:
        for side, text in zip((Side.WHITE, Side.BLACK), ballot.moves, strict=False):
            position = _lifted(position, side, text, variant)
        return PlayedBallot(position, (), position)
    begin, moves = position, []
    for text in ballot.moves:
        move = _meant(position, text, variant)
        moves.append(move)
        position = position.played(move.path, move.taken, move.crowned)
    return PlayedBallot(begin, tuple(moves), position)


def _lifted(position: Position, side: Side, text: str, variant: Variant) -> Position:
    if text == NOTHING:
        return position
    origin, destination = (named_square(name, variant) or 0 for name in text.split("-"))
    men = position.men[side] & ~(1 << origin) | 1 << destination
    return Position.of(position.turn, position.men.put(side, men), position.kings)


def _meant(position: Position, text: str, variant: Variant) -> Move:
    """Return the legal move for a text of the table: `9-13`, or `ab4` for a move from the file a to the square b4."""
    origins, end = text.split("-") if "-" in text else (text[:-2], text[-2:])
    names = variant.names(variant.board)
    by_file = "-" not in text
    found = [
        move
        for move in legal_moves(position, variant)
        if names[move.destination] == end
        and (names[move.origin].startswith(origins) if by_file else names[move.origin] == origins)
    ]
    if len(found) != 1:
        raise ValueError(f"{text!r} is not one move of {variant.key} in {position!r}")
    return found[0]


def _read(text: str, barred: frozenset[int] = frozenset(), without: frozenset[str] = frozenset()) -> tuple[Ballot, ...]:
    lines = (line.split() for line in text.split(";"))
    return tuple(
        Ballot(name, tuple(moves), name.isdigit() and int(name) in barred)
        for name, *moves in lines
        if name not in without
    )


ENGLISH = frozenset({"american", "general"})

TABLES: Mapping[str, Table] = MappingProxyType(
    {
        table.key: table
        for table in (
            Table(
                "two-move",
                ENGLISH,
                lambda: _read(ballots_english.TWO_MOVE, ballots_english.TWO_MOVE_BARRED),
            ),
            Table(
                "three-move",
                ENGLISH,
                lambda: _read(ballots_english.THREE_MOVE, ballots_english.THREE_MOVE_BARRED),
            ),
            Table("russian", frozenset({"russian"}), lambda: _read(ballots_64.TABLE)),
            Table(
                "brazilian",
                frozenset({"brazilian"}),
                lambda: _read(ballots_64.TABLE, without=ballots_64.NOT_BRAZILIAN),
            ),
            Table("basic-64", frozenset({"russian", "brazilian"}), lambda: _read(ballots_64.BASIC)),
        )
    }
)
