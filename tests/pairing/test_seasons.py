"""What holds in every system, whatever is played: nobody sits twice, nobody is forgotten, every pair has its reason."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.formats import round_robin
from arbiter.pairing.formats.matches import merged
from arbiter.pairing.numbers import GROUPS, NUMBERS, last_meetings, restricted
from arbiter.pairing.system_interface import Player
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.sentences import SENTENCES, TERMS
from tests.pairing.seasons import Season, play, players

DRAWS = [key for key, system in SYSTEMS.items() if not system.by_hand and not system.everywhere and key != "swiss"]
"""The systems that make pairs without being told; the Swiss system and the simultaneous have tests of their own."""
SIZES, CHANCE = st.integers(2, 13), st.integers(1, 10**6)


def colours(season: Season, entry: int) -> str:
    return "".join("WB"[pair.index(entry)] for drawn in season.rounds for pair in drawn.pairs if entry in pair)


@given(st.sampled_from(DRAWS), SIZES, CHANCE)
def test_in_each_round_nobody_sits_twice_and_every_pair_says_why(key: str, number: int, chance: int) -> None:
    """Whoever plays has no bye, and there is no pair without a reason that has a sentence."""
    season = play(key, players(number), rounds=12, chance=chance)

    assert season.rounds
    for drawn in season.rounds:
        seated = [entry for pair in drawn.pairs for entry in pair] + [entry for entry, _ in drawn.byes]
        assert len(seated) == len(set(seated)) <= number
        assert key == "knockout" or len(seated) == number
        assert {reason.entries for reason in drawn.why} >= set(drawn.pairs)
        assert all(reason.code in SENTENCES for reason in drawn.why)


@given(st.sampled_from(DRAWS), SIZES, CHANCE)
def test_the_same_history_and_lots_always_give_the_same_round(key: str, number: int, chance: int) -> None:
    assert play(key, players(number), rounds=6, chance=chance) == play(key, players(number), rounds=6, chance=chance)


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_has_a_name(key: str) -> None:
    assert TERMS[key]


# round robins, and matches


@given(st.integers(2, 9), st.integers(1, 5))
def test_in_several_cycles_everybody_meets_everybody_as_often_and_colours_balance(number: int, cycles: int) -> None:
    """Nobody has one colour three times running, over all of the cycles; among four that cannot always be."""
    season = play("multiple-round-robin", players(number), {"cycles": cycles})

    assert season.ended == "all_rounds_paired"
    everybody = map(frozenset, combinations(range(1, number + 1), 2))
    assert Counter(season.pairs) == dict.fromkeys(everybody, cycles)
    for entry in range(1, number + 1):
        had = colours(season, entry)
        assert abs(had.count("W") - had.count("B")) <= 1
        longest = max(len(list(run)) for _, run in groupby(had))
        assert longest <= (cycles if number == 2 else 3 if number == 4 and cycles > 2 else 2)


@given(st.integers(2, 8), st.integers(2, 4))
def test_a_match_of_several_games_changes_colours_and_counts_as_one_meeting(number: int, games: int) -> None:
    """A pair plays its games in rounds one after the other, and then never again."""
    season = play("round-robin", players(number), {"games": games})

    assert len(season.rounds) == games * round_robin.rounds(number)
    for at in range(0, len(season.rounds), games):
        first = season.rounds[at]
        for game in range(1, games):
            turned = tuple(pair[::-1] if game % 2 else pair for pair in first.pairs)
            assert season.rounds[at + game].pairs == turned
    assert Counter(season.pairs) == dict.fromkeys(map(frozenset, combinations(range(1, number + 1), 2)), games)
    table = merged(season.table, games, "match")
    assert len(table.meetings) == len(set(season.pairs))
    assert all(table.score(entry) <= 2 * (number - 1) for entry in table.entries)
    assert merged(season.table, games).score(1) == season.table.score(1)


def test_a_match_counts_for_whoever_has_more_of_its_games() -> None:
    season = play("round-robin", players(4), {"games": 2, "count": "match"}, chance=5)

    for match in merged(season.table, 2, "match").meetings:
        games = season.table.between(match.white, match.black)
        ahead = sum(
            game.points_of(match.white, PointScheme(2, 1, 0)) - game.points_of(match.black, PointScheme(2, 1, 0))
            for game in games
        )
        assert match.of(match.white) is (Outcome.WON if ahead > 0 else Outcome.LOST if ahead < 0 else Outcome.DRAWN)


# the drawing of numbers


@pytest.mark.parametrize("seats", GROUPS)
def test_numbers_of_one_group_do_not_meet_in_the_last_three_rounds(seats: int) -> None:
    assert sorted(number for group in GROUPS[seats] for number in group) == list(range(1, seats + 1))

    for group in GROUPS[seats]:
        for last in range(seats - 3, seats):
            assert not any(set(pair) <= set(group) for pair in round_robin.drawing(seats, last).pairs)


@given(st.integers(9, 24), st.integers(2, 4), CHANCE)
def test_clubmates_have_met_before_the_last_three_rounds(number: int, mates: int, lots: int) -> None:
    """One club of up to four finds room in a group; everybody has a number, and nobody another's."""
    field = tuple(Player(entry=entry, club="DOS" if entry <= mates else "") for entry in range(1, number + 1))
    drawn = restricted(field, lots)

    assert sorted(player.entry for player in drawn) == list(range(1, number + 1))
    if mates <= max(map(len, GROUPS[number + number % 2])) - 1:  # in an odd field the last number is nobody's
        assert max(last_meetings(drawn)) <= round_robin.rounds(number) - 3


