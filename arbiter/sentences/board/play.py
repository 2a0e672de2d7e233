"""Sentences about play at the board, and about the arbiter's rulings."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PLAY: Mapping[str, str] = {
    # play
    "not_started": N_("Board {board} has not been started in round {round}."),
    "game_over": N_("The game is over: {result}, {because}."),
    "kept_without_times": N_(
        "{moves} moves and {times} times are sent: after each move the time that was left is needed."
    ),
    "kept_not_playable": N_(
        "{move} cannot be entered as move {ply} of both sides at board {board}: it would have to be put right."
    ),
    "stale_ply": N_("Plies played at board {board}: {played}, not {ply}. The board has been brought up to date."),
    "not_your_turn": N_("It is {turn}'s turn at board {board}."),
    "clock_stopped": N_("The arbiter has stopped the clocks of board {board}."),
    "clock_stopped_call": N_("The clocks of board {board} stand because the arbiter was called."),
    "clock_stopped_hall": N_("The arbiter has stopped all clocks."),
    "on_paper": N_("Board {board} is played on paper: no clock runs, and no moves are entered."),
    "nothing_to_change_over": N_("No board of round {round} can change over just now."),
    "results_off": N_("In this tournament players do not report results. Hand in the slip of board {board}."),
    "moves_entered": N_(
        "At board {board} moves have been entered ({played}): the game ends by them, or by the arbiter."
    ),
    "nothing_reported": N_("At board {board} no result waits for an answer."),
    "game_adjourned": N_("The game at board {board} is adjourned."),
    "clock_going": N_("The clocks of board {board} are going."),
    "no_time_left": N_("{side} has no time left at board {board}. Give time first."),
    "flag_pending": N_("{side}'s flag has fallen at board {board}. Nothing is played until the arbiter has ruled."),
    "late_move": N_(
        "{side}: {move} was confirmed {before} s before the flag, by the tablet's own clock, and came in {after} s after the flag."
    ),
    "late_move_after_flag": N_(
        "{side}: {move} was confirmed {before} s after the flag, by the tablet's own clock, and came in {after} s after the flag."
    ),
    "late_move_proof": N_(
        "A tablet keeps its clock and its journal by itself. It cannot prove who pressed, nor that nothing was changed before it came back. Ask both players, and look at the board."
    ),
    # reasons why a flag may only be proposed
    "doubt_outage": N_("The service was interrupted in that thinking time."),
    "doubt_stall": N_("The service stood still for {still} s around the flag: a press may have waited."),
    "doubt_stalls": N_("The service stood still for {still} s altogether in that thinking time."),
    "doubt_disk": N_("The disk refused a move of this board in that thinking time."),
    "doubt_tablet": N_("The tablet was out of touch: it had not been heard of for {silent} s when the flag fell."),
    "doubt_unheard": N_("For {waited} s after the flag the tablet did not say that it holds nothing back."),
    "doubt_unruled": N_("What the board had sent before its flag fell was not ruled on within two seconds."),
    "doubt_press": N_("A move came in after the flag that the tablet says was confirmed before it."),
    "flag_fell_at": N_("{side}'s flag fell {at} ms after the clock was set going."),
    "flag_still_up": N_("No flag has fallen at board {board}."),
    "nothing_interrupted": N_("No clock was running."),
    "draw_too_early": N_("No draw before move {least}; moves played at board {board}: {played}."),
    "offer_stands": N_("{side}'s draw offer at board {board} waits for an answer."),
    "no_offer": N_("No draw is offered at board {board}."),
    "own_offer": N_("{side} offered the draw at board {board}; the other side answers."),
    "claim_waits": N_("A claim from board {board} already waits for the arbiter."),
    "already_called": N_("The arbiter has been called to board {board} and is on the way."),
    "no_call": N_("Nobody has called the arbiter to board {board}."),
    "no_objections": N_(
        "Under these regulations an irregular move is put right at once; there is nothing to object to."
    ),
    "tablet_crowns": N_("Under these regulations the tablet crowns; nobody has to."),
    "flag_of_the_arbiter": N_(
        "Under these regulations the arbiter alone calls a flag: call the arbiter to board {board}."
    ),
    "envelope_key_wrong": N_(
        "That is not the key of envelope {envelope} at board {board}: it stands on the printed envelope."
    ),
    "sealed_waits": N_("Something is sealed in your own game at board {boards}: another official has to export this."),
    "nobody_home": N_("In this round nobody plays at home against somebody from elsewhere. Say first who is at home."),
    "flag_called": N_("The flag at board {board} has been called already."),
    "no_flag": N_("No flag has fallen at board {board}."),
    "flag_uncalled": N_(
        "Under these regulations the players alone call a flag, and at board {board} nobody has. Wait for their call, or dismiss it."
    ),
    "first_flag_loses": N_("Under these regulations the first flag that fell loses: rule the result at board {board}."),
    "game_goes_on": N_("By the regulations the game at board {board} goes on. Give time, and set the clocks going."),
    # rulings
    "no_irregularity": N_("No irregular move that counts was made at board {board}."),
    "overruled_before": N_("That irregular move at board {board} has been taken from the count already."),
    "no_proposal": N_("There is no proposal {proposal}. Load the page again."),
    "proposal_broken": N_("The count at board {board} has been broken since: there is nothing to sign. Dismiss it."),
    "proposal_decided": N_("Proposal {proposal} has been decided already: {decided}."),
    "already_played": N_(
        "At board {board} play has begun (plies: {played}): it is no forfeit. Rule the result instead."
    ),
    "same_result": N_("The result at board {board} is {result} already."),
    "result_stands": N_(
        "Board {board} is not recorded: somebody has recorded {result} meanwhile. Correct it on the page of that board."
    ),
    "result_unreadable": N_("“{text}” is not a result. Results are {known}."),
    "time_needed": N_("Say how much time is added or taken at board {board}, or how much is to be left."),
    "time_out_of_range": N_(
        "That would leave {left_ms} at board {board}, where {had_ms} is left. It has to be more than nothing, and at most {most_ms}."
    ),
    "set_up_turn": N_(
        "After {ply} plies {turn} is to move at board {board}, and here the other side is: go back one ply more, or enter the missing move first."
    ),
    "set_up_over": N_("In that position {side} has no move: give the result at board {board} instead."),
    "no_such_ply": N_("Plies played at board {board}: {played}. Go back to one before that, not to {ply}."),
    "would_flag": N_("That leaves {side} nothing at board {board}: the flag falls."),
    # stopping all clocks, attendance, adjournment
    "nothing_to_stop": N_("No clock is running that could be stopped."),
    "no_moves_to_count": N_("{side}'s period at board {board} has no number of moves."),
    "control_of_whom": N_("Say whose time control it is: an entry's, or that of a board of a round."),
    "control_of_one": N_("“{text}” is two controls, and an entry has one."),
    "already_started": N_("Board {board} has been started; its time control stands. Correct the times instead."),
    "has_played": N_("{side} has moved at board {board}, and is not absent."),
    "attendance_known": N_("That has been noted of {side} at board {board} already."),
    "nobody_late": N_("Nobody is late at board {board}."),
    "adjourned_too_early": N_("No adjournment before move {least}; moves played at board {board}: {played}."),
    "put_right_first": N_("An irregular move at board {board} has to be put right first."),
    "not_adjourned": N_("The game at board {board} is not adjourned."),
    "envelope_unopened": N_("Open envelope {envelope} of board {board}, and say which move it holds."),
    "sealed_irregular": N_(
        "The sealed move {move} of board {board} may not be played. Legal are: {moves}. What follows is yours to rule."
    ),
}
