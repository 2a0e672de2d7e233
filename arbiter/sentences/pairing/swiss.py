"""Sentences about the Swiss system: why a round cannot be paired, and why it was paired as it was."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

SWISS: Mapping[str, str] = {
    "no_legal_pairing": N_(
        "Round {round} cannot be paired by the rules. It can be paired if you allow these: second meetings {again}; forbidden pairs {forbidden}; both due the same colour {colours}; a second bye for {byes}."
    ),
    "no_engine": N_("No pairing program is set: set ARBITER_PAIRING_ENGINE, for example to “bbpPairings --dutch”."),
    "engine_failed": N_("The pairing program gave no pairing; it answered “{text}”."),
    "engine_amiss": N_(
        "Round {round} of the pairing program cannot be used. Players who are missing or paired twice: {entries}; forbidden pairs: {pairs}."
    ),
    "engine_found_none": N_("The pairing program found no legal pairing for round {round}."),
    # reasons of the pairs
    "swiss_bracket": N_(
        "Bracket {bracket}, score {score}: moved-down players {down}; residents {residents}; pairs {pairs}; downfloaters {floaters}; unavoidable: {flaws}."
    ),
    "swiss_paired": N_("Both have {score} points and are paired in that bracket ({bracket})."),
    "swiss_floated": N_(
        "{down} has {down_score} points, had no opponent with the same score, and floated down to {up} in the {score} group (bracket {bracket})."
    ),
    "swiss_bye": N_("Has the lowest score ({score}) with which all others can be paired; unplayed rounds: {unplayed}."),
    "weak_ban_gave_way": N_("These two should not meet if possible, but there was no other way."),
    "colour_both": N_("Each gets the due colour: White is due {white_due}, Black is due {black_due}."),
    "colour_stronger": N_(
        "The stronger colour preference is granted: White was due {white_due}, Black was due {black_due}."
    ),
    "colour_alternated": N_(
        "Both were due {white_due}. In the last round in which their colours differed, each had the colour that the other gets now."
    ),
    "colour_higher": N_("Both are due {white_due}; the higher-ranked player gets that colour."),
    "colour_initial": N_("Neither is due a colour: an odd pairing number gets the initial colour."),
    # deviations of a pairing from the rules
    "parts_in_value": N_(
        "Round {round} breaks rule {code}, {criterion}, in bracket {bracket} (score {score}): {theirs}, although {ours} is possible."
    ),
    "parts_in_order": N_(
        "Round {round} breaks the rules in bracket {bracket} (score {score}): {theirs} is equally good, but {ours} comes first in the order."
    ),
    "parts_in_ban": N_("Round {round} breaks the rules: {white} and {black} must not meet ({why})."),
    "parts_in_bye": N_("Round {round} breaks the rules: {player} may not get the bye (C2)."),
    "parts_in_players": N_(
        "Round {round} breaks the rules: {players} are paired and should not be, or are not paired and should be."
    ),
    "parts_in_colours": N_("Round {round} breaks the rules: {white} should have White against {black}."),
    "parts_impossible": N_("Round {round} has been paired, although no pairing of these players keeps the rules."),
    # reasons why another opponent was not chosen
    "not_met_before": N_("{one} and {two} have met already."),
    "not_forbidden": N_("The director has decided that {one} and {two} must not meet."),
    "not_same_colour": N_("{one} and {two} have the same absolute colour preference."),
    "not_possible": N_("If {one} met {two}, the others could not all be paired."),
    "not_as_good": N_(
        "If {one} met {two}, bracket {bracket} (score {score}) would be worse by rule {code}, {criterion}: {theirs} instead of {ours}."
    ),
    "not_the_first": N_("{one} against {two} would be equally good, but comes later in the pairing order."),
    "they_do_meet": N_("{one} and {two} are paired in this round."),
    "not_both_there": N_("{one} or {two} does not take part in this round."),
}
SWISS_TERMS: Mapping[str, str] = {
    "swiss": N_("Swiss system"),
    "team-swiss": N_("Swiss system for teams"),
    "criterion C1": N_("no two players meet twice"),
    "criterion C2": N_("no player gets the pairing-allocated bye twice"),
    "criterion C3": N_("players with the same absolute colour preference do not meet"),
    "criterion forbidden": N_("the director has forbidden this pair"),
    "criterion C5": N_("score of the player with the bye"),
    "criterion C6": N_("downfloaters"),
    "criterion C7": N_("scores of the downfloaters"),
    "criterion C8": N_("downfloaters from the next bracket, and their scores"),
    "criterion C9": N_("unplayed rounds of the player with the bye"),
    "criterion C10": N_("pairs with a colour difference above two"),
    "criterion C11": N_("pairs with the same colour three times in a row"),
    "criterion C12": N_("players who do not get their colour preference"),
    "criterion C13": N_("players who do not get their strong colour preference"),
    "criterion C14": N_("residents who float down as in the previous round"),
    "criterion C15": N_("opponents of moved-down players who floated up in the previous round"),
    "criterion C16": N_("residents who float down as two rounds before"),
    "criterion C17": N_("opponents of moved-down players who floated up two rounds before"),
    "criterion C18": N_("scores of moved-down players who float down again and did so in the previous round"),
    "criterion C19": N_("scores of moved-down players whose opponent floated up in the previous round"),
    "criterion C20": N_("scores of moved-down players who float down again and did so two rounds before"),
    "criterion C21": N_("scores of moved-down players whose opponent floated up two rounds before"),
}