@given(st.integers(2, 30), st.sampled_from(list(NUMBERS)), CHANCE)
def test_numbers_are_given_to_everybody_once(number: int, way: str, lots: int) -> None:
    field = tuple(
        Player(entry=entry, rating=entry * 37 % 11 or None, club="AB"[entry % 2]) for entry in range(1, number + 1)
    )
    drawn = NUMBERS[way](field, lots)

    assert sorted(player.entry for player in drawn) == list(range(1, number + 1))
    assert NUMBERS[way](tuple(reversed(field)), lots) == drawn or way == "restricted"


def test_by_rating_the_strongest_is_number_one_and_who_has_none_comes_last() -> None:
    ratings = {1: 900, 2: None, 3: 1200, 4: 1000}
    field = tuple(Player(entry=entry, rating=rating) for entry, rating in ratings.items())

    assert [player.entry for player in NUMBERS["rating"](field, 1)] == [3, 4, 1, 2]


# Scheveningen, groups


@given(st.integers(1, 8), CHANCE)
def test_in_a_scheveningen_match_everybody_of_one_side_meets_everybody_of_the_other(size: int, chance: int) -> None:
    """And with an even side White and Black are equal for each side in each round."""
    field = players(2 * size)
    season = play("scheveningen", field, chance=chance)

    assert len(season.rounds) == size
    assert Counter(season.pairs) == {
        frozenset((one, other)): 1 for one in range(1, 2 * size, 2) for other in range(2, 2 * size + 1, 2)
    }
    for drawn in season.rounds:
        white = sum(pair[0] % 2 for pair in drawn.pairs)
        assert abs(2 * white - size) <= size % 2
    for entry in range(1, 2 * size + 1):
        had = colours(season, entry)
        assert abs(had.count("W") - had.count("B")) <= (1 if size % 2 else 2)


@given(st.integers(4, 14), st.integers(2, 4), st.integers(1, 3), CHANCE)
def test_groups_play_everybody_and_so_do_the_finals(number: int, groups: int, advance: int, chance: int) -> None:
    """Nobody is left out of the finals, and final A has the first of every group."""
    season = play("groups", players(number), {"groups": groups, "advance": advance}, chance=chance)
    rounds = SYSTEMS["groups"].rounds(season.field, season.settings)

    assert (season.ended, len(season.rounds)) == ("all_rounds_paired", rounds)
    assert max(Counter(season.pairs).values()) <= 2
    order = SYSTEMS["groups"].order
    assert order is not None
    places = order(season.field, season.table, season.settings)
    assert sorted(entry for group in places for entry in group) == list(range(1, number + 1))
