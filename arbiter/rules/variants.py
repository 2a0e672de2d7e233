"""The games, each a row of facts with the article beside each fact. One generator reads them all.

A rule that no row can express is a new column, never a branch on the variant. Articles are cited by rulebook number and
clause ("000 VII"), or by the federation's own rules where the rulebook is silent (WCDF: English draughts).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from arbiter.rules.board import Board, Direction
from arbiter.sides import Side

FORWARD: tuple[Direction, ...] = ((-1, -1), (-1, 1))
DIAGONALS: tuple[Direction, ...] = (*FORWARD, (1, -1), (1, 1))


class Crowning(Enum):
    """What becomes of a man that lands on its crownhead in the middle of a capture."""

    WHERE_THE_MOVE_ENDS = "where the move ends"
    ENDS_THE_MOVE = "ends the move"
    GOES_ON_AS_KING = "goes on as king"


class Capture(NamedTuple):
    """What a precedence may ask of a whole capture."""

    by_king: bool
    taken: tuple[int, ...]
    kings: tuple[bool, ...]
    """For each piece in the order of capture: it was a king."""


Precedence: TypeAlias = Callable[[Capture], tuple[int, ...]]
"""The higher the tuple, compared from the left, the higher the capture ranks; only the highest may be played."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """One row: all that the generator, the notation and the verdict ask about a game. Directions are White's."""

    key: str
    name: str
    board: Board
    rows_of_men: int
    rows_behind: int = 0
    """Empty rows behind the men at the start."""
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
    precedence: Precedence | None = None
    precedence_steps: tuple[str, ...] = ()
    """What each number of the precedence counts, by its code; "pieces" is how many are taken."""
    order_counts: bool = False
    """The precedence asks in which order the pieces are taken: ways to one result are weighed before one is kept."""
    names: Callable[[Board], tuple[str, ...]]
    """The names of the squares in notation, at the place of their number."""
    capture_sign: str = "x"
    gametype: str
    articles: Mapping[str, str]
    """Where each fact of the row and each code of a verdict is written; "code king" where it is another for kings."""

    @property
    def men(self) -> int:
        """How many men each side has at the start."""
        return sum(1 for square in range(1, self.board.last + 1) if self.board.row(square) < self.rows_of_men)

    def article(self, code: str, king: bool = False) -> str | None:
        """Where it is written, None where no text of this game says it."""
        return (self.articles.get(f"{code} king") if king else None) or self.articles.get(code)


@cache
def by_number(board: Board) -> tuple[str, ...]:
    """Squares named by their number, 1 at the top left with White at the bottom."""
    return tuple(str(square) for square in range(board.last + 1))


def most_pieces(m: Capture) -> tuple[int, ...]:
    """The most pieces, men and kings alike."""
    return (len(m.taken),)


INTERNATIONAL = Variant(
    key="international",
    name="International draughts",
    board=Board(10),
    rows_of_men=4,
    first=Side.WHITE,
    men_step=FORWARD,
    men_take=DIAGONALS,
    kings_step=DIAGONALS,
    kings_take=DIAGONALS,
    flying_kings=True,
    crowning=Crowning.WHERE_THE_MOVE_ENDS,
    precedence=most_pieces,
    precedence_steps=("pieces",),
    names=by_number,
    gametype="20,W,10,10,N2,0",
    articles=MappingProxyType(
        {
            "board": "000 I, II",
            "rows_of_men": "000 II",
            "first": "000 II",
            "men_step": "000 IV",
            "men_take": "000 IV",
            "kings_step": "000 VI",
            "kings_take": "000 VI",
            "flying_kings": "000 VI",
            "crowning": "000 V",
            "taken_stay": "000 IX",
            "precedence": "000 VII",
            "no_move": "000 III",
            "square_not_in_play": "000 I",
            "no_piece": "000 II",
            "moved_opponents_piece": "000 II",
            "occupied": "000 IV",
            "occupied king": "000 VI",
            "wrong_direction_or_distance": "000 IV",
            "wrong_direction_or_distance king": "000 VI",
            "blocked king": "000 VI",
            "jumped_own_piece": "000 IV",
            "jumped_own_piece king": "000 VI",
            "capture_missed": "000 VII",
            "capture_stopped_early": "000 VII",
            "capture_not_maximum": "000 VII",
            "jumped_same_piece_twice": "000 VIII",
            "crowned_in_passing": "000 V",
            "touched_other_piece": "000 VII",
        }
    ),
)

AMERICAN = Variant(
    key="american",
    name="American checkers (English draughts)",
    board=Board(8),
    rows_of_men=3,
    first=Side.BLACK,
    men_step=FORWARD,
    men_take=FORWARD,
    kings_step=DIAGONALS,
    kings_take=DIAGONALS,
    flying_kings=False,
    crowning=Crowning.ENDS_THE_MOVE,
    names=by_number,
    gametype="21,B,8,8,N1,0",
    articles=MappingProxyType(
        {
            "men_step": "001 Moving pieces",
            "men_take": "001 Moving pieces",
            "kings_step": "001 Moving pieces",
            "kings_take": "001 Moving pieces",
            "flying_kings": "001 Moving pieces",
            "crowning": "001 Crowning",
            "taken_stay": "WCDF 1.19",
            "precedence": "001 Obligation to jump",
            "no_move": "001 Obligation to move",
            "square_not_in_play": "001 Moving pieces",
            "no_piece": "001 Moving pieces",
            "moved_opponents_piece": "001 Moving pieces",
            "occupied": "001 Moving pieces",
            "wrong_direction_or_distance": "001 Moving pieces",
            "jumped_own_piece": "001 Obligation to jump",
            "capture_missed": "001 Obligation to jump",
            "capture_stopped_early": "001 Obligation to jump",
            "jumped_same_piece_twice": "WCDF 1.20",
            "jumped_on_after_crowning": "001 Crowning",
        }
    ),
)

VARIANTS: Mapping[str, Variant] = MappingProxyType({row.key: row for row in (INTERNATIONAL, AMERICAN)})
