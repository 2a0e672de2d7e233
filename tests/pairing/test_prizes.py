"""Prizes after the final standings: whole minor units, the whole fund, one each where that is said."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.pairing.prizes import Award, Prize, Runner, awards, check_places
from arbiter.pairing.prizes.sharing import SHARINGS
from arbiter.refused import Refused

NAMES = ("W", "J", "S")
FUNDS = st.lists(st.tuples(st.sampled_from(["", *NAMES]), st.lists(st.integers(0, 50_000), max_size=6)), max_size=4)
FIELDS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), st.sets(st.sampled_from(NAMES))), max_size=12)


def runners(rows: Sequence[tuple[int, int]]) -> list[Runner]:
    """Entries 1, 2, ... in the order of points and tie-break, those equal in both on one rank."""
    order = sorted(enumerate(rows, start=1), key=lambda row: row[1], reverse=True)
    return [Runner(entry, key[0], 1 + sum(other > key for other in rows)) for entry, key in order]


def paid(made: Sequence[Award]) -> dict[int, int]:
    found: Counter[int] = Counter()
    for award in made:
        found[award.entry] += award.amount
    return {entry: amount for entry, amount in found.items() if amount}


@settings(max_examples=100)
@given(FUNDS, FIELDS, st.sampled_from(list(SHARINGS)), st.booleans())
def test_the_fund_is_given_out_whole(
    lists: list[tuple[str, list[int]]], field: list[tuple[int, int, set[str]]], sharing: str, one_each: bool
) -> None:
    """Nothing is lost or made by sharing and rounding; where one each is said, nobody is awarded in two lists."""
    by_list = {name: sorted(amounts, reverse=True) for name, amounts in lists}
    fund = [
        Prize(name=f"{name}{place}", amount=amount, place=place, category=name)
        for name, amounts in by_list.items()
        for place, amount in enumerate(amounts, start=1)
    ]
    order = runners([(points, tiebreak) for points, tiebreak, _ in field])
    members = {name: frozenset(entry for entry, row in enumerate(field, start=1) if name in row[2]) for name in NAMES}
    made = awards(fund, dict.fromkeys(["", *NAMES], order), members, sharing=sharing, one_each=one_each)

    assert sum(award.amount for award in made) == sum(prize.amount for prize in fund)
    assert all(award.amount >= 0 for award in made)
    assert {number for award in made for number in award.prizes} == set(range(len(fund)))
    if one_each:
        won = Counter(award.entry for award in made if award.entry and award.amount)
        assert all(times == 1 for times in won.values())
        things = {award.entry for award in made if award.entry and not award.amount and fund[award.prizes[0]].category}
        assert all(fund[a.prizes[0]].category or a.entry not in things for a in made if a.amount)
    for award in made:  # a member's prize goes to a member
        named = {fund[number].category for number in award.prizes}
        assert not award.entry or len(named) > 1 or all(not name or award.entry in members[name] for name in named)
    if len(order) >= len(fund) and not set(by_list) - {""}:
        assert 0 not in paid(made)


def test_nobody_waits_for_money_that_a_member_could_take() -> None:
    """A prize of a category goes down to the next member until one has no other."""
    fund = [Prize(name="1st", amount=300, place=1), Prize(name="W", amount=100, place=1, category="W")]
    made = awards(
        fund, {"": runners([(9, 0), (7, 0), (5, 0)])}, {"W": frozenset({1, 3})}, sharing="none", one_each=True
    )

    assert paid(made) == {1: 300, 3: 100}


def test_the_larger_prize_of_a_category_is_taken_before_a_place() -> None:
    fund = [
        Prize(name="1st", amount=300, place=1),
        Prize(name="2nd", amount=50, place=2),
        Prize(name="W", amount=100, place=1, category="W"),
    ]
    made = awards(
        fund, {"": runners([(9, 0), (7, 0), (5, 0)])}, {"W": frozenset({2, 3})}, sharing="none", one_each=True
    )

    assert paid(made) == {1: 300, 2: 100, 3: 50}


def test_the_prizes_of_a_category_go_by_its_own_tie_breaks_where_everybody_takes_one() -> None:
    """Entry 1 is before entry 2 in the tournament, and behind in the category."""
    order, women = [Runner(1, 9, 1), Runner(2, 9, 2), Runner(3, 7, 3)], [Runner(2, 9, 1), Runner(1, 9, 2)]
    orders, members = {"": order, "W": women}, {"W": frozenset({1, 2})}
    fund = [
        Prize(name="1st", amount=80, place=1),
        Prize(name="W", amount=100, place=1, category="W"),
        Prize(name="2nd W", amount=50, place=2, category="W"),
    ]
    hort = awards(fund[1:], orders, members, sharing="hort", one_each=True)
    cup = awards([Prize(name="Cup", place=1, category="W")], orders, members, sharing="equal", one_each=True)

    assert paid(awards(fund, orders, members, sharing="none", one_each=True)) == {1: 80, 2: 100, 0: 50}
    assert paid(awards(fund[1:], orders, members, sharing="none", one_each=True)) == {1: 50, 2: 100}
    assert paid(hort) == {1: 63, 2: 87}
    assert [award.entry for award in cup] == [2]


@settings(max_examples=100)
@given(FIELDS, st.permutations(range(12)), st.lists(st.integers(1, 900), max_size=5), st.lists(st.integers(1, 900)))
def test_nobody_sees_a_better_prize_go_to_a_player_who_is_placed_lower_in_its_list(
    field: list[tuple[int, int, set[str]]], lots: list[int], places: list[int], women: list[int]
) -> None:
    keys = [(points, lot) for (points, _, _), lot in zip(field, lots, strict=False)]
    order, other = runners(keys), runners([(points, -lot) for points, lot in keys])
    members = frozenset(entry for entry, row in enumerate(field, start=1) if "W" in row[2])
    fund = [
        Prize(name=f"{name}{place}", amount=amount, place=place, category=name)
        for name, amounts in (("", places), ("W", women[:4]))
        for place, amount in enumerate(sorted(amounts, reverse=True), start=1)
    ]
    made = awards(fund, {"": order, "W": other}, {"W": members}, sharing="none", one_each=True)
    won = paid(made)
    places_in = {"": [one.entry for one in order], "W": [one.entry for one in other]}

    for award in made:
        name = fund[award.prizes[0]].category
        for one in places_in[name] if award.entry else ():
            if one == award.entry:
                break
            assert won.get(one, 0) >= award.amount or (name and one not in members)


def test_a_thing_goes_by_the_tie_breaks_and_among_equals_waits_for_the_lot() -> None:
    fund = [
        Prize(name="1st", amount=300, place=1),
        Prize(name="Cup", place=1),
        Prize(name="2nd", amount=100, place=2),
    ]
    decided = awards(fund, {"": runners([(9, 2), (9, 1)])}, {}, sharing="equal", one_each=True)
    undecided = awards(fund, {"": runners([(9, 1), (9, 1)])}, {}, sharing="equal", one_each=True)

    assert [(a.entry, a.amount, a.how) for a in decided] == [(1, 200, "shared"), (2, 200, "shared"), (1, 0, "place")]
    assert [(a.entry, a.among) for a in undecided if a.how == "lots"] == [(0, (1, 2))]


def test_a_place_that_is_decided_by_hand_is_taken_in_its_list() -> None:
    fund = [
        Prize(name="1st", amount=300, place=1, entry=2),
        Prize(name="2nd", amount=100, place=2),
        Prize(name="3rd", amount=50, place=3),
        Prize(name="Best game", amount=25),
    ]
    made = awards(fund, {"": runners([(9, 2), (9, 1), (3, 0)])}, {}, sharing="none", one_each=False)

    assert [(a.entry, a.amount, a.how) for a in made] == [
        (1, 100, "place"),
        (3, 50, "place"),
        (2, 300, "hand"),
        (0, 25, "waits"),
    ]


def test_a_prize_for_a_place_without_one_for_the_place_before_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        check_places([Prize(name="3rd", amount=1, place=3), Prize(name="1st", amount=1, place=1)])
    assert (refused.value.code, dict(refused.value.facts)["place"]) == ("prize_gap", 3)


PUBLISHED = json.loads((Path(__file__).parents[1] / "data/prizes/published.json").read_text("utf-8"))


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: str(table["event"]))
def test_the_prizes_of_published_events_come_out_to_the_last_unit(table: dict[str, Any]) -> None:
    names = [row[0] for row in table["standings"]]
    order = [Runner(place, row[1], place) for place, row in enumerate(table["standings"], start=1)]
    members = {
        category: frozenset(place for place, row in enumerate(table["standings"], start=1) if category in row[2:])
        for row in table["standings"]
        for category in row[2:]
    }
    fund = [Prize(**prize) for prize in table["prizes"]]
    made = awards(
        fund,
        {"": order, **dict.fromkeys(members, order)},
        members,
        sharing=table["sharing"],
        one_each=table["one_each"],
    )
    given = paid(made)

    for name, amount in table["awards"].items():
        assert abs(given.get(names.index(name) + 1, 0) - amount) <= table.get("within", 0), name
    assert sum(award.amount for award in made) == sum(prize.amount for prize in fund)


def test_ten_events_with_money_are_among_the_published_tables_and_one_is_by_hort() -> None:
    events = [table for table in PUBLISHED if table["kind"] == "event"]

    assert len(events) >= 10
    assert all(table["unit"] in ("euro cents", "US cents", "pence") for table in events)
    assert sum(table["sharing"] == "hort" for table in events) >= 1


def test_one_cent_among_seven_equal_players_and_a_cup_are_the_whole_fund() -> None:
    fund, tied = (
        [Prize(name="1st", amount=1, place=1), Prize(name="Cup", place=1)],
        [Runner(one, 9, 1) for one in range(1, 8)],
    )
    for sharing in SHARINGS:
        made = awards(fund, {"": tied}, {}, sharing=sharing, one_each=True)
        assert (paid(made), [award.how for award in made if not award.amount]) == ({1: 1}, ["lots"])
