"""Sentences about the computer player, practice games, and external engines."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

HOUSE: Mapping[str, str] = {
    "house_not_announced": N_(
        "The computer may not play in this tournament. For a practice event, allow it under Settings."
    ),
    "house_unrated": N_("The computer cannot play in a rated tournament."),
    "house_in_their_place": N_(
        "Entry {entry} was already paired as a person and cannot become the computer. Enter the computer as a new player."
    ),
    "no_bye": N_("Entry {entry} has no bye in round {round}."),
    "analysis_of_running": N_(
        "Board {board} of round {round} is still being played: a game is analysed after it has ended."
    ),
    "nothing_to_analyse": N_("No move was played at board {board} of round {round}."),
    "no_report_of_simultaneous": N_("A simultaneous has no report for federations: export its games as PDN."),
    "practice_only": N_("That is only for practice against the computer."),
    "practice_closed": N_("The arbiter has closed the practice page."),
    "practice_later": N_("A round is being played: practice continues after it."),
    "house_busy": N_("The computer is busy at other boards: ask again in a moment."),
    "tables_drawn": N_("By the endgame tables: drawn."),
    "tables_won": N_("By the endgame tables: {side} wins, number of moves needed: {moves}."),
    "tables_won_late": N_(
        "By the endgame tables: {side} wins, number of moves needed: {moves}. But a draw count may end the game earlier, {plies} plies from now."
    ),
    "no_move_left": N_("There is no legal move at board {board}: the computer cannot evaluate it."),
    "opinion_of_running": N_("The computer evaluates board {board} only while its clocks are stopped."),
    "engine_fixed": N_("The engine {engine} is set in the setting “engines” of the service: remove it there."),
    "practice_full": N_("All {most} practice boards are in use: come back in a few minutes."),
    "practice_full_here": N_("{most} practice boards are in use from your network address: leave one of them first."),
    "nothing_to_take_back": N_("You have no move to take back yet."),
    "game_not_over": N_("This game is not over yet."),
    "engine_unknown": N_("There is no engine {engine} here. Engines: {known}."),
    "engine_unnamed": N_("An engine needs a name of 1 to {longest} characters, and a command that starts it."),
    "engines_folder_unset": N_(
        "The office may set up engines only from the folder that the setting “engines_folder” of the service names, and it names none."
    ),
    "engine_outside": N_("The engine {engine} cannot be started: {folder} holds no program called {program}."),
    "engine_not_started": N_("The engine {engine} cannot be started: {command}."),
    "engine_gone": N_("The engine {engine} has ended by itself."),
    "engine_silent": N_("The engine {engine} did not answer “{awaited}” in time."),
    "engine_wrong_game": N_("The engine {engine} does not play {variant}."),
    "engine_objects": N_("The engine {engine} does not accept the position: {text}."),
    "engine_no_move": N_("The engine {engine} gave no move."),
    "engine_illegal_move": N_("The engine {engine} gave {move}, which is not a legal move."),
}
