"""Sentences about play at the board, and about the arbiter's rulings."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PLAY: Mapping[str, str] = {
    # play
    "not_started": N_("Board {board} has not been started in round {round}."),
    "game_over": N_("The game is over: {result}, {because}."),
    "kept_not_sent": N_(
        "No tablet of board {board} has sent these moves with these times. Enter the moves without times, and correct the clocks by a ruling on time."
    ),
    "kept_without_times": N_("{moves} moves and {times} times were sent: give the time left after each move."),
    "kept_not_playable": N_("{move} is irregular and cannot be entered as ply {ply} at board {board}."),
    "stale_ply": N_("Plies played at board {board}: {played}, not {ply}. The board has been updated."),
    "not_your_turn": N_("It is {turn}'s turn at board {board}."),
    "clock_stopped": N_("The arbiter has stopped the clocks of board {board}."),
    "clock_stopped_call": N_("The clocks of board {board} are stopped because the arbiter was called."),
    "clock_stopped_hall": N_("The arbiter has stopped all clocks."),
    "on_paper": N_("Board {board} is played on paper: the clocks do not run, and no moves are entered."),
    "nothing_to_change_over": N_("No board of round {round} can change between tablet and paper now."),
    "results_off": N_("Players do not report results in this tournament. Hand in the slip of board {board}."),
    "moves_entered": N_(
        "Moves have been entered at board {board} ({played}). The game ends on the board, or by a ruling of the arbiter."
    ),
    "nothing_reported": N_("No reported result is waiting for confirmation at board {board}."),
    "game_adjourned": N_("The game at board {board} is adjourned."),
    "clock_going": N_("The clocks of board {board} are already running."),
    "no_time_left": N_("{side} has no time left at board {board}. Give time first."),
    "flag_pending": N_("{side}'s flag has fallen at board {board}. Nothing is played until the arbiter has ruled."),
    "late_move": N_(
        "{side}: {move} was confirmed {before} s before the flag fell, by the tablet's own clock, and arrived {after} s after it."
    ),
    "late_move_after_flag": N_(
        "{side}: {move} was confirmed {before} s after the flag fell, by the tablet's own clock, and arrived {after} s after it."
    ),
    "late_move_proof": N_(
        "The tablet's own clock and record are no proof of who pressed, or that nothing was changed while it was offline. Ask both players, and check the board."
    ),
    # reasons why a flag may only be proposed
    "doubt_outage": N_("The service was interrupted during that move."),
    "doubt_stall": N_(
        "The service did not respond for {still} s around the fall of the flag: a press may have been delayed."
    ),
    "doubt_stalls": N_("The service did not respond for {still} s in total during that move."),
    "doubt_disk": N_("The disk refused a move of this board during that time."),
    "doubt_tablet": N_("The tablet was offline: it had been silent for {silent} s when the flag fell."),
    "doubt_unheard": N_("For {waited} s after the flag fell, the tablet did not confirm that it had nothing waiting."),
    "doubt_unruled": N_("A message sent before the flag fell was not handled within two seconds."),
    "doubt_press": N_("A press arrived after the flag fell; the tablet says it was made before."),
    "doubt_claim": N_("A claim made before the flag fell still waits for its answer: decide on it first."),
    "doubt_appeal": N_("An appeal from this board waited when the flag fell: the committee decides on it first."),
    "flag_fell_at": N_("{side}'s flag fell {at} ms after the clock was started."),
    "flag_still_up": N_("No flag has fallen at board {board}."),
    "nothing_interrupted": N_("No clock was running."),
    "draw_too_early": N_("No draw before move {least}; moves played at board {board}: {played}."),
    "offer_stands": N_("{side}'s draw offer at board {board} is waiting for an answer."),
    "no_offer": N_("There is no draw offer at board {board}."),
    "own_offer": N_("{side} offered the draw at board {board}; the opponent answers."),
    "claim_waits": N_("A claim from board {board} is already waiting for the arbiter."),
    "already_called": N_("The arbiter has been called to board {board} and is on the way."),
    "no_call": N_("Nobody has called the arbiter to board {board}."),
    "no_objections": N_("Under these regulations an irregular move is corrected at once; no objection is possible."),
    "moves_are_confirmed": N_("Moves are confirmed here: nothing can be undone."),
    "undo_over": N_("The last move at board {board} can no longer be undone: call the arbiter."),
    "tablet_crowns": N_("Under these regulations the tablet crowns the king; players need not do it."),
    "flag_of_the_arbiter": N_(
        "Under these regulations only the arbiter claims a flag: call the arbiter to board {board}."
    ),
    "envelope_key_wrong": N_(
        "This is not the key of envelope {envelope} at board {board}: the key is on the printed sheet for the envelope."
    ),
    "sealed_waits": N_("Your own game at board {boards} has sealed information: another official must export this."),
    "nobody_home": N_("This round has no game between a home player and a visitor. First say who plays at home."),
    "flag_called": N_("The flag at board {board} has already been claimed."),
    "own_flag": N_("A player cannot claim their own flag: at board {board} the opponent may claim it."),
    "no_flag": N_("No flag has fallen at board {board}."),
    "flag_uncalled": N_(
        "Under these regulations only the players claim a flag, and nobody has at board {board}. Wait for a claim, or dismiss the proposal."
    ),
    "claim_unfounded": N_(
        "The claim at board {board} is not founded: the count is {number} of {limit}. Sign it again with “confirm” to rule a "
        "draw all the same; that is your own ruling."
    ),
    "claim_first": N_(
        "At board {board} a claim was made before the flag fell. Decide on proposal {proposal} first, then on the flag."
    ),
    "choice_first": N_(
        "At board {board} an objection was upheld. The player first chooses what becomes of the move; then decide on the flag."
    ),
    "one_flag_only": N_("At board {board} not both flags have fallen: {side} has {left_ms} left."),
    "first_flag_loses": N_("Under these regulations the first flag that fell loses: rule the result at board {board}."),
    "game_goes_on": N_("By the regulations the game at board {board} goes on. Give time, and start the clocks."),
    # rulings
    "no_irregularity": N_("No irregular move that counts was made at board {board}."),
    "overruled_before": N_("That offence at board {board} was struck from the count before."),
    "no_proposal": N_("There is no proposal {proposal}. Reload the page."),
    "proposal_broken": N_(
        "The count at board {board} has since been interrupted, so there is nothing to sign. Dismiss the proposal."
    ),
    "proposal_decided": N_("Proposal {proposal} has already been decided: {decided}."),
    "proposal_void": N_("Proposal {proposal} has become void: {why}."),
    "already_played": N_(
        "Play has begun at board {board} (plies: {played}), so it cannot be a forfeit. Give the result as a ruling instead."
    ),
    "same_result": N_("The result at board {board} is already {result}."),
    "result_stands": N_(
        "Board {board} was not recorded: another official has recorded {result} meanwhile. Correct it on the page of that board."
    ),
    "result_unreadable": N_("“{text}” is not a result. Results are {known}."),
    "time_needed": N_("Give the time to add or deduct at board {board}, or the time that should be left."),
    "time_out_of_range": N_(
        "That would leave {left_ms} at board {board}, where {had_ms} is left. The time left must be more than zero and at most {most_ms}."
    ),
    "set_up_turn": N_(
        "After {ply} plies {turn} is to move at board {board}, but in this position the other side is. Go back one more ply, or enter the missing move first."
    ),
    "set_up_over": N_("{side} has no move in that position: give the result at board {board} instead."),
    "set_up_decided": N_("That position is decided ({because}): give the result at board {board} instead."),
    "no_such_ply": N_("Plies played at board {board}: {played}. Go back to an earlier ply, not to {ply}."),
    "would_flag": N_("That leaves {side} no time at board {board}: the flag would fall."),
    # stopping all clocks, attendance, adjournment
    "nothing_to_stop": N_("No clock is running."),
    "no_moves_to_count": N_("{side}'s period at board {board} has no number of moves."),
    "control_of_whom": N_("Say which time control you mean: that of an entry, or that of a board in a round."),
    "control_of_one": N_("“{text}” contains two time controls; an entry has one."),
    "already_started": N_(
        "Board {board} has been started; its time control can no longer be changed. Correct the times instead."
    ),
    "has_played": N_("{side} has made a move at board {board} and is not absent."),
    "attendance_known": N_("That has already been recorded for {side} at board {board}."),
    "nobody_late": N_("Nobody is late at board {board}."),
    "adjourned_too_early": N_("No adjournment before move {least}; moves played at board {board}: {played}."),
    "put_right_first": N_("An irregular move at board {board} must be corrected first."),
    "not_adjourned": N_("The game at board {board} is not adjourned."),
    "envelope_unopened": N_("Open envelope {envelope} of board {board}, and enter the move in it."),
    "sealed_irregular": N_(
        "The sealed move {move} of board {board} is not legal in that position, or can mean two moves. Give your ruling."
    ),
}
