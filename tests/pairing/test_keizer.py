"""The Keizer list: two published examples, and what follows from the values."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.formats.keizer import KEIZER, keizer_list, one_pass, reckoned, score, settled, values
from arbiter.pairing.formats.list_pairing import met
from arbiter.pairing.system_interface import Options, settings_of
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.sentences import TERMS
from arbiter.sides import Both
from tests.pairing.files import DATA
from tests.pairing.seasons import empty, play, players

WON, DRAWN, LOST = Outcome
OUTCOMES = {1: Both(WON, LOST), 0.5: Both(DRAWN, DRAWN), 0: Both(LOST, WON)}


def published(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((DATA / "keizer" / name).read_text())
    return told


def round_one(told: dict[str, Any], names: list[str]) -> Crosstable:
    entry = {name: number for number, name in enumerate(names, start=1)}
    meetings = tuple(
        Meeting(round=1, board=board, white=entry[white], black=entry[black], outcome=OUTCOMES[result])
        for board, (white, black, result) in enumerate(told["games"], start=1)
    )
    return Crosstable(entries=tuple(entry.values()), meetings=meetings, byes=(), points=PointScheme(2, 1, 0))


def test_the_first_reckoning_of_caissa_amsterdam_is_the_published_one() -> None:
    told = published("caissa_round1.json")
    names = told["start"]
    table, settings = round_one(told, names), settings_of(KEIZER, {"top": told["top"]})

    worth = values(table.entries, settings)
    totals = {names[entry - 1]: reckoned(entry, table, worth, settings).value for entry in table.entries}
    assert totals == {name: Fraction(str(total)) for name, total in told["published_first_pass"].items()}


def test_the_list_of_caissa_amsterdam_stands_still_where_it_was_found_to() -> None:
    told = published("caissa_round1.json")
    names = told["start"]
    table, settings = round_one(told, names), settings_of(KEIZER, {"top": told["top"]})

    order = settled(table.entries, table, settings)
    worth = values(order, settings)
    found = [[names[entry - 1], worth[entry], reckoned(entry, table, worth, settings).value] for entry in order]
    assert found == told["recomputed_stable"]
    assert one_pass(order, table, settings) == order


def test_the_table_of_haren_stands_still() -> None:
    told = published("haren_round1.json")
    names = [row["name"] for row in told["table"]]
    table, settings = round_one(told, names), settings_of(KEIZER, {"top": told["top"]})

    worth = values(table.entries, settings)
    assert [worth[entry] for entry in table.entries] == [row["value"] for row in told["table"]]
    totals = [reckoned(entry, table, worth, settings).value for entry in table.entries]
    assert totals == [Fraction(str(row["score"])) for row in told["table"]]
    assert one_pass(table.entries, table, settings) == table.entries


def test_a_round_without_an_opponent_brings_a_part_of_the_own_value_by_its_reason() -> None:
    field = players(6)
    kinds = (ByeKind.ALLOCATED, ByeKind.HALF, ByeKind.CLUB, ByeKind.DUTY)
    byes = tuple(Bye(round=1, entry=entry, outcome=None, kind=kind) for entry, kind in enumerate(kinds, start=1))
    table = replace(empty(field), byes=byes)
    settings = settings_of(KEIZER, {"top": 60, "own_value": "no"})
    worth = dict.fromkeys(range(1, 7), 60)

    assert [reckoned(entry, table, worth, settings).value for entry in range(1, 7)] == [40, 20, 60, 40, 0, 0]


def test_a_bye_asked_for_too_often_counts_nothing_more() -> None:
    byes = tuple(Bye(round=round, entry=1, outcome=None, kind=ByeKind.ZERO) for round in (1, 2, 3))
    table = replace(empty(players(2)), byes=byes)
    settings = settings_of(KEIZER, {"top": 60, "own_value": "no", "asked": "1/6", "asked_most": 2})

    told = reckoned(1, table, {1: 60}, settings)
    assert told.value == 20
    assert [part.how for part in told.parts] == ["bye_zero", "bye_zero", "too_often"]
    assert all(f"working {part.how}" in TERMS for part in told.parts)


@given(st.integers(2, 14), st.integers(1, 6), st.integers(1, 10**6))
def test_two_do_not_meet_again_too_soon_unless_it_cannot_be_otherwise(number: int, rounds: int, chance: int) -> None:
    """Where it cannot, the round says so; the odd one out is never the same one while somebody has not sat out."""
    season = play("keizer", players(number), {"apart": 3}, rounds=rounds, chance=chance)

    for at, drawn in enumerate(season.rounds, start=1):
        sooner = any(reason.code == "met_sooner" for reason in drawn.why)
        for pair in drawn.pairs:
            others = [round for round in met(season.table, *pair) if at - 3 < round < at]
            assert not others or sooner
    sat = [entry for drawn in season.rounds for entry, kind in drawn.byes if kind is ByeKind.ALLOCATED]
    assert len(sat[:number]) == len(set(sat[:number]))


@given(st.integers(2, 12), st.integers(0, 6), st.integers(1, 10**6))
def test_the_list_is_the_order_of_its_own_totals_when_it_stands_still(number: int, rounds: int, chance: int) -> None:
    season = play("keizer", players(number), rounds=rounds, chance=chance)
    order = keizer_list(season.field, season.table, season.settings)

    assert sorted(order) == list(range(1, number + 1))
    if one_pass(order, season.table, season.settings) == order:
        totals = [score(season.field, season.table, season.settings)[entry].value or 0 for entry in order]
        assert totals == sorted(totals, reverse=True)


def test_a_list_can_be_drawn_from_before_the_first_round() -> None:
    drawn = KEIZER.pair(players(5), empty(players(5)), Options(round=1, settings=settings_of(KEIZER, {})))

    assert [set(pair) for pair in drawn.pairs] == [{1, 2}, {3, 4}]
    assert drawn.byes == ((5, ByeKind.ALLOCATED),)
