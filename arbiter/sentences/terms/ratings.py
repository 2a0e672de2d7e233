"""Terms of rating lists: formulas, doubts about them, and reasons why a game does not count."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

RATING_TERMS: Mapping[str, str] = {
    "setting ratings": N_("new ratings"),
    "ratings none": N_("are not counted"),
    "ratings fmjd": N_("FMJD (Elo)"),
    "ratings kndb": N_("KNDB"),
    "ratings acf": N_("ACF (American checkers)"),
    "setting rated_games": N_("games that a rating rests on"),
    "setting live_delay": N_("minutes by which those who watch are behind"),
    "rating doubt fmjd": N_(
        "not sure: the coefficients of the annex could not be read; taken are 40 below 30 games, 20, and 10 from 2400 on"
    ),
    "rating doubt kndb": N_(
        "not sure: how much between 10 and 80 games weigh is taken as it reads best; newcomers far above par count like others"
    ),
    "rated played": N_("counts"),
    "rated forfeit": N_("does not count: decided without play"),
    "rated running": N_("does not count yet: no result"),
    "rated unrated": N_("does not count: the opponent has no rating"),
    "rating new": N_("first rating"),
    "rating unlisted": N_("first rating, not on the list yet"),
    "rating unrated": N_("still without a rating"),
    "fact above_mean": N_("above the mean"),
    "fact coefficient": N_("coefficient K"),
    "fact most_change": N_("largest change"),
    "fact window": N_("window"),
    "fact balance": N_("won minus lost"),
    "fact games_averaged": N_("games in the average"),
}
