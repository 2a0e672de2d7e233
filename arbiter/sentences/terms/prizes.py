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
    "paid cash": N_("cash"),
    "paid card": N_("card"),
    "paid transfer": N_("bank transfer"),
    "paid other": N_("otherwise"),
    "end results": N_("All results"),
    "end proposals": N_("Proposals decided"),
    "end appeals": N_("Appeals decided"),
    "end calls": N_("Calls answered"),
    "end ties": N_("Shared places"),
    "end prizes": N_("Prizes"),
    "end signatures": N_("Final standings signed"),
    "end fees": N_("Entry fees paid"),
    "refuses open game": N_("bbpPairings and py4swiss refuse the report while a game has no result."),
    "refuses system": N_("bbpPairings refuses this system: it checks individual Swiss tournaments only."),
    "refuses days": N_("py4swiss refuses the days of more than one round (record 132)."),
    "refuses title": N_("trf refuses titles of three letters: give it the report for older programs (TRF16)."),
    "screen categories": N_("standings of the categories"),
    "screen prizes": N_("prizes, the last one first"),
}
