"""Sentences about officials' decisions: regulations, objections, claims of irregular moves, crowning, appeals."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

SHUT = N_("Games whose findings are sealed and not opened: {count}. Irregular moves in them may be missing here.")
"""The sentence beside a list of irregular moves while some findings are still sealed.

Some irregular moves may then be missing in the list.
"""
SHUT_HERE = N_("The findings about moves of this game are sealed and not opened. Irregular moves may be missing here.")
OFFICIALS: Mapping[str, str] = {
    "regulations_settled": N_("The first round has been started: the regulations can no longer be changed."),
    "objections_to_arbiter": N_(
        "Under these regulations an irregular move is claimed from the arbiter; the opponent cannot object to it."
    ),
    "objection_too_late": N_(
        "{side} cannot object at board {board} any more: a player who replies accepts the move. Only the opponent may object to the last move."
    ),
    "objector_unnamed": N_(
        "Name the side that objects at board {board}: an official can only enter what a player has said."
    ),
    "objection_own_move": N_("{side} made the last move at board {board}: only the opponent may object to it."),
    "objection_settled": N_(
        "The finding about the last move at board {board} has been opened: nobody can object to that move any more."
    ),
    "objection_no_move": N_("No move has been played at board {board} that can be objected to."),
    "claimed_before": N_("Nothing irregular was found at board {board}. You can claim again after the next move."),
    "objection_waits": N_("The objection at board {board} waits for the arbiter, who looks at the move first."),
    "findings_wait": N_(
        "The findings of board {board} stay sealed until the game is over and nobody can object to its last move."
    ),
    "findings_sealed": N_(
        "Under these regulations the replay would reveal the sealed findings of board {board}. Open them first, by a ruling."
    ),
    "findings_opened": N_(
        "The findings of board {board} were opened after its end, and everybody knows which moves were irregular: {moves}. Open this game again only with a second official's signature."
    ),
    "result_after_withdrawal": N_(
        "Without this penalty the loss at board {board} of round {round} has no ground, and the game cannot go on. Name its result as well."
    ),
    "nothing_sealed": N_("Board {board} has no sealed finding."),
    "objection_open": N_("The objection at board {board} is open: choose whether the move is corrected or stands."),
    "said_at_tablet": N_(
        "{side} at board {board} has a connected tablet and must answer on it: nobody else may answer for that player."
    ),
    "result_appealed": N_(
        "The result of board {board} is under appeal: the committee decides on it, and nobody replaces it before."
    ),
    "consequence_needed": N_(
        "The ruling at board {board} changed nothing that can be restored. Say what follows if it is overturned: a result, or nothing."
    ),
    "ended_meanwhile": N_(
        "Board {board} has ended: {result}, {because}. To correct that on purpose, name the result that you correct."
    ),
    "decide_first": N_(
        "At board {board} this waits: {kinds}. Decide on it first, or rule expressly against it, with the reason."
    ),
    "result_decided": N_(
        "The committee has decided on the result of board {board}, and its decision is final. Only a chief arbiter who gave no result at this board can correct a clerical mistake."
    ),
    "appeal_final": N_(
        "The committee has decided on this ruling at board {board}, and its decision is final. A new ruling can be appealed."
    ),
    "nothing_irregular": N_("The last move at board {board} was regular; play on."),
    "no_huff": N_("There is no huff at board {board}: no capture was missed."),
    "huff_which": N_(
        "Choose the piece to huff at board {board}: the pieces that should have captured are on {squares}."
    ),
    "nothing_to_crown": N_("There is no king to crown at board {board}."),
    "not_yours_to_crown": N_("Only {side} can crown the king at board {board}."),
    "nothing_changed": N_("Nothing changed: it already has this value."),
    "no_irregular_claims": N_("Under these regulations an irregular move is not claimed from the arbiter."),
    "claim_passed": N_("A draw must be claimed before the move: at board {board} only {side} can claim now."),
    "claim_after_move": N_(
        "A draw must be claimed after the move: at board {board} the player who is then to move can claim."
    ),
    "announced_irregular": N_("{move} is not legal: announce a legal move."),
    "too_many_pieces": N_("No draw at board {board} while a side has more than {most} pieces: there are {pieces}."),
    "computer_offers_nothing": N_("A computer does not offer draws (board {board})."),
    "no_strength": N_("The regulations {regulations} have no win by the stronger position."),
    "notice_given": N_("Both players at board {board} have already been notified."),
    "envelope_waits": N_(
        "At board {board} a sealed move waits in envelope {envelope}: resume the game before its position is judged."
    ),
    "notice_first": N_("First give both players at board {board} notice that the stronger position will win."),
    "strength_not_due": N_(
        "At board {board} the stronger position does not win yet: only kings have moved for {number} of {limit} plies. Name another ground, if there is one."
    ),
    "strength_says": N_(
        "At board {board} the sums of strength are {white} for White and {black} for the other side: the result follows from them. Name another ground for another result."
    ),
    "own_board": N_(
        "The game at board {board} is your own, or one of your family or club: another official must rule on it."
    ),
    "own_entry": N_(
        "Entry {entry} is your own, or one of your family: another official gives it a bye, an opponent or a rating."
    ),
    "own_board_alone": N_(
        "You cannot rule alone at board {board}: the game is your own, or one of your family or club, and no other official is signed in. Name a witness for the ruling. Without a witness the opponent must agree at a tablet of their own; you cannot answer for them."
    ),
    "own_act_alone": N_(
        "The game at board {board} is your own, or one of your family or club, and no other official is signed in: name a witness."
    ),
    "maker_interested": N_(
        "Somebody with an interest in the game at board {board} made the token that you use, or made your account or a link for it within the last day. Another official must rule there, or you name a witness."
    ),
    "maker_confirms": N_(
        "Somebody with an interest in the game at board {board} made the token that you use, or made your account or a link for it within the last day. A witness has confirmed this ruling; only an official without such a tie can confirm or dismiss it. The final standings can be signed before that."
    ),
    "ask_opponent": N_(
        "The game at board {board} is your own, or one of your family or club, and the opponent's tablet is in touch: rule without a witness. The opponent is then asked at the tablet."
    ),
    "witness_official": N_("{name} is an official and must sign in to sign. Name another person as a witness."),
    "votes_wait": N_("The complete document contains votes that are secret until the appeal is decided: {appeals}."),
    "interest_settled": N_("Once a round has been paired, the rule about clubmates cannot be relaxed."),
    "witness_self": N_(
        "The witness must be another person: not you, and no player of that game. A part of such a name is no witness."
    ),
    "made_by_hand": N_(
        "{who} has already signed or ruled here. Within the last day you made the account of {who}, or a link or token for it, or {who} made yours. Another official must sign or vote."
    ),
    "own_panel": N_("You ruled at board {board}. Another director or chief arbiter must name the panel."),
    "own_panel_alone": N_(
        "You ruled at board {board}, and nobody else who may name a panel is signed in. Name a witness to name the panel yourself."
    ),
    "panel_made": N_(
        "{who} cannot vote on this appeal: you ruled at board {board}, and within the last day you made the account of {who}, or a link or token for it. Name another member, or let a chief arbiter enter the decision from paper."
    ),
    "second_signature": N_("Your signature for board {board} is stored; another official must sign too."),
    "another_sector": N_("Board {board} is not in your sector, which is {boards}."),
    "no_appeal": N_("Under these regulations the arbiter's ruling is final."),
    "no_such_appeal": N_("There is no appeal {appeal}."),
    "appeal_waits": N_("An appeal from board {board} is already waiting for the committee."),
    "appeal_too_late": N_(
        "It is too late to appeal at board {board}: the time limit is {minutes} min after the ruling. The director can still admit the appeal."
    ),
    "appeal_decided": N_("Appeal {appeal} has already been decided: {decided}."),
    "panel_needed": N_("A committee decides this appeal: the director names its panel first."),
    "panel_size": N_("A panel must have {least} to {most} members."),
    "ruled_before": N_("{who} has ruled at board {board} and may not decide an appeal about it."),
    "interested": N_("{who} has an interest in the game at board {board} and may not decide an appeal about it."),
    "not_on_panel": N_("{who} is not on the panel of this appeal."),
    "member_twice": N_("{who} is named twice."),
    "member_has_voted": N_("{who} has already voted and stays on the panel."),
    "member_cannot_vote": N_(
        "{name} has no access to the office of this tournament. Change their account first, or let the panel decide on paper."
    ),
    "voted_twice": N_("{who} has already voted. A vote cannot be changed."),
    "paper_of_chief": N_("Only a chief arbiter enters what a panel has decided on paper."),
    "inactivity_clocked": N_(
        "Board {board} has clocks, and they limit the thinking time: the rule about thinking too long is for games without clocks."
    ),
    "no_inactivity": N_("Under these regulations a player cannot lose by thinking too long (board {board})."),
    "too_few_forfeits": N_(
        "Games forfeited: {forfeits}; the regulations exclude a player from {limit} onwards. Dismiss the proposal."
    ),
    "turned_goes_on": N_(
        "Under these regulations board {board} is turned and the game goes on: there is nothing to record."
    ),
    "still_active": N_("Nobody has thought too long at board {board} yet."),
    "may_not_stop": N_("Under these regulations a player may not stop the clocks of board {board}: call the arbiter."),
    "nothing_to_appeal": N_("There is no ruling at board {board} to appeal against."),
}
