"""The table of variants."""

from __future__ import annotations

import dataclasses

import pytest

from arbiter.rules.position import start
from arbiter.rules.variants import AMERICAN, INTERNATIONAL, VARIANTS, Variant
from arbiter.sides import Side

CODES = {
    "square_not_in_play",
    "no_piece",
    "moved_opponents_piece",
    "occupied",
    "wrong_direction_or_distance",
    "jumped_own_piece",
    "capture_missed",
    "capture_stopped_early",
    "jumped_same_piece_twice",
    "no_move",
}
VERDICTS = {
    "international": CODES | {"capture_not_maximum", "blocked king", "crowned_in_passing", "touched_other_piece"},
    "american": CODES | {"jumped_on_after_crowning"},
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_every_verdict_has_its_article(variant: Variant) -> None:
    assert variant.articles.keys() >= VERDICTS[variant.key]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_an_article_stands_beside_a_fact_or_a_verdict(variant: Variant) -> None:
    facts = {column.name for column in dataclasses.fields(Variant)}

    assert {code.removesuffix(" king") for code in variant.articles.keys() - VERDICTS[variant.key]} <= facts | CODES


def test_kings_may_have_another_article_than_men() -> None:
    assert INTERNATIONAL.article("occupied") == "000 IV"
    assert INTERNATIONAL.article("occupied", king=True) == "000 VI"
    assert INTERNATIONAL.article("capture_missed", king=True) == "000 VII"
    assert AMERICAN.article("ambiguous") is None


def test_the_rows_say_how_the_game_is_set_up() -> None:
    assert (INTERNATIONAL.men, INTERNATIONAL.board.size, INTERNATIONAL.first) == (20, 10, Side.WHITE)
    assert (AMERICAN.men, AMERICAN.board.size, AMERICAN.first) == (12, 8, Side.BLACK)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_the_game_type_agrees_with_the_row(variant: Variant) -> None:
    _, first, columns, rows, *_ = variant.gametype.split(",")

    assert VARIANTS[variant.key] is variant
    assert (columns, rows) == (str(variant.board.size),) * 2
    assert {"W": Side.WHITE, "B": Side.BLACK}[first] is start(variant).turn
