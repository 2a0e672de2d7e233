"""Sentences about clocks, and about the points for results."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

CLOCKS: Mapping[str, str] = {
    "nothing_to_explain": N_("There is no stopped clock without a reason."),
    "control_unreadable": N_(
        "“{text}” is not a time control. Write it as 5 min, 1:30 h, 80 min + 1 min or 2 h for 50 moves then 1 h for every 25; or as 50/7200:25/3600 (moves/seconds), with +30 (increment) or +5d (delay) per move, 3600 for the rest of the game, *180 for a sand glass, or - for no clock."
    ),
    "control_impossible": N_(
        "“{text}” is outside the limits of a time control: 1 to {most_periods} periods of 1 to {most_moves} moves, each from 1 s to {most_hours} h and at most 1 h per move. Only the last period may have no number of moves."
    ),
    "control_unsupported": N_(
        "“{text}” means that the time control is unknown. Write it as 50/7200:25/3600, or - for no clock."
    ),
    "control_one_glass": N_("“{text}” gives a sand glass to one side only; both sides must share it."),
    "press_unreadable": N_(
        "Line {line}, “{text}”, is not a press of the clock. Write the side and the thinking time in milliseconds: white 63000."
    ),
    "press_out_of_turn": N_("Line {line}: {side} presses, but the clock of {side} is not running."),
    "points_unreadable": N_(
        "“{text}” is not a scoring system. Write win-draw-loss, such as 2-1-0, with most points for a win."
    ),
    "square_unreadable": N_("“{text}” is not a square."),
}
