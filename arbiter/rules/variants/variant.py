"""The columns of the table of games: every fact that a row states, and the functions that rows share.

A rule that no row can express becomes a new column, never an `if` on the variant. An article is cited by the number of
the rulebook and the clause ("000 VII"). If the rulebook is silent, the rules of a federation are cited (WCDF: English
draughts). A text whose clauses we have not seen is cited by its name alone (FMJD-64).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from arbiter.rules.board import Board, Direction
from arbiter.sides import Both, Side
from arbiter.values import dataclass

FORWARD: tuple[Direction, ...] = ((-1, -1), (-1, 1))
DIAGONALS: tuple[Direction, ...] = (*FORWARD, (1, -1), (1, 1))


class Crowning(Enum):
    """The effect of landing on the last row in the middle of a capture, for a man."""

    WHERE_THE_MOVE_ENDS = "where the move ends"
    ENDS_THE_MOVE = "ends the move"
    GOES_ON_AS_KING = "goes on as king"


class Capture(NamedTuple):
    """A whole capture, with the facts by which a precedence rule compares captures."""

    by_king: bool
    taken: tuple[int, ...]
    """The squares of the pieces taken, in the order of capture. A precedence rule may use only their number."""
    kings: tuple[bool, ...]
    """Whether each piece taken was a king, in the order of capture."""


Precedence: TypeAlias = Callable[[Capture], tuple[int, ...]]
"""A function that returns the rank of a capture as a tuple. Only captures of the highest rank are legal."""


class ResultTexts(NamedTuple):
    """The texts of a win, a draw and a loss of the side whose points are written first ("2-0", "1-1", "0-2")."""

    win: str
    draw: str
    loss: str


ONE_POINT = ResultTexts("1-0", "1/2-1/2", "0-1")
TWO_POINTS = ResultTexts("2-0", "1-1", "0-2")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Variant:
    """One game: every fact that the move generator, the notation and `judge` need. Directions are those of White.

    `rows_of_men` rows are full of men at the start, and `rows_behind` empty rows lie behind them. `points_of` is the
    side whose points are written first.
    """

    key: str
    name: str
    board: Board
    rows_of_men: int
    rows_of_good_for_nothings: int = 0
    """The number of rows, counted from the back, in which the men are good-for-nothings."""
    rows_behind: int = 0
    first: Side
    men_step: tuple[Direction, ...]
    men_take: tuple[Direction, ...]
    kings_step: tuple[Direction, ...]
    kings_take: tuple[Direction, ...]
    flying_kings: bool
    men_take_kings: bool = True
    crowning: Crowning
    taken_stay: bool = True
    """True if pieces taken stay on their squares until the move ends; False if each is removed as it is jumped."""
    may_turn_back: bool = True
    """Whether the piece may turn by 180 degrees between two jumps."""
    may_stop: bool = False
    """Whether the player may end a capture although it could go on."""
    king_move_limit: int | None = None
    """The most moves in a row of one king without a capture while its side has men; None if there is no limit."""
    precedence: Precedence | None = None
    precedence_steps: tuple[str, ...] = ()
    """For each number in the tuple of `precedence`, the code of what it counts ("pieces": the pieces taken)."""
    order_counts: bool = False
    """Whether the precedence depends on the order of capture. If it does, all paths to one result are ranked."""
    names: Callable[[Board], tuple[str, ...]]
    """A function that takes a board and returns the names of its squares in notation, indexed by square number."""
    capture_sign: str = "x"
    gametype: str
    """The PDN game type. A game that the standard lacks has the number of the most similar game, or a new number."""
    points: ResultTexts = ONE_POINT
    points_of: Side = Side.WHITE
    colours: Both[str] = Both("white", "black")
    """The codes of the names of White and Black in this game ("white", "red")."""
    man: str = "man"
    """The code of this game's word for a man ("checker")."""
    articles: Mapping[str, str]
    """The article for each fact of the row and for each code of a verdict.

    If kings have another article, it stands under the code followed by " king".
    """

    def __repr__(self) -> str:
        return f"Variant({self.key!r})"

    @property
    def men(self) -> int:
        return sum(1 for square in range(1, self.board.last + 1) if self.board.row(square) < self.rows_of_men)

    @property
    def called(self) -> Mapping[str, str]:
        """The codes of this game's own words for the sides and for a man, by the usual codes ("black": "red").

        A word that does not differ from the usual one is left out.
        """
        named = {"white": self.colours.white, "black": self.colours.black, "man": self.man}
        return {code: name for code, name in named.items() if code != name}

    def article(self, code: str, king: bool = False) -> str | None:
        """Return the article for *code*; None if this game has no article for it.

        If *king* is True and kings have an article of their own, return the article for kings.
        """
        return (self.articles.get(f"{code} king") if king else None) or self.articles.get(code)


