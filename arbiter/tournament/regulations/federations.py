"""The profiles of federations and clubs, as far as their texts could be read.

Rows marked "unverified" or "secondary" are defaults that the club has to confirm, and the office page says so. A
profile that is based on another one has the switches of that profile, with changes of its own.
"""

from __future__ import annotations

from arbiter.tournament.regulations import AFTER, MOVE_CODES, Regulations, regulations
from arbiter.tournament.regulations.rulebooks import SIGNED, TURKISH, Provisions
from arbiter.tournament.regulations.switches import ALWAYS

FMJD: Provisions = {
    "irregular_policy": ("opponent", "FMJD Annex 1, 5.4", "full"),
    "same_piece": (True, "FMJD Annex 1, 3.11: the touch rule alone", "full"),
    "touch_move": (True, "FMJD Annex 1, 3.11", "full"),
    "crowning": ("tablet", "FMJD Annex 1, 3.6: either, else the owner", "full"),
    "huff": ("off", "FMJD Annex 1: it has none", "full"),
    "ladder": ((), "FMJD Annex 1: no penalty", "full"),
    "objections_answered_by": ("service", "FMJD Annex 1, 5.4, 5.7: the opponent's right alone", "full"),
    "groundless_objections": (("warning", "time 60"), "no text; the scale of the title match 2015, 6.2", "project"),
    "correction_window": (0, "FMJD Annex 1, 5.7: replying accepts", "full"),
    "retraction_clock": ("irregularity", "FMJD Annex 3: the clause was not readable", "unverified"),
    "plies_before_a_draw": (80, "RDO; KNDB 2006, 13.4: by its title", "excerpt"),
    "early_draw": ("zero", "RDO", "excerpt"),
    "draw_found": ("arbiter", "FMJD Annex 1, 6.1: a fact", "full"),
    "cannot_win": ("loss", "lidraughts FAQ: no text read makes an exception", "full"),
    "player_may_stop_clock": (False, "FMJD Annex 3, 4.4: as Annex 6, 6 tells it", "excerpt"),
    "recording": ("compulsory", "FMJD Annex 1, 10.2", "full"),
    "appeal_to": ("committee", "FMJD Annex 3, 2.2.5", "excerpt"),
    "appeal_minutes": (30, "no deadline was found", "unverified"),
    "conduct_ladder": (("warning", "loss", "expulsion"), "FMJD Annex 3, 2.5 was not readable", "unverified"),
    "phone_ladder": (("warning", "loss"), "FFJD 2009, 8", "excerpt"),
    "board_turned": ("restart", "FMJD Annex 1, 5.1", "full"),
}
FMJD_MOVES = {
    "capture_missed": "FMJD Annex 1, 4.2-4.3, 5.4.6",
    "capture_not_maximum": "FMJD Annex 1, 4.13, 5.4.8",
    "capture_stopped_early": "FMJD Annex 1, 4.5-4.6, 5.4.9",
    "jumped_same_piece_twice": "FMJD Annex 1, 4.8",
    "jumped_own_piece": "FMJD Annex 1, 4.7",
    "wrong_direction_or_distance": "FMJD Annex 1, 3.4, 3.9, 5.4.2",
    "moved_opponents_piece": "FMJD Annex 1, 5.4.5",
    "touched_other_piece": "FMJD Annex 1, 3.11, 5.4.3",
    "crowned_in_passing": "FMJD Annex 1, 4.15",
}
"""The articles that players are told for irregular moves, instead of those of the game's own rulebook."""
KNDB_MOVES = {code: told for code, told in FMJD_MOVES.items() if code != "capture_not_maximum"}
"""The articles of `FMJD_MOVES` for regulations that cover Frisian draughts too.

The one on taking most pieces is left out, because in Frisian draughts the value of a capture decides.
"""
FMJD_ARTICLES = {
    "flag": "FMJD Annex 3, 6.1",
    "objection": "FMJD Annex 1, 5.4",
    "accepted": "FMJD Annex 1, 5.7",
    "rectify": "FMJD Annex 1, 5.8",
    "no_move": "FMJD Annex 1, 7.2",
    "claim": "FMJD Annex 1, 6",
}
FMJD_OFFENCES = {"refusal": (("loss",), "FMJD Annex 1, 5.6")}
"""For each category of conduct that an FMJD text punishes: the list of penalties, and the article.

The only one is the refusal to correct an irregular move, which loses the game.
"""
FMJD_RULED = {
    "agreed": "FMJD Annex 1, 7.3.1",
    "neither_wins": "FMJD Annex 1, 7.3.3",
    "displaced": "FMJD Annex 1, 5.5",
    "wrong_start": "FMJD Annex 1, 5.2",
    "adjusting": "FMJD Annex 1, 3.13-3.14",
    "recording": "FMJD Annex 1, 10.2",
}
"""The articles that an arbiter may name for a ruling by hand, in addition to those that the service cites itself."""
FMJD_PLAY = {**FMJD_ARTICLES, **FMJD_MOVES, **FMJD_RULED}
RAPID: Provisions = {
    **FMJD,
    "player_may_stop_clock": (True, "FMJD Annex 6, 6", "excerpt"),
    "recording": ("voluntary", "FMJD Annex 6, 4", "excerpt"),
    "plies_before_a_draw": (0, "FMJD Annex 6, 5: the limit does not apply", "excerpt"),
    "early_draw": ("refused", "FMJD Annex 6, 5", "excerpt"),
    "pieces_for_a_draw": (10, "FMJD Annex 6, 5", "excerpt"),
    "ladder": (("warning", "time 60"), "title match 2015, 6.2: one event", "excerpt"),
}
RUSSIAN: Provisions = {
    **FMJD,
    "irregular_policy": ("opponent", "FMJD Annex 1, 5.4: kept, by Estonian notes on IDF-64", "excerpt"),
    "crowning": ("tablet", "after Estonian notes: no king of a tablet stands uncrowned", "project"),
    "plies_before_a_draw": (0, "FMJD-64 leaves the number open", "project"),
    "early_draw": ("refused", "FMJD Annex 3 for 64 squares, 5.3: the offer is void", "excerpt"),
    "draw_found": ("claim", "FMJD-64, 7.2.4-7.2.8", "secondary"),
    "adjourn_after_move": (50, "FMJD Annex 3 for 64 squares, 7.5", "excerpt"),
    "retraction_clock": ("present", "Russian rapid rules, 3.20.3: at the offender's cost", "excerpt"),
}
RUSSIAN_ARTICLES = {**FMJD_ARTICLES, "claim": "FMJD-64, 7.2", "flag": "FMJD Annex 3 for 64 squares, 6.1"}

