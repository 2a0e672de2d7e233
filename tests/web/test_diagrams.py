"""Boards drawn for pages without a script: the squares, colours and pieces of every game."""

from __future__ import annotations

import re

import pytest

from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.shapes.diagrams import diagram, squares_told
from tests.web.conftest import Door


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_a_diagram_has_every_square_and_piece_of_the_game(variant: Variant, door: Door) -> None:
    with door.client.application.test_request_context("/"):
        drawn = str(diagram(start(variant), variant))
    pieces = re.findall(r'<g class="(\w+)"', drawn)

    assert drawn.count('class="dark"') == variant.board.last
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


def test_a_page_of_american_checkers_speaks_of_red(door: Door) -> None:
    t = door.tournament(2, variant="american")
    page = door.client.get(f"/tournaments/{t}/rounds/1/boards/1").get_data(as_text=True)

    assert "Red to move" in page
    assert "red man" in page
    assert "Black to move" not in page


def test_squares_keep_the_names_of_their_game_in_what_a_tablet_is_told(door: Door) -> None:
    t = door.tournament(2, variant="turkish")
    answer = door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": "a3-a5", "ply": 0})
    told = answer.get_json()

    assert answer.status_code == 422
    assert "from a3 a man cannot go to a5" in told["detail"]
    assert told["owed"]["piece"] == "a3"
    assert [(move["move"], move["path"]) for move in told["owed"]["corrections"]] == [("a3-a4", ["a3", "a4"])]