CITED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "board": ("board", "square_not_in_play"),
        "first": ("rows_of_men", "first", "no_piece", "moved_opponents_piece"),
        "no_move": ("no_move",),
        "men": ("men_step", "occupied", "wrong_direction_or_distance"),
        "men_take": ("men_take", "jumped_own_piece"),
        "crowning": ("crowning", "crowned_in_passing", "jumped_on_after_crowning"),
        "kings": ("kings_step", "flying_kings", "occupied king", "wrong_direction_or_distance king"),
        "kings_take": ("kings_take", "blocked king", "jumped_own_piece king"),
        "duty": ("capture_missed",),
        "going_on": ("capture_stopped_early",),
        "precedence": ("precedence", "capture_not_maximum"),
        "taken": ("taken_stay", "jumped_same_piece_twice"),
    }
)
"""The subjects of articles in the order of a rulebook, each with the facts and the codes of verdicts that it covers."""
BY_004: Mapping[str, int | str] = MappingProxyType(
    {"first": 1, "no_move": 2, "men": 3, "men_take": 4, "crowning": 5, "kings": 6, "kings_take": 7, "taken": 8}
    | {"duty": 9, "going_on": 9, "precedence": 9}
)
"""The clauses of rulebook 004 for the international game, by subject."""


def cited(source: str, /, **clauses: int | str) -> Mapping[str, str]:
    """Make the table of articles of a row: the article for each fact and for each code of a verdict.

    *clauses* gives a clause for each subject of `CITED`. A subject without a clause is cited by *source* alone. A
    clause of one word belongs to *source* (3, "IV", "5.3(b)"). A clause of several words names another text ("WCDF
    1.20"). A clause for a single fact or verdict overrides the clause of its subject.
    """
    texts = {about: str(clause) if " " in str(clause) else f"{source} {clause}" for about, clause in clauses.items()}
    articles = {code: texts.get(matter, source) for matter, codes in CITED.items() for code in codes}
    return MappingProxyType({**articles, **{code: text for code, text in texts.items() if code not in CITED}})


@cache
def by_number(board: Board) -> tuple[str, ...]:
    """Return the names of the squares as numbers from the top: 1 is at the top left if White sits at the bottom."""
    return tuple(str(square) for square in range(board.last + 1))


def most_pieces(m: Capture) -> tuple[int, ...]:
    """Rank a capture by the number of pieces taken. A king counts like a man."""
    return (len(m.taken),)


def value_of_pieces(m: Capture) -> tuple[int, ...]:
    """Rank a capture by the value of the pieces taken, in hundredths of a man.

    A king counts 199, a little less than two men. Of captures with equal value, a capture by a king ranks higher.
    """
    return (sum(199 if king else 100 for king in m.kings), m.by_king)


@cache
def from_below(board: Board) -> tuple[str, ...]:
    """Return the names of the squares as numbers from the bottom: 1 is White's near right corner."""
    return ("", *(str(board.last + 1 - square) for square in range(1, board.last + 1)))


@cache
def algebraic(board: Board) -> tuple[str, ...]:
    """Return the names of the squares by column and row: a1 is at the bottom left if White sits at the bottom."""
    squares = range(1, board.last + 1)
    return ("", *(f"{'abcdefghijkl'[board.column(square)]}{board.size - board.row(square)}" for square in squares))
