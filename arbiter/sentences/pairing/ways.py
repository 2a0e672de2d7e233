"""Sentences about the pairing systems: impossible pairings, reasons of pairs, and names."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PAIRING: Mapping[str, str] = {
    # impossible pairings
    "two_sides": N_("A Scheveningen match has two sides, and here are {sides}. Give every entry one of two groups."),
    "knockout_decided": N_("The knock-out is decided: entry {entry} has won it."),
    "match_level": N_(
        "The match of entries {white} and {black} stands level after its last game. Say who goes through."
    ),
    "challenge_too_far": N_(
        "Entry {entry} cannot challenge entry {opponent}: one may challenge at most {span} rungs up."
    ),
    "nobody_free": N_("Two players have to be free; free are {free}."),
    "no_pairs_left": N_(
        "Round {round} cannot be paired: some of those who are there may not meet anybody who is left."
    ),
    "not_of_the_team": N_("Entry {entry} is not of team {team}."),
    "too_many_boards": N_("Team {team} has more players in its line-up than there are boards ({boards})."),
    "line_up_order": N_("The line-up of team {team} does not follow the order of strength, with empty boards last."),
    # reasons of the pairs
    "by_the_table": N_("As the table has it."),
    "against_the_giver": N_("Everybody meets whoever gives the simultaneous."),
    "by_hand": N_("Paired by hand."),
    "odd_number": N_("The number of players is odd, and it is this one's turn to sit out."),
    "opponent_withdrew": N_("The opponent would have been entry {opponent}, who has withdrawn."),
    "no_opponent_left": N_("The seat opposite is empty."),
    "in_the_group": N_("A game of group {group}."),
    "in_the_final": N_("A game of final {group}."),
    "match_game": N_("Game {game} of their match; matches in this stage: {stage}."),
    "play_off": N_("The match stands level: play-off, {step}, game {game}, time control {control}."),
    "through": N_("Goes through to the next stage."),
    "same_match": N_("Game {game} of {games} of their match, with the other colours."),
    "by_the_list": N_("Numbers {white} and {black} of those on the list who are here."),
    "left_over": N_("The number of players is odd; the last on the list who sat out least often sits out."),
    "met_sooner": N_("Not everybody could be kept apart for {wanted} rounds; {apart} was what could be."),
    "challenge": N_("A challenge; rungs {white} and {black} of the ladder."),
    "neighbours": N_("Neighbours among those who are here; rungs {white} and {black} of the ladder."),
    "both_free": N_("Both were free; games against each other before: {times}."),
}
PAIRING_TERMS: Mapping[str, str] = {
    "multiple-round-robin": N_("round robin of several cycles"),
    "groups": N_("groups with finals"),
    "scheveningen": N_("Scheveningen match"),
    "simultaneous": N_("simultaneous"),
    "knockout": N_("knock-out"),
    "keizer": N_("Keizer system"),
    "ladder": N_("ladder"),
    "run-through": N_("run-through club evening"),
    "team-round-robin": N_("round robin of teams"),
    "match": N_("match"),
    "rapid": N_("rapid"),
    "blitz": N_("blitz"),
    "superblitz": N_("superblitz"),
    "lehmann_georgiev": N_("Lehmann-Georgiev series"),
    "working own_value": N_("own value"),
    "working too_often": N_("not counted: asked for too often"),
}
