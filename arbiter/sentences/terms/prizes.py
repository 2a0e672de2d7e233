"""The terms of categories, prizes, entry fees and the end of a tournament."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PRIZE_TERMS: Mapping[str, str] = {
    "sharing equal": N_("share the prizes equally"),
    "sharing hort": N_("half by place, half shared (Hort)"),
    "sharing none": N_("the tie-breaks decide"),
    "sex f": N_("female"),
    "sex m": N_("male"),
    "paid cash": N_("in cash"),
    "paid card": N_("by card"),
    "paid transfer": N_("by bank transfer"),
    "paid other": N_("otherwise"),
    "end results": N_("All results"),
    "end proposals": N_("Proposals decided"),
    "end appeals": N_("Appeals decided"),
    "end calls": N_("Calls answered"),
    "end ties": N_("Shared places"),
    "end prizes": N_("Prizes"),
    "end signatures": N_("Final standings signed"),
    "end fees": N_("Entry fees paid"),
    "refuses open game": N_("A game has no result: enter it, and make the file again."),
    "refuses system": N_("This is no individual Swiss tournament: the program bbpPairings checks nothing else."),
    "refuses days": N_("The file has the day of every round: the program py4swiss reads the day of one round only."),
    "refuses title": N_(
        "A player has a title of three letters: the program trf reads two. Send the report for older programs (TRF16) instead."
    ),
    "screen categories": N_("standings of the categories"),
    "screen prizes": N_("prizes, the last one first"),
}
