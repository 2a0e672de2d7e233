"""The walls of a hall: what the office puts on a screen and tells everybody is there without loading a page again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser
PHONE = (360, 740)
TOLD = "Coffee in the bar, and the next round begins at four o'clock sharp"
COVERED = """() => {
    const over = document.getElementById("announced").getBoundingClientRect();
    const beside = (box) => box.right <= over.left || over.right <= box.left;
    const apart = (box) => box.bottom <= over.top || over.bottom <= box.top || beside(box);
    const needed = [...document.querySelectorAll(".player, .clock, #board, #panel, .taps button, .more button")];
    return needed.filter((one) => !apart(one.getBoundingClientRect())).map((one) => one.id || one.className);
}"""
"""What a player needs and what is announced lies upon."""
SMALL = """() => [...document.querySelectorAll(".wall .who, .wall .clock [data-left]")]
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)"""
"""The names and clocks of a wall that are too small to be read on a phone, or cut."""


def test_what_the_office_announces_reaches_wall_tablet_and_phone_at_once(served: Service, hall: Visitors) -> None:
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Walls", ["Anna de Boer", "Piotr Śliwiński"])
    office.pair_and_start(director)
    player, wall, phone = hall.come(TABLET), hall.come((1_280, 720)), hall.come(PHONE)
    tablet.bind(player, office.cards(director, id, each=False)["Board 1"])
    expect(player.get_by_role("button", name="32, white man")).to_be_visible()
    board = player.locator("#board").bounding_box()
    wall.goto(f"{served.url}/tournaments/{id}/wall/2")
    phone.goto(f"{served.url}/tournaments/{id}")

    director.goto(f"{served.url}/office/{id}/screens")
    screen = director.get_by_role("form", name="Screen 2")
    screen.get_by_label("Boards with clocks").uncheck()
    screen.get_by_label("Pairings by name").check()
    screen.get_by_label("Countdown").check()
    screen.get_by_label("Seconds per page").fill("3")
    screen.get_by_role("button", name="Save").click()
    expect(wall.get_by_text("Pairings by name")).to_be_visible()

    director.get_by_label("Announcement", exact=True).fill(TOLD)
    director.get_by_label("Count down to").fill("23:59")
    director.get_by_role("button", name="Announce").click()
    for page in (player, wall, phone):
        expect(page.get_by_text(TOLD).first).to_be_visible()
    expect(wall.locator(".counting strong")).to_contain_text(":")
    assert player.locator("#board").bounding_box() == board
    for size in (TABLET, (1_180, 820), PHONE):
        player.set_viewport_size({"width": size[0], "height": size[1]})
        assert player.evaluate(COVERED) == []
    player.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    player.get_by_role("button", name="OK").click()
    expect(player.get_by_text(TOLD)).to_have_count(0)
    player.reload()
    expect(player.get_by_role("button", name="32, white man")).to_be_visible()
    expect(player.get_by_text(TOLD)).to_have_count(0)

    director.get_by_role("button", name=f"End {TOLD}").click()
    for page in (wall, phone):
        expect(page.get_by_text(TOLD)).to_have_count(0)
    wall.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    wall.goto(f"{served.url}/tournaments/{id}/wall")
    expect(wall.get_by_text("Anna de Boer")).to_be_visible()
    assert wall.evaluate(SMALL) == []  # in the hand it is a list to scroll
