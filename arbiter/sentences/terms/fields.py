"""Names of form fields, used both as labels on pages and in refusals."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

FIELD_TERMS: Mapping[str, str] = {
    "field article": N_("Article"),
    "field begins": N_("First day"),
    "field board": N_("Board"),
    "field boards": N_("Boards"),
    "field club": N_("Club"),
    "field control": N_("Time control"),
    "field entries": N_("Entries"),
    "field ends": N_("Last day"),
    "field federation": N_("Federation"),
    "field grounds": N_("Grounds"),
    "field minutes": N_("Time"),
    "field move": N_("Move"),
    "field name": N_("Name"),
    "field organiser": N_("Organiser"),
    "field place": N_("Place"),
    "field points": N_("Points"),
    "field rating": N_("Rating"),
    "field reason": N_("Reason"),
    "field regulations": N_("Regulations"),
    "field result": N_("Result"),
    "field round": N_("Round"),
    "field rounds": N_("Rounds"),
    "field times": N_("Start of each round"),
    "field text": N_("Text"),
    "field title": N_("Title"),
    "field until": N_("Until"),
    "field variant": N_("Game"),
    "field witness": N_("Witness"),
}
