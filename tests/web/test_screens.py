"""Screens and announcements: what the office puts on the walls, and what everybody is told."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from arbiter.shapes.places.wall_layout import BESIDE, ROWS
from arbiter.web.visitor_addresses import wifi_text
from tests.web.conftest import Door


def shown(door: Door, t: str, screen: str = "") -> list[str]:
    """The pages of a screen in turn."""
    return re.findall(r'data-shows="(\w+)"', wall(door, t, screen))


def wall(door: Door, t: str, screen: str = "") -> str:
    answer = door.client.get(f"/tournaments/{t}/wall{screen}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_a_screen_that_nobody_has_assigned_shows_the_boards(door: Door) -> None:
    t = door.tournament(4)

    assert shown(door, t) == shown(door, t, "/7") == ["boards"]


def test_a_screen_shows_in_turn_what_the_office_assigns(door: Door) -> None:
    t = door.tournament(4)
    door.post(f"/tournaments/{t}/screens", {"screen": 2, "shows": ["results", "pairings", "standings"], "seconds": 9})

    assert shown(door, t, "/2") == ["results", "pairings", "standings"]
    assert 'data-seconds="9"' in wall(door, t, "/2")
    assert shown(door, t) == ["boards"]
    assert door.get(f"/tournaments/{t}/screens").get_json() == {
        "screens": [{"screen": 2, "shows": ["results", "pairings", "standings"], "seconds": 9, "called": None}]
    }


def test_a_screen_that_is_taken_down_shows_the_boards_again(door: Door) -> None:
    t = door.tournament(4)
    assert door.post(f"/tournaments/{t}/screens", {"screen": 1}).get_json()["code"] == "no_screen"

    door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["standings"]})
    door.post(f"/tournaments/{t}/screens", {"screen": 1})
    assert shown(door, t) == ["boards"]


def test_a_screen_shows_nothing_that_there_is_not(door: Door) -> None:
    t = door.tournament(4)
    answer = door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["weather"]})

    assert answer.status_code == 422
    assert "weather" in answer.get_json()["detail"]


def test_before_the_first_round_a_screen_says_who_is_entered(door: Door) -> None:
    t = door.tournament(3, started=False)
    door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["pairings", "standings", "countdown"]})

    assert "3 players are entered. Nobody has been paired yet." in wall(door, t)


def test_a_long_list_goes_over_even_pages_and_nobody_is_left_out(door: Door) -> None:
    players = ROWS * BESIDE["standings"] + 2
    t = door.tournament(players)
    door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["standings"]})
    pages = wall(door, t).split('data-shows="standings"')[1:]

    assert [page.count("<li ") for page in pages] == [players // 2, players // 2]
    assert len(set(re.findall(r"Player \d+", "".join(pages)))) == players


def test_nobody_leads_by_a_bye_before_the_first_result(door: Door) -> None:
    t = door.tournament(3)
    door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["standings"]})

    assert door.get(f"/tournaments/{t}/rounds/1").get_json()["byes"]
    assert re.findall(r"<strong>(\d+)</strong></li>", wall(door, t)) == ["0", "0", "0"]


def test_a_draft_is_on_no_screen(door: Door) -> None:
    t = door.tournament(4, started=False)
    door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["pairings"]})
    door.post(f"/tournaments/{t}/rounds", {"draft": True})

    assert "Player 1" not in wall(door, t)


def test_an_announcement_stands_on_walls_and_public_pages_until_it_is_ended(door: Door) -> None:
    t = door.tournament(4)
    made = door.post(f"/tournaments/{t}/announcements", {"text": "Round 2 at <b>14:00</b>", "until": 1_790_000_900_000})
    assert made.status_code == 201
    (told,) = door.get(f"/tournaments/{t}/announcements").get_json()["announcements"]
    assert told["text"] == "Round 2 at <b>14:00</b>"

    for page in (wall(door, t), door.client.get(f"/tournaments/{t}").get_data(as_text=True)):
        assert "Round 2 at &lt;b&gt;14:00&lt;/b&gt;" in page
    door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["countdown"]})
    assert 'data-until="1790000900000"' in wall(door, t)

    assert door.send("DELETE", f"/tournaments/{t}/announcements/{told['announcement']}").status_code == 200
    assert "Round 2 at" not in wall(door, t)
    assert door.send("DELETE", f"/tournaments/{t}/announcements/{told['announcement']}").status_code == 404


def test_a_screen_counts_down_to_the_next_round_whose_time_is_known(door: Door) -> None:
    t = door.tournament(4)
    now = datetime.fromtimestamp(door.clock.at / 1_000, door.service.zone)
    times = {"1": (now - timedelta(hours=2)).isoformat()[:16], "2": (now + timedelta(hours=1)).isoformat()[:16]}
    assert door.send("PATCH", f"/tournaments/{t}", {"times": times}).status_code == 200
    door.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["countdown"]})

    (until,) = re.findall(r'Round 2</span> <strong data-until="(\d+)"', wall(door, t))
    assert abs(int(until) - door.clock.at - 3_600_000) < 60_000


def test_an_announcement_needs_words_and_leaves_room_for_others(door: Door) -> None:
    t = door.tournament(2)
    assert door.post(f"/tournaments/{t}/announcements", {"text": " "}).get_json()["code"] == "text_needed"

    for number in range(10):
        assert door.post(f"/tournaments/{t}/announcements", {"text": f"word {number}"}).status_code == 201
    assert door.post(f"/tournaments/{t}/announcements", {"text": "one more"}).get_json()["code"] == "announcements_full"


def test_the_office_announces_with_a_clock_in_the_hall_and_keeps_what_is_refused(door: Door) -> None:
    t = door.tournament(2)
    csrf = door.sign_in()
    sent = {"csrf": csrf, "text": "Coffee is ready", "clock": "half past two"}
    refused = door.client.post(f"/office/{t}/announcements", data=sent)

    assert refused.status_code == 422
    assert "Coffee is ready" in refused.get_data(as_text=True)
    assert "half past two" in refused.get_data(as_text=True)

    assert door.client.post(f"/office/{t}/announcements", data={**sent, "clock": "14:30"}).status_code == 303
    (told,) = door.get(f"/tournaments/{t}/announcements").get_json()["announcements"]
    assert 0 < told["until"] - door.clock.now() <= 24 * 3_600_000
    assert "14:30" in door.client.get(f"/office/{t}/screens").get_data(as_text=True)

    end = f"/office/{t}/announcements/{told['announcement']}/end"
    assert door.client.post(end, data={"csrf": csrf}).status_code == 303
    assert door.get(f"/tournaments/{t}/announcements").get_json()["announcements"] == []


def test_the_office_assigns_a_screen_with_its_boxes(door: Door) -> None:
    t = door.tournament(4)
    csrf = door.sign_in()
    sent = {"csrf": csrf, "screen": "2", "shows": ["pairings", "standings"], "seconds": "20"}

    assert door.client.post(f"/office/{t}/screens", data=sent).status_code == 303
    assert shown(door, t, "/2") == ["pairings", "standings"]
    page = door.client.get(f"/office/{t}/screens").get_data(as_text=True)
    assert page.count("checked") == 4  # of screen 1 and of the next one the boards


def test_only_officials_announce(door: Door) -> None:
    t = door.tournament(2)

    assert door.client.post(f"/api/v1/tournaments/{t}/announcements", json={"text": "x"}).status_code == 401


def test_those_who_watch_are_behind_the_moves_by_as_long_as_the_tournament_says(door: Door) -> None:
    t = door.tournament(4, settings={"live_delay": 15})
    board = f"/tournaments/{t}/rounds/1/boards/1"
    door.clock.wait(minutes=1)
    door.post(f"{board}/moves", {"move": "32-28", "ply": 0})
    door.clock.wait(minutes=10)
    door.post(f"{board}/moves", {"move": "19-23", "ply": 1})

    def watched() -> list[str]:
        page = door.client.get(f"/tournaments/{t}/rounds/1/boards/1").get_data(as_text=True)
        played = door.get(board, role=None).get_json()["moves"]
        pdn = door.get(f"/tournaments/{t}/export.pdn", role=None).get_data(as_text=True)
        for move in ("32-28", "19-23"):
            assert (move in played) == (f">{move}</a>" in page) == (move in pdn)
        return [str(move) for move in played]

    assert door.get(board).get_json()["moves"] == ["32-28", "19-23"]
    assert watched() == []
    door.clock.wait(minutes=6)
    assert watched() == ["32-28"]
    assert door.get(board, role=None).get_json()["clock"]["running"] is None
    door.post(f"{board}/resignations", {"side": "white"})
    assert watched() == ["32-28", "19-23"]


def test_a_screen_of_the_hall_is_not_behind_those_who_watch(door: Door) -> None:
    t = door.tournament(4, settings={"live_delay": 15})
    door.clock.wait(minutes=1)
    door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})

    assert "1. 32-28" not in wall(door, t)
    door.sign_in("Screen at the door", "display")
    assert "1. 32-28" in wall(door, t)
    assert "32-28" in door.client.get(f"/api/v1/tournaments/{t}/rounds/1").get_data(as_text=True)


def test_screens_and_the_office_show_where_the_public_page_and_the_wifi_are_but_never_this_computer_s_own_address(
    door: Door,
) -> None:
    t = door.tournament(4)
    door.set(host="127.0.0.1", wifi="Dam;club", wifi_password='"x"')
    machine = door.service.machine
    machine.addresses.found = replace(machine.addresses.found, own=("127.0.0.1",), address="127.0.0.1", url="")
    door.sign_in()

    for page in (f"/tournaments/{t}/wall", f"/office/{t}", f"/office/{t}/screens"):
        told = door.client.get(page).get_data(as_text=True)
        assert "127.0.0.1" not in told
        assert f"localhost/tournaments/{t}/wall" not in told
        assert "data:image/svg" not in told
        machine.addresses.found = replace(machine.addresses.found, url="http://10.0.0.7:8000")
        told = door.client.get(page).get_data(as_text=True)
        assert "10.0.0.7:8000" in told
        assert "Dam;club" in told
        assert told.count("data:image/svg") == 2
        machine.addresses.found = replace(machine.addresses.found, url="")
    assert wifi_text("Dam;club", '"x"') == r"WIFI:T:WPA;S:Dam\;club;P:\"x\";;"


def test_before_the_first_result_nobody_leads_by_a_bye(door: Door) -> None:
    t = door.tournament(5, system="swiss")
    rows = door.get(f"/tournaments/{t}/standings").get_json()["standings"]

    assert [(row["entry"], row["points"]) for row in rows] == [(entry, 0) for entry in range(1, 6)]
    door.post(f"/tournaments/{t}/rounds/1/boards/1/resignations", {"side": "white"})
    rows = door.get(f"/tournaments/{t}/standings").get_json()["standings"]
    assert sorted(row["points"] for row in rows) == [0, 0, 0, 2, 2]
