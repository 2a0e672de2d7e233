"""Why these pairs: bracket, floats and colour rule of each; where a pairing parts from the rules; why not others."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.pairing import swiss
from arbiter.pairing.swiss.compare import parting, why_not
from arbiter.pairing.swiss.criteria import CRITERIA, values
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.swiss.why import reasons
from arbiter.pairing.trf.line import tenths_text
from arbiter.pairing.trf.read import parse_trf
from arbiter.pairing.trf.write import trf_text
from arbiter.sentences import SENTENCES, TERMS
from tests.pairing.chance import tournament
from tests.pairing.published import Published, tournaments

SOME = [each for each in tournaments() if each.players <= 32][::9]


def name(published: Published) -> str:
    return published.name


@pytest.mark.parametrize("published", SOME, ids=name)
def test_a_round_of_the_rules_parts_from_them_nowhere(published: Published) -> None:
    for round, pairs in enumerate(published.rounds, start=1):
        games = [pair for pair in pairs if pair[1]]
        bye = next((white for white, black in pairs if not black), None)
        assert parting(situation(published.trf, round), games, bye, tenths_text) is None


@pytest.mark.parametrize("published", SOME, ids=name)
def test_every_pair_has_its_bracket_and_its_colour_rule(published: Published) -> None:
    round = len(published.rounds)
    made = swiss.pair(situation(published.trf, round))
    told = reasons(made, tenths_text)

    for pair in made.numbers():
        codes = [reason.code for reason in told if reason.entries == pair]
        assert codes[0] in {"swiss_paired", "swiss_floated"}
        assert [code for code in codes if code.startswith("colour_")]
    assert len([reason for reason in told if reason.code == "swiss_bracket"]) == len(made.brackets)
    assert {reason.code for reason in told} <= set(SENTENCES)


@pytest.mark.parametrize("published", SOME, ids=name)
def test_two_who_change_opponents_part_from_the_rules_in_a_named_article(published: Published) -> None:
    """Exchanging the lower ranked of the first two boards is worse in a criterion, barred, or later in the order."""
    round = len(published.rounds)
    games = [pair for pair in published.rounds[round - 1] if pair[1]]
    bye = next((white for white, black in published.rounds[round - 1] if not black), None)
    (one, two), (three, four) = games[:2]
    found = parting(situation(published.trf, round), [(one, four), (three, two), *games[2:]], bye, tenths_text)

    assert found is not None
    assert found.code in {"parts_in_value", "parts_in_order", "parts_in_ban"}
    assert found.article is not None
    assert found.article.startswith("FIDE C.04.3 ")


def test_turned_colours_are_named_by_their_rule() -> None:
    published = SOME[0]
    games = [pair for pair in published.rounds[1] if pair[1]]
    turned = [games[0][::-1], *games[1:]]
    found = parting(situation(published.trf, 2), turned, None, tenths_text)

    assert found is not None
    assert (found.code, found.entries) == ("parts_in_colours", games[0])
    assert found.article in {f"FIDE C.04.3 5.2.{rule}" for rule in range(1, 6)}


def test_somebody_left_out_is_named() -> None:
    published = SOME[0]
    games = [pair for pair in published.rounds[0] if pair[1]]
    found = parting(situation(published.trf, 1), games[1:], None, tenths_text)

    assert found is not None
    assert (found.code, dict(found.facts)["players"]) == ("parts_in_players", tuple(sorted(games[0])))


@pytest.mark.parametrize("published", SOME[:6], ids=name)
def test_why_not_is_answered_for_every_two(published: Published) -> None:
    """Those who meet are told so; for the others a ban, a worse value, or the order of generation is named."""
    round = min(4, len(published.rounds))
    made = swiss.pair(situation(published.trf, round))
    numbers = sorted(card.number for card in made.situation.cards)[:5]
    meet = {frozenset(pair) for pair in made.numbers()}
    for one in numbers:
        for two in numbers:
            if one < two:
                answer = why_not(made, one, two, tenths_text)
                assert answer.code in SENTENCES
                assert (answer.code == "they_do_meet") == (frozenset((one, two)) in meet)


def test_whoever_has_met_does_not_meet_again() -> None:
    published = SOME[0]
    made = swiss.pair(situation(published.trf, 2))
    one, two = published.rounds[0][0]

    assert why_not(made, one, two, tenths_text).code == "not_met_before"
    assert why_not(made, one, 999, tenths_text).code == "not_both_there"


def test_every_criterion_has_its_name_and_an_article_of_its_own() -> None:
    assert [criterion.code for criterion in CRITERIA] == [f"C{number}" for number in range(5, 22)]
    assert len({criterion.article for criterion in CRITERIA}) == len(CRITERIA)
    assert all(f"criterion {criterion.code}" in TERMS for criterion in CRITERIA)


def test_the_values_of_all_brackets_are_kept() -> None:
    made = swiss.pair(situation(SOME[0].trf, 2))

    assert set(values(made.brackets[0], None)) == {criterion.code for criterion in CRITERIA}


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 24), st.integers(1, 7), st.integers(0, 1_000_000))
def test_a_tournament_by_chance_is_found_paired_by_the_rules_in_either_edition(
    players: int, rounds: int, seed: int
) -> None:
    """Written and read again, TRF-2026 or TRF16, the checker pairs every round as it was paired."""
    trf = tournament(players, rounds, random.Random(seed))
    assert parse_trf(trf_text(trf)) == trf
    for again in (parse_trf(trf_text(trf)), parse_trf(trf_text(trf, "16"))):
        for round in range(1, trf.next_round()):
            sat = [player.number for player in trf.players if (cell := player.cell(round)) and cell.result == "U"]
            asked = situation(again, round)
            found = parting(asked, list(again.pairs(round)), sat[0] if sat else None, tenths_text)
            assert found is None or (again.forbidden != trf.forbidden and found.code != "parts_in_ban")
