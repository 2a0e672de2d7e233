"""The profiles of rulebooks 000 to 004 and of the printed laws of the nineteenth century.

Each switch (single value of the regulations) that a text mentions has its value, its source and the basis of that
source. The articles are cited by refusals, results and sheets.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.tournament.regulations import AFTER, MOVE_CODES, Regulations, regulations
from arbiter.tournament.regulations.switches import ALWAYS, Value

Provisions = Mapping[str, tuple[Value, str, str]]

BOOK = "full"
SIGNED = ("propose", "a person signs every result of a flag", "project")
"""The switch `flags` (a single value of the regulations) if no text tells who ends a game when a flag falls.

It holds the value ("propose": an arbiter decides), a note in place of an article, and the kind of the source
("project": a default of this project).
"""
INTERNATIONAL: Provisions = {
    "irregular_policy": ("block", "000 VII", BOOK),
    "same_piece": (True, "000 VII", BOOK),
    "touch_move": (False, "000 and 002 are silent", "project"),
    "crowning": ("opponent", "000 V", BOOK),
    "huff": ("off", "000 VII", BOOK),
    "ladder": ((), "000 is silent", "project"),
    "correction_window": (ALWAYS, "000 VII names no limit", "project"),
    "draw_found": ("arbiter", "after 002: a fact, not a claim", "project"),
    "plies_before_a_draw": (0, "000 is silent", "project"),
    "cannot_win": ("loss", "000 X", BOOK),
    "flags": SIGNED,
    "late": (30, "after RDO: 000 is silent", "project"),
}
ARTICLES_000 = {
    "flag": "000 X",
    "no_move": "000 III",
    "time": "000 X",
    "claim": "000 III; 002",
    "neither_wins": "000 III",
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
    "flags": SIGNED,
    "conduct_ladder": (("warning", "loss"), "after Standard Law 20: 001 Distractions gives no scale", "project"),
}
ARTICLES_001 = {
    "flag": AFTER + "000 X",
    "no_move": "001 Obligation to move",
    "conduct": "001 Distractions",
    "telephone": "001 Distractions",
}
GENERAL: Provisions = {
    "irregular_policy": ("block", "003 Forced Captures: a capturing move must be made", BOOK),
    "same_piece": (False, "003 is silent", "project"),
    "touch_move": (False, "003 is silent", "project"),
    "multiple_jump": ("may", "003 Capturing Moves", BOOK),
    "crowning": ("tablet", "003 does not say who crowns", "project"),
    "huff": ("off", "003 is silent", "project"),
    "correction_window": (ALWAYS, "003 is silent", "project"),
    "draw_found": ("claim", "after WCDF 1.32: 003 has no draw", "project"),
    "flags": SIGNED,
}
ARTICLES_003 = {"flag": AFTER + "000 X", "no_move": "003", "claim": AFTER + "WCDF 1.32"}
TURKISH: Provisions = {
    "irregular_policy": ("block", "004 Turkish 8", BOOK),
    "same_piece": (True, "after 000 VII: 004 is silent", "project"),
    "crowning": ("tablet", "004 does not say who crowns", "project"),
    "draw_found": ("arbiter", "004 names no draw by a count", "project"),
    "correction_window": (ALWAYS, "004 is silent", "project"),
}
ARTICLES_004 = {"flag": AFTER + "000 X", "no_move": "004 Turkish 9"}

BOOKS: tuple[Regulations, ...] = (
    regulations("international_book", "rulebooks 000 and 002", ("international",), ARTICLES_000, INTERNATIONAL),
    regulations("german_8x8", "rulebooks 000 and 004 (1992)", ("german",), ARTICLES_000, INTERNATIONAL),
    regulations("american_book1", "rulebook 001", ("american",), ARTICLES_001, ENGLISH),
    regulations("general_book3", "rulebook 003", ("general",), ARTICLES_003, GENERAL),
    regulations("turkish_book4", "rulebook 004 (1992)", ("turkish",), ARTICLES_004, TURKISH),
    regulations(
        "standard_laws_historical",
        "Standard Laws, 1892-94; Hoyle",
        ("american",),
        {
            **dict.fromkeys(MOVE_CODES, "Standard Law 17"),
            "touched_other_piece": "Standard Law 11",
            "flag": AFTER + "000 X",
            "no_move": AFTER + "001 Obligation to move",
            "claim": "Standard Law 19",
            "colours": "Standard Law 6",
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
        {
            "absence": (("loss",), "Hoyle 6; Standard Law 21"),
            "view": (("warning", "loss"), "Hoyle 2"),
        },
    ),
    regulations(
        "house",
        "this project",
        ("italian", "spanish", "portuguese", "czech", "good-for-nothings", "good-for-nothings-10"),
        {"flag": AFTER + "000 X"},
        {
            "irregular_policy": ("block", "after 000 VII: no text read says it", "project"),
            "crowning": ("tablet", "no text read", "project"),
            "correction_window": (ALWAYS, "no text read", "project"),
            "draw_found": ("arbiter", "no text read", "project"),
        },
    ),
)
