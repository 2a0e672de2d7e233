"""American checkers and related games: kings step to neighbouring squares, and a man that is crowned ends its move."""

from __future__ import annotations

from arbiter.rules.board import Board
from arbiter.rules.variants.variant import DIAGONALS, FORWARD, ONE_POINT, Crowning, Variant, by_number, cited
from arbiter.sides import Both, Side
from arbiter.values import replace

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
    articles=cited(
        "WCDF",
        board="001 Moving pieces",
        men="001 Moving pieces",
        men_take="001 Moving pieces",
        crowning="001 Crowning",
        kings="001 Moving pieces",
        kings_take="001 Moving pieces",
        duty="001 Obligation to jump",
        going_on="001 Obligation to jump",
        precedence="001 Obligation to jump",
        taken="1.19",
        no_move="001 Obligation to move",
        no_piece="001 Moving pieces",
        moved_opponents_piece="001 Moving pieces",
        **dict.fromkeys(("jumped_own_piece", "jumped_own_piece king"), "001 Obligation to jump"),
        jumped_same_piece_twice="1.20",
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
        "003",
        board="003 Non-capturing Moves",
        first="003 Non-capturing Moves",
        men="003 Non-capturing Moves",
        men_take="003 Capturing Moves",
        kings="003 Crowning King",
        kings_take="003 Crowning King",
        crowning="001 Crowning",
        jumped_on_after_crowning="house rule, after 001 Crowning",
        taken="WCDF 1.20",
        duty="003 Forced Captures",
        going_on="003 Capturing Moves",
        precedence="003 Forced Captures",
    ),
)

GENERAL_WHOLE = replace(
    GENERAL,
    may_stop=False,
    articles={**GENERAL.articles, "capture_stopped_early": "house rule, instead of 003 Capturing Moves"},
)
"""The second row of General checkers, for another reading of rulebook 003: a capture must be completed."""

ITALIAN = replace(
    AMERICAN,
    key="italian",
    name="Italian draughts (dama)",
    board=Board(8, corner_left=False),  # FID 2.1, 2.3
    first=Side.WHITE,
    men_take_kings=False,  # FID 5.3(b)
    # FID 6.6-6.9: take the most pieces; of equal captures, take with a king; then take the most kings; then take a king
    # as early as possible
    precedence=lambda m: (len(m.taken), m.by_king, sum(m.kings), *m.kings),
    precedence_steps=("pieces", "by_king", "kings", *("earliest_king",) * 12),
    order_counts=True,
    gametype="22,W,8,8,N2,1",
    points=ONE_POINT,
    points_of=Side.WHITE,
    colours=Both("white", "black"),
    articles=cited(
        "FID",
        board="2.1",
        first="2.3",
        men=4,
        men_take="5.3(b)",
        men_take_kings="5.3(b)",
        kings="4.7",
        kings_take="5.3(c)",
        crowning=4,
        taken=5,
        duty=5,
        going_on="5.7",
        precedence=6,
    ),
)
