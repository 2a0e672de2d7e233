"""Short names of irregular moves, for the reason of a penalty."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

IRREGULAR_TERMS: Mapping[str, str] = {
    "capture_missed": N_("missed capture"),
    "capture_not_maximum": N_("not the majority capture"),
    "capture_stopped_early": N_("unfinished capture"),
    "precedence": N_("not the capture with precedence"),
    "jumped_same_piece_twice": N_("a piece jumped twice"),
    "jumped_own_piece": N_("an own piece jumped"),
    "blocked": N_("two pieces jumped in a row"),
    "wrong_direction_or_distance": N_("a piece moved where it cannot go"),
    "moved_opponents_piece": N_("the opponent's piece moved"),
    "touched_other_piece": N_("another piece than the one moved first"),
    "not_crowned_by_opponent": N_("a move before crowning"),
    "crowned_in_passing": N_("a man crowned in passing"),
    "jumped_on_after_crowning": N_("continued jumping after crowning"),
    "king_move_limit": N_("a king moved too often in a row"),
    "no_piece": N_("an empty square"),
    "occupied": N_("an occupied square"),
    "square_not_in_play": N_("a square that is not in play"),
    "game_over": N_("a move after the end of the game"),
}

OWN_REASONS = frozenset(
    {
        *IRREGULAR_TERMS,
        *("both_late", "board_turned", "forfeits", "home_late"),
        *(f"begun by {cause}" for cause in ("capture", "man_moved", "crowned", "material", "no_way_back", "position")),
        *("repetition", "kings_only", "no_progress"),
        *(f"act {act}" for act in ("crown", "offer", "accept", "decline", "resign", "claim", "object", "irregular")),
        *(f"act {act}" for act in ("call", "report", "dispute")),
        *("signs", "sounds", "pointing", "hovering", "delay", "smoke", "dress", "telephone", "lateness"),
        *("advice", "adjusting", "view", "absence", "clock_struck", "refusal", "arranged"),
        *("both are present", "sits out", "unfounded claim", "unfounded irregular", "opponent refuses", "wrong claim"),
        "the game is open again",
    }
)
"""The codes of reasons given by the service itself; any other reason was written by a person and is not translated."""
