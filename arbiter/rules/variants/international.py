"""International draughts and the games that play by its rules on other boards, or with captures along straight lines.

All of them take the most that can be taken.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from arbiter.rules.board import Board, Direction
from arbiter.rules.variants.variant import (
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

STRAIGHT: tuple[Direction, ...] = ((-2, 0), (0, -2), (0, 2), (2, 0))
"""Along rows and columns of the board, from one square in play to the next."""

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

CANADIAN = replace(
    INTERNATIONAL,
    key="canadian",
    name="Canadian draughts",
    board=Board(12),  # 004 International
    rows_of_men=5,
    gametype="27,W,12,12,N2,0",
    articles=cited(
        board="004 International",
        first="004 International 1",
        men="004 International 3",
        men_take="004 International 4",
        kings="004 International 6",
        kings_take="004 International 7",
        crowning="004 International 5",
        taken="004 International 8",
        duty="004 International 9",
        going_on="004 International 9",
        precedence="004 International 9",
        no_move="004 International 2",
    ),
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

BRAZILIAN = replace(
    GERMAN,
    key="brazilian",
    name="Brazilian draughts",
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

FRISIAN = replace(
    INTERNATIONAL,
    key="frisian",
    name="Frisian draughts",
    men_take=DIAGONALS + STRAIGHT,  # Frisian rules 7
    kings_take=DIAGONALS + STRAIGHT,  # Frisian rules 9
    king_move_limit=3,
    # the highest value, a king counting for less than two men and more than one; then with a king
    precedence=value_of_pieces,
    precedence_steps=("value", "by_king"),
    gametype="40,W,10,10,N2,0",
    points=ONE_POINT,
    articles=cited(
        board="Frisian rules 2",
        first="Frisian rules 6",
        men="Frisian rules 7",
        men_take="Frisian rules 7",
        kings="Frisian rules 9",
        kings_take="Frisian rules 9",
        crowning="Frisian rules 8",
        taken="Frisian rules",
        duty="Frisian rules",
        going_on="Frisian rules",
        precedence="Frisian rules",
        no_move="Frisian rules",
        king_move_limit="Frisian rules",
    ),
)
