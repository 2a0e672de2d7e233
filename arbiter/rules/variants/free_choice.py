"""Games with flying kings and a free or nearly free choice among captures: Russian, Pool, Czech, and Parton's game.

A king may land on several squares behind the piece that it takes. If the capture can go on from some of them, the king
must land on one of these.
"""

from __future__ import annotations

from arbiter.rules.board import Board
from arbiter.rules.variants.variant import BY_004, DIAGONALS, FORWARD, Crowning, Variant, algebraic, by_number, cited
from arbiter.sides import Side
from arbiter.values import replace

OWN = "004 Good-for-Nothings"
"""The rule text by which Pool differs from clause 9 of 004 International: a capture need not take the most pieces."""

RUSSIAN = Variant(
    key="russian",
    name="Russian draughts (shashki)",
    board=Board(8),
    rows_of_men=3,
    first=Side.WHITE,
    men_step=FORWARD,
    men_take=DIAGONALS,
    kings_step=DIAGONALS,
    kings_take=DIAGONALS,
    flying_kings=True,
    crowning=Crowning.GOES_ON_AS_KING,
    names=algebraic,
    capture_sign=":",
    gametype="25,W,8,8,A0,0",
    articles=cited("FMJD-64"),
)

POOL = replace(
    RUSSIAN,
    key="pool",
    name="Pool checkers",
    first=Side.BLACK,  # APCA 7
    crowning=Crowning.WHERE_THE_MOVE_ENDS,
    names=by_number,
    capture_sign="x",
    gametype="23,B,8,8,N1,0",
    man="checker",  # APCA
    articles=cited(
        "004 International",
        **{**BY_004, "board": 1, "first": "APCA 7", **dict.fromkeys(("duty", "going_on", "precedence"), OWN)},
    ),
)

CZECH = replace(
    RUSSIAN,
    key="czech",
    name="Czech draughts (dáma)",
    men_take=FORWARD,
    crowning=Crowning.WHERE_THE_MOVE_ENDS,
    precedence=lambda m: (m.by_king,),  # a capture by a king outranks one by a man; otherwise the choice is free
    precedence_steps=("by_king",),
    capture_sign="x",
    gametype="29,W,8,8,A0,0",
    articles=cited("Czech rules"),
)

GOOD_FOR_NOTHINGS = replace(
    POOL,
    key="good-for-nothings",
    name="The Good-for-Nothings (Parton)",
    rows_of_good_for_nothings=1,  # 004 Good-for-Nothings
    gametype="98,B,8,8,N1,0",
    articles=cited(
        "004 International",
        **{
            **BY_004,
            **dict.fromkeys(("board", "first", "duty", "going_on", "precedence", "rows_of_good_for_nothings"), OWN),
        },
    ),
)
"""Parton's game, with men that are never crowned ("good-for-nothings").

The text leaves some points open. As far as they concern moves, they are settled here. A good-for-nothing that passes
over the last row during a capture goes on, as a man of Pool does. If its move ends on the last row, it stays a
good-for-nothing and can still move: the generator does not know that the game has ended. Black begins, as in Pool.
"""

GOOD_FOR_NOTHINGS_10 = replace(
    GOOD_FOR_NOTHINGS,
    key="good-for-nothings-10",
    name="The Good-for-Nothings on 10x10 (Parton)",
    board=Board(10),
    rows_of_men=4,
    gametype="99,B,10,10,N1,0",
)
