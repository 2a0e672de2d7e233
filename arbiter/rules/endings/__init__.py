"""The ways in which a game may end although a move is left: the table of these endings, and the endings of each game.

An ending is a row with its article. Each row counts something: how often a position has occurred, moves without
progress, or moves since few pieces were left. The module `draws` keeps the counts. The rows of a game are those of its
variant, unless its regulations name others. The article is cited even if we know it only from a secondary source. A row
without an article rests on no text that we have read.

Points that the texts leave open are read as follows. The move that brings about the counted situation is not counted;
the next one is the first. A win by the last counted move takes precedence over the draw. In article 7.2.6 of FMJD-64,
the pieces are all those on the board, and the moves are those of each side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from arbiter.rules.board import Board
from arbiter.rules.position import Position
from arbiter.sides import Both, Side
from arbiter.values import dataclass


class Mode(Enum):
    """The party that acts when an ending is due: the service, an arbiter, or a player who claims the ending."""

    FACT = "fact"
    """The ending follows from the rules alone.

    The regulations say whether the service ends the game, proposes the ending to an arbiter, or waits for a claim.
    """
    ARBITER = "arbiter"
    """The service shows the ending to the arbiters, who decide."""
    CLAIM = "claim"
    """Nobody is told of the ending until a player claims it."""


class Counts(Enum):
    """The unit that an ending counts: occurrences of a position, moves, or plies.

    `EACH`, `STRONGER` and `WEAKER` count the moves of each side, of the side with more pieces, and of the side with
    fewer.
    """

    TIMES = "times"
    """How often the position has occurred with the same side to move."""
    EACH = "each"
    STRONGER = "stronger"
    WEAKER = "weaker"
    PLIES = "plies"


class EndsAs(Enum):
    """The result of a game that ends this way: a draw, or a win for the side with the stronger position."""

    DRAW = "draw"
    STRENGTH = "strength"
    """The referee names the side with the stronger position as winner (001 Referee)."""


CAPTURE, MAN_MOVED, CROWNED, MATERIAL, BEGIN = "capture", "man_moved", "crowned", "material", "begin"
"""The codes of events that restart a count.

They are a capture, a man's move, a crowning, a change of the pieces, and the begin of the game. `MATERIAL` means that
the pieces on the board begin, or cease, to meet the condition of the ending.
"""
POSITION = "position"
"""The code of a ruling that sets up a position. Every count begins anew after it."""
NOTICE = "notice"
"""The code of an event that restarts a count: both players are told that an ending is counted from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A condition on the pieces under which an ending counts moves.

    `least` and `most` limit the number of pieces of both sides together. With `kings_alone` there must be no men, with
    `kings_each` both sides must have a king.
    """

    least: int
    most: int = 99
    lone_king: bool = False
    """Whether one side must have one king and nothing else."""
    kings_against: int = 0
    """The least number of kings that the side with more pieces must have.

    If both sides have the same number of pieces, White counts as the side with fewer.
    """
    kings_alone: bool = False
    kings_each: bool = False
    main_road: bool = False
    """Whether the lone king must stand on the long diagonal ("main road")."""

    def holds(self, position: Position, board: Board) -> bool:
        """Return whether the pieces of *position* meet every part of the condition."""
        movers = (position.movers_men | position.movers_kings).bit_count()
        waiters = (position.waiters_men | position.waiters_kings).bit_count()
        if not (self.least <= movers + waiters <= self.most and movers and waiters):
            return False
        men, kings = position.men, position.kings
        count = Both(movers, waiters) if position.turn is Side.WHITE else Both(waiters, movers)
        weak = weaker(position) or Side.WHITE
        if self.lone_king and (men[weak] or count[weak] != 1):
            return False
        if self.kings_alone and (men.white or men.black):
            return False
        if self.kings_each and not (kings.white and kings.black):
            return False
        if self.main_road and not kings[weak] & main_road(board):
            return False
        return kings[weak.other].bit_count() >= self.kings_against


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One way for a game to end, as a row of the table. The ending is due when the count of `counts` reaches `limit`.

    `resets` are the codes of the events that restart the count. Moves are counted only while the pieces meet the
    condition `material`. With `limit` 0 the ending is due as soon as they meet it and no capture has to be made.
    """

    key: str
    counts: Counts
    limit: int
    mode: Mode = Mode.FACT
    outcome: EndsAs = EndsAs.DRAW
    resets: frozenset[str] = frozenset()
    material: Material | None = None
    from_notice: bool = False
    """Whether the count begins only when both players have been told of it."""
    article: str | None = None


KINGS_ONLY = frozenset({CAPTURE, MAN_MOVED})
THREE_KINGS = Material(least=4, most=4, lone_king=True, kings_against=3)
ONE_KING_EACH = Material(least=2, most=2, kings_alone=True)


