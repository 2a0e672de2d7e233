"""Sentences about storing journals: the disk, the journals' copies as text files, backups, and tablets."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

KEEPING: Mapping[str, str] = {
    "journal_mended": N_(
        "The journal of {tournament} was damaged at line {line} and has been repaired: {lost} lines were restored (boards, by round: {boards}). Check these boards."
    ),
    "lines_lost": N_(
        "The database no longer has line {line} of {tournament}, which was shown here: a server that lacked it has taken over. Play goes on from what the database has. Compare these boards (round.board: {boards}) with the tablets and score sheets."
    ),
    "witness_late": N_(
        "The text copy of {tournament} has been behind for {seconds} s: its file cannot be written. Check the disk."
    ),
    "medium_late": N_(
        "The second medium has missed the last moves of {tournament} for {seconds} s: check that it is still plugged in."
    ),
    "medium_put_aside": N_(
        "The file of {tournament} on the second medium was damaged, or belonged to another tournament. It was renamed to {file}, and a new file was begun."
    ),
    "copy_failed": N_("The latest backup of {file} could not be made; the previous one is still there."),
    "tablet_head_signed": N_(
        "The tablet of board {board} in {tournament} has line {line}, signed by this hall. The journal has a different line {line} or ends before it: lines are lost, or the journal was rewritten. Leave the tablet as it is, and compare the journal with printed sheets and the second medium."
    ),
    "head_here": N_("This hall signed that line, and it is in the journal of {tournament}: line {line}."),
    "head_another": N_(
        "This hall signed that line, but the journal of {tournament} has a different line {line}: the journal has been changed."
    ),
    "head_missing": N_(
        "This hall signed that line, but the journal of {tournament} ends before line {line}: the journal has been changed."
    ),
    "head_not_signed": N_("This hall did not sign that line: it proves nothing."),
    "tablet_ahead": N_(
        "The tablet of board {board} in {tournament} has line {line}. The journal has a different one or ends before it ({have} lines): moves are lost. The tablet is asked for its stored moves. Compare the boards with the players."
    ),
    "tablet_has_moves": N_(
        "The tablet of board {board} in {tournament} has stored moves that are missing here ({count}): {moves}. Check the board, and enter them."
    ),
    "tablet_differs": N_(
        "The tablet of board {board} in {tournament} has stored a different game after ply {ply}. Compare with the players, and restore the position on the page of the board."
    ),
    "tablet_has_no_more": N_(
        "The tablet of board {board} in {tournament} has line {line}, which is lost here. All moves of its own board are here."
    ),
}
