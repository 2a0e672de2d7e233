"""Sentences about the computer player, practice, and external engines."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

HOUSE: Mapping[str, str] = {
    "house_not_announced": N_(
        "This tournament does not say that the house may play in it. An event for practice says so under Terms."
    ),
    "house_unrated": N_("The house plays in no tournament that makes ratings."),
    "house_in_their_place": N_("Entry {entry} has been paired as a person: enter the house as a player of its own."),
    "no_bye": N_("Entry {entry} has no bye in round {round}."),
    "analysis_of_running": N_("Board {board} of round {round} is still being played: a game is looked at after it."),
    "nothing_to_analyse": N_("No move was played at board {board} of round {round}."),
    "analysis_busy": N_("{most} games wait to be looked at already."),
    "no_report_of_simultaneous": N_("A simultaneous has no report for federations: take its games as PDN."),
    "practice_only": N_("That is for practice with the house only."),
    "practice_closed": N_("The arbiter has closed the practice page."),
    "practice_later": N_("A round is being played: practice goes on after it."),
    "house_busy": N_("The house thinks at other boards just now: ask again in a moment."),
    "no_move_left": N_("At board {board} no move is left: the house has nothing to say."),
    "opinion_of_running": N_("The house says what it thinks of board {board} once its clocks have been stopped."),
    "engine_fixed": N_("The setting “engines” of the service names the engine {engine}: it is struck off there."),
    "practice_full": N_("{most} boards of practice are taken: come back in a few minutes."),
    "nothing_to_take_back": N_("There is no move of yours to take back yet."),
    "game_not_over": N_("This game is not over yet."),
    "engine_unknown": N_("There is no engine {engine} here; there are: {known}."),
    "engine_unnamed": N_("An engine has a name of 1 to {longest} characters, and a command by which it is started."),
    "engine_not_started": N_("The engine {engine} cannot be started: {command}."),
    "engine_gone": N_("The engine {engine} has ended by itself."),
    "engine_silent": N_("The engine {engine} has not said “{awaited}” in time."),
    "engine_wrong_game": N_("The engine {engine} does not play {variant}."),
    "engine_objects": N_("The engine {engine} does not take the position: {text}."),
    "engine_no_move": N_("The engine {engine} has named no move."),
    "engine_illegal_move": N_("The engine {engine} has named {move}, which is no legal move."),
}
