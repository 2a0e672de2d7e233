"""Sentences about entries and rounds."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

ENTRIES: Mapping[str, str] = {
    # entries
    "name_too_long": N_("The name has {length} characters; the most is {longest}."),
    "name_unreadable": N_("The name is empty, or holds characters that cannot be printed."),
    "word_too_long": N_("{field}: {length} characters are too many; the most is {longest}."),
    "word_unreadable": N_("{field}: there are characters in it that cannot be printed."),
    "rating_impossible": N_("A rating is a whole number from 0 to {highest}."),
    "tournament_settled": N_(
        "A game has been started or has its result: {field} can no longer be another. Clone the tournament to play it otherwise."
    ),
    "ends_before_it_begins": N_("It would end on {ends}, before it begins on {begins}."),
    "too_many_officials": N_("There are {most} officials, and that is the most."),
    "tournament_begun": N_(
        "{tournament} cannot be deleted: a game has been started or has its result. Archive the tournament instead."
    ),
    "name_not_repeated": N_("Nothing is deleted: type the name of the tournament, {name}, to show that it is meant."),
    "already_open": N_("{name} has been announced already."),
    "entered_twice": N_("That name is already entered, as entry {entry}."),
    "entries_closed": N_("Nobody can enter any more: the rounds have been drawn."),
    "too_many_entries": N_("There are {most} entries, and that is the most."),
    "no_entry": N_("There is no entry {entry}."),
    "entry_paired": N_(
        "Entry {entry} cannot be deleted: it has its place in round {round}. Withdraw the player instead, or take the round back first."
    ),
    "looks_like": N_(
        "{name} looks like entry {entry}, {other}. Send it once more to enter them all the same, or correct that entry."
    ),
    "already_withdrawn": N_("Entry {entry} has withdrawn already."),
    "still_playing": N_("Entry {entry} still plays, in round {round} at board {board}. Rule on that game first."),
    "regulations_of_another_game": N_("The regulations {regulations} are not for {variant}."),
    # rounds
    "no_tournament": N_("There is no tournament “{tournament}”."),
    "no_round": N_("There is no round {round}; rounds paired: {paired}."),
    "no_board": N_("There is no board {board} in round {round}; it has {boards}."),
    "games_running": N_("Round {round} cannot be paired yet: boards without a result in round {running}: {boards}."),
    "too_few_entries": N_("A round needs two entries or more; entered: {entries}."),
    "all_rounds_paired": N_("All {rounds} rounds have been paired."),
    "pairs_needed": N_("This round is paired by hand: say who plays whom."),
    "entry_withdrawn": N_("Entry {entry} has withdrawn and cannot be paired."),
    "paired_twice": N_("Entry {entry} is paired twice in this round."),
    "met_before": N_(
        "Entries {white} and {black} have met, in round {round}. Say that a second meeting is meant to pair them again."
    ),
    "not_the_last_round": N_("Round {round} cannot be taken back: round {last} has been paired since."),
    "round_started": N_(
        "Round {round} has been started; results in it: {results}. Taking it back has to be confirmed, with the reason."
    ),
    "nothing_to_start": N_("All boards of round {round} have been started."),
    "tiebreak_not_counted": N_(
        "{text} is a tie-break of FIDE C.07 that is not counted here: its rule could not be read in full. Similar ones are {instead}."
    ),
    "tiebreak_unreadable": N_(
        "“{text}” is not a tie-break. One is a code such as solkoff or BH, with what is cut behind it: BH/C1, KS/L60, ARO/U1000."
    ),
}
