"""Terms of new ratings: formulas, doubts about a formula, and reasons why a game is not rated."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

RATING_TERMS: Mapping[str, str] = {
    "setting ratings": N_("new ratings"),
    "ratings none": N_("none"),
    "ratings fmjd": N_("FMJD (Elo)"),
    "ratings kndb": N_("KNDB"),
    "ratings acf": N_("ACF (American checkers)"),
    "setting rated_games": N_("games on which a rating is based"),
    "setting live_delay": N_("delay for spectators in minutes"),
    "rating doubt fmjd": N_(
        "not certain: the coefficients K in the annex could not be read; used are 40 below 30 games, 10 from a rating of 2400 upwards, and 20 otherwise"
    ),
    "rating doubt kndb": N_(
        "not certain: the published rule can be read in two ways for 10 to 80 games; the likelier reading is used, also for newcomers who score far above expectation"
    ),
    "rated played": N_("counts"),
    "rated forfeit": N_("does not count: forfeit"),
    "rated running": N_("does not count yet: no result"),
    "rated unrated": N_("does not count: the opponent has no rating"),
    "rating new": N_("first rating"),
    "rating unlisted": N_("first rating, not on the list yet"),
    "rating unrated": N_("no rating yet"),
    "fact above_mean": N_("performance above the mean rating of the opponents"),
    "fact coefficient": N_("coefficient K"),
    "fact most_change": N_("largest change"),
    "fact window": N_("window"),
    "fact balance": N_("won minus lost"),
    "fact games_averaged": N_("games in the average"),
}