class _Against(NamedTuple):
    """The conditions of two endings in which one side has only a king, and the other side has a king among its pieces.

    In the ending `three` the other side has three pieces, in the ending `two_or_one` it has two or one.
    """

    three: Material
    two_or_one: Material


KING_AGAINST = _Against(
    Material(least=4, most=4, lone_king=True, kings_against=1),
    Material(least=2, most=3, lone_king=True, kings_against=1),
)


def _repetition(key: str, times: int, mode: Mode, article: str | None) -> Ending:
    return Ending(key=key, counts=Counts.TIMES, limit=times, mode=mode, article=article)


def _kings_only(key: str, moves: int, mode: Mode, article: str | None) -> Ending:
    return Ending(key=key, counts=Counts.EACH, limit=moves, mode=mode, resets=KINGS_ONLY, article=article)


def _few(key: str, counts: Counts, moves: int, material: Material, mode: Mode, article: str | None) -> Ending:
    return Ending(key=key, counts=counts, limit=moves, mode=mode, material=material, article=article)


EACH, STRONGER, WEAKER = Counts.EACH, Counts.STRONGER, Counts.WEAKER
FACT, ARBITER, CLAIM = Mode.FACT, Mode.ARBITER, Mode.CLAIM

ENDINGS: Mapping[str, Ending] = MappingProxyType(
    {
        row.key: row
        for row in (
            # the rulebooks
            _repetition("repetition-002", 3, FACT, "002"),  # the text has no number; three as in every other text
            _few("three-kings-002", STRONGER, 15, THREE_KINGS, FACT, "002"),
            Ending(
                key="strength",
                counts=Counts.PLIES,
                limit=20,
                mode=Mode.ARBITER,
                outcome=EndsAs.STRENGTH,
                resets=KINGS_ONLY,
                article="001 Referee",
            ),
            # FMJD, 100 and 144 squares
            _repetition("repetition-fmjd", 3, FACT, "FMJD 6.1"),
            _kings_only("kings-25", 25, FACT, "FMJD 6.2"),
            _few("king-v-three-16", EACH, 16, KING_AGAINST.three, FACT, "FMJD 6.3"),
            _few("king-v-two-5", EACH, 5, KING_AGAINST.two_or_one, FACT, "FMJD 6.4"),
            # FMJD, 64 squares; each ending except the repetition has to be claimed
            _repetition("repetition-64", 3, FACT, "FMJD-64 7.2.3"),
            _few(
                "king-v-three-kings-15",
                STRONGER,
                15,
                Material(least=4, lone_king=True, kings_alone=True, kings_against=3),
                CLAIM,
                "FMJD-64 7.2.4",
            ),
            _kings_only("kings-15", 15, CLAIM, "FMJD-64 7.2.5"),
            Ending(
                key="balance-30",
                counts=EACH,
                limit=30,
                mode=CLAIM,
                resets=frozenset({CAPTURE, CROWNED}),
                material=Material(least=4, most=5, kings_each=True),
                article="FMJD-64 7.2.6",
            ),
            Ending(
                key="balance-60",
                counts=EACH,
                limit=60,
                mode=CLAIM,
                resets=frozenset({CAPTURE, CROWNED}),
                material=Material(least=6, most=7, kings_each=True),
                article="FMJD-64 7.2.6",
            ),
            _few(
                "main-road-5",
                STRONGER,
                5,
                Material(least=4, most=4, lone_king=True, kings_against=1, main_road=True),
                CLAIM,
                "FMJD-64 7.2.7",
            ),
            _few("king-v-two-5-64", EACH, 5, KING_AGAINST.two_or_one, CLAIM, "FMJD-64 7.2.8"),
            _kings_only("kings-20", 20, FACT, "Brazil 16"),
            # as in chess (case G17 of docs/officiating.md); counted only if the terms of a tournament name them
            _repetition("repetition-five", 5, ARBITER, "FIDE 9.6.1"),
            _kings_only("no-progress-75", 75, ARBITER, "FIDE 9.6.2"),
            # English, Pool
            _repetition("repetition-wcdf", 3, CLAIM, "WCDF 1.32.1"),
            _kings_only("no-progress-40", 40, CLAIM, "WCDF 1.32.2"),
            Ending(
                key="notice-40",
                counts=STRONGER,
                limit=40,
                mode=ARBITER,
                from_notice=True,
                article="Standard Law 19",
            ),
            _repetition("repetition-pool", 3, FACT, None),
            _few("three-kings-13", STRONGER, 13, THREE_KINGS, FACT, None),
            _kings_only("kings-15-pool", 15, FACT, "house rule, after APCA 26"),  # we have read only clauses 1 to 9
            # Italian, Portuguese, and the games whose rules we have not read
            _repetition("repetition-fid", 4, FACT, "FID 9.3"),
            _kings_only("no-progress-fid", 40, FACT, "FID 10.4"),
            _repetition("repetition-fpd", 3, CLAIM, "Portugal 14b"),
            _repetition("repetition-claimed", 3, CLAIM, None),
            # Frisian: a lone king against two kings, and one king each
            _few(
                "frisian-7",
                EACH,
                7,
                Material(least=3, most=3, lone_king=True, kings_alone=True, kings_against=2),
                FACT,
                "Frisian rules 2011",
            ),
            _few("one-king-each", EACH, 0, ONE_KING_EACH, FACT, None),
            _few("one-king-each-frisian", EACH, 0, ONE_KING_EACH, FACT, "Frisian rules 2011"),
            # Turkish
            _repetition("repetition-turkish", 3, FACT, None),
            _repetition("repetition-turkish-federation", 3, FACT, "Turkish federation"),
            _few("one-piece-each", EACH, 0, Material(least=2, most=2), FACT, "Turkish federation"),
            # Tanzania
            _kings_only("kings-30", 30, FACT, "Tanzania 8.3"),
            _few(
                "king-v-three-kings-12",
                STRONGER,
                12,
                Material(least=4, lone_king=True, kings_alone=True, kings_against=3),
                FACT,
                "Tanzania 8.1",
            ),
            _few(
                "king-v-two-5-weak",
                WEAKER,
                5,
                Material(least=3, most=3, lone_king=True, kings_against=1),
                FACT,
                "Tanzania 8.2",
            ),
            _few("one-king-each-tanzania", EACH, 0, ONE_KING_EACH, FACT, "Tanzania 8.5"),
        )
    }
)

