"""Who stands where in a tournament of each system, as the hall plays it."""

from __future__ import annotations

import pytest

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds import placing as made
from arbiter.rulings.rounds.arrangements import SetGroup
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.rulings.rounds.placing import games_before, placing, table_of, working_of
from arbiter.sides import Both
from arbiter.tournament.state import Tournament
from tests.hall import BY, Hall

WIN, DRAW, LOSS = (
    Both(Outcome.WON, Outcome.LOST),
    Both(Outcome.DRAWN, Outcome.DRAWN),
    Both(Outcome.LOST, Outcome.WON),
)


def give(hall: Hall, *outcomes: Both[Outcome]) -> None:
    """The results of the last round, board by board."""
    round = hall.state.rounds[-1]
    for game, outcome in zip(round.games, outcomes, strict=True):
        hall.submit(RuleResult(round=round.number, board=game.board, outcome=outcome, by=BY, reason="at the board"))


def pair(hall: Hall) -> None:
    hall.submit(PairRound(by=BY))


def test_points_and_tie_breaks_place_in_most_systems() -> None:
    hall = Hall(players=4, started=False)
    pair(hall)
    give(hall, WIN, DRAW)

    rows = placing(hall.state)
    assert [(row.rank, row.entry, row.points) for row in rows] == [(1, 1, 2), (2, 2, 1), (2, 3, 1), (4, 4, 0)]
    assert table_of(hall.state).everybody


def test_the_standings_can_be_those_after_an_earlier_round() -> None:
    hall = Hall(players=4, started=False)
    for outcomes in ((WIN, DRAW), (LOSS, LOSS)):
        pair(hall)
        give(hall, *outcomes)

    assert [row.entry for row in placing(hall.state, upto=1)] == [1, 2, 3, 4]
    assert table_of(hall.state, upto=1).last == 1


def test_a_knock_out_is_placed_by_who_went_how_far() -> None:
    hall = Hall(players=4, started=False, system="knockout")
    pair(hall)
    assert {row.rank for row in placing(hall.state)} == {1}

    strong = [WIN if game.entries.white < game.entries.black else LOSS for game in hall.state.rounds[0].games]
    give(hall, *strong)
    assert [(row.rank, row.entry) for row in placing(hall.state)] == [(1, 1), (1, 2), (3, 3), (3, 4)]
    pair(hall)
    give(hall, WIN if hall.state.rounds[1].games[0].entries.white == 1 else LOSS)
    assert [(row.rank, row.entry) for row in placing(hall.state)] == [(1, 1), (2, 2), (3, 3), (3, 4)]


def test_a_keizer_list_has_a_column_of_its_totals_first() -> None:
    hall = Hall(players=4, started=False, system="keizer", settings={"top": 50})
    pair(hall)
    give(hall, *(WIN if game.entries.white == min(game.entries) else LOSS for game in hall.state.rounds[0].games))

    # 1 beat 2 and 3 beat 4: the list becomes 1, 3, 2, 4 with values 50, 49, 48, 47
    assert [(row.entry, row.value) for row in placing(hall.state)] == [(1, 98), (3, 96), (2, 48), (4, 47)]
    told = working_of(hall.state, "value", 1)
    assert [(part.how, part.value) for part in told.parts] == [("own_value", 50), ("played", 48)]


def test_two_games_of_a_match_are_one_round_of_the_crosstable() -> None:
    hall = Hall(players=2, started=False, settings={"games": 2, "count": "match"})
    pair(hall)
    give(hall, WIN)
    assert [row.points for row in placing(hall.state)] == [0, 0]  # the match is not over

    pair(hall)
    assert hall.state.rounds[1].pairs == (hall.state.rounds[0].pairs[0][::-1],)
    give(hall, DRAW)
    assert [row.points for row in placing(hall.state)] == [2, 0]
    assert (table_of(hall.state).last, len(table_of(hall.state).meetings)) == (1, 1)


def test_the_working_of_a_value_comes_to_the_value() -> None:
    codes = ("solkoff", "BH/C1", "direct-encounter")
    hall = Hall(players=5, started=False, tiebreaks=codes)
    for outcomes in ((WIN, DRAW), (LOSS, DRAW)):
        pair(hall)
        give(hall, *outcomes)

    for row in placing(hall.state):
        assert row.tiebreaks == tuple(working_of(hall.state, code, row.entry).value for code in codes)


