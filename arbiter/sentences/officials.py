"""What officials settle and decide besides rulings at a board: regulations, objections, crowns, appeals."""

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
    "nothing_irregular": N_("There is nothing irregular in the last move at board {board}."),
    "no_huff": N_("There is no huff at board {board}: no capture was missed."),
    "huff_which": N_("Say which piece is huffed at board {board}: those that should have taken stand on {squares}."),
    "nothing_to_crown": N_("There is no king to crown at board {board}."),
    "not_yours_to_crown": N_("{side} crowns the king at board {board}."),
    "nothing_changed": N_("That is as it stands already."),
}
