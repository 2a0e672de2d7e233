"""Sentences about the Swiss system: why a round cannot be paired, and why it was paired as it was."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

SWISS: Mapping[str, str] = {
    "no_legal_pairing": N_(
        "Round {round} cannot be paired by the rules. It could be if these gave way: meeting again {again}; forbidden pairs {forbidden}; both due the same colour {colours}; a second bye for {byes}."
    ),
    "no_engine": N_("No pairing program is named: set ARBITER_PAIRING_ENGINE, as in “bbpPairings --dutch”."),
    "engine_failed": N_("The pairing program did not pair; it answered “{text}”."),
    "engine_amiss": N_(
        "Round {round} of the pairing program cannot be taken: numbers without exactly one place in it: {entries}; pairs that are not to meet: {pairs}."
    ),
    "engine_found_none": N_("The pairing program found no legal pairing for round {round}."),
    # reasons of the pairs
    "swiss_bracket": N_(
        "Bracket {bracket}, score {score}: came down {down}; residents {residents}; pairs {pairs}; go down {floaters}; could not be avoided: {flaws}."
    ),
    "swiss_paired": N_("Both have {score} points, and are paired in that group (bracket {bracket})."),
    "swiss_floated": N_(
        "{down} has {down_score} points, found no opponent among those with as many, and came down to {up} in the group of {score} (bracket {bracket})."
    ),
    "swiss_bye": N_(
        "Has the lowest score ({score}) that lets everybody else be paired; rounds not played: {unplayed}."
    ),
    "weak_ban_gave_way": N_("These two were not to meet unless there was no other way, and there was none."),
    "colour_both": N_(
        "Each gets the colour that is due: White to who is due {white_due}, Black to who is due {black_due}."
    ),
    "colour_stronger": N_("The stronger claim goes first: White's player was due {white_due}, Black's {black_due}."),
    "colour_alternated": N_("The other way round than when their colours last differed; both were due {white_due}."),
    "colour_higher": N_("The higher ranked gets the colour that both are due, {white_due}."),
    "colour_initial": N_("Neither is due a colour: an odd pairing number gets the initial colour."),
    # deviations of a pairing from the rules
    "parts_in_value": N_(
        "Round {round} parts from the rules in {code}, {criterion}, in bracket {bracket} (score {score}): {theirs}, and {ours} can be had."
    ),
    "parts_in_order": N_(
        "Round {round} parts from the rules in bracket {bracket} (score {score}): as good, but not the first in the order; first is {ours}, and not {theirs}."
    ),
    "parts_in_ban": N_("Round {round} parts from the rules: {white} and {black} must not meet ({why})."),
    "parts_in_bye": N_("Round {round} parts from the rules: {player} may not get the bye (C2)."),
    "parts_in_players": N_("Round {round} parts from the rules: {players} should be paired, or should not."),
    "parts_in_colours": N_("Round {round} parts from the rules: {white} should have White against {black}."),
    "parts_impossible": N_("Round {round} has been paired, and by the rules it cannot be."),
    # reasons why another opponent was not chosen
    "not_met_before": N_("{one} and {two} have met already."),
    "not_forbidden": N_("The director has settled that {one} and {two} do not meet."),
    "not_same_colour": N_("{one} and {two} are due the same colour without fail."),
    "not_possible": N_("If {one} met {two}, the others could not all be paired."),
    "not_as_good": N_(
        "If {one} met {two}, bracket {bracket} (score {score}) would be worse in {code}, {criterion}: {theirs} instead of {ours}."
    ),
    "not_the_first": N_("{one} against {two} would be as good, but it comes later in the order of generation."),
    "they_do_meet": N_("{one} and {two} do meet in this round."),
    "not_both_there": N_("{one} or {two} is not to be paired in this round."),
}
SWISS_TERMS: Mapping[str, str] = {
    "swiss": N_("Swiss system"),
    "team-swiss": N_("Swiss system of teams"),
    "criterion C1": N_("nobody meets anybody twice"),
    "criterion C2": N_("nobody gets the allocated bye twice"),
    "criterion C3": N_("two who are due the same colour without fail do not meet"),
    "criterion forbidden": N_("the director has forbidden it"),
    "criterion C5": N_("score of whoever gets the bye"),
    "criterion C6": N_("players who go down"),
    "criterion C7": N_("scores of those who go down"),
    "criterion C8": N_("players who go down from the next bracket, and their scores"),
    "criterion C9": N_("rounds not played of whoever gets the bye"),
    "criterion C10": N_("pairs that bring a colour difference beyond two"),
    "criterion C11": N_("pairs that bring the same colour three times running"),
    "criterion C12": N_("players without the colour they are due"),
    "criterion C13": N_("players without a colour they are strongly due"),
    "criterion C14": N_("residents who go down as in the last round"),
    "criterion C15": N_("opponents of those who came down who went up in the last round"),
    "criterion C16": N_("residents who go down as two rounds ago"),
    "criterion C17": N_("opponents of those who came down who went up two rounds ago"),
    "criterion C18": N_("scores of those who came down, go down again and went down in the last round"),
    "criterion C19": N_("scores of those who came down to meet one who went up in the last round"),
    "criterion C20": N_("scores of those who came down, go down again and went down two rounds ago"),
    "criterion C21": N_("scores of those who came down to meet one who went up two rounds ago"),
}
