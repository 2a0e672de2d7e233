"""Sentences about moves and positions, and about what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

MOVES: Mapping[str, str] = {
    "square_not_in_play": N_("{move} is not a move: the board has no square {square}."),
    "no_piece": N_("{move} is not a move: {square} is empty."),
    "moved_opponents_piece": N_("{move} is not legal: {side} is to move, and the piece on {square} is the opponent's."),
    "occupied": N_("{move} is not a move: {square} is occupied."),
    "square_twice": N_("{move} is not a move: it names {square} twice in a row."),
    "wrong_direction_or_distance": N_("{move} is not legal: the {rank} on {origin} cannot reach {square}, {how}."),
    "blocked": N_(
        "{move} is not legal: the pieces on {first} and {square} stand behind each other and cannot be jumped."
    ),
    "jumped_own_piece": N_("{move} is not legal: the piece on {square} is {side}'s own and may not be jumped."),
    "king_move_limit": N_(
        "{move} is not legal: the king on {square} has moved {limit} times in a row and may only capture."
    ),
    "capture_missed": N_("{move} is not legal: {side} must capture."),
    "capture_stopped_early": N_("{move} is not legal: the capture stops after {got} of {max} pieces."),
    "capture_not_maximum": N_("{move} is not legal: {side} must take {max} pieces, and this takes {got}."),
    "jumped_same_piece_twice": N_("{move} is not legal: the piece on {square} may be jumped only once."),
    "precedence": N_("{move} is not legal: another capture takes precedence ({step})."),
    "crowned_in_passing": N_("{move} is not legal: the man only passes over {square} and is not crowned."),
    "jumped_on_after_crowning": N_("{move} is not legal: the man is crowned on {square}, and that ends the move."),
    "ambiguous": N_("{move} can mean {moves}: enter one of the squares {squares} as well."),
    "not_crowned_by_opponent": N_("{move} is not played yet: crown the opponent's king on {square} first."),
    "touched_other_piece": N_(
        "{move} is not played: the piece on {square} was touched or moved first and has a legal move."
    ),
    "move_unreadable": N_("“{text}” is not a move: give two squares or more, such as 32-28 or 28x19x8."),
    "fen_unreadable": N_("“{text}” is not a position: write it like W:W31-50:B1-20, with K before a king."),
    "fen_impossible": N_(
        "The position is impossible on {square}: a square holds one piece, must be in play, and a man on its last row must be a king."
    ),
    "corrections": N_("Correct: {corrections}."),
}
