"""Sentences about officials' decisions beside rulings at a board: regulations, objections, crowns, appeals."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

OFFICIALS: Mapping[str, str] = {
    "regulations_settled": N_("The first round has been started: the regulations stand as they are."),
    "objections_to_arbiter": N_(
        "Under these regulations an irregular move is claimed from the arbiter, not objected to."
    ),
    "objection_too_late": N_("Nobody can object at board {board} any more: whoever replies accepts the move."),
    "objection_open": N_("The objection at board {board} is open: say whether the move is put right or stands."),
    "nothing_irregular": N_("The last move at board {board} was regular; play on."),
    "no_huff": N_("There is no huff at board {board}: no capture was missed."),
    "huff_which": N_("Say which piece is huffed at board {board}: those that should have taken stand on {squares}."),
    "nothing_to_crown": N_("There is no king to crown at board {board}."),
    "not_yours_to_crown": N_("{side} crowns the king at board {board}."),
    "nothing_changed": N_("That is as it stands already."),
    "no_irregular_claims": N_("Under these regulations an irregular move is not claimed from the arbiter."),
    "claim_passed": N_("At board {board} the claim has passed to {side}: it has to be made before the move."),
    "claim_after_move": N_(
        "At board {board} a draw is claimed after the move has been made, by whoever is to move then."
    ),
    "announced_irregular": N_("{move} cannot be played: announce a move that can."),
    "too_many_pieces": N_("No draw at board {board} while a side has more than {most} pieces: there are {pieces}."),
    "computer_offers_nothing": N_("A computer offers no draw at board {board}."),
    "no_strength": N_("The regulations {regulations} know no win by the stronger position."),
    "notice_given": N_("Both players at board {board} have had notice."),
    "notice_first": N_("Give notice to both players at board {board} first."),
    "own_board": N_(
        "The game at board {board} is yours, your family's or your club's: another official has to rule there."
    ),
    "own_board_alone": N_(
        "The game at board {board} is yours, your family's or your club's, and no other official is signed in. Name a witness. What the service proposes you can also sign first, and the opponent agrees at the tablet."
    ),
    "witness_official": N_("{name} is an official here: they sign in and sign themselves. A witness is somebody else."),
    "votes_wait": N_("The whole document holds votes that are sealed until the appeal is decided: {appeals}."),
    "interest_settled": N_("Once a round has been paired, an interest of clubmates cannot be lifted any more."),
    "witness_self": N_("A witness is somebody else: not you, and nobody who plays in that game."),
    "made_by_hand": N_(
        "{who} has acted here too, and one of you made the other's account, or a link or a token for it, within the last day. Another official has to sign or vote."
    ),
    "own_panel": N_(
        "You have ruled at board {board}: another director or chief arbiter, who has not, names the panel."
    ),
    "own_panel_alone": N_(
        "You have ruled at board {board}, and nobody else who names panels is signed in. Name a witness to name the panel yourself."
    ),
    "second_signature": N_("Your signature for board {board} is kept; another official has to sign too."),
    "another_sector": N_("Board {board} is not of your sector, which is {boards}."),
    "no_appeal": N_("Under these regulations the arbiter's ruling is final."),
    "no_such_appeal": N_("There is no appeal {appeal}."),
    "appeal_waits": N_("An appeal from board {board} already waits for the committee."),
    "appeal_too_late": N_(
        "It is too late to appeal at board {board}: the time limit is {minutes} min after the ruling. The director may admit the appeal all the same."
    ),
    "appeal_decided": N_("Appeal {appeal} has been decided already: {decided}."),
    "panel_needed": N_("A committee decides this appeal: the director names its panel first."),
    "panel_size": N_("A panel has {least} to {most} members who hear the appeal."),
    "ruled_before": N_("{who} has ruled at board {board}, and does not decide an appeal about it."),
    "interested": N_("{who} has an interest in the game at board {board}, and does not decide an appeal about it."),
    "not_on_panel": N_("{who} is not on the panel of this appeal."),
    "member_twice": N_("{who} is named twice."),
    "member_has_voted": N_("{who} has voted already, and stays on the panel."),
    "member_cannot_vote": N_(
        "{name} cannot open the office of this tournament. Change their account first, or let the panel decide on paper."
    ),
    "voted_twice": N_("{who} has voted already. A vote stands."),
    "paper_of_chief": N_("Only a chief arbiter enters what a panel has decided on paper."),
    "no_inactivity": N_("Under these regulations nobody loses at board {board} by thinking long."),
    "too_few_forfeits": N_(
        "Games forfeited: {forfeits}; the regulations put a player out from {limit} on. Dismiss the proposal."
    ),
    "turned_goes_on": N_(
        "Under these regulations the board {board} is turned and the game goes on: nothing to record."
    ),
    "still_active": N_("Nobody has thought too long at board {board} yet."),
    "may_not_stop": N_("Under these regulations a player may not stop the clocks of board {board}: call the arbiter."),
    "nothing_to_appeal": N_("Nothing has been ruled at board {board} that could be appealed against."),
}