FEDERATIONS: tuple[Regulations, ...] = (
    regulations("fmjd_classic", "FMJD Annex 1, November 2015", ("international",), FMJD_PLAY, FMJD, FMJD_OFFENCES),
    regulations("fmjd_rapid_blitz", "FMJD Annex 6, 1994 and 2003", ("international",), FMJD_PLAY, RAPID, FMJD_OFFENCES),
    regulations(
        "frisian",
        "Frisian rules 2011, as read by others",
        ("frisian",),
        FMJD_ARTICLES,
        {
            **FMJD,
            "plies_before_a_draw": (0, "no limit was found", "project"),
            "early_draw": ("refused", "no limit was found", "project"),
            "draw_found": ("arbiter", "Frisian rules 2011", "secondary"),
        },
        FMJD_OFFENCES,
    ),
    regulations(
        "kndb_club_tablet",
        "KNDB 2018; match conditions of Dutch opens",
        ("international", "frisian"),
        {**FMJD_ARTICLES, **KNDB_MOVES, **FMJD_RULED},
        {
            **FMJD,
            "late": (30, "RDO", "excerpt"),
            "early_draw": ("zero", "RDO", "excerpt"),
            "board_turned": ("early", "KNDB FAQ: a club's, on the federation's rules", "excerpt"),
            "appeal_to": ("management", "RDO; NIJ 7", "excerpt"),
            "recording": ("tablet", "NIJ 4: both players agree", "excerpt"),
        },
        FMJD_OFFENCES,
    ),
    regulations(
        "canadian_12x12",
        "FMJD Annex 1 on 144 squares; rulebook 004",
        ("canadian",),
        FMJD_PLAY,
        {**FMJD, "plies_before_a_draw": (0, "no limit was found", "project")},
        FMJD_OFFENCES,
    ),
    regulations("russian64", "FMJD-64; Estonian notes, 2016", ("russian",), RUSSIAN_ARTICLES, RUSSIAN, FMJD_OFFENCES),
    regulations(
        "brazilian64",
        "FMJD-64; summary of Brazilian rules, 2010",
        ("brazilian",),
        {**RUSSIAN_ARTICLES, "claim": "Brazilian summary, 16"},
        {**RUSSIAN, "huff": ("off", "Brazilian summary, 9", "secondary")},
        FMJD_OFFENCES,
    ),
    regulations(
        "tanzania64",
        "Tanzanian rules, 8x8",
        ("russian",),
        {**dict.fromkeys(MOVE_CODES, "TZD 6"), "flag": "TZD 10", "claim": "TZD 8", "no_move": AFTER + "FMJD-64"}
        | {"displaced": "TZD 6"},
        {
            **RUSSIAN,
            "irregular_policy": ("opponent", "TZD 6: online, 12.1 blocks", "full"),
            "cannot_win": ("table", "TZD 10.1-10.5", "full"),
            "flags": ("auto", "TZD 10: the server", "full"),
            "draw_found": ("arbiter", "TZD 8.1-8.5", "full"),
        },
    ),
    regulations(
        "english_wcdf",
        "WCDF, about 2008-12; ACF as retold",
        ("american",),
        {
            "jumped_on_after_crowning": "WCDF 1.25.7",
            "flag": "ACF as retold",
            "claim": "WCDF 1.32",
            "no_move": "WCDF 1.30",
        },
        {
            "irregular_policy": ("block", "WCDF's own text was not read", "unverified"),
            "ladder": (("caution", "loss"), "WCDF: from memory", "unverified"),
            "huff": ("off", "English rules compared: abolished", "secondary"),
            "claim_when": ("before_move", "WCDF 1.32.1", "secondary"),
            "draw_found": ("claim", "WCDF 1.32", "secondary"),
            "crowning": ("tablet", "WCDF's own text was not read", "unverified"),
            "conduct_ladder": (("warning", "loss"), "after English rules compared: adjusting alone", "project"),
            "flags": SIGNED,
        },
        {"adjusting": (("warning", "loss"), "English rules compared")},
    ),
    regulations(
        "pool_apca",
        "APCA rules, clauses 1 to 9",
        ("pool",),
        {"flag": AFTER + "000 X"},
        {
            "irregular_policy": ("silent", "APCA 8: a player calls the referee, who decides", "excerpt"),
            "objections_answered_by": ("arbiter", "APCA 8: the referee decides", "excerpt"),
            "starts": ("colours", "after APCA 6, 7: the pairings let colours alternate", "project"),
            "draw_found": ("claim", "the rule of 13 moves was not read", "unverified"),
            "correction_window": (ALWAYS, "APCA 8: during the game", "excerpt"),
        },
    ),
    regulations(
        "turkish_club",
        "Turkish federation and a club event, 2021",
        ("turkish-federation", "turkish"),
        {"flag": "TURFED 2", "no_move": "004 Turkish 9", "adjusting": "TURFED 9", "colours": "TURFED 15"},
        {
            **TURKISH,
            "late": (15, "Turkey 2021, 1e", "excerpt"),
            "forfeits_out": (2, "Turkey 2021, 1e", "excerpt"),
            "cannot_win": ("loss", "Turkey 2021, 1g; TURFED 2", "excerpt"),
            "plies_before_a_draw": (40, "TURFED 3: none in the first 20 moves", "excerpt"),
            "phone_ladder": (("warning", "loss", "expulsion"), "TURFED 5-6", "excerpt"),
            "appeal_to": ("nobody", "TURFED 17", "excerpt"),
        },
        {"arranged": (("expulsion",), "TURFED 12")},
    ),
)
