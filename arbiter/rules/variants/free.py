"""Games of flying kings where the choice among captures is free, or nearly so: Russian, Pool, Czech, and Parton's game.

Over one victim a landing square from which the capture goes on outranks one from which it does not.
"""

from __future__ import annotations

from dataclasses import replace

from arbiter.rules.board import Board
from arbiter.rules.variants.variant import DIAGONALS, FORWARD, Crowning, Variant, algebraic, by_number, cited
from arbiter.sides import Side

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
    articles=cited(
        board="FMJD-64",
        first="FMJD-64",
        men="FMJD-64",
        men_take="FMJD-64",
        kings="FMJD-64",
        kings_take="FMJD-64",
        crowning="FMJD-64",
        taken="FMJD-64",
        duty="FMJD-64",
        going_on="FMJD-64",
        precedence="FMJD-64",
        no_move="FMJD-64",
    ),
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
        board="004 International 1",
        first="APCA 7",
        men="004 International 3",
        men_take="004 International 4",
        kings="004 International 6",
        kings_take="004 International 7",
        crowning="004 International 5",
        taken="004 International 8",
        duty="004 International 9",
        going_on="004 International 9",
        precedence="004 Good-for-Nothings",
        no_move="004 International 2",
    ),
)

CZECH = replace(
    RUSSIAN,
    key="czech",
    name="Czech draughts (dáma)",
    men_take=FORWARD,
    crowning=Crowning.WHERE_THE_MOVE_ENDS,
    precedence=lambda m: (m.by_king,),  # a king takes before a man, otherwise the choice is free
    precedence_steps=("by_king",),
    capture_sign="x",
    gametype="29,W,8,8,A0,0",
    articles=cited(
        board="Czech rules",
        first="Czech rules",
        men="Czech rules",
        men_take="Czech rules",
        kings="Czech rules",
        kings_take="Czech rules",
        crowning="Czech rules",
        taken="Czech rules",
        duty="Czech rules",
        going_on="Czech rules",
        precedence="Czech rules",
        no_move="Czech rules",
    ),
)

GOOD_FOR_NOTHINGS = replace(
    POOL,
    key="good-for-nothings",
    name="The Good-for-Nothings (Parton)",
    rows_of_good_for_nothings=1,  # 004 Good-for-Nothings
    gametype="98,B,8,8,N1,0",
    articles=cited(
        board="004 Good-for-Nothings",
        first="004 Good-for-Nothings",
        men="004 International 3",
        men_take="004 International 4",
        kings="004 International 6",
        kings_take="004 International 7",
        crowning="004 International 5",
        taken="004 International 8",
        duty="004 International 9",
        going_on="004 International 9",
        precedence="004 Good-for-Nothings",
        no_move="004 International 2",
        rows_of_good_for_nothings="004 Good-for-Nothings",
    ),
)
"""A good-for-nothing moves and captures as a man, and is never crowned.

What the text leaves open is settled here as far as moves go: one that only passes over the last row while it captures
goes on, as a man of this game does; one that ends there stays what it is, and may still capture backwards should
anybody ask for its moves, for the generator knows no ending but having no move. Black begins, as in Pool.
"""

GOOD_FOR_NOTHINGS_10 = replace(
    GOOD_FOR_NOTHINGS,
    key="good-for-nothings-10",
    name="The Good-for-Nothings on 10x10 (Parton)",
    board=Board(10),
    rows_of_men=4,
    gametype="99,B,10,10,N1,0",
)