FMJD = ("repetition-fmjd", "kings-25", "king-v-three-16", "king-v-two-5")
BOOK = ("repetition-002", "three-kings-002")
FMJD_64 = (
    "repetition-64",
    "king-v-three-kings-15",
    "kings-15",
    "balance-30",
    "balance-60",
    "main-road-5",
    "king-v-two-5-64",
)
ENGLISH = ("repetition-wcdf", "no-progress-40")

OF_VARIANT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "international": FMJD,
        "canadian": FMJD,
        "german": BOOK,
        "frisian": ("frisian-7", "one-king-each-frisian"),
        "russian": FMJD_64,
        "brazilian": FMJD_64,
        "american": ENGLISH,
        "general": ENGLISH,
        "pool": ("repetition-pool", "three-kings-13", "kings-15-pool"),
        "italian": ("repetition-fid", "no-progress-fid"),
        "spanish": ("repetition-claimed",),
        "portuguese": ("repetition-fpd",),
        "czech": ("repetition-claimed",),
        "turkish": ("repetition-turkish", "one-king-each"),
        "turkish-federation": ("repetition-turkish-federation", "one-piece-each"),
        "good-for-nothings": (),
        "good-for-nothings-10": (),
    }
)
"""The keys of the endings of each variant, in the order in which they are checked.

A game's regulations may name others (`OF_REGULATIONS`).
"""


OF_REGULATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "international_book": BOOK,
        "german_8x8": BOOK,
        "american_book1": (),  # the ruling by strength of 001 is a switch of these regulations
        "brazilian64": tuple("kings-20" if key == "kings-15" else key for key in FMJD_64),
        "standard_laws_historical": (*ENGLISH, "notice-40"),
        "tanzania64": (
            "repetition-64",
            "kings-30",
            "king-v-three-kings-12",
            "king-v-two-5-weak",
            "one-king-each-tanzania",
        ),
    }
)
"""For some regulations, by key: the keys of the endings that are counted in place of those of the variant."""


def keys_for(variant: str, regulations: str) -> tuple[str, ...]:
    """Return the keys of the endings of a game: those that its regulations name, otherwise those of its variant."""
    return OF_REGULATIONS.get(regulations, OF_VARIANT.get(variant, ()))


def endings_of(keys: Iterable[str]) -> tuple[Ending, ...]:
    """Return the endings with these *keys*. A key that this release does not know is skipped."""
    return tuple(ENDINGS[key] for key in keys if key in ENDINGS)


def weaker(position: Position) -> Side | None:
    """Return the side with fewer pieces; None if both sides have the same number."""
    white = (position.men.white | position.kings.white).bit_count()
    black = (position.men.black | position.kings.black).bit_count()
    return None if white == black else Side.WHITE if white < black else Side.BLACK


def main_road(board: Board) -> int:
    corner = board.square_at(board.size - 1, 0 if board.corner_left else board.size - 1)
    assert corner is not None
    ray = board.ray(corner, (-1, 1) if board.corner_left else (-1, -1))
    return sum(1 << square for square in (corner, *ray))
