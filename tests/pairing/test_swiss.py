"""The Dutch rules of February 2026: every published round is paired as published, boards, colours and byes included."""

from __future__ import annotations

import pytest

from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.trf.read import parse_trf
from arbiter.refused import Refused
from tests.pairing.published import DATA, Published, paired, told, tournaments

SMALL = [each for each in tournaments() if each.players <= 50]
LARGE = [each for each in tournaments() if each.players > 50]
IMPOSSIBLE = [each for each in tournaments() if each.impossible]


def name(published: Published) -> str:
    return published.name


@pytest.mark.parametrize("published", SMALL[::4], ids=name)
def test_a_round_is_paired_as_published(published: Published) -> None:
    trf = published.trf

    for round, pairs in enumerate(published.rounds, start=1):
        assert paired(trf, round) == pairs, f"round {round}"


@pytest.mark.slow
@pytest.mark.parametrize("published", tournaments(), ids=name)
def test_every_round_is_paired_as_published(published: Published) -> None:
    trf = published.trf

    for round, pairs in enumerate(published.rounds, start=1):
        assert paired(trf, round) == pairs, f"round {round}"


def test_one_round_of_each_large_tournament_is_paired_as_published() -> None:
    for number, published in enumerate(LARGE):
        round = number % len(published.rounds) + 1
        assert paired(published.trf, round) == published.rounds[round - 1], f"{published.name}, round {round}"


def test_all_published_rounds_are_there() -> None:
    assert len(tournaments()) == 180
    assert sum(len(published.rounds) for published in tournaments()) == 1386
    assert len(IMPOSSIBLE) == 5


@pytest.mark.parametrize("published", IMPOSSIBLE, ids=name)
def test_a_round_without_a_legal_pairing_is_refused_and_says_what_to_relax(published: Published) -> None:
    assert published.impossible is not None
    before = published.before(published.impossible, published.away)

    with pytest.raises(Refused) as refused:
        swiss.pair(situation(before, published.impossible))
    assert refused.value.code == "no_legal_pairing"
    assert any(refused.value.facts[what] for what in ("again", "forbidden", "colours", "byes"))


@pytest.mark.parametrize("file", ["no_legal_pairings.trf", "no_legal_pairings_odd.trf"])
def test_who_has_met_everybody_cannot_be_paired(file: str) -> None:
    trf = parse_trf((DATA / "trf" / file).read_text("utf-8"))

    with pytest.raises(Refused) as refused:
        swiss.pair(situation(trf, trf.next_round()))
    assert refused.value.code == "no_legal_pairing"


@pytest.mark.parametrize("case", ["dutch_2025_C5", "dutch_2025_C9", "issue_7"])
def test_the_cases_of_another_engine_are_paired_as_there(case: str) -> None:
    trf = parse_trf((DATA / "trf" / f"{case}.input").read_bytes().decode())
    lines = (DATA / "trf" / f"{case}.output.expected").read_text("utf-8").split("\n")[1:]
    expected = [(int(white), int(black)) for white, black in (line.split() for line in lines if line.strip())]

    assert told(swiss.pair(situation(trf, trf.next_round()))) == expected


def test_points_for_pairing_only_make_the_score_groups() -> None:
    """Record 250 (and XXA) lifts the first four: in round 1 they meet each other."""
    lines = [f"001 {number:>4}      {'P':<33}{'':>19}{'':>12} 0.0 {number:>4}" for number in range(1, 9)]
    lifted = parse_trf("\n".join([*lines, "XXR 9", "152 W", "250       1.0 001 003 0001 0004"]))
    each = [f"XXA {number:>4}  1.0" for number in range(1, 5)]

    expected = [(1, 3), (4, 2), (5, 7), (8, 6)]
    assert paired(lifted, 1) == expected
    assert paired(parse_trf("\n".join([*lines, "XXR 9", "152 W", *each])), 1) == expected
    assert paired(parse_trf("\n".join([*lines, "XXR 9", "152 W"])), 1) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_only_a_number_that_has_been_paired_counts_for_the_initial_colour() -> None:
    """Number 1 comes late: numbers 2 and 4 are the first and third of those who are there (C.04.2)."""
    lines = ["001    1      Late", *(f"001 {number:>4}      P" for number in range(2, 6))]
    trf = parse_trf("\n".join([*lines, "XXR 5", "152 B", "240 Z 001    1"]))

    assert paired(trf, 1) == [(4, 2), (3, 5)]
