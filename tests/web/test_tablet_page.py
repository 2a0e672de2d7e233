"""The tablet's pages: how it is bound, the board, and the wait for a game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from arbiter.sides import Side
from tests.web.conftest import Door
from tests.web.office import Office


def card(door: Door, id: str, board: int = 1, side: Side | None = None) -> str:
    """The address that a table card holds."""
    return f"/t/{door.access.links.make(id, board, side)[0]}"


def csrf_of(client: FlaskClient) -> str:
    with client.session_transaction() as session:
        return str(session["csrf"])


def enter(door: Door, address: str) -> int:
    """Takes the board of a card; the status of the answer."""
    door.client.get(address)
    return door.client.post(address, data={"csrf": csrf_of(door.client)}).status_code


def told(page: str, id: str) -> Any:
    """What a page tells its script under that id."""
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def board_page(door: Door) -> str:
    """The page at the board that the client is bound to."""
    return door.client.get("/tablet").get_data(as_text=True)


def test_a_card_names_its_board_and_binds_nothing_by_being_looked_at(door: Door) -> None:
    page = door.client.get(card(door, door.tournament(), board=2))

    assert page.status_code == 200
    assert '<span class="board-number">2</span>' in page.get_data(as_text=True)
    assert door.client.get("/tablet").status_code == 403


def test_a_card_binds_the_tablet_and_opens_the_board(door: Door) -> None:
    address = card(door, door.tournament(), side=Side.BLACK)

    assert enter(door, address) == 303
    page = told(board_page(door), "tablet")
    assert (page["board"], page["side"], page["game"]["round"]) == (1, "black", 1)
    assert len(page["game"]["legal"]) == 9


def test_a_second_device_waits_until_the_office_lets_it_in(door: Door) -> None:
    """A dead battery is one press."""
    t = door.tournament()
    address = card(door, t)
    enter(door, address)
    spare = door.client.application.test_client()
    spare.get(address)
    assert spare.post(address, data={"csrf": csrf_of(spare)}).status_code == 303
    waits = spare.get("/tablet")
    (device,) = [one for one in door.desks.register.devices.at(t) if not one.bound]

    assert waits.status_code == 403
    assert f'<p class="board-number">{device.check}</p>' in waits.get_data(as_text=True)
    assert door.client.get("/tablet").status_code == 200
    keeper = door.client.application.test_client()
    office = Office(Door(door.desks, door.access, door.clock, keeper), "")
    office.csrf = office.door.sign_in()
    assert f"It shows the number {device.check}" in office.page(f"/{t}/tablets")
    office.send(f"/{t}/tablets/{device.id}", what="in")
    assert spare.get("/tablet").status_code == 200
    assert door.client.get("/tablet").status_code == 403  # the first one plays no more


def test_a_device_that_is_turned_away_is_out_and_the_first_plays_on(door: Door) -> None:
    t = door.tournament()
    address = card(door, t)
    enter(door, address)
    stranger = door.client.application.test_client()
    stranger.get(address)
    stranger.post(address, data={"csrf": csrf_of(stranger)})
    (device,) = [one for one in door.desks.register.devices.at(t) if not one.bound]
    door.send("DELETE", f"/tournaments/{t}/devices/{device.id}")

    assert "not bound to a board" in stranger.get("/tablet").get_data(as_text=True)
    assert door.client.get("/tablet").status_code == 200


def test_two_players_with_a_device_each_have_two_seats(door: Door) -> None:
    t = door.tournament()
    enter(door, card(door, t, side=Side.WHITE))
    other = door.client.application.test_client()
    address = card(door, t, side=Side.BLACK)
    other.get(address)
    other.post(address, data={"csrf": csrf_of(other)})

    assert other.get("/tablet").status_code == 200
    assert door.client.get("/tablet").status_code == 200


def by_hand(door: Door, address: str, letters: str, **more: str) -> TestResponse:
    door.client.get(address)
    return door.client.post(address, data={"letters": letters, "csrf": csrf_of(door.client), **more})


def test_a_board_is_opened_by_hand_only_while_the_office_has_binding_open(door: Door) -> None:
    t = door.tournament()
    letters = door.access.links.make(t, 1, None)[1]
    before = by_hand(door, "/b/1", letters)
    door.post(f"/tournaments/{t}/binding")
    right = by_hand(door, "/b/1", f" {letters[:4].lower()} {letters[4:]} ")

    assert (before.status_code, right.status_code) == (403, 303)
    assert len(letters) == 8
    assert door.client.get("/tablet").status_code == 200
    door.send("DELETE", f"/tournaments/{t}/binding")
    assert by_hand(door, "/b/1", letters).status_code == 403


def test_where_two_tournaments_are_open_the_code_says_which(door: Door) -> None:
    first, second = door.tournament(), str(door.post("/tournaments", {"name": "Spring"}).get_json()["id"])
    for t in (first, second):
        door.post(f"/tournaments/{t}/binding")
    letters, code = door.access.links.make(second, 1, None)[1], door.access.links.code(second)
    without = by_hand(door, "/b/1", letters)
    typed = by_hand(door, "/b/1", letters, code=code.lower())

    assert re.fullmatch("[A-Z][2-9]", code)
    assert (without.status_code, typed.status_code) == (422, 303)
    assert by_hand(door, f"/b/1/{code}", letters).status_code == 303
    assert by_hand(door, "/b/1/A0", letters).status_code == 404


def test_wrong_letters_wait_then_close_the_window_and_lock_no_tablet(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    t = door.tournament(8)
    enter(door, card(door, t))
    tablet = door.client
    door.client = tablet.application.test_client()
    door.post(f"/tournaments/{t}/binding")
    letters = door.access.links.make(t, 1, None)[1]
    statuses = [by_hand(door, "/b/1", "BBBBBBBB").status_code for _ in range(6)]
    right = by_hand(door, "/b/1", letters)

    assert (statuses, right.status_code) == ([403] * 5 + [429], 429)
    assert tablet.get("/tablet").status_code == 200
    assert f"wrong letters for board 1 of {t} from 127.0.0.1" in caplog.text
    for board in (2, 3, 4):
        for _ in range(5):
            by_hand(door, f"/b/{board}", "BBBBBBBB")
    assert f"binding by hand is closed in {t}: too many wrong letters" in caplog.text
    assert door.access.links.window(t) is None


def test_a_link_that_is_none_is_in_the_log(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    door.post("/tablets/bind", {"link": "x"}, role=None)

    assert "a link that opens nothing from 127.0.0.1" in caplog.text


def test_a_card_scanned_again_leads_to_the_board(door: Door) -> None:
    address = card(door, door.tournament())
    enter(door, address)

    again = door.client.get(address)
    assert (again.status_code, again.headers["Location"]) == (303, "/tablet")


@pytest.mark.parametrize("token", ["nonsense", "WyJvcGVuIiwxLCIiLDBd.forged"])
def test_a_link_that_was_not_made_here_opens_nothing(door: Door, token: str) -> None:
    assert door.client.get(f"/t/{token}").status_code == 403


def test_a_revoked_card_opens_nothing_and_its_tablet_lies_at_no_board(door: Door) -> None:
    id = door.tournament()
    address = card(door, id)
    enter(door, address)
    door.send("DELETE", f"/tournaments/{id}/tablets?board=1")

    assert door.client.get(address).status_code == 403
    assert door.client.get("/tablet").status_code == 403


def test_a_device_without_a_card_is_told_how_to_get_to_a_board(door: Door) -> None:
    page = door.client.get("/tablet")

    assert page.status_code == 403
    assert "QR code" in page.get_data(as_text=True)


def test_a_board_without_a_game_waits_for_one(door: Door) -> None:
    address = card(door, door.tournament(started=False))
    enter(door, address)

    assert told(board_page(door), "tablet")["game"] is None


def test_a_board_opens_the_last_round_that_has_it(door: Door) -> None:
    id = two_rounds(door, [[1, 2], [3, 4]], [[2, 1]])
    enter(door, card(door, id, board=1))

    game = told(board_page(door), "tablet")["game"]
    assert (game["round"], game["started"]) == (2, None)


def test_a_board_that_the_last_round_does_not_have_shows_its_last_game(door: Door) -> None:
    id = two_rounds(door, [[1, 2], [3, 4]], [[2, 1]])
    enter(door, card(door, id, board=2))

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
    address = card(door, door.tournament(variant="american"))
    enter(door, address)

    squares = told(board_page(door), "squares")
    assert squares["size"] == 8
    assert squares["squares"]["1"] == [0, 1]
    assert squares["squares"]["32"] == [7, 6]


def test_the_scripts_of_the_board_ask_for_no_word_that_the_page_does_not_tell(door: Door) -> None:
    address = card(door, door.tournament())
    enter(door, address)
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
    address = card(door, id)
    enter(door, address)

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
    enter(door, card(door, id))
    as_tablet = {"X-Arbiter-Tablet": "1"}

    mine, other = (door.get(f"/tournaments/{id}/boards/{b}", role=None, headers=as_tablet).get_json() for b in (1, 2))
    assert (mine["bound"], len(mine["game"]["legal"])) == (True, 9)
    assert (other["bound"], "legal" in other["game"]) == (False, False)
    door.desks.register.revoke(id, 1)
    gone = door.get(f"/tournaments/{id}/boards/1", role=None, headers=as_tablet).get_json()
    assert gone["bound"] is False


def test_a_board_tells_why_a_claim_was_not_granted_until_the_next_move(door: Door) -> None:
    id = door.tournament()
    here, board = f"/tournaments/{id}/boards/1", f"/tournaments/{id}/rounds/1/boards/1"
    door.post(f"{board}/claims", {"ground": "repetition", "side": "white"})
    assert door.get(here).get_json()["answer"] is None
    [claim] = door.get(f"/tournaments/{id}/proposals").get_json()["proposals"]
    door.post(f"/tournaments/{id}/proposals/{claim['proposal']}/dismiss", {"reason": "only twice"})
    assert door.get(here).get_json()["answer"] == {"side": "white", "reason": "only twice"}
    door.post(f"{board}/moves", {"move": "32-28", "ply": 0})

    assert door.get(here).get_json()["answer"] is None


def test_once_the_tournament_is_over_a_board_tells_the_final_places(door: Door) -> None:
    id = door.tournament(3, system="round-robin")
    for number in (1, 2, 3):
        if number > 1:
            door.post(f"/tournaments/{id}/rounds")
            door.post(f"/tournaments/{id}/rounds/{number}/start")
        assert door.get(f"/tournaments/{id}/boards/1").get_json()["places"] is None
        door.post(f"/tournaments/{id}/rounds/{number}/boards/1/resignations", {"side": "black"})
        if number < 3:
            assert door.get(f"/tournaments/{id}/boards/1").get_json()["places"] is None

    told = door.get(f"/tournaments/{id}/boards/1").get_json()
    ranks = {row["entry"]: row["rank"] for row in door.get(f"/tournaments/{id}/standings").get_json()["standings"]}
    assert told["places"] == {side: ranks[told["game"]["players"][side]["entry"]] for side in ("white", "black")}
