"""International draughts, the same rules on other boards, and Frisian draughts, with captures along rows and columns.

In Frisian draughts a capture must take the greatest value of pieces, in the other games the most pieces.
"""

from __future__ import annotations

from arbiter.rules.board import Board, Direction
from arbiter.rules.variants.variant import (
    BY_004,
    DIAGONALS,
    FORWARD,
    ONE_POINT,
    TWO_POINTS,
    Crowning,
    Variant,
    algebraic,
    by_number,
    cited,
    most_pieces,
    value_of_pieces,
)
from arbiter.sides import Side
from arbiter.values import replace

STRAIGHT: tuple[Direction, ...] = ((-2, 0), (0, -2), (0, 2), (2, 0))
"""The directions along rows and columns. A step of two leads to the next square in play."""

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
    points=TWO_POINTS,
    articles=cited(
        "000",
        board="000 I, II",
        first="II",
        no_move="III",
        men="IV",
        men_take="IV",
        crowning="V",
        kings="VI",
        kings_take="VI",
        duty="VII",
        going_on="VII",
        precedence="VII",
        taken="IX",
        square_not_in_play="I",
        jumped_same_piece_twice="VIII",
        touched_other_piece="VII",
    ),
)

CANADIAN = replace(
    INTERNATIONAL,
    key="canadian",
    name="Canadian draughts",
    board=Board(12),  # 004 International
    rows_of_men=5,
    gametype="27,W,12,12,N2,0",
    articles=cited("004 International", **BY_004),
)

GERMAN = replace(
    CANADIAN,
    key="german",
    name="German draughts (International on 8x8)",
    board=Board(8),  # 004 International
    rows_of_men=3,  # 004 International 1
    names=algebraic,
    gametype="26,W,8,8,A0,0",
    points=ONE_POINT,
)

BRAZILIAN = replace(GERMAN, key="brazilian", name="Brazilian draughts", articles=cited("FMJD-64"))

FRISIAN = replace(
    INTERNATIONAL,
    key="frisian",
    name="Frisian draughts",
    men_take=DIAGONALS + STRAIGHT,  # Frisian rules 7
    kings_take=DIAGONALS + STRAIGHT,  # Frisian rules 9
    king_move_limit=3,
    # the highest value, with a king worth less than two men and more than one; then a capture by a king
    precedence=value_of_pieces,
    precedence_steps=("value", "by_king"),
    gametype="40,W,10,10,N2,0",
    points=ONE_POINT,
    articles=cited(
        "Frisian rules",
        board=2,
        first=6,
        men=7,
        men_take=7,
        crowning=8,
        kings=9,
        kings_take=9,
        king_move_limit="Frisian rules",
    ),
)
