"""What the referee of a tournament does when the rules are not kept: one row a profile, with its source.

Rules say what may be played; regulations say what happens when it is not. A tournament plays under one row; the
`flags` of that row may be chosen anew when the tournament is announced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """One profile.

    `flags`: "propose" puts a fallen flag before the arbiter, "auto" ends the game. `plies_before_a_draw`: how many
    plies must have been played before a draw can be agreed. `hint_level`: after an irregular move the tablet tells 1
    the rule only, 2 the pieces that may move, 3 the correct moves. `late`: minutes after which an absent player may
    be forfeited.
    """

    key: str
    variants: tuple[str, ...]
    same_piece: bool
    flags: str
    plies_before_a_draw: int
    hint_level: int
    late: int
    articles: Mapping[str, str]


REGULATIONS = {
    row.key: row
    for row in (
        Regulations(
            key="international_book",
            variants=("international",),
            same_piece=True,  # 000 VII
            flags="propose",  # 000 X says that the player has lost; a person signs it
            plies_before_a_draw=0,  # 000 is silent
            hint_level=3,  # 000 is silent
            late=30,  # 000 is silent; usual at Dutch opens
            articles={"flag": "000 X", "irregular": "000 VII", "no_move": "000 III"},
        ),
        Regulations(
            key="american_book1",
            variants=("american",),
            same_piece=False,  # 001 Nasty rules: touch-move is not enforced
            flags="propose",  # 001 has no clock; 000 X is taken over
            plies_before_a_draw=0,  # 001 is silent
            hint_level=3,  # 001 is silent
            late=30,  # 001 is silent
            articles={"flag": "000 X", "irregular": "001 Obligation to jump", "no_move": "001 Obligation to move"},
        ),
    )
}

FLAGS = ("propose", "auto")
