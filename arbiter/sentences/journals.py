"""Sentences about the storage of journals: the disk, the plain-text witness copies, backups and tablets."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

KEEPING: Mapping[str, str] = {
    "journal_mended": N_(
        "The journal of {tournament} was damaged at line {line}. It is whole again: {lost} lines were brought back "
        "(boards, by round: {boards}). Look at these boards once."
    ),
    "witness_late": N_("The witness of {tournament} has been behind for {seconds} s: its file cannot be written."),
    "medium_late": N_(
        "The second medium has been without the last moves of {tournament} for {seconds} s: look whether it is still plugged in."
    ),
    "medium_put_aside": N_(
        "The file of {tournament} on the second medium was damaged, or of another tournament. It is kept there as {file}, and "
        "a new one is begun."
    ),
    "copy_failed": N_("The last copy of {file} could not be made; the one before it is still there."),
    "tablet_head_signed": N_(
        "The tablet of board {board} in {tournament} has line {line} with the signature of this hall, and the journal has another "
        "line of that number or ends before it: lines are lost, or the journal was written anew. Leave the tablet as it is, and "
        "hold the journal against printed sheets and the second medium."
    ),
    "head_here": N_("This hall has signed that line, and the journal of {tournament} has it: line {line}."),
    "head_another": N_(
        "This hall has signed that line, and the journal of {tournament} has another line {line}: it is not the journal of then."
    ),
    "head_missing": N_(
        "This hall has signed that line, and the journal of {tournament} ends before line {line}: it is not the journal of then."
    ),
    "head_not_signed": N_("That was not signed by this hall: nothing follows from it."),
    "tablet_ahead": N_(
        "The tablet of board {board} in {tournament} knows line {line}, and the journal has another or ends before it "
        "({have} lines): moves are lost. The tablet is asked for what it has kept. Compare the boards with the players."
    ),
    "tablet_has_moves": N_(
        "The tablet of board {board} in {tournament} has kept moves that are missing here ({count}): {moves}. Look at the board, "
        "and enter them."
    ),
    "tablet_differs": N_(
        "The tablet of board {board} in {tournament} has kept another game than there is here after {ply} moves of both sides. "
        "Compare with the players; restore the position on the page of the board."
    ),
    "tablet_has_no_more": N_(
        "The tablet of board {board} in {tournament} knows line {line}, which is lost; the moves of its own board are all here."
    ),
}
