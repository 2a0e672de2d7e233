"""Sentences about files of games: text that is not PDN, illegal moves, file formats."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

GAMES: Mapping[str, str] = {
    "pdn_not_read": N_("Line {line}, column {column}: “{text}” is not PDN and was skipped."),
    "pdn_comment_open": N_(
        "Line {line}, column {column}: the comment that begins here has no end; it was read up to the next game."
    ),
    "pdn_variation_open": N_("Line {line}, column {column}: the variation that begins here has no end."),
    "pdn_not_strict": N_(
        "Line {line}, column {column}: “{text}” is not allowed here by the grammar of the PDN standard."
    ),
    "pdn_cut_off": N_("Line {line}, column {column}: the file ends too early for the grammar of the PDN standard."),
    "pdn_not_utf8": N_("The file is not UTF-8, which the PDN standard requires."),
    "pdn_settled": N_("The capture of ply {ply} is ambiguous; the one that fits the following moves was chosen."),
    "pdn_uncrowned": N_("The position has a man on its last row; it should be a king."),
    "no_ruling_there": N_("Line {line} is no ruling of an official at board {board}."),
    "no_games": N_("The file contains no game."),
    "one_tournament_a_file": N_("The format {format} has one tournament a file. Only sqlite may have several."),
    "no_format": N_("There is no format “{format}”. Formats are: {known}."),
}
