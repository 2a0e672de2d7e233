"""Everybody meets everybody, with the colours and the boards of the Berger tables."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.formats.round_robin import drawing, rounds

BERGER = json.loads((Path(__file__).parent.parent / "data" / "pairing" / "berger.json").read_text())
SIZES = st.integers(2, 30)


def colours(player: int, players: int, cycles: int) -> str:
    """The colours of a player through all rounds: "WBBW", a bye left out."""
    drawn = [drawing(players, number, cycles).pairs for number in range(1, rounds(players, cycles) + 1)]
    return "".join("WB"[pair.index(player)] for pairs in drawn for pair in pairs if player in pair)


@pytest.mark.parametrize("size", BERGER, ids=str)
def test_the_tables_from_4_to_24_are_those_that_are_printed_board_by_board(size: str) -> None:
    players = int(size)

    assert rounds(players) == len(BERGER[size])
    for number, printed in enumerate(BERGER[size], start=1):
        drawn = drawing(players, number)
        assert [list(pair) for pair in drawn.pairs] == printed
        assert drawn.byes == ()


@pytest.mark.parametrize("size", BERGER, ids=str)
def test_with_an_odd_number_whoever_would_meet_the_last_number_sits_out(size: str) -> None:
    players = int(size) - 1

    for number, printed in enumerate(BERGER[size], start=1):
        drawn = drawing(players, number)
        assert [list(pair) for pair in drawn.pairs] == [pair for pair in printed if int(size) not in pair]
        assert [list(drawn.byes)] == [[p for p in pair if p != int(size)] for pair in printed if int(size) in pair]


def test_in_a_double_round_robin_the_last_two_rounds_of_the_first_cycle_change_places() -> None:
    single = [drawing(6, number).pairs for number in range(1, 6)]
    double = [drawing(6, number, cycles=2).pairs for number in range(1, 11)]

    assert double[:5] == [*single[:3], single[4], single[3]]
    assert double[5:] == [tuple((black, white) for white, black in pairs) for pairs in single]


@given(SIZES, st.integers(1, 2))
def test_each_meets_each_other_once_a_cycle(players: int, cycles: int) -> None:
    """Nobody is left out, nobody meets anybody too often, and in two cycles once with each colour."""
    drawn = [drawing(players, number, cycles) for number in range(1, rounds(players, cycles) + 1)]
    met = Counter(frozenset(pair) for one in drawn for pair in one.pairs)
    with_colours = Counter(pair for one in drawn for pair in one.pairs)

    assert met == dict.fromkeys(map(frozenset, combinations(range(1, players + 1), 2)), cycles)
    assert set(with_colours.values()) == {1}


@given(SIZES, st.integers(1, 2))
def test_in_each_round_everybody_plays_or_has_the_bye(players: int, cycles: int) -> None:
    """Every number stands once in every round; over a cycle everybody has one bye, or nobody."""
    drawn = [drawing(players, number, cycles) for number in range(1, rounds(players, cycles) + 1)]

    for one in drawn:
        assert sorted([*(entry for pair in one.pairs for entry in pair), *one.byes]) == list(range(1, players + 1))
    byes = Counter(entry for one in drawn for entry in one.byes)
    assert byes == (dict.fromkeys(range(1, players + 1), cycles) if players % 2 else {})


@given(SIZES, st.integers(1, 2))
def test_colours_are_balanced(players: int, cycles: int) -> None:
    """White and Black as often as can be: equal over two cycles or an odd number of players, else one more or less."""
    for player in range(1, players + 1):
        given_colours = colours(player, players, cycles)
        white, black = given_colours.count("W"), given_colours.count("B")
        assert abs(white - black) == (0 if cycles == 2 or players % 2 else 1)


@given(SIZES, st.integers(1, 2))
def test_nobody_has_one_colour_three_times_running(players: int, cycles: int) -> None:
    """Not within a cycle, and not where the second begins: for that the two rounds change places."""
    for player in range(1, players + 1):
        assert max(len(list(run)) for _, run in groupby(colours(player, players, cycles))) <= 2


@pytest.mark.parametrize(
    ("players", "cycles", "number"), [(2, 1, 1), (3, 1, 3), (8, 1, 7), (8, 2, 14), (9, 2, 18), (24, 1, 23)]
)
def test_an_odd_number_plays_as_many_rounds_as_there_are_players_and_an_even_number_one_less(
    players: int, cycles: int, number: int
) -> None:
    assert rounds(players, cycles) == number


@pytest.mark.parametrize(("players", "number", "cycles"), [(8, 0, 1), (8, 8, 1), (8, 15, 2), (1, 1, 1), (0, 1, 1)])
def test_a_round_that_there_is_not_is_a_fault(players: int, number: int, cycles: int) -> None:
    with pytest.raises(ValueError, match="no round"):
        drawing(players, number, cycles)
