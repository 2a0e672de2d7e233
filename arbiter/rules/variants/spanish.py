"""Spanish and Portuguese draughts: each player's near right corner is in play, and square 1 is at the bottom right."""

from __future__ import annotations

from arbiter.rules.board import Board
from arbiter.rules.variants.variant import DIAGONALS, FORWARD, Crowning, Variant, cited, from_below
from arbiter.sides import Side
from arbiter.values import replace

SPANISH = Variant(
    key="spanish",
    name="Spanish draughts",
    board=Board(8, corner_left=False),
    rows_of_men=3,
    first=Side.WHITE,
    men_step=FORWARD,
    men_take=FORWARD,
    kings_step=DIAGONALS,
    kings_take=DIAGONALS,
    flying_kings=True,
    crowning=Crowning.WHERE_THE_MOVE_ENDS,
    precedence=lambda m: (len(m.taken), sum(m.kings)),  # most pieces; then most kings
    precedence_steps=("pieces", "kings"),
    names=from_below,
    gametype="24,W,8,8,N1,1",
    articles=cited("Spanish rules"),
)

PORTUGUESE = replace(
    SPANISH,
    key="portuguese",
    name="Portuguese draughts",
    gametype="28,W,8,8,N1,1",
    articles=cited("Portuguese rules"),
)
