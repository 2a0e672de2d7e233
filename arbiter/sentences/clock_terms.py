"""The terms of the clock: the names of time controls, and why a clock stands."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

CLOCK_TERMS: Mapping[str, str] = {
    # time controls that have a name
    "control book": N_("classic, as in the book"),
    "control fmjd-increment": N_("classic with an increment"),
    "control fmjd-six-hours": N_("classic, six hours"),
    "control fmjd-five-hours": N_("classic, five hours"),
    "control fmjd-64": N_("classic on 64 squares"),
    "control hourly-25": N_("25 moves an hour"),
    "control acf": N_("30 moves an hour (ACF)"),
    "control wcdf": N_("classic (WCDF)"),
    "control kndb-45": N_("one-day event"),
    "control rapid-20": N_("rapid, 20 minutes"),
    "control rapid-15": N_("rapid, 15 minutes"),
    "control blitz": N_("blitz"),
    "control lehmann-georgiev": N_("Lehmann-Georgiev tie-break"),
    "control quick-15": N_("a quarter of an hour"),
    "control quick-5": N_("five minutes"),
    "control club": N_("club evening"),
    "control delay": N_("with a delay"),
    "control bronstein": N_("Bronstein"),
    "control minute-a-move": N_("a minute for each move"),
    "control glass": N_("sand glass"),
    "control none": N_("without a clock"),
    # why clocks stand, and what was done to them
    "stopped_call": N_("clocks stopped for a call"),
    "stopped_hall": N_("all clocks stopped"),
    "here": N_("at the board"),
    "absent": N_("not at the board"),
    "counter": N_("moves to go corrected"),
    "swapped_times": N_("times of the sides exchanged"),
    "swapped_players": N_("colours exchanged"),
    "control": N_("time control set"),
    "adjourned": N_("adjourned"),
    "adjournment_ended": N_("adjourned game resumed"),
    "times": N_("times"),
    "players": N_("players"),
    "both": N_("both"),
}
