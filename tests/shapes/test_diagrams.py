"""Boards drawn for pages without a script: the squares, colours and pieces of every game."""

from __future__ import annotations

import re

import pytest

from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.shapes.game.diagrams import diagram, squares_told


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_a_diagram_has_every_square_and_piece_of_the_game(variant: Variant) -> None:
    drawn = str(diagram(start(variant), variant, "en"))
    pieces = re.findall(r'<g class="(\w+)"', drawn)

    assert drawn.count("h1v1h-1z") == variant.board.last
    assert set(pieces) == set(variant.colours)
    assert len(pieces) == sum(len(start(variant).pieces(side)) for side in type(variant.first))
    assert drawn.count('class="cross"') == (variant.board.size if variant.rows_of_good_for_nothings else 0)
    assert ("every" in drawn[:60]) == variant.board.all_squares


@pytest.mark.parametrize(
    ("key", "square", "place"),
    [
        ("international", "1", [0, 1]),
        ("canadian", "72", [11, 10]),
        ("russian", "a1", [7, 0]),
        ("turkish", "h1", [7, 7]),
        ("italian", "1", [0, 0]),
        ("italian", "32", [7, 7]),
        ("spanish", "1", [7, 7]),
        ("portuguese", "32", [0, 0]),
    ],
)
def test_scripts_are_told_where_each_square_lies(key: str, square: str, place: list[int]) -> None:
    """Rows from the top and columns from the left, with White at the bottom."""
    told = squares_told(VARIANTS[key])

    assert told["squares"][square] == place
    assert len(told["squares"]) == VARIANTS[key].board.last
