"""Sentences about clocks and points."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

CLOCKS: Mapping[str, str] = {
    "nothing_to_explain": N_("No clock was stopped without a reason."),
    "control_unreadable": N_(
        "“{text}” cannot be read as a time control. It is written as 5 min, 1:30 h, 80 min + 1 min or 2 h for 50 moves then 1 h for every 25, or as 50/7200:25/3600 (moves/seconds), with +30 (increment) or +5d (delay) a move, 3600 for the rest of the game, *180 for a sand glass, or - for no clock."
    ),
    "control_impossible": N_(
        "“{text}” cannot be a time control: it has 1 to {most_periods} periods of 1 to {most_moves} moves, each with 1 s or more and {most_hours} h at most, at most 1 h a move, and only the last may be without a number of moves."
    ),
    "control_unsupported": N_(
        "“{text}” says only that nobody knows the time control. Write it as 50/7200:25/3600, or - for no clock."
    ),
    "control_one_glass": N_("“{text}” gives a sand glass to one side only; it stands between both."),
    "press_unreadable": N_(
        "Line {line}, “{text}”, cannot be read as a press. Write the side and the milliseconds thought: white 63000."
    ),
    "press_out_of_turn": N_("Line {line}: {side} presses, and its clock does not run."),
    "points_unreadable": N_(
        "“{text}” is not a scheme of points. It is written win-draw-loss, such as 2-1-0, and winning is worth most."
    ),
    "square_unreadable": N_("“{text}” is not a square."),
}
