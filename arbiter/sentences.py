"""The English source of every sentence that answers a person, by its code; facts stand in braces.

What was asked, why not, and what would do: in numbers and notation. `words.py` says them in the reader's language,
with the article behind.
"""

from __future__ import annotations

from collections.abc import Mapping


def N_(message: str) -> str:
    """Marks a message for the catalogue, and leaves it as it is."""
    return message


SENTENCES: Mapping[str, str] = {
    # what may be written and read
    "text_too_long": N_("{field}: {length} characters are too many; the most is {longest}."),
    "text_unreadable": N_("{field}: there are characters in it that cannot be printed."),
    "text_needed": N_("{field}: this is needed and is empty."),
    "number_out_of_range": N_("{field}: {number} is not between {least} and {most}."),
    "unknown_key": N_("{field}: “{key}” is not known. Known are: {known}."),
    "field_missing": N_("{field} is missing."),
    "field_unreadable": N_("{field} cannot be read: {wanted} is wanted."),
    "json_unreadable": N_("The request cannot be read: a JSON object is wanted."),
    "cannot_write_disk_full": N_("Nothing was recorded: the disk is full. Make room, and send it again."),
    "cannot_write_read_only": N_("Nothing was recorded: the disk is read-only. Send it again once it can be written."),
    "cannot_write_busy": N_("Nothing was recorded: another program holds the file. Send it again in a moment."),
    "cannot_write_io": N_(
        "Nothing was recorded: the disk does not answer as it should. Send it again; if it stays so, go on from paper."
    ),
    "instance_in_use": N_(
        "Another Arbiter is already running on {instance}. Stop it first, or name another folder with --instance."
    ),
    "journal_damaged": N_("The journal of {tournament} is damaged. “arbiter verify {tournament}” names the line."),
    # entries
    "name_too_long": N_("The name has {length} characters; the most is {longest}."),
    "name_unreadable": N_("The name is empty, or holds characters that cannot be printed."),
    "word_too_long": N_("{field}: {length} characters are too many; the most is {longest}."),
    "word_unreadable": N_("{field}: there are characters in it that cannot be printed."),
    "rating_impossible": N_("A rating is a whole number from 0 to {highest}."),
    "already_open": N_("{name} has been announced already."),
    "entered_twice": N_("That name is already entered, as entry {entry}."),
    "entries_closed": N_("Nobody can enter any more: the rounds have been drawn."),
    "too_many_entries": N_("There are {most} entries, and that is the most."),
    "no_entry": N_("There is no entry {entry}."),
    "already_withdrawn": N_("Entry {entry} has withdrawn already."),
    "still_playing": N_("Entry {entry} still plays, in round {round} at board {board}. Rule on that game first."),
    "regulations_of_another_game": N_("The regulations {regulations} are not for {variant}."),
    # rounds
    "no_tournament": N_("There is no tournament “{tournament}”."),
    "no_round": N_("There is no round {round}; rounds paired: {paired}."),
    "no_board": N_("There is no board {board} in round {round}; it has {boards}."),
    "games_running": N_("Round {round} cannot be paired yet: boards without a result in round {running}: {boards}."),
    "too_few_entries": N_("A round needs two entries or more; entered: {entries}."),
    "all_rounds_paired": N_("All {rounds} rounds have been paired."),
    "pairs_needed": N_("This round is paired by hand: say who plays whom."),
    "entry_withdrawn": N_("Entry {entry} has withdrawn and cannot be paired."),
    "paired_twice": N_("Entry {entry} is paired twice in this round."),
    "met_before": N_(
        "Entries {white} and {black} have met, in round {round}. Say that a second meeting is meant to pair them again."
    ),
    "not_the_last_round": N_("Round {round} cannot be taken back: round {last} has been paired since."),
    "round_started": N_("Round {round} cannot be taken back: it has been started."),
    "nothing_to_start": N_("All boards of round {round} have been started."),
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
    # moves and positions
    "square_not_in_play": N_("{move} is not a move: the board has no square {square}."),
    "no_piece": N_("{move} is not a move: {square} is empty."),
    "moved_opponents_piece": N_("{move} is not legal: {side} is to move, and the piece on {square} is the opponent's."),
    "occupied": N_("{move} is not legal: {square} is occupied."),
    "wrong_direction_or_distance": N_("{move} is not legal: from {origin} a {rank} cannot go to {square}."),
    "blocked": N_("{move} is not legal: behind the piece to be jumped {square} is not free."),
    "jumped_own_piece": N_("{move} is not legal: the piece on {square} is {side}'s own and may not be jumped."),
    "capture_missed": N_("{move} is not legal: {side} must capture."),
    "capture_stopped_early": N_("{move} is not legal: it stops after {got} of {max} pieces."),
    "capture_not_maximum": N_("{move} is not legal: {side} must take {max} pieces, and it takes {got}."),
    "jumped_same_piece_twice": N_("{move} is not legal: the piece on {square} may be jumped only once."),
    "precedence": N_("{move} is not legal: another capture has precedence ({step}: {max} against {got})."),
    "crowned_in_passing": N_("{move} is not legal: the man only passes {square} and stays a man."),
    "jumped_on_after_crowning": N_("{move} is not legal: the man is crowned on {square}, and that ends the move."),
    "ambiguous": N_("{move} can mean {moves}: enter one of the squares {squares} as well."),
    "touched_other_piece": N_("{move} is not played: the piece on {square} has been moved first and has a legal move."),
    "move_unreadable": N_("“{text}” is not a move: it takes two squares or more, such as 32-28 or 28x19x8."),
    "fen_unreadable": N_("“{text}” is not a position: one is written like W:W31-50:B1-20, with K before a king."),
    "fen_impossible": N_(
        "The position puts on {square} what cannot stand there: a square in play holds one piece, and a man on its last row is a king."
    ),
    "corrections": N_("Correct: {corrections}."),
    # clocks and points
    "control_unreadable": N_(
        "“{text}” cannot be read as a time control. It is written as 50/7200:25/3600 (moves/seconds), with +30 or +5d a move, 3600 for the rest of the game, or - for no clock."
    ),
    "control_impossible": N_(
        "“{text}” cannot be a time control: it has 1 to {most_periods} periods of 1 to {most_moves} moves, each with 1 s or more and {most_hours} h at most, and only the last may be without a number of moves."
    ),
    "control_unsupported": N_(
        "“{text}” is a time control that this clock does not keep. It keeps periods such as 50/7200:25/3600, with +30 or +5d a move, and - for no clock."
    ),
    "press_unreadable": N_(
        "Line {line}, “{text}”, cannot be read as a press. Write the side and the milliseconds thought: white 63000."
    ),
    "press_out_of_turn": N_("Line {line}: {side} presses, and its clock does not run."),
    "points_unreadable": N_(
        "“{text}” is not a scheme of points. It is written win-draw-loss, such as 2-1-0, and winning is worth most."
    ),
    "square_unreadable": N_("“{text}” is not a square."),
    # files
    "sqlite_too_old": N_(
        "This SQLite is {found}, and the journal needs {least} or later. Install the package pysqlite3."
    ),
    "file_of_another_kind": N_("{file} is not a file of this service."),
    "file_of_a_later_version": N_(
        "{file} was written by a later release ({found}, this one knows {known}). Use that release."
    ),
    "archive_unreadable": N_("{file} is not a backup of a tournament, or it is damaged."),
    "already_there": N_("There is a tournament {tournament} already; it is not written over."),
    "line_altered": N_("Line {line} of {tournament} is not what was written; the backup is not brought back."),
    # doors
    "sign_in_first": N_("Sign in first."),
    "not_yours": N_("That is not yours to do."),
    "token_bad": N_("This token opens nothing here."),
    "link_used": N_("This link has been used or is too old. The service prints a new one when it starts."),
    "link_revoked": N_("This link opens no board any more. Ask the arbiter for a new card."),
    "wrong_pin": N_("That is not the PIN of this board."),
    "too_many_tries": N_("Too many wrong tries. Wait {seconds} s."),
    "wrong_password": N_("That name and password do not belong together."),
    "password_short": N_("A password has {least} characters or more."),
    "form_old": N_("This form is too old. Load the page again, and send it once more."),
    "no_page": N_("There is nothing at this address."),
    "wrong_method": N_("This address does not take that kind of request."),
    "too_large": N_("That is too large; the most is {most} bytes."),
    "fault": N_("Something went wrong in the service, and it was written to its log. Nothing was recorded."),
    "too_many_wires": N_("Too many spectators follow from this address."),
    # sheets
    "no_sheet": N_("There is no sheet “{sheet}”. Sheets are: {known}."),
}
TERMS: Mapping[str, str] = {
    "white": N_("White"),
    "black": N_("Black"),
    # systems
    "round-robin": N_("round robin"),
    "double-round-robin": N_("double round robin"),
    "manual": N_("paired by hand"),
    # tie-breaks, and what each counts
    "wins": N_("Wins"),
    "wins counts": N_("games won"),
    "solkoff": N_("Solkoff"),
    "solkoff counts": N_("points of all opponents together"),
    "sonneborn-berger": N_("Sonneborn-Berger"),
    "sonneborn-berger counts": N_("points of each opponent, times the points won from that opponent"),
    # regulations
    "international_book": N_("Rulebook 000, international"),
    "american_book1": N_("Rulebook 001, American and English"),
    # variants
    "international": N_("international draughts"),
    "american": N_("American checkers"),
    # because
    "no_move": N_("no move left"),
    "agreed": N_("draw agreed"),
    "resigned": N_("resigned"),
    "flag": N_("flag fell"),
    "claim": N_("draw claimed and granted"),
    "ruling": N_("ruling"),
    "forfeit": N_("forfeit"),
    "adjudicated": N_("adjudicated"),
    # proposals, notes, penalties
    "signed": N_("signed"),
    "dismissed": N_("dismissed"),
    "lapsed": N_("lapsed"),
    "propose": N_("the arbiter signs"),
    "auto": N_("ends the game by itself"),
    "stopped": N_("clocks stopped"),
    "resumed": N_("clocks set going"),
    "time": N_("time corrected"),
    "position": N_("position restored"),
    "penalty": N_("penalty"),
    "offer": N_("draw offered"),
    "note": N_("note"),
    "caution": N_("caution"),
    "warning": N_("warning"),
    "outage": N_("the service was interrupted"),
    "arbiter": N_("arbiter"),
    "chief": N_("chief arbiter"),
    "director": N_("director"),
    "service": N_("the service"),
    "won": N_("won"),
    "drawn": N_("drawn"),
    "lost": N_("lost"),
    # what a field wants
    "a text": N_("a text"),
    "a whole number": N_("a whole number"),
    "true or false": N_("true or false"),
    "“white” or “black”": N_("“white” or “black”"),
    "a list of whole numbers": N_("a list of whole numbers"),
    "a list of texts": N_("a list of texts"),
    "a list of pairs [white, black]": N_("a list of pairs [white, black]"),
    # pieces, and the grounds of a claim
    "man": N_("man"),
    "king": N_("king"),
    "repetition": N_("the same position for the third time"),
    "kings_only": N_("only kings have moved"),
    "no_progress": N_("no progress"),
}
