"""The tablet's pages: the card's PIN, the board, and the wait for a game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from arbiter.sides import Side
from tests.web.conftest import Door


def card(door: Door, id: str, board: int = 1, side: Side | None = None) -> tuple[str, str]:
    """The address and the PIN of a table card."""
    token, pin = door.doors.links.make(id, board, side)
    return f"/t/{token}", pin


def enter(door: Door, address: str, pin: str) -> int:
    """Enters a PIN on the page of a card; the status of the answer."""
    door.client.get(address)
    with door.client.session_transaction() as session:
        csrf = session["csrf"]
    return door.client.post(address, data={"pin": pin, "csrf": csrf}).status_code


def told(page: str, id: str) -> Any:
    """What a page tells its script under that id."""
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def board_page(door: Door) -> str:
    """The page at the board that the client is bound to."""
    return door.client.get("/tablet").get_data(as_text=True)


def test_a_card_asks_its_pin_and_names_its_board(door: Door) -> None:
    address, _ = card(door, door.tournament(), board=2)

    page = door.client.get(address)
    assert page.status_code == 200
    assert 'inputmode="numeric"' in page.get_data(as_text=True)
    assert '<span class="board-number">2</span>' in page.get_data(as_text=True)


def test_the_pin_binds_the_tablet_and_opens_the_board(door: Door) -> None:
    address, pin = card(door, door.tournament(), side=Side.BLACK)

    assert enter(door, address, pin) == 303
    page = told(board_page(door), "tablet")
    assert (page["board"], page["side"], page["game"]["round"]) == (1, "black", 1)
    assert len(page["game"]["legal"]) == 9


def test_a_wrong_pin_is_told_and_binds_nothing(door: Door) -> None:
    address, pin = card(door, door.tournament())
    wrong = f"{(int(pin) + 1) % 10_000:04d}"

    assert enter(door, address, wrong) == 403
    assert door.client.get("/tablet").status_code == 403


def test_after_too_many_wrong_pins_the_right_one_has_to_wait(door: Door) -> None:
    address, pin = card(door, door.tournament())
    wrong = f"{(int(pin) + 1) % 10_000:04d}"
    for _ in range(5):
        enter(door, address, wrong)

    assert enter(door, address, pin) == 429


def test_a_card_scanned_again_leads_to_the_board_without_a_pin(door: Door) -> None:
    address, pin = card(door, door.tournament())
    enter(door, address, pin)

    again = door.client.get(address)
    assert (again.status_code, again.headers["Location"]) == (303, "/tablet")


@pytest.mark.parametrize("token", ["nonsense", "WyJvcGVuIiwxLCIiLDBd.forged"])
def test_a_link_that_was_not_made_here_opens_nothing(door: Door, token: str) -> None:
    assert door.client.get(f"/t/{token}").status_code == 403


def test_a_revoked_card_opens_nothing_and_its_tablet_lies_at_no_board(door: Door) -> None:
    id = door.tournament()
    address, pin = card(door, id)
    enter(door, address, pin)
    door.send("DELETE", f"/tournaments/{id}/tablets?board=1")

    assert door.client.get(address).status_code == 403
    assert door.client.get("/tablet").status_code == 403


def test_a_device_without_a_card_is_told_how_to_get_to_a_board(door: Door) -> None:
    page = door.client.get("/tablet")

    assert page.status_code == 403
    assert "QR code" in page.get_data(as_text=True)


def test_a_board_without_a_game_waits_for_one(door: Door) -> None:
    address, pin = card(door, door.tournament(started=False))
    enter(door, address, pin)

    assert told(board_page(door), "tablet")["game"] is None


def test_a_board_opens_the_last_round_that_has_it(door: Door) -> None:
    id = two_rounds(door, [[1, 2], [3, 4]], [[2, 1]])
    enter(door, *card(door, id, board=1))

    game = told(board_page(door), "tablet")["game"]
    assert (game["round"], game["started"]) == (2, None)


def test_a_board_that_the_last_round_does_not_have_shows_its_last_game(door: Door) -> None:
    id = two_rounds(door, [[1, 2], [3, 4]], [[2, 1]])
    enter(door, *card(door, id, board=2))

    game = told(board_page(door), "tablet")["game"]
    assert (game["round"], game["result"]) == (1, "2-0")


def two_rounds(door: Door, first: list[list[int]], second: list[list[int]]) -> str:
    """A tournament with these pairs in two rounds; White has won all of the first."""
    id = door.tournament(players=4, started=False, system="manual")
    assert door.post(f"/tournaments/{id}/rounds", {"pairs": first}).status_code == 201
    assert door.post(f"/tournaments/{id}/rounds/1/start").status_code == 200
    for board in range(1, len(first) + 1):
        ruling = {"kind": "result", "result": "2-0", "reason": "resigned"}
        assert door.post(f"/tournaments/{id}/rounds/1/boards/{board}/rulings", ruling).status_code == 200
    assert door.post(f"/tournaments/{id}/rounds", {"pairs": second, "rematches": True}).status_code == 201
    return id


def test_the_page_tells_where_the_squares_of_its_game_lie(door: Door) -> None:
    address, pin = card(door, door.tournament(variant="american"))
    enter(door, address, pin)

    squares = told(board_page(door), "squares")
    assert squares["size"] == 8
    assert squares["squares"]["1"] == [0, 1]
    assert squares["squares"]["32"] == [7, 6]


def test_the_scripts_of_the_board_ask_for_no_word_that_the_page_does_not_tell(door: Door) -> None:
    address, pin = card(door, door.tournament())
    enter(door, address, pin)
    page = board_page(door)
    words = told(page, "words") | told(page, "board-words")

    for script in ("board", "clock", "live", "panel", "table", "tablet", "taps"):
        with door.client.get(f"/static/{script}.js") as answer:
            source = answer.get_data(as_text=True)
        for key in re.findall(r'say\("(\w+)"', source):
            assert key in words, f"{script}.js says {key}"


def test_a_name_that_is_markup_is_shown_as_it_was_written(door: Door) -> None:
    id = door.tournament(started=False, players=1)
    door.post(f"/tournaments/{id}/entries", {"name": "</script><b>Bold</b>"})
    door.post(f"/tournaments/{id}/rounds")
    address, pin = card(door, id)
    enter(door, address, pin)

    page = board_page(door)
    assert "<b>Bold" not in page
    names = {player["name"] for player in told(page, "tablet")["game"]["players"].values()}
    assert "</script><b>Bold</b>" in names


def test_a_board_says_what_is_played_at_it_whatever_the_round(door: Door) -> None:
    """Before the first round nothing, in a draft nothing yet; and a game that was put off once it is played."""
    id = door.tournament(started=False, rounds=3)
    here = f"/tournaments/{id}/boards/1"
    before = door.get(here, role=None).get_json()
    assert (before["version"], before["bound"], before["game"]) == (5, False, None)
    door.post(f"/tournaments/{id}/rounds", {"draft": True})
    assert door.get(here, role=None).get_json()["game"] is None
    door.post(f"/tournaments/{id}/rounds/1/publish")
    assert door.get(here, role=None).get_json()["game"]["round"] == 1

    door.post(f"/tournaments/{id}/rounds/1/boards/1/postponements", {"until": "Tuesday"})
    door.post(f"/tournaments/{id}/rounds/1/start")
    door.post(f"/tournaments/{id}/rounds/1/boards/2/resignations", {"side": "white"})
    door.post(f"/tournaments/{id}/rounds")
    assert door.get(here, role=None).get_json()["game"]["round"] == 2
    door.post(f"/tournaments/{id}/rounds/1/start", {"boards": [1]})
    assert door.get(here, role=None).get_json()["game"]["round"] == 1


def test_a_board_says_whether_this_device_is_its_tablet_and_helps_it_then(door: Door) -> None:
    id = door.tournament()
    enter(door, *card(door, id))
    as_tablet = {"X-Arbiter-Tablet": "1"}

    mine, other = (door.get(f"/tournaments/{id}/boards/{b}", role=None, headers=as_tablet).get_json() for b in (1, 2))
    assert (mine["bound"], len(mine["game"]["legal"])) == (True, 9)
    assert (other["bound"], "legal" in other["game"]) == (False, False)
    door.desks.register.revoke(id, 1)
    gone = door.get(f"/tournaments/{id}/boards/1", role=None, headers=as_tablet).get_json()
    assert gone["bound"] is False
