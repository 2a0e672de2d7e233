"""Sentences about entries and rounds."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

ENTRIES: Mapping[str, str] = {
    # entries
    "name_too_long": N_("The name has {length} characters; the limit is {longest}."),
    "name_unreadable": N_("The name is empty, or contains characters that cannot be printed."),
    "word_too_long": N_("{field}: {length} characters are too many; the limit is {longest}."),
    "word_unreadable": N_("{field} contains characters that cannot be printed."),
    "rating_impossible": N_("A rating is a whole number from 0 to {highest}."),
    "tournament_settled": N_(
        "{field} can no longer be changed: a game has been started or has a result. Copy the tournament to change it."
    ),
    "ends_before_it_begins": N_("The tournament would end on {ends}, before it begins on {begins}."),
    "too_many_officials": N_("There are already {most} officials; that is the limit."),
    "tournament_begun": N_(
        "{tournament} cannot be deleted: a game has been started or has a result. Archive the tournament instead."
    ),
    "name_not_repeated": N_("Nothing was deleted: type the name of the tournament, {name}, to confirm."),
    "already_open": N_("{name} already exists. Choose another name."),
    "entered_twice": N_("That name is already entered, as entry {entry}."),
    "entries_closed": N_("Entries are closed: all rounds have been drawn."),
    "too_many_entries": N_("There are already {most} entries; that is the limit."),
    "no_entry": N_("There is no entry {entry}."),
    "entry_paired": N_(
        "Entry {entry} cannot be deleted: it is part of round {round}. Withdraw the player instead, or cancel the round first."
    ),
    "looks_like": N_(
        "{name} looks like entry {entry}: {other}. Send it again to enter this player anyway, or correct that entry."
    ),
    "already_withdrawn": N_("Entry {entry} has already withdrawn."),
    "still_playing": N_("Entry {entry} is still playing in round {round} at board {board}. Rule on that game first."),
    "regulations_of_another_game": N_("The regulations {regulations} are not for {variant}."),
    # rounds
    "no_tournament": N_("There is no tournament “{tournament}”."),
    "no_round": N_("There is no round {round}; rounds paired: {paired}."),
    "no_cancelled_round": N_("Journal line {line} cancelled no published round."),
    "no_board": N_("There is no board {board} in round {round}; it has {boards}."),
    "games_running": N_("Round {round} cannot be paired yet: boards without a result in round {running}: {boards}."),
    "too_few_entries": N_("A round needs two entries or more; entered: {entries}."),
    "all_rounds_paired": N_("All {rounds} rounds have been paired."),
    "pairs_needed": N_("This round is paired by hand: say who plays whom."),
    "entry_withdrawn": N_("Entry {entry} has withdrawn and cannot be paired."),
    "paired_twice": N_("Entry {entry} is paired twice in this round."),
    "met_before": N_(
        "Entries {white} and {black} have already met in round {round}. To pair them again, confirm that a second meeting is intended."
    ),
    "not_the_last_round": N_("Round {round} cannot be cancelled: round {last} has been paired since."),
    "round_started": N_(
        "Round {round} has been started and has {results} results. To cancel it, confirm and give a reason."
    ),
    "round_published": N_(
        "Round {round} has been published: players and screens have its pairings. To cancel it, confirm and give a reason."
    ),
    "nothing_to_start": N_("All boards of round {round} have been started."),
    "tiebreak_not_counted": N_(
        "{text} is a tie-break of FIDE C.07 that is not available here: its rule could not be read in full. Similar tie-breaks: {instead}."
    ),
    "tiebreak_unreadable": N_(
        "“{text}” is not a tie-break. Use a code such as solkoff or BH, optionally with a modifier: BH/C1, KS/L60, ARO/U1000."
    ),
}
