"""Sentences about changing pairings by hand: impossible changes, and the rules that a change breaks."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

HAND: Mapping[str, str] = {
    "round_is_draft": N_("Round {round} is a draft. Publish it or cancel it first."),
    "round_is_published": N_("Round {round} has already been published."),
    "pairing_outdated": N_("Entries or results have changed while round {round} was being paired. Pair it again."),
    "draft_outdated": N_(
        "The draft of round {round} is out of date, because the tournament has changed since it was paired. Pair it again, or say that you publish it as it is."
    ),
    "draft_other_result": N_("Round {round}, board {board}: the result {result} was recorded after the pairing."),
    "draft_without_result": N_("Round {round}, board {board}: the game has no result any more."),
    "draft_other_numbers": N_("A corrected rating or name gives other pairing numbers."),
    "draft_without": N_("Has no place in the draft."),
    "draft_withdrawn": N_("Has withdrawn since."),
    "draft_sits_out": N_("Sits out this round."),
    "draft_forbidden": N_("The director has decided that these two must not meet."),
    "drawn_amiss": N_(
        "Round {round} was not recorded: the pairing ({system}) does not give these entries exactly one place each: {entries}. This is a fault of the program: pair the round by hand, and report it."
    ),
    "pair_forbidden": N_(
        "Entries {white} and {black} must not meet in round {round}, but the pairing ({system}) has them meet. Allow the game, or pair the round by hand."
    ),
    "in_a_draft": N_("Entry {entry} is paired in the draft of round {round}. Cancel or change the draft first."),
    "board_started": N_("Board {board} of round {round} has been started: its players can no longer be changed."),
    "swap_with_self": N_("Entry {entry} cannot be swapped with itself. Choose two players."),
    "nobody_seated": N_("Neither entry {one} nor entry {other} has a board in this round."),
    "round_unchanged": N_("Nothing was recorded: round {round} would stay as it is."),
    "rules_bent": N_("That change of round {round} breaks pairing rules ({bends}). Confirm it, and give a reason."),
    "no_result_yet": N_("The game at board {board} of round {round} has no result yet."),
    "slips_differ": N_("None of these slips of round {round} agrees with the recorded result: boards {boards}."),
    # requests of players and settings of the director
    "no_bye_asked": N_("Entry {entry} has not requested a bye in round {round}."),
    "round_paired_already": N_("Entry {entry} is already part of round {round}. Change the pairing instead."),
    "half_byes_used_up": N_(
        "Entry {entry} has already had {most} half-point byes, the maximum. To give another, confirm it and give a reason."
    ),
    "half_bye_too_late": N_(
        "Half-point byes are allowed until round {until}; this is round {round}. To give one anyway, confirm it and give a reason."
    ),
    "no_seat_left": N_(
        "Entry {entry} left before the tables of the rounds were made, and has no seat in them any more."
    ),
    "not_withdrawn": N_("Entry {entry} has not withdrawn."),
    "pair_needed": N_("Choose at least two players who must not meet."),
    "no_screen": N_("Nothing is chosen for screen {screen}: tick what it should show."),
    "no_announcement": N_("There is no announcement {announcement}, or it has been ended."),
    "announcements_full": N_("There are already {most} announcements: end one first."),
    "no_ban": N_("There is no avoided pairing with number {ban}."),
    "board_fixed_so": N_("Entry {entry} already has that place."),
    "groups_closed": N_("The groups can no longer be changed: a round has been paired."),
    "colour_drawn": N_("The lot for the colours has already been drawn."),
    "two_teams_needed": N_(
        "A match needs two teams; there are {teams}. Assign the players to teams, by club or one by one."
    ),
    "terms_unchanged": N_("That changes nothing."),
    "numbers_closed": N_("The pairing numbers can no longer be changed: a round has been paired."),
    "numbers_incomplete": N_("The order must contain each of the {entries} entries once."),
    # rules that a pairing breaks
    "bends_rematch": N_("The two have met already, in round {round}."),
    "bends_forbidden": N_("The director has decided that these two must not meet."),
    "bends_third_colour": N_("This would be the third game in a row with {colour}."),
    "bends_balance": N_("The player would have {more} more games with {colour} than with the other colour."),
    "bends_due_colours": N_("Each player gets the colour that the other should have."),
    "bends_scores": N_("The scores of the two are a win or more apart: White has {white}, Black has {black}."),
    "bends_bye_twice": N_("This would be a second bye: the first was in round {round}."),
    "bends_final": N_(
        "By their places the two players are in different finals, {one} and {other}. Whoever plays in a final in its first round stays in it."
    ),
    "bends_part": N_(
        "The two are in different groups or finals, {one} and {other}. The next round is paired by the groups or finals again."
    ),
    # reasons why two do not meet
    "together": N_("The two are paired, at board {board}."),
    "apart_sits_out": N_("Has no opponent in this round: {bye}."),
    "apart_not_there": N_("Did not take part in this round."),
    "apart_met": N_("The two have met already, in round {round}."),
    "apart_forbidden": N_("The director has decided that these two must not meet."),
    "apart_scores": N_("The two have different scores, {one} and {other}: players with equal scores are paired first."),
    "apart_colours": N_("Either way, one of them would have a colour too often."),
    "apart_by_the_table": N_("By the pairing table the two meet in round {round}."),
    "apart_by_the_draw": N_("No rule keeps them apart: the pairing order gives each of them another opponent."),
}
