"""Pictures of a tournament as SVG: the bracket of a knock-out, the grid of a round robin, the games of a player."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from tests.web.conftest import Door

SVG = "{http://www.w3.org/2000/svg}"


def drawn(door: Door, address: str) -> list[str]:
    """The texts of a picture, which is a well-formed file of its own."""
    answer = door.client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    return [one.text or "" for one in ET.fromstring(answer.get_data()).iter(f"{SVG}text")]


def test_a_bracket_has_every_stage_and_the_winners_of_neighbours_meet(door: Door) -> None:
    t = door.tournament(8, system="knockout")
    for board in (1, 2, 3, 4):
        door.post(f"/tournaments/{t}/rounds/1/boards/{board}/resignations", {"side": "black"})
    through = [door.get(f"/tournaments/{t}/rounds/1/boards/{b}").get_json()["players"]["white"] for b in (1, 2, 3, 4)]
    page = door.client.get(f"/tournaments/{t}/standings").get_data(as_text=True)
    texts = drawn(door, f"/tournaments/{t}/picture.svg")

    assert page.count('<path d="M') >= 6
    assert sorted(text for text in texts if text.startswith("Player")) == sorted(
        [f"Player {n}" for n in range(1, 9)] + [one["name"] for one in through]
    )
    assert texts.count("2") == texts.count("0") == 4
    assert len(texts) == 8 * 2 + 4 + 2


def test_a_grid_shows_every_result_twice_and_a_player_s_picture_every_round(door: Door) -> None:
    t = door.tournament(4, system="round-robin")
    door.post(f"/tournaments/{t}/rounds/1/boards/1/resignations", {"side": "white"})
    texts = drawn(door, f"/tournaments/{t}/picture.svg")
    board = door.get(f"/tournaments/{t}/rounds/1/boards/1").get_json()
    winner, loser = board["players"]["black"], board["players"]["white"]

    assert "Grid of results" in door.client.get(f"/tournaments/{t}/standings").get_data(as_text=True)
    assert (texts.count("2"), texts.count("0")) == (1 + 1 + 2, 1 + 3)  # the result, the points, and the number 2 twice
    told = drawn(door, f"/tournaments/{t}/players/{winner['entry']}.svg")
    assert told[0] == winner["name"]
    assert told[2:] == ["1", loser["name"], "2", "2"]
    assert door.client.get(f"/tournaments/{t}/players/99.svg").status_code == 404


def test_a_swiss_has_no_picture(door: Door) -> None:
    t = door.tournament(4, system="swiss")

    assert door.client.get(f"/tournaments/{t}/picture.svg").status_code == 404


def test_a_name_is_drawn_as_it_is_written(door: Door) -> None:
    t = door.tournament(1, started=False, system="round-robin")
    door.post(f"/tournaments/{t}/entries", {"name": "Anna <b> & Co"})
    door.post(f"/tournaments/{t}/rounds")

    assert "Anna <b> & Co" in drawn(door, f"/tournaments/{t}/picture.svg")
