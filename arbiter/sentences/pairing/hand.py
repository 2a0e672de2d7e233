"""Sentences about pairing by hand: impossible changes, and the rules that a change breaks."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

HAND: Mapping[str, str] = {
    "round_is_draft": N_("Round {round} is a draft. Publish it or take it back first."),
    "round_is_published": N_("Round {round} has been published already."),
    "pairing_outdated": N_("Entries or results have changed while round {round} was being paired. Pair it again."),
    "drawn_amiss": N_(
        "Round {round} is not recorded. As it was drawn ({system}), these entries do not have exactly one place in it: {entries}. The mistake is the program's: make the round by hand, and report it."
    ),
    "pair_forbidden": N_(
        "Entries {white} and {black} are not to meet in round {round}, and as it was drawn ({system}) they would. Let them meet, or make the round otherwise by hand."
    ),
    "in_a_draft": N_(
        "Entry {entry} is paired in the draft of round {round}. Take the draft back, or change it, first."
    ),
    "board_started": N_("Board {board} of round {round} has been started: its players cannot be changed any more."),
    "swap_with_self": N_("Entry {entry} cannot change places with itself."),
    "nobody_seated": N_("Neither entry {one} nor entry {other} has a board in this round."),
    "round_unchanged": N_("That leaves round {round} as it is."),
    "rules_bent": N_("Round {round}: that bends rules ({bends}). Say that it is meant, and why."),
    "no_result_yet": N_("The game at board {board} of round {round} has no result yet."),
    # requests of players and settings of the director
    "no_bye_asked": N_("Entry {entry} has asked for no bye in round {round}."),
    "round_paired_already": N_("Entry {entry} has its place in round {round} already. Change the pairing instead."),
    "half_byes_used_up": N_(
        "Entry {entry} has had as many half-point byes as are allowed ({most}). Say that one more is meant, and why."
    ),
    "half_bye_too_late": N_(
        "Half-point byes can be had until round {until}; this is for round {round}. Say that it is meant, and why."
    ),
    "not_withdrawn": N_("Entry {entry} has not withdrawn."),
    "pair_needed": N_("Name two entries or more that are not to meet."),
    "no_screen": N_("Screen {screen} shows nothing of its own: tick what it is to show."),
    "no_announcement": N_("There is no announcement {announcement}, or it has been ended."),
    "announcements_full": N_("{most} announcements stand already: end one first."),
    "no_ban": N_("Nothing has been forbidden under the number {ban}."),
    "board_fixed_so": N_("Entry {entry} has that place already."),
    "groups_closed": N_("The groups stand: a round has been paired."),
    "colour_drawn": N_("The lot for the colours has been drawn."),
    "two_teams_needed": N_(
        "A match needs two teams; there are {teams}. Put the players into teams, by their clubs or one by one."
    ),
    "terms_unchanged": N_("That changes nothing."),
    "numbers_closed": N_("The pairing numbers stand: a round has been paired."),
    "numbers_incomplete": N_("The order has to name each of the {entries} entries once."),
    # rules that a pairing breaks
    "bends_rematch": N_("They have met already, in round {round}."),
    "bends_forbidden": N_("The director has settled that these two do not meet."),
    "bends_third_colour": N_("This would be the third game on end with {colour}."),
    "bends_balance": N_("That would be {more} games more with {colour} than with the other colour."),
    "bends_due_colours": N_("Both get the colour that the other is due."),
    "bends_bye_twice": N_("This would be a second bye: the first was in round {round}."),
    # reasons why two do not meet
    "together": N_("They do meet, at board {board}."),
    "apart_sits_out": N_("Sits out in this round: {bye}."),
    "apart_not_there": N_("Did not take part in this round."),
    "apart_met": N_("They have met already, in round {round}."),
    "apart_forbidden": N_("The director has settled that these two do not meet."),
    "apart_scores": N_("They have different scores, {one} and {other}: whoever has as many points comes first."),
    "apart_colours": N_("Whoever had White, one of them would get a colour once too often."),
    "apart_by_the_table": N_("The table has them meet in round {round}."),
    "apart_by_the_draw": N_("No rule keeps them apart: the draw gave each of them an opponent that comes before."),
}
