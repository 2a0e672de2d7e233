"""The columns of the table of games: all that a row says, and what rows have in common.

A rule that no row can express is a new column, never a branch on the variant. Articles are cited by rulebook number and
clause ("000 VII"), or by the federation's own rules where the rulebook is silent (WCDF: English draughts); a text whose
clauses we have not seen is cited by its name alone (FMJD-64).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from arbiter.rules.board import Board, Direction
from arbiter.sides import Both, Side

FORWARD: tuple[Direction, ...] = ((-1, -1), (-1, 1))
DIAGONALS: tuple[Direction, ...] = (*FORWARD, (1, -1), (1, 1))


class Crowning(Enum):
    """What becomes of a man that lands on its crownhead in the middle of a capture."""

    WHERE_THE_MOVE_ENDS = "where the move ends"
    ENDS_THE_MOVE = "ends the move"
    GOES_ON_AS_KING = "goes on as king"


class Capture(NamedTuple):
    """A whole capture, as far as a precedence may ask."""

    by_king: bool
    taken: tuple[int, ...]
    """The pieces taken, in the order of capture; how many there are is all that may be asked of this."""
    kings: tuple[bool, ...]
    """For each piece in the order of capture: it was a king."""


Precedence: TypeAlias = Callable[[Capture], tuple[int, ...]]
"""The higher the tuple, compared from the left, the higher the capture ranks; only the highest may be played."""


class ResultTexts(NamedTuple):
    """How a result is written, from the side whose points stand first."""

    win: str
    draw: str
    loss: str


ONE_POINT = ResultTexts("1-0", "1/2-1/2", "0-1")
TWO_POINTS = ResultTexts("2-0", "1-1", "0-2")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Variant:
    """One row: all that the generator, the notation and the verdict ask about a game. Directions are White's."""

    key: str
    name: str
    board: Board
    rows_of_men: int
    rows_of_good_for_nothings: int = 0
    """So many of the rows of men, counted from the back, are good-for-nothings."""
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
    """The pieces taken stay on their squares until the move ends; otherwise each goes at once and opens its line."""
    may_turn_back: bool = True
    """Between two captures the piece may turn by 180 degrees."""
    may_stop: bool = False
    """Once something is taken, going on is the player's choice."""
    king_move_limit: int | None = None
    """So often running one king may move without capturing while its side has men; None where nothing limits it."""
    precedence: Precedence | None = None
    precedence_steps: tuple[str, ...] = ()
    """What each number of the precedence counts, by its code; "pieces" is how many are taken."""
    order_counts: bool = False
    """The precedence asks in which order the pieces are taken: ways to one result are weighed before one is kept."""
    names: Callable[[Board], tuple[str, ...]]
    """The names of the squares in notation, at the place of their number."""
    capture_sign: str = "x"
    gametype: str
    """As the PDN standard numbers games; what it does not know has the number of its nearest kin, or one of its own."""
    points: ResultTexts = ONE_POINT
    points_of: Side = Side.WHITE
    colours: Both[str] = Both("white", "black")
    """What the sides are called in this game, by code."""
    man: str = "man"
    """What a piece that is no king is called, by code."""
    articles: Mapping[str, str]
    """Where each fact of the row and each code of a verdict is written; "code king" where it is another for kings."""

    def __repr__(self) -> str:
        return f"Variant({self.key!r})"

    @property
    def men(self) -> int:
        return sum(1 for square in range(1, self.board.last + 1) if self.board.row(square) < self.rows_of_men)

    @property
    def called(self) -> Mapping[str, str]:
        """What this game calls a side or a piece otherwise than most, by code: Black is Red, a man a checker."""
        named = {"white": self.colours.white, "black": self.colours.black, "man": self.man}
        return {code: name for code, name in named.items() if code != name}

    def article(self, code: str, king: bool = False) -> str | None:
        """Where it is written, None where no text of this game says it."""
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
"""In the order of a rulebook, what an article is about: the facts of a row, and the verdicts that rest on them."""
BY_004: Mapping[str, int | str] = MappingProxyType(
    {"first": 1, "no_move": 2, "men": 3, "men_take": 4, "crowning": 5, "kings": 6, "kings_take": 7, "taken": 8}
    | {"duty": 9, "going_on": 9, "precedence": 9}
)
"""By what they are about, the clauses of rulebook 004 for the international game."""


def cited(source: str, /, **clauses: int | str) -> Mapping[str, str]:
    """The articles of a row by what they are about (`CITED`): what is not named is cited by *source* alone.

    A clause of one word is one of *source* (3, "IV", "5.3(b)"); of more words it is another text's ("WCDF 1.20"). A
    fact or a verdict that is named itself goes before what it rests on.
    """
    texts = {about: str(clause) if " " in str(clause) else f"{source} {clause}" for about, clause in clauses.items()}
    articles = {code: texts.get(matter, source) for matter, codes in CITED.items() for code in codes}
    return MappingProxyType({**articles, **{code: text for code, text in texts.items() if code not in CITED}})


@cache
def by_number(board: Board) -> tuple[str, ...]:
    """Squares named by their number, 1 at the top left with White at the bottom."""
    return tuple(str(square) for square in range(board.last + 1))


def most_pieces(m: Capture) -> tuple[int, ...]:
    """Ranks by the number of pieces taken, men and kings alike."""
    return (len(m.taken),)


def value_of_pieces(m: Capture) -> tuple[int, ...]:
    """By value in hundredths of a man, a king being worth a little less than two; then whether a king takes."""
    return (sum(199 if king else 100 for king in m.kings), m.by_king)


@cache
def from_below(board: Board) -> tuple[str, ...]:
    """Squares named by their number, 1 at the bottom right with White at the bottom."""
    return ("", *(str(board.last + 1 - square) for square in range(1, board.last + 1)))


@cache
def algebraic(board: Board) -> tuple[str, ...]:
    """Squares named by column and row, a1 at the bottom left with White at the bottom."""
    squares = range(1, board.last + 1)
    return ("", *(f"{'abcdefghijkl'[board.column(square)]}{board.size - board.row(square)}" for square in squares))
