"""Sentences about errors in a tournament report file (TRF), both those that stop its import and those that do not."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

TRF_FAULTS: Mapping[str, str] = {
    "trf_without_players": N_("The file contains no player: the line of a player begins with 001."),
    "trf_record_unknown": N_("Line {line}, column {column}: the record {text} is unknown; the line is kept as it is."),
    "trf_record_incomplete": N_("Line {line}, column {column}: “{text}” is not complete; the line is skipped."),
    "trf_word_unknown": N_("Line {line}, column {column}: “{text}” is not known here."),
    "trf_number_missing": N_("Line {line}, column {column}: the pairing number is missing."),
    "trf_number_twice": N_("Line {line}, column {column}: pairing number {text} is in the file twice."),
    "trf_field_unusable": N_("Line {line}, column {column}: “{text}” cannot be used. Field: {field}."),
    "trf_number_unreadable": N_("Line {line}, column {column}: “{text}” is not a number."),
    "trf_points_unreadable": N_("Line {line}, column {column}: “{text}” is not a number of points such as 4.5."),
    "trf_colour_unreadable": N_("Line {line}, column {column}: “{text}” is not a colour: W or B."),
    "trf_colour_missing": N_("Line {line}, column {column}: the game “{text}” has no colour: w or b."),
    "trf_result_unknown": N_("Line {line}, column {column}: “{text}” is not a result: 1 = 0 + - W D L H F U Z."),
    "trf_round_unreadable": N_("Line {line}, column {column}: “{text}” is not a round such as “  12 w 1”."),
    "trf_bye_read": N_("Line {line}, column {column}: “{text}” without an opponent is read as a bye."),
    "trf_bye_with_opponent": N_("Line {line}, column {column}: “{text}” is a bye and names an opponent."),
    "trf_columns_shifted": N_(
        "Line {line}, column {column}: the columns are shifted; “{text}” was read by position in the line."
    ),
    "trf_more_rounds_than_said": N_("Line {line}, column {column}: there are {text} rounds, more than announced."),
    "trf_points_differ": N_(
        "Line {line}, column {column}: the points in the file differ from the sum of its rounds: {text}."
    ),
    "trf_no_opponent": N_("Line {line}, column {column}: the opponent in “{text}” is not in the file."),
    "trf_meets_himself": N_("Line {line}, column {column}: “{text}” is a game against oneself."),
    "trf_opponents_differ": N_("Line {line}, column {column}: the opponent in “{text}” has another one in that round."),
    "trf_colours_differ": N_("Line {line}, column {column}: both players have the same colour in “{text}”."),
    "trf_results_differ": N_("Line {line}, column {column}: “{text}” does not match the opponent's result."),
}
