"""American checkers and its kin: kings step, and a man that is crowned goes no further."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from arbiter.rules.board import Board
from arbiter.rules.variants.variant import DIAGONALS, FORWARD, ONE_POINT, Crowning, Variant, by_number, cited
from arbiter.sides import Both, Side

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
    points_of=Side.BLACK,  # PDN 2.0, 6.1.1.1.1.5
    colours=Both("white", "red"),  # WCDF
    articles=MappingProxyType(
        {
            "board": "001 Moving pieces",
            "rows_of_men": "WCDF",
            "first": "WCDF",
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

GENERAL = replace(
    AMERICAN,
    key="general",
    name="General checkers",
    may_stop=True,  # 003 Capturing Moves: "may"
    colours=Both("white", "black"),  # 003
    man="checker",  # 003
    articles=cited(
        board="003 Non-capturing Moves",
        first="003 Non-capturing Moves",
        men="003 Non-capturing Moves",
        men_take="003 Capturing Moves",
        kings="003 Crowning King",
        kings_take="003 Crowning King",
        crowning="001 Crowning",
        taken="WCDF 1.20",
        duty="003 Forced Captures",
        going_on="003 Capturing Moves",
        precedence="003 Forced Captures",
        no_move="003",
    ),
)

ITALIAN = replace(
    AMERICAN,
    key="italian",
    name="Italian draughts (dama)",
    board=Board(8, corner_left=False),  # FID 2.1, 2.3
    first=Side.WHITE,
    men_take_kings=False,  # FID 5.3(b)
    # most pieces; then with a king; then most kings; then a king as early as possible: FID 6.6-6.9
    precedence=lambda m: (len(m.taken), m.by_king, sum(m.kings), *m.kings),
    precedence_steps=("pieces", "by_king", "kings", *("earliest_king",) * 12),
    order_counts=True,
    gametype="22,W,8,8,N2,1",
    points=ONE_POINT,
    points_of=Side.WHITE,
    colours=Both("white", "black"),
    articles=cited(
        board="FID 2.1",
        first="FID 2.3",
        men="FID 4",
        men_take="FID 5.3(b)",
        kings="FID 4.7",
        kings_take="FID 5.3(c)",
        crowning="FID 4",
        taken="FID 5",
        duty="FID 5",
        going_on="FID 5.7",
        precedence="FID 6",
        no_move="FID",
        men_take_kings="FID 5.3(b)",
    ),
)
