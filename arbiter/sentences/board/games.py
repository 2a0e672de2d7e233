"""Sentences about files of games: text that is no PDN, illegal moves, formats."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

GAMES: Mapping[str, str] = {
    "pdn_not_read": N_("Line {line}: “{text}” is not PDN and was left out."),
    "pdn_comment_open": N_("Line {line}: the comment that begins here does not end; it was taken up to the next game."),
    "pdn_variation_open": N_("The game that begins on line {line} has a variation that does not end."),
    "pdn_not_strict": N_("Line {line}: the standard's grammar does not go on with “{text}”."),
    "pdn_cut_off": N_("Line {line}: the file ends where the standard's grammar has to go on."),
    "pdn_not_utf8": N_("The file is not UTF-8, which the standard wants."),
    "pdn_settled": N_(
        "The capture of ply {ply} was written in a way that fits two; the one that what follows needs was taken."
    ),
    "pdn_uncrowned": N_("The position has a man on its last row, which would be a king."),
    "no_games": N_("There is no game in it."),
    "no_format": N_("There is no format “{format}”. Formats are: {known}."),
}