def test_there_is_a_working_for_whoever_stands_in_the_table_and_for_what_counts_there() -> None:
    points, teams = Hall(players=4, started=False), Hall(players=6, started=False, system="team-swiss")
    for entry in range(1, 7):
        teams.submit(SetGroup(entry=entry, group="AB"[entry % 2], by=BY))

    assert working_of(teams.state, "solkoff", 2).value == 0
    for state, code, entry, refusal in (
        (points.state, "value", 1, "unknown_key"),
        (points.state, "solkoff", 9, "no_entry"),
        (teams.state, "solkoff", 3, "no_entry"),
    ):
        with pytest.raises(Refused) as refused:
            working_of(state, code, entry)
        assert refused.value.code == refusal, (code, entry)


def test_a_result_on_points_is_recorded_as_it_was_given() -> None:
    hall = Hall(players=4, started=False, points="12-0", tiebreaks=("wins",))
    pair(hall)
    for board, written in ((1, "9-1"), (2, "0-12")):
        hall.submit(RuleResult(round=1, board=board, by=BY, reason="reported", result=written))

    assert [(row.entry, row.points) for row in placing(hall.state)] == [(3, 12), (1, 9), (4, 1), (2, 0)]
    assert [hall.state.result_text(game) for game in hall.state.games()] == ["9-1", "0-12"]
    refused = hall.refused(RuleResult(round=1, board=1, by=BY, reason="reported", result="5-5"))
    assert refused.code == "result_unreadable"
    hall.submit(RuleResult(round=1, board=1, by=BY, reason="misread", result="8-2"))
    assert hall.state.result_text(hall.game()) == "8-2"


def test_a_plus_draw_is_a_draw_and_counts_among_equals() -> None:
    hall = Hall(players=2, started=False, points="2-1-0+", tiebreaks=("plus-draws",))
    pair(hall)
    hall.submit(RuleResult(round=1, board=1, by=BY, reason="reported", result="1--1+"))

    black = hall.game().entries.black
    assert [(row.entry, row.points, row.tiebreaks) for row in placing(hall.state)] == [
        (black, 1, (1,)),
        (3 - black, 1, (-1,)),
    ]


def test_lots_part_equals_by_the_first_number_that_was_drawn() -> None:
    lots = []
    for drawn in (11, 11, 12, 13, 14, 0):
        hall = Hall(players=4, started=False, tiebreaks=("lots",))
        hall.submit(PairRound(by=BY, lots=drawn))
        give(hall, DRAW, DRAW)
        lots.append([row.entry for row in placing(hall.state)])
        assert len({row.rank for row in placing(hall.state)}) == (4 if drawn else 1)

    assert lots[0] == lots[1]
    assert len({tuple(order) for order in lots}) > 1


@pytest.mark.parametrize("key", [key for key, system in SYSTEMS.items() if not system.by_hand])
def test_every_system_plays_three_rounds_in_the_hall(key: str) -> None:
    hall = Hall(players=6, started=False, system=key)
    if SYSTEMS[key].teams:  # each of the six is a team of one
        for entry in hall.state.entries:
            hall.submit(SetGroup(entry=entry, group=f"Team {entry}", by=BY))
    for _ in range(1 if SYSTEMS[key].everywhere else 3):  # a simultaneous is one round
        pair(hall)
        for odd, even in ((WIN, WIN), (LOSS, DRAW)):  # the second results correct the first
            give(hall, *(odd if number % 2 else even for number in range(len(hall.state.rounds[-1].games))))
            agree(hall.state)
        assert sorted(row.entry for row in placing(hall.state)) == [1, 2, 3, 4, 5, 6]


def agree(state: Tournament) -> None:
    """What is remembered is what is made anew: the ranking, the table and the games, now and after each round."""
    for upto in (None, *range(len(state.rounds) + 1)):
        assert placing(state, upto=upto) == made._placing(state, None, upto)
        assert table_of(state, upto=upto) == made._table(state, None, upto)
    for n in range(1, len(state.rounds) + 2):
        games, before = games_before(state, n), state.crosstable().before(n)
        assert (games.meetings, games.byes) == (before.meetings, before.byes)
        assert [games.score(entry) for entry in state.entries] == [before.score(entry) for entry in state.entries]
