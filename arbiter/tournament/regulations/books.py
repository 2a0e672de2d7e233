"""The profiles of rulebooks 000 to 004 and of the printed laws of the nineteenth century.

Each switch that a text mentions has its value, its source and the basis of that source. The articles are cited by
refusals, results and sheets.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.tournament.regulations import MOVE_CODES, Regulations, regulations
from arbiter.tournament.regulations.switches import ALWAYS, Value

Provisions = Mapping[str, tuple[Value, str, str]]

BOOK = "full"
INTERNATIONAL: Provisions = {
    "irregular_policy": ("block", "000 VII", BOOK),
    "same_piece": (True, "000 VII", BOOK),
    "touch_move": (False, "000, 002: silent", "project"),
    "crowning": ("opponent", "000 V", BOOK),
    "huff": ("off", "000 VII", BOOK),
    "ladder": ((), "000: silent", "project"),
    "correction_window": (ALWAYS, "000 VII names no limit", "project"),
    "draw_found": ("arbiter", "002: a fact, not a claim", "project"),
    "plies_before_a_draw": (0, "000: silent", "project"),
    "cannot_win": ("loss", "000 X", BOOK),
    "flags": ("propose", "000 X; a person signs it", BOOK),
    "late": (30, "RDO; 000 is silent", "excerpt"),
}
ARTICLES_000 = {
    "flag": "000 X",
    "irregular": "000 VII",
    "no_move": "000 III",
    "crown": "000 V",
    "huff": "000 VII",
    "objection": "000 VII",
    "time": "000 X",
    "claim": "000 III; 002",
    "late": "RDO",
}
ENGLISH: Provisions = {
    "irregular_policy": ("block", "001 Obligation to jump", BOOK),
    "same_piece": (False, "001 Nasty rules: touch-move is not enforced", BOOK),
    "touch_move": (False, "001 Nasty rules: listed, not enforced", BOOK),
    "crowning": ("tablet", "001 Crowning", BOOK),
    "huff": ("off", "001 Nasty rules: listed, not enforced", BOOK),
    "inactivity_warning": (0, "001 Nasty rules: five minutes listed, not enforced", BOOK),
    "inactivity_loss": (0, "001 Nasty rules: one minute listed, not enforced", BOOK),
    "strength_after": (20, "001 Referee", BOOK),
    "starts": ("visitor_first", "001 Turns", BOOK),
    "flags": ("propose", "000 X is taken over: 001 has no clock", "project"),
    "conduct_ladder": (("warning", "loss"), "001 Distractions gives no scale; Standard Law 20", "excerpt"),
}
ARTICLES_001 = {
    "flag": "000 X",
    "irregular": "001 Obligation to jump",
    "no_move": "001 Obligation to move",
    "strength": "001 Referee",
    "inactivity": "001 Nasty rules",
    "conduct": "001 Distractions",
    "starts": "001 Turns",
    "crown": "001 Crowning",
    "huff": "001 Nasty rules",
}
GENERAL: Provisions = {
    "irregular_policy": ("block", "003 Forced Captures: a capturing move must be made", BOOK),
    "same_piece": (False, "003: silent", "project"),
    "touch_move": (False, "003: silent", "project"),
    "crowning": ("tablet", "003 Crowning King; who crowns is not said", "project"),
    "huff": ("off", "003: silent", "project"),
    "correction_window": (ALWAYS, "003: silent", "project"),
    "draw_found": ("claim", "003 has no draw; WCDF 1.32 is taken over", "project"),
    "flags": ("propose", "000 X is taken over: 003 has no clock", "project"),
}
ARTICLES_003 = {
    "flag": "000 X",
    "irregular": "003 Forced Captures",
    "no_move": "003",
    "claim": "WCDF 1.32",
    "crown": "003 Crowning King",
}
TURKISH: Provisions = {
    "irregular_policy": ("block", "004 Turkish 8", BOOK),
    "same_piece": (True, "000 VII is taken over", "project"),
    "crowning": ("tablet", "004 Turkish 5; who crowns is not said", "project"),
    "draw_found": ("arbiter", "004 Turkish 9: a king against a lone man has won", BOOK),
    "correction_window": (ALWAYS, "004: silent", "project"),
}
ARTICLES_004 = {"flag": "000 X", "irregular": "004 Turkish 8", "no_move": "004 Turkish", "crown": "004 Turkish 5"}

BOOKS: tuple[Regulations, ...] = (
    regulations("international_book", "rulebooks 000 and 002", ("international",), ARTICLES_000, INTERNATIONAL),
    regulations(
        "german_8x8",
        "rulebooks 000 and 004 (1992)",
        ("german",),
        ARTICLES_000,
        {**INTERNATIONAL, "crowning": ("opponent", "004 Little International: as 000 V", BOOK)},
    ),
    regulations("american_book1", "rulebook 001", ("american",), ARTICLES_001, ENGLISH),
    regulations("general_book3", "rulebook 003", ("general",), ARTICLES_003, GENERAL),
    regulations("turkish_book4", "rulebook 004 (1992)", ("turkish",), ARTICLES_004, TURKISH),
    regulations(
        "standard_laws_historical",
        "Standard Laws, 1892-94; Hoyle",
        ("american",),
        {
            **dict.fromkeys(MOVE_CODES, "Standard Law 17"),
            "flag": "Standard Law 15",
            "irregular": "Standard Law 17",
            "objection": "Standard Law 17",
            "crown": "Standard Laws, crowning",
            "huff": "Hoyle 4",
            "conduct": "Standard Law 20",
            "claim": "Standard Law 19",
            "inactivity": "ACF as retold",
        },
        {
            "irregular_policy": ("opponent", "Standard Law 17: the opponent objects, the umpire decides", "excerpt"),
            "ladder": (("loss",), "Standard Law 17", "excerpt"),
            "objections_answered_by": ("arbiter", "Standard Law 17: the umpire decides", "excerpt"),
            "groundless_objections": (("caution", "warning"), "Standard Law 17 as quoted names no cost", "project"),
            "huff": ("should_have_taken", "Hoyle 4", BOOK),
            "touch_move": (True, "Standard Law 11: play it or lose", "excerpt"),
            "same_piece": (True, "Standard Law 11", "excerpt"),
            "crowning": ("opponent", "Standard Laws, crowning", "excerpt"),
            "inactivity_warning": (5, "ACF as retold", "secondary"),
            "inactivity_loss": (1, "ACF as retold", "secondary"),
            "inactivity_single": (1, "ACF as retold", "secondary"),
            "conduct_ladder": (("warning", "loss"), "Standard Law 20", "excerpt"),
            "draw_found": ("claim", "Standard Law 19: from notice", "excerpt"),
        },
    ),
    regulations(
        "house",
        "this project",
        ("italian", "spanish", "portuguese", "czech", "good-for-nothings", "good-for-nothings-10"),
        {"flag": "000 X", "irregular": "000 VII"},
        {
            "irregular_policy": ("block", "000 VII is taken over", "project"),
            "crowning": ("tablet", "no text read", "project"),
            "correction_window": (ALWAYS, "no text read", "project"),
            "draw_found": ("arbiter", "no text read", "project"),
        },
    ),
)
