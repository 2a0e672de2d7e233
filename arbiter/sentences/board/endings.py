"""Sentences about openings drawn by lot, and about games that end by a draw count or by the object of the game."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

OPENINGS: Mapping[str, str] = {
    "no_ballots": N_("No openings are drawn in this tournament."),
    "no_ballot": N_("There is no opening {ballot} in the table: {table}."),
    "ballot_barred": N_("Opening {ballot} is barred and cannot be played: {moves}."),
    "ballots_of_another_game": N_("The openings of that table ({table}) are not for {variant}."),
    "ballots_missing": N_("Draw the openings of round {round} first; boards without one: {boards}."),
    "lots_needed": N_(
        "Round {round} needs one lot for all boards, or one for each of its {boards} boards; given: {lots}."
    ),
    "already_begun": N_("Board {board} of round {round} has been started; its opening can no longer be changed."),
}

ENDING_TERMS: Mapping[str, str] = {
    # reasons of a draw
    "repetition-002": N_("the same position for the third time"),
    "repetition-fmjd": N_("the same position for the third time"),
    "repetition-64": N_("the same position for the third time"),
    "repetition-wcdf": N_("the same position for the third time"),
    "repetition-pool": N_("the same position for the third time"),
    "repetition-fpd": N_("the same position for the third time"),
    "repetition-claimed": N_("the same position for the third time"),
    "repetition-turkish": N_("the same position for the third time"),
    "repetition-turkish-federation": N_("the same position for the third time"),
    "repetition-fid": N_("the same position for the fourth time"),
    "three-kings-002": N_("three kings against one: 15 moves of the stronger side"),
    "three-kings-13": N_("three kings against one: 13 moves of the stronger side"),
    "strength": N_("only kings have moved: the arbiter names the winner"),
    "kings-15": N_("15 moves each with kings only"),
    "kings-15-pool": N_("15 moves each with kings only"),
    "kings-20": N_("20 moves each with kings only"),
    "kings-25": N_("25 moves each with kings only"),
    "kings-30": N_("30 moves each with kings only"),
    "repetition-five": N_("the same position for the fifth time"),
    "no-progress-75": N_("75 moves each without a man's move or a capture"),
    "notice-40": N_("40 moves of the stronger side from the notice"),
    "no-progress-40": N_("40 moves each without a man's move or a capture"),
    "no-progress-fid": N_("40 moves each without a man's move or a capture"),
    "king-v-three-16": N_("a king against three pieces: 16 moves each"),
    "king-v-two-5": N_("a king against one or two pieces: 5 moves each"),
    "king-v-two-5-64": N_("a king against one or two pieces: 5 moves each"),
    "king-v-three-kings-15": N_("a king against three or more: 15 moves of the stronger side"),
    "king-v-three-kings-12": N_("a king against three or more: 12 moves of the stronger side"),
    "king-v-two-5-weak": N_("a king against two pieces: 5 moves of the weaker side"),
    "balance-30": N_("four or five pieces, kings on both sides: 30 moves each with no change of material"),
    "balance-60": N_("six or seven pieces, kings on both sides: 60 moves each with no change of material"),
    "main-road-5": N_("three pieces against a king on the long diagonal: 5 moves of the stronger side"),
    "frisian-7": N_("two kings against one: 7 moves each"),
    "one-king-each": N_("one king each"),
    "one-king-each-frisian": N_("one king each"),
    "one-king-each-tanzania": N_("one king each"),
    "one-piece-each": N_("one piece each"),
    # reasons of a win
    "king_against_man": N_("a king against a lone man"),
    "regulars_taken": N_("all regular pieces taken"),
    "good_for_nothings_lost": N_("no good-for-nothings left"),
    "good_for_nothing_home": N_("a good-for-nothing reached the last row"),
    # the requirement of each count, and its beginning
    "counts times": N_("times on the board"),
    "counts each": N_("moves of each side"),
    "counts stronger": N_("moves of the stronger side"),
    "counts weaker": N_("moves of the weaker side"),
    "counts plies": N_("moves of both sides together"),
    "begun by begin": N_("the beginning of the game"),
    "begun by position": N_("the position that was set up"),
    "begun by capture": N_("a capture"),
    "begun by man_moved": N_("a man's move"),
    "begun by notice": N_("the notice to both players"),
    "begun by crowned": N_("a promotion"),
    "begun by material": N_("the pieces on the board"),
    "begun by no_way_back": N_("a move after which the position cannot recur"),
    # reasons why a proposal became void
    "begun by ended": N_("the end of the game"),
    "begun by set_up": N_("another position was set up"),
    "begun by swapped": N_("the players have changed colours"),
    "begun by taken_back": N_("the game went back to an earlier position"),
    "begun by huffed": N_("a piece was huffed"),
    "begun by moved": N_("the next move"),
    "begun by corrected": N_("a later result took its place"),
    "begun by late_accepted": N_("an act confirmed before the flag fell was accepted"),
    "mode arbiter": N_("the arbiter decides"),
    "mode claim": N_("on a player's claim"),
    # tables of openings
    "two-move table": N_("two-move ballots"),
    "three-move table": N_("three-move ballots (ACF deck of 156)"),
    "russian table": N_("745 openings of the FMJD table"),
    "brazilian table": N_("736 openings of the FMJD table"),
    "basic-64 table": N_("150 basic openings"),
}
