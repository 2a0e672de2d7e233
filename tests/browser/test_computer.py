"""The house in the hall: as the sixth of a tournament of five, and giving a simultaneous at six tablets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Caller, Service

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PRACTICE = {"variant": "american", "control": "600", "settings": {"house": "yes"}}


@pytest.fixture
def office(served: Service) -> Iterator[Caller]:
    with served.caller(served.token("director")) as caller:
        yield caller


def event(office: Caller, system: str, people: int) -> str:
    """An event for practice: the house is entered first, so that it gives a simultaneous; its id."""
    id = str(office.post("/tournaments", {"name": "Practice evening", "system": system, **PRACTICE})["id"])
    office.post(f"/tournaments/{id}/house", {"level": 1})
    for number in range(people):
        office.post(f"/tournaments/{id}/entries", {"name": f"Player {number + 1}"})
    return id


def begin(office: Caller, id: str, number: int) -> list[dict[str, object]]:
    """The next round, its clocks going; its boards."""
    office.post(f"/tournaments/{id}/rounds")
    office.post(f"/tournaments/{id}/rounds/{number}/start")
    boards: list[dict[str, object]] = office.get(f"/tournaments/{id}/rounds/{number}")["boards"]
    return boards


def of_house(board: dict[str, object]) -> str | None:
    """The side of whoever plays the house at that board; None where two people play."""
    players = board["players"]
    assert isinstance(players, dict)
    houses = [side for side in ("white", "black") if players[side]["name"] == "Computer, level 1"]
    return {"white": "black", "black": "white"}[houses[0]] if houses else None


def sit(page: Page, office: Caller, id: str, board: int, side: str) -> None:
    """Binds a tablet to one side of a board."""
    (link,) = office.post(f"/tournaments/{id}/tablets", {"boards": [board], "side": side})["links"]
    tablet.bind(page, (link["url"], link["pin"]))


def test_five_people_play_a_tournament_with_the_house_as_the_sixth(
    served: Service, hall: Visitors, office: Caller
) -> None:
    """The house moves on the tablets of whoever meets it, round after round, and has its place in the table."""
    id = event(office, "round-robin", 5)
    for number in range(1, 6):
        for board in begin(office, id, number):
            at = f"/tournaments/{id}/rounds/{number}/boards/{board['board']}"
            side = of_house(board)
            if side is None:
                office.post(f"{at}/rulings", {"kind": "result", "result": "draw", "reason": "agreed"})
                continue
            page = hall.come(TABLET)
            sit(page, office, id, int(str(board["board"])), side)
            expect(tablet.panel(page)).to_contain_text("it is your turn")
            if side == "black":
                tablet.play(page, "11-15")
                expect(tablet.panel(page)).to_contain_text("it is your turn")
            assert office.get(at)["ply"] == (2 if side == "black" else 1)
            office.post(f"{at}/resignations", {"side": side})
            page.close()

    page = hall.come()
    page.goto(f"{served.url}/tournaments/{id}/standings")
    expect(page.get_by_role("row", name="Computer, level 1").first).to_contain_text("10")


def test_the_house_gives_a_simultaneous_at_six_tablets(served: Service, hall: Visitors, office: Caller) -> None:
    id = event(office, "simultaneous", 6)
    boards = begin(office, id, 1)
    pages = [hall.come(TABLET) for _ in boards]
    for board, page in zip(boards, pages, strict=True):
        sit(page, office, id, int(str(board["board"])), "black")

    for _ in range(2):
        for board, page in zip(boards, pages, strict=True):
            at = office.get(f"/tournaments/{id}/rounds/1/boards/{board['board']}")
            tablet.play(page, at["legal"][0]["move"])
        for page in pages:
            expect(tablet.panel(page)).to_contain_text("it is your turn")
    assert {one["ply"] for one in office.get(f"/tournaments/{id}/rounds/1")["boards"]} == {4}
