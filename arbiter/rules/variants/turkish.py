"""Turkish draughts: all squares are in play, pieces move straight, and a captured piece is removed as it is jumped."""

from __future__ import annotations

from arbiter.rules.board import Board, Direction
from arbiter.rules.variants.variant import Crowning, Variant, algebraic, cited, most_pieces
from arbiter.sides import Side
from arbiter.values import replace

AHEAD_AND_ASIDE: tuple[Direction, ...] = ((-1, 0), (0, -1), (0, 1))
CROSS: tuple[Direction, ...] = (*AHEAD_AND_ASIDE, (1, 0))

TURKISH = Variant(
    key="turkish",
    name="Turkish draughts (dama)",
    board=Board(8, all_squares=True),
    rows_of_men=2,
    rows_behind=1,
    first=Side.WHITE,
    men_step=AHEAD_AND_ASIDE,
    men_take=AHEAD_AND_ASIDE,
    kings_step=CROSS,
    kings_take=CROSS,
    flying_kings=True,
    crowning=Crowning.GOES_ON_AS_KING,
    taken_stay=False,
    may_turn_back=False,  # by tradition; rulebook 004 does not say
    precedence=most_pieces,
    precedence_steps=("pieces",),
    names=algebraic,
    gametype="30,W,8,8,A0,0",
    articles=cited(
        "004 Turkish",
        board=1,
        first=1,
        men=2,
        men_take=3,
        kings=4,
        kings_take=5,
        crowning=6,
        taken=7,
        duty=8,
        going_on=8,
        precedence=8,
        no_move=9,
        may_turn_back="house rule",
    ),
)

TURKISH_FEDERATION = replace(
    TURKISH,
    key="turkish-federation",
    name="Turkish draughts by the federation's rules",
    crowning=Crowning.WHERE_THE_MOVE_ENDS,  # TUR21 1h
    articles={
        **TURKISH.articles,
        **dict.fromkeys(("crowning", "crowned_in_passing"), "TUR21 1h"),
        "may_turn_back": "Turkish federation",  # 004 is silent; the federation forbids a half turn between two jumps
    },
)
