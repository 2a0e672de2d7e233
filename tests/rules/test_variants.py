"""The table of variants."""

from __future__ import annotations

import dataclasses

import pytest

from arbiter.rules.position import start
from arbiter.rules.variants import AMERICAN, INTERNATIONAL, VARIANTS, Crowning, Variant
from arbiter.sides import Side

CONTRACT = [
    *("international", "frisian", "canadian", "german", "brazilian", "russian", "pool", "american", "general"),
    *("italian", "spanish", "portuguese", "czech", "turkish", "turkish-federation"),
    *("good-for-nothings", "good-for-nothings-10"),
]


def codes(variant: Variant) -> set[str]:
    """Every rule of the generator that can be broken in that game."""
    found = {
        "square_not_in_play",
        "no_piece",
        "moved_opponents_piece",
        "occupied",
        "wrong_direction_or_distance",
        "jumped_own_piece",
        "capture_missed",
        "capture_stopped_early",
        "no_move",
    }
    found |= {"blocked king"} if variant.flying_kings else set()
    found |= {"jumped_same_piece_twice"} if variant.taken_stay else set()
    found |= {"capture_not_maximum"} if "pieces" in variant.precedence_steps else set()
    found |= {"precedence"} if variant.precedence_steps not in ((), ("pieces",)) else set()
    found |= {"king_move_limit"} if variant.king_move_limit else set()
    return (
        found
        | {
            Crowning.WHERE_THE_MOVE_ENDS: {"crowned_in_passing"},
            Crowning.ENDS_THE_MOVE: {"jumped_on_after_crowning"},
            Crowning.GOES_ON_AS_KING: set[str](),
        }[variant.crowning]
    )


VERDICTS = set[str]().union(*map(codes, VARIANTS.values())) | {"touched_other_piece"}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_every_verdict_has_its_article(variant: Variant) -> None:
    assert variant.articles.keys() >= codes(variant)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_an_article_stands_beside_a_fact_or_a_verdict(variant: Variant) -> None:
    facts = {column.name for column in dataclasses.fields(Variant)}

    assert {code.removesuffix(" king") for code in variant.articles} <= facts | {
        code.removesuffix(" king") for code in VERDICTS
    }


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_the_facts_in_which_games_differ_have_articles(variant: Variant) -> None:
    assert variant.articles.keys() >= {
        *("board", "rows_of_men", "first", "men_step", "men_take", "kings_step", "kings_take", "flying_kings"),
        *("crowning", "taken_stay", "precedence"),
    }


def test_kings_may_have_another_article_than_men() -> None:
    assert INTERNATIONAL.article("occupied") == "000 IV"
    assert INTERNATIONAL.article("occupied", king=True) == "000 VI"
    assert INTERNATIONAL.article("capture_missed", king=True) == "000 VII"
    assert AMERICAN.article("ambiguous") is None


def test_the_rows_say_how_the_game_is_set_up() -> None:
    assert set(CONTRACT) <= set(VARIANTS)
    assert (INTERNATIONAL.men, INTERNATIONAL.board.size, INTERNATIONAL.first) == (20, 10, Side.WHITE)
    assert (AMERICAN.men, AMERICAN.board.size, AMERICAN.first) == (12, 8, Side.BLACK)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_the_game_type_agrees_with_the_row(variant: Variant) -> None:
    _, first, columns, rows, notation, other_corner = variant.gametype.split(",")
    names = variant.names(variant.board)
    size = variant.board.size
    corner = (size - 1, 0) if variant.board.corner_left else (size - 1, size - 1)
    if first == "B":
        corner = (size - 1 - corner[0], size - 1 - corner[1])

    assert VARIANTS[variant.key] is variant
    assert (columns, rows) == (str(size),) * 2
    assert {"W": Side.WHITE, "B": Side.BLACK}[first] is start(variant).turn
    assert (other_corner == "0") is (variant.board.corner_left or variant.board.all_squares)
    first_square = variant.board.square_at(*corner)
    assert first_square is not None
    if notation == "A0":
        assert names[first_square] == "a1"
    elif notation == "N1":  # bottom right of the side that begins
        assert names[1 if first == "B" else variant.board.last] == "1"
    else:
        assert (notation, names[1]) == ("N2", "1")
