"""At the board, and what an arbiter rules about it."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PLAY: Mapping[str, str] = {
    # play
    "not_started": N_("Board {board} has not been started in round {round}."),
    "game_over": N_("The game at board {board} is over: {result}, {because}."),
    "stale_ply": N_("Plies played at board {board}: {played}, not {ply}. The board has been brought up to date."),
    "not_your_turn": N_("It is {turn}'s turn at board {board}."),
    "clock_stopped": N_("The arbiter has stopped the clocks of board {board}."),
    "clock_going": N_("The clocks of board {board} are going."),
    "no_time_left": N_("{side} has no time left at board {board}. Give time first."),
    "flag_pending": N_("{side}'s flag has fallen at board {board}. Nothing is played until the arbiter has ruled."),
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
    # rulings
    "no_proposal": N_("Journal line {proposal} proposes nothing."),
    "proposal_decided": N_("Proposal {proposal} has been decided already: {decided}."),
    "already_played": N_("Plies played at board {board}: {played}. It cannot be a forfeit."),
    "same_result": N_("The result at board {board} is {result} already."),
    "result_unreadable": N_("“{text}” is not a result. Results are {known}."),
    "time_needed": N_("Say how much time is added or taken at board {board}, or how much is to be left."),
    "time_out_of_range": N_(
        "That would leave {left_ms} at board {board}, where {had_ms} is left. It has to be more than nothing, and at most {most_ms}."
    ),
    "no_such_ply": N_("Plies played at board {board}: {played}; {ply} is not before that."),
}
