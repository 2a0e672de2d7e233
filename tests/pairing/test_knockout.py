"""Knock-out: seeds, matches of several games, play-offs, and who is out."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.clock.control import parse_control
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.formats.playoffs import PLAY_OFFS, stand
from arbiter.pairing.system_interface import Options, settings_of
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.sentences import TERMS
from arbiter.sides import Both, Side
from tests.pairing.seasons import after, empty, play, players

WON, DRAWN, LOST = Outcome
KNOCKOUT = SYSTEMS["knockout"]


@pytest.mark.parametrize(
    ("number", "first"),
    [
        (8, [(1, 8), (2, 7), (3, 6), (4, 5)]),
        (6, [(3, 6), (4, 5)]),
        (5, [(4, 5)]),
        (2, [(1, 2)]),
    ],
)
def test_the_best_seed_meets_the_last_and_goes_through_where_there_is_none(
    number: int, first: list[tuple[int, int]]
) -> None:
    season = play("knockout", players(number), rounds=1)

    assert sorted(tuple(sorted(pair)) for pair in season.rounds[0].pairs) == first
    paired = {entry for pair in first for entry in pair}
    assert [entry for entry, _ in season.rounds[0].byes] == [n for n in range(1, number + 1) if n not in paired]


def test_colours_alternate_down_the_matches_from_the_first_seed() -> None:
    settings = settings_of(KNOCKOUT, {})
    drawn = KNOCKOUT.pair(players(8), empty(players(8)), Options(round=1, settings=settings, initial=Side.BLACK))

    assert drawn.pairs == ((8, 1), (2, 7), (6, 3), (4, 5))


def test_when_the_better_seeds_win_the_first_two_meet_in_the_final() -> None:
    field, settings = players(8), settings_of(KNOCKOUT, {})
    table = empty(field)
    for number, expected in ((1, {(1, 8), (2, 7), (3, 6), (4, 5)}), (2, {(1, 4), (2, 3)}), (3, {(1, 2)})):
        drawn = KNOCKOUT.pair(field, table, Options(round=number, settings=settings))
        assert {tuple(sorted(pair)) for pair in drawn.pairs} == expected
        table = after(table, number, drawn, [Both(WON, LOST) if w < b else Both(LOST, WON) for w, b in drawn.pairs])

    with pytest.raises(Refused) as refused:
        KNOCKOUT.pair(field, table, Options(round=4, settings=settings))
    assert (refused.value.code, refused.value.facts) == ("knockout_decided", {"entry": 1})
    assert KNOCKOUT.order is not None
    assert KNOCKOUT.order(field, table, settings) == ((1,), (2,), (3, 4), (5, 6, 7, 8))


@given(
    st.integers(2, 17),
    st.fixed_dictionaries(
        {
            "games": st.integers(1, 3),
            "play_off": st.sampled_from(list(PLAY_OFFS)),
            "third": st.sampled_from(["no", "yes"]),
            "seats": st.sampled_from(["kept", "anew"]),
        }
    ),
    st.integers(1, 10**6),
)
def test_a_knock_out_ends_with_everybody_placed(number: int, settings: dict[str, int | str], chance: int) -> None:
    """One wins, everybody else is out once, and colours change from game to game within a match."""
    season = play("knockout", players(number), settings, chance=chance, rounds=200)

    assert season.ended == "knockout_decided"
    assert KNOCKOUT.order is not None
    places = KNOCKOUT.order(season.field, season.table, season.settings)
    assert sorted(entry for group in places for entry in group) == list(range(1, number + 1))
    assert len(places[0]) == 1
    for pair in set(season.pairs):
        games = season.table.between(*pair)
        assert all(one.white == other.black for one, other in pairwise(games))


def test_a_level_match_goes_on_with_less_time_until_somebody_wins() -> None:
    field, settings = players(2), settings_of(KNOCKOUT, {"games": 2})
    table, steps = empty(field), []
    for number in range(1, 7):
        drawn = KNOCKOUT.pair(field, table, Options(round=number, settings=settings))
        steps.append(drawn.control)
        table = after(table, number, drawn, [Both(DRAWN, DRAWN) if number < 6 else Both(WON, LOST)])

    assert steps == ["", "", "1200+5", "300+3", "300+2", "300+2"]
    with pytest.raises(Refused, match="knockout_decided"):
        KNOCKOUT.pair(field, table, Options(round=7, settings=settings))


def test_without_play_offs_the_better_seed_goes_through_or_a_hand_decides() -> None:
    field = players(2)
    for level, code in (("seed", "knockout_decided"), ("hand", "match_level")):
        settings = settings_of(KNOCKOUT, {"play_off": "none", "level": level})
        drawn = KNOCKOUT.pair(field, empty(field), Options(round=1, settings=settings))
        table = after(empty(field), 1, drawn, [Both(DRAWN, DRAWN)])
        with pytest.raises(Refused) as refused:
            KNOCKOUT.pair(field, table, Options(round=2, settings=settings))
        assert refused.value.code == code


def test_whoever_withdraws_loses_the_match() -> None:
    field = players(4)
    gone = tuple(type(player)(entry=player.entry, withdrawn=player.entry == 1) for player in field)
    drawn = KNOCKOUT.pair(gone, empty(gone), Options(round=1, settings=settings_of(KNOCKOUT, {})))

    assert [sorted(pair) for pair in drawn.pairs] == [[2, 3]]
    assert [entry for entry, _ in drawn.byes] == [4]


@pytest.mark.parametrize(
    ("balances", "games", "ladder", "ahead", "step"),
    [
        ((), 2, "micro-match", 0, "match"),
        ((2, 0), 2, "micro-match", 1, None),
        ((2, -2), 2, "micro-match", 0, "rapid"),
        ((0, 0, -2), 2, "micro-match", -1, None),
        ((0, 0, 0), 2, "micro-match", 0, "blitz"),
        ((0, 0, 0, 0, 0, 0, 0), 2, "micro-match", 0, "lehmann_georgiev"),
        ((0, 2), 1, "blitz", 0, "blitz"),
        ((0, 2, -2), 1, "blitz", 0, "superblitz"),
        ((0, 2, -2, 0, 2), 1, "blitz", 1, None),
        ((0,), 1, "none", 0, None),
    ],
)
def test_how_a_match_stands_follows_from_its_games(
    balances: tuple[int, ...], games: int, ladder: str, ahead: int, step: str | None
) -> None:
    now = stand(balances, games, PLAY_OFFS[ladder])

    assert now.ahead == ahead
    assert (now.step.key if now.step and not now.ahead else None) == step


@pytest.mark.parametrize("ladder", PLAY_OFFS)
def test_every_step_has_a_name_and_a_control_that_the_clock_keeps(ladder: str) -> None:
    for step in PLAY_OFFS[ladder]:
        assert parse_control(step.control).periods
        assert TERMS[step.key]
