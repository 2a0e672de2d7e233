"""What the office knows of the tablets, and what it starts: clocks where one is in touch, paper elsewhere."""

from __future__ import annotations

import pytest

from arbiter.rulings.time.provisional_flags import Heard
from arbiter.shapes.places.tablets import tablets_shape
from arbiter.sides import Side
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.test_tablet_page import card, enter


def bound(door: Door, id: str, board: int, side: Side | None = None) -> None:
    """A tablet is bound to that board, and opens its page."""
    client = door.client
    door.client = client.application.test_client()
    enter(door, card(door, id, board, side))
    door.client.get("/tablet")
    door.client = client


def states(door: Door, id: str) -> list[str]:
    return [tablet["state"] for tablet in door.get(f"/tournaments/{id}/tablets").get_json()["tablets"]]


def test_a_tablet_is_never_bound_then_in_touch_then_lost_and_after_a_restart_bound(office: Office) -> None:
    door = office.door
    id = door.tournament(4, started=False)
    assert states(door, id) == ["never", "never"]
    bound(door, id, 1)
    assert states(door, id) == ["touch", "never"]
    door.clock.wait(seconds=11)
    assert states(door, id) == ["lost", "never"]
    assert "not connected since" in office.page(f"/{id}/tablets")
    door.desks.desk(id).tablets.clear()  # as after a restart
    assert states(door, id) == ["bound", "never"]
    assert "bound, not connected yet" in office.page(f"/{id}/tablets")


def test_a_board_of_which_the_link_is_revoked_has_no_tablet(door: Door) -> None:
    id = door.tournament(4, started=False)
    for board in (1, 2):
        bound(door, id, board)
    door.send("DELETE", f"/tournaments/{id}/tablets?board=1")
    assert states(door, id) == ["never", "touch"]
    bound(door, id, 1)

    assert states(door, id) == ["touch", "touch"]


def test_a_board_with_a_tablet_for_each_player_is_in_touch_when_both_are() -> None:
    heard = {(1, Side.WHITE): Heard(at=99_000), (1, Side.BLACK): Heard(at=10_000), (2, None): Heard(at=95_000)}
    one, two = tablets_shape((1, 2), heard, {}, 100_000)["tablets"]

    assert (one["state"], one["since"], one["sides"]["white"]["state"]) == ("lost", 10_000, "touch")
    assert (two["state"], two["sides"]["black"]["state"]) == ("touch", "touch")


def paired(office: Office, **terms: object) -> str:
    t = office.door.tournament(6, started=False, **terms)
    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/1/publish")
    return t


def how(office: Office, t: str) -> list[str | None]:
    """How each board has begun."""
    games = office.state(t).round(1).games
    return [None if game.started is None else "paper" if game.on_paper else "clock" for game in games]


def test_the_start_sets_clocks_going_where_a_tablet_is_in_touch_and_elsewhere_the_board_is_on_paper(
    office: Office,
) -> None:
    t = paired(office)
    bound(office.door, t, 2)
    page = office.page(f"/{t}")
    assert "1 board has a connected tablet, and its clock will start (2)." in page
    assert "On paper, without clocks: 1, 3." in page
    office.send(f"/{t}/rounds/1/start")

    assert how(office, t) == ["paper", "clock", "paper"]
    told = office.page(f"/{t}")
    assert "Round 1: the clocks are running at board 2." in told
    assert "Round 1 is played on paper at boards 1, 3." in told


@pytest.mark.parametrize(("asked", "begun"), [("clocks", ["clock"] * 3), ("paper", ["paper"] * 3)])
def test_the_director_says_otherwise_for_all_boards(office: Office, asked: str, begun: list[str]) -> None:
    t = paired(office)
    bound(office.door, t, 2)
    office.send(f"/{t}/rounds/1/start", how=asked)

    assert how(office, t) == begun


def test_the_director_says_otherwise_board_by_board(office: Office) -> None:
    t = paired(office)
    page = office.page(f"/{t}/rounds/1")
    assert page.count('value="paper" checked') == 3
    office.send(f"/{t}/rounds/1/start", **{"how": "chosen", "how-1": "clocks", "how-2": "paper", "how-3": ""})

    assert how(office, t) == ["clock", "paper", None]


def test_a_tournament_of_results_only_is_started_on_paper_whatever_tablets_are_there(office: Office) -> None:
    t = paired(office, settings={"tables": "results"})
    bound(office.door, t, 1)
    office.send(f"/{t}/rounds/1/start")

    assert how(office, t) == ["paper"] * 3


def test_a_board_changes_over_from_the_page_of_all_boards(office: Office) -> None:
    t = paired(office)
    office.send(f"/{t}/rounds/1/start")
    bound(office.door, t, 1)
    assert "To the tablet" in office.page(f"/{t}")
    office.send(f"/{t}/rounds/1/paper", paper=0)  # no board was ticked
    assert how(office, t) == ["paper"] * 3
    office.send(f"/{t}/rounds/1/paper", board=1, paper=0)
    assert how(office, t) == ["clock", "paper", "paper"]
    office.door.clock.wait(seconds=20)
    assert "To paper" in office.page(f"/{t}")
    office.send(f"/{t}/rounds/1/paper", board=1, paper=1)

    assert how(office, t) == ["paper"] * 3
    assert "Played on paper." in office.page(f"/{t}/rounds/1/boards/1")


def test_the_api_s_bare_start_sets_all_clocks_going(office: Office) -> None:
    t = paired(office)
    office.door.post(f"/tournaments/{t}/rounds/1/start")

    assert how(office, t) == ["clock"] * 3


def test_the_tablet_of_a_board_without_moves_reports_its_result_and_the_other_side_confirms(office: Office) -> None:
    door, t = office.door, paired(office)
    office.send(f"/{t}/rounds/1/start")
    board = f"/tournaments/{t}/rounds/1/boards/1"
    told = door.post(f"{board}/results", {"result": "2-0", "side": "white", "key": "a"}).get_json()
    assert (told["reported"], told["result"]) == ({"side": "white", "result": "2-0", "objected": False}, None)
    told = door.post(f"{board}/results/objections", {"side": "black"}).get_json()
    assert (told["reported"]["objected"], told["calls"][0]["side"]) == (True, "black")
    door.post(f"{board}/results", {"result": "1-1", "side": "white"})
    told = door.post(f"{board}/results", {"result": "1-1", "side": "black"}).get_json()

    assert (told["result"], told["because"], told["reported"]) == ("1-1", "reported", None)


def test_a_result_that_waits_or_is_disputed_stands_on_the_page_of_all_boards_and_is_recorded_from_there(
    office: Office,
) -> None:
    door, t = office.door, paired(office)
    office.send(f"/{t}/rounds/1/start")
    board = f"/tournaments/{t}/rounds/1/boards/1"
    door.post(f"{board}/results", {"result": "2-0", "side": "white"})
    assert "The opponent has not confirmed it yet." in office.page(f"/{t}")
    door.post(f"{board}/results/objections", {"side": "black"})
    page = office.page(f"/{t}")
    assert "The opponent objects" in page
    assert all(f'name="result-1" value="{result}"' in page for result in ("white", "draw", "black"))
    office.send(f"/{t}/rounds/1/results", **{"result-1": "2-0"})

    assert door.get(board).get_json()["because"] == "reported"
    assert "has reported" not in office.page(f"/{t}")
