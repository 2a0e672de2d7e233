"""Sentences about pairing systems: their names, reasons for pairs, and why a pairing is impossible."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PAIRING: Mapping[str, str] = {
    # impossible pairings
    "two_sides": N_(
        "A Scheveningen match needs two sides; there are {sides}. Assign every entry to one of two groups."
    ),
    "knockout_decided": N_("The knock-out is decided: entry {entry} has won it."),
    "match_level": N_(
        "The match of entries {white} and {black} is level after its last game. Choose who goes through."
    ),
    "challenge_too_far": N_(
        "Entry {entry} cannot challenge entry {opponent}: a challenge may be at most {span} rungs up."
    ),
    "nobody_free": N_("Pairing needs two free players; free now: {free}."),
    "no_pairs_left": N_("Round {round} cannot be paired: some of the players present have no permitted opponent left."),
    "not_of_the_team": N_("Entry {entry} is not in team {team}."),
    "too_many_boards": N_("Team {team} has more players in its line-up than there are boards ({boards})."),
    "line_up_order": N_(
        "The line-up of team {team} must follow the order of strength, and empty boards must come last."
    ),
    "line_up_strength": N_(
        "Entry {lower} sits below entry {upper}, whose rating is {by} lower: more than the tolerance of {tolerance}."
    ),
    "line_up_empty": N_("The line-up of team {team} has no player."),
    "line_up_absent": N_("Entry {entry} cannot play in round {round}."),
    "line_up_open": N_(
        "The line-up of team {team} has been opened and can no longer be changed by the captain. The director changes boards by hand."
    ),
    "line_ups_not_asked": N_("The line-ups of round {round} have not been asked for yet."),
    "line_ups_over": N_("The time for the line-ups of round {round} is over."),
    "line_ups_awaited": N_(
        "The line-ups of round {round} are awaited for another {minutes} min. Publish the draft as it is to go on without the missing ones."
    ),
    "line_ups_secret": N_("The complete document contains line-ups of round {round} that are still secret."),
    "no_match": N_("Team {team} has no match in round {round}."),
    "no_teams_here": N_("This is not a tournament of teams."),
    # reasons of the pairs
    "by_the_table": N_("By the pairing table."),
    "against_the_giver": N_("Everybody plays the simultaneous giver."),
    "by_hand": N_("Paired by hand."),
    "swapped_by_hand": N_("The colours were swapped by hand."),
    "odd_number": N_("The number of players is odd, and it is this player's turn to have the bye."),
    "opponent_withdrew": N_("The opponent would have been entry {opponent}, who has withdrawn."),
    "no_opponent_left": N_("The opponent's seat in the pairing table is empty."),
    "in_the_group": N_("A game of group {group}."),
    "in_the_final": N_("A game of final {group}."),
    "equal_at_border": N_(
        "Equal after all tie-breaks, on the border of finals {upper} and {lower}: {players}. The lower pairing number comes first, unless the director decides otherwise (by lots, for example) and swaps them in the draft of the first round of the finals."
    ),
    "match_game": N_("Game {game} of their match; matches in this stage: {stage}."),
    "play_off": N_("The match stands level: play-off, {step}, game {game}, time control {control}."),
    "through": N_("Goes through to the next stage."),
    "same_match": N_("Game {game} of {games} of their match, with the other colours."),
    "by_the_list": N_("Numbers {white} and {black} on the list of players present."),
    "left_over": N_("The number of players is odd; the lowest on the list with the fewest byes gets the bye."),
    "met_sooner": N_(
        "Two players should not meet again within {wanted} rounds; for some players only {apart} rounds were possible."
    ),
    "challenge": N_("A challenge; rungs {white} and {black} of the ladder."),
    "neighbours": N_("Neighbours on the ladder among the players present; rungs {white} and {black}."),
    "both_free": N_("Both were free. Games that they have played against each other before: {times}."),
}
PAIRING_TERMS: Mapping[str, str] = {
    "multiple-round-robin": N_("multiple round robin"),
    "groups": N_("groups with finals"),
    "scheveningen": N_("Scheveningen match"),
    "simultaneous": N_("simultaneous"),
    "knockout": N_("knock-out"),
    "keizer": N_("Keizer system"),
    "ladder": N_("ladder"),
    "run-through": N_("continuous club evening"),
    "team-round-robin": N_("round robin for teams"),
    "match": N_("match"),
    "rapid": N_("rapid"),
    "blitz": N_("blitz"),
    "superblitz": N_("superblitz"),
    "lehmann_georgiev": N_("Lehmann-Georgiev series"),
    "working own_value": N_("own value"),
    "working too_often": N_("not counted: requested too often"),
}
