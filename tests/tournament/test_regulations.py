"""Regulations as rows: every profile, every switch, and what a journal keeps of them."""

from __future__ import annotations

import pytest

from arbiter.refused import Refused
from arbiter.sentences import TERMS
from arbiter.tournament.regulations import BASES, Regulations
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.regulations.switches import SWITCHES, Switch, Value
from arbiter.tournament.state import Tournament

NAMED = (
    "international_book fmjd_classic fmjd_rapid_blitz kndb_club_tablet american_book1 english_wcdf russian64 "
    "brazilian64 pool_apca turkish_book4 turkish_club canadian_12x12 german_8x8 frisian standard_laws_historical "
    "tanzania64"
)
PROFILES = pytest.mark.parametrize("row", REGULATIONS.values(), ids=REGULATIONS)


def test_every_profile_that_is_named_is_a_row() -> None:
    assert set(NAMED.split()) <= set(REGULATIONS)


@PROFILES
def test_a_profile_has_a_value_that_the_column_takes_for_every_switch(row: Regulations) -> None:
    for key, switch in SWITCHES.items():
        assert switch.read(row.value(key)) == row.value(key)


@PROFILES
def test_a_profile_says_where_it_stands_and_how_well_that_is_supported(row: Regulations) -> None:
    assert row.edition
    assert set(row.sources) <= set(SWITCHES)
    assert all(source.text and source.basis in BASES for source in row.sources.values())


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES)
def test_a_switch_and_each_of_its_values_has_words(switch: Switch) -> None:
    assert switch.key in TERMS or f"switch {switch.key}" in TERMS
    assert f"group {switch.group}" in TERMS
    assert all(f"{switch.key} {value}" in TERMS for value in switch.values)


def another(switch: Switch, value: Value) -> Value:
    """Another value that the switch can have."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value < switch.most else value - 1
    if isinstance(value, tuple):
        return (*value, "note")
    return next(one for one in switch.values if one != value)


def test_any_switch_that_is_turned_gives_another_hash() -> None:
    row = REGULATIONS["international_book"]
    hashes = {row.hash}
    for key, switch in SWITCHES.items():
        value = row.value(key)
        hashes.add(row.turn([(key, another(switch, value))]).hash)

    assert len(hashes) == len(SWITCHES) + 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("irregular_policy", "mercy"),
        ("late", -1),
        ("late", "soon"),
        ("late", True),
        ("touch_move", 1),
        ("ladder", ("hanging",)),
        ("ladder", ("time soon",)),
    ],
)
def test_a_switch_takes_no_value_of_another_kind(key: str, value: object) -> None:
    with pytest.raises(Refused) as refused:
        SWITCHES[key].read(value)

    assert refused.value.facts["field"] == key


def test_a_tournament_has_regulations_before_it_is_announced() -> None:
    assert Tournament().regulations is REGULATIONS["house"]
