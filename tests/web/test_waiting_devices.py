"""Devices that wait to be let in: a copied card makes a few, whoever sends many drops their own, and all are told."""

from __future__ import annotations

import re

from arbiter.journal.accounts import MOST_AT_BOARD, MOST_OF_ADDRESS, WAITS_SECONDS, Tablet
from arbiter.web.access.tablet_links import NOTE_EVERY_SECONDS
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.test_accounts import csrf_of

T = "/tournaments/club-open"


def wait_at(door: Door, board: int, address: str) -> tuple[str, Tablet]:
    """A device that has scanned the card of a board."""
    token, _ = door.access.links.make("club-open", board, None)
    return door.access.links.bind(token, "Chrome, Android", address)


def waiting(door: Door, board: int) -> list[int]:
    return [one.id for one in door.access.links.devices("club-open") if one.board == board and not one.bound]


def test_a_copied_card_makes_a_few_waiting_devices_and_the_office_is_told(office: Office) -> None:  # issue 21, 9
    door = office.door
    door.tournament()
    bound = wait_at(door, 1, "10.0.0.1")[1]
    made = [wait_at(door, 1, "10.0.0.66")[1].id for _ in range(50)]
    told = door.get(f"{T}/devices").get_json()
    page = office.page("/club-open/tablets")

    assert bound.bound
    assert waiting(door, 1) == made[-MOST_AT_BOARD:]
    assert [(one["board"], one["count"]) for one in told["dropped"]] == [(1, 50 - MOST_AT_BOARD)]
    assert f"{50 - MOST_AT_BOARD} devices were dropped" in page
    assert page.count("Admit<") == MOST_AT_BOARD
    office.send("/club-open/tablets/revocation", board=1)
    assert "were dropped" not in office.page("/club-open/tablets")
    assert door.get(f"{T}/devices").get_json()["dropped"] == []
    wait_at(door, 1, "10.0.0.1")
    assert door.get(f"{T}/devices").get_json()["dropped"] == []


def test_whoever_sends_many_devices_drops_their_own(door: Door) -> None:
    door.tournament()
    wait_at(door, 1, "10.0.0.1")
    spare = wait_at(door, 1, "10.0.0.7")[1].id
    made = [wait_at(door, 1, "10.0.0.66")[1].id for _ in range(20)]

    assert waiting(door, 1) == [spare, *made[1 - MOST_AT_BOARD :]]


def test_of_devices_from_an_address_each_the_oldest_gives_way(door: Door) -> None:
    door.tournament()
    wait_at(door, 1, "10.0.0.1")
    made = [wait_at(door, 1, f"10.0.1.{at}")[1].id for at in range(MOST_AT_BOARD + 2)]

    assert waiting(door, 1) == made[2:]


def test_an_address_has_a_few_waiting_devices_at_all_boards_together(door: Door) -> None:
    boards = range(1, MOST_OF_ADDRESS + 4)
    door.tournament(2 * len(boards))
    for board in boards:
        wait_at(door, board, "10.0.0.1")
    for board in boards:
        wait_at(door, board, "10.0.0.66")

    assert [board for board in boards if waiting(door, board)] == list(boards)[-MOST_OF_ADDRESS:]


def test_the_device_that_gave_way_is_told(door: Door) -> None:
    door.tournament()
    wait_at(door, 1, "10.0.0.1")
    token, _ = door.access.links.make("club-open", 1, None)
    client = door.client.application.test_client()
    client.get(f"/t/{token}")
    client.post(f"/t/{token}", data={"csrf": csrf_of(client)})
    before = client.get("/tablet").get_data(as_text=True)
    for _ in range(MOST_AT_BOARD):
        wait_at(door, 1, "127.0.0.1")
    after = client.get("/tablet").get_data(as_text=True)

    assert re.search(r'<p class="board-number">\d\d</p>', before)
    assert "too many other devices asked for its board" in after
    assert "too many devices" not in door.client.application.test_client().get("/tablet").get_data(as_text=True)


def test_a_device_that_is_not_heard_of_waits_no_more(door: Door) -> None:
    door.tournament()
    at = [1_800_000_000.0]
    door.set_wall_time(lambda: at[0])
    wait_at(door, 1, "10.0.0.1")
    heard, silent = wait_at(door, 1, "10.0.0.2"), wait_at(door, 1, "10.0.0.3")
    at[0] += WAITS_SECONDS - NOTE_EVERY_SECONDS
    assert door.access.links.device(heard[0]) is not None
    at[0] += 2 * NOTE_EVERY_SECONDS

    assert waiting(door, 1) == [heard[1].id]
    fresh = wait_at(door, 1, "10.0.0.4")[1].id
    assert waiting(door, 1) == [heard[1].id, fresh]
    assert door.access.links.device(silent[0]) is None
    assert [one.bound for one in door.desks.register.devices.at("club-open")] == [True, False, False]


def test_a_bound_device_stays_however_long_it_is_silent(door: Door) -> None:
    door.tournament()
    at = [1_800_000_000.0]
    door.set_wall_time(lambda: at[0])
    secret, _ = wait_at(door, 1, "10.0.0.1")
    at[0] += 100 * WAITS_SECONDS
    wait_at(door, 1, "10.0.0.2")

    assert door.access.links.tablet(secret) is not None


def test_a_tournament_that_is_forgotten_leaves_no_device(door: Door) -> None:
    door.tournament()
    secret, _ = wait_at(door, 1, "10.0.0.1")
    for _ in range(MOST_AT_BOARD + 1):
        wait_at(door, 1, "10.0.0.2")
    register = door.desks.register
    register.forget("club-open")

    assert door.access.links.device(secret) is None
    assert register.setting("dropped club-open") is None
