"""Boards on pages and in what tablets are told, in the words of their game."""

from __future__ import annotations

from tests.web.conftest import Door


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
    assert "the man on a3 cannot reach a5" in told["detail"]
    assert told["owed"]["piece"] == "a3"
    assert [(move["move"], move["path"]) for move in told["owed"]["corrections"]] == [("a3-a4", ["a3", "a4"])]
