"""The ladder, and the run-through club evening."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.formats.evening import EVENING
from arbiter.pairing.formats.ladder import LADDER, rungs
from arbiter.pairing.system_interface import Options, settings_of
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.sides import Both
from tests.pairing.hall_tables import table
from tests.pairing.seasons import after, empty, play, players

WON, DRAWN, LOST = Outcome


@pytest.mark.parametrize(
    ("game", "settings", "order"),
    [
        ((5, 2, "2-0"), {}, (1, 5, 2, 3, 4)),
        ((5, 2, "2-0"), {"win": "swap"}, (1, 5, 3, 4, 2)),
        ((2, 5, "2-0"), {}, (1, 2, 3, 4, 5)),
        ((5, 2, "1-1"), {}, (1, 2, 3, 5, 4)),
        ((5, 2, "1-1"), {"draw": "stay"}, (1, 2, 3, 4, 5)),
        ((3, 2, "1-1"), {}, (1, 3, 2, 4, 5)),
        ((5, 2, "*"), {}, (1, 2, 3, 4, 5)),
    ],
)
def test_whoever_beats_somebody_above_takes_a_higher_rung(
    game: tuple[int, int, str], settings: dict[str, str], order: tuple[int, ...]
) -> None:
    assert rungs(players(5), table(game, entries=5), settings_of(LADDER, settings)) == order


def test_a_challenge_goes_a_few_rungs_up_at_most() -> None:
    field = players(6)
    options = Options(round=1, settings=settings_of(LADDER, {"span": 2}), pairs=((5, 3), (2, 1)))
    drawn = LADDER.pair(field, empty(field), options)

    assert [set(pair) for pair in drawn.pairs] == [{5, 3}, {2, 1}]
    assert [entry for entry, _ in drawn.byes] == [4, 6]
    for pairs in (((6, 3),), ((1, 2),)):
        with pytest.raises(Refused) as refused:
            LADDER.pair(field, empty(field), replace(options, pairs=pairs))
        assert refused.value.code == "challenge_too_far"


@given(st.integers(3, 12), st.integers(1, 10**6))
def test_neighbours_do_not_meet_twice_running(number: int, chance: int) -> None:
    """Unless nobody else is left."""
    season = play("ladder", players(number), rounds=6, chance=chance)

    for before, drawn in zip(season.rounds, season.rounds[1:], strict=False):
        if number > 4:
            assert not {frozenset(pair) for pair in before.pairs} & {frozenset(pair) for pair in drawn.pairs}


def test_in_a_run_through_evening_only_who_is_free_is_paired() -> None:
    field, settings = players(6), settings_of(EVENING, {})
    first = EVENING.pair(field, empty(field), Options(round=1, settings=settings))
    running = after(empty(field), 1, first, [Both(WON, LOST), None, None])

    with pytest.raises(Refused) as refused:  # the two who are free have just met; nobody says that they may not again
        EVENING.pair(field, running, Options(round=2, settings=settings_of(EVENING, {"meets": 1})))
    assert refused.value.code == "no_pairs_left"
    done = after(empty(field), 1, first, [Both(WON, LOST), Both(WON, LOST), None])
    second = EVENING.pair(field, done, Options(round=2, settings=settings))
    free = {entry for pair in first.pairs[:2] for entry in pair}
    assert {entry for pair in second.pairs for entry in pair} == free
    assert not {frozenset(pair) for pair in second.pairs} & {frozenset(pair) for pair in first.pairs}


@pytest.mark.parametrize("number", [4, 5, 7, 8, 9])
def test_nobody_meets_the_last_opponent_again_while_another_is_free(number: int) -> None:
    """Not even when everybody has met everybody as often."""
    season, last = play("run-through", players(number), rounds=9, chance=0), dict[int, int]()
    for drawn in season.rounds:
        assert not [pair for pair in drawn.pairs if last.get(pair[0]) == pair[1] or last.get(pair[1]) == pair[0]]
        last |= {one: other for pair in drawn.pairs for one, other in (pair, pair[::-1])}


def test_the_last_two_who_are_free_may_meet_again() -> None:
    season = play("run-through", players(2), rounds=3, chance=0)

    assert [len(drawn.pairs) for drawn in season.rounds] == [1, 1, 1]


def test_nobody_is_paired_while_all_others_play() -> None:
    field, settings = players(3), settings_of(EVENING, {})
    first = EVENING.pair(field, empty(field), Options(round=1, settings=settings))

    with pytest.raises(Refused) as refused:
        EVENING.pair(field, after(empty(field), 1, first, [None]), Options(round=2, settings=settings))
    assert (refused.value.code, refused.value.facts) == ("nobody_free", {"free": 1})
