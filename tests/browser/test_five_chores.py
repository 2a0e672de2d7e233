"""Five chores, each from the page on which it begins, with every press counted beside those of Sharly Chess."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import office
from tests.browser.visitors import DESK, PHONE, TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

PLAYERS = ("Boer, Anna", "Bos, Bram", "Dam, Chris", "Eik, Dora", "Fok, Eva", "Gans, Finn", "Haas, Gijs", "Idema, Hans")
SHARLY = {
    "announce": (3, 6),
    "enter players": (8, 40),
    "pair": (4, 0),
    "enter results": (0, 5),
    "print pairings": (1, 1),
}
"""Taps and keys in Sharly Chess 4.2.3, counted in the same way at its running service."""
MORE = {"enter results": 1}
"""Presses by which a chore may be longer: Sharly Chess records each result at its key, here Enter records them all."""


@dataclass
class Presses:
    """Presses at a page: taps, and keys, of which a typed text is one."""

    page: Page
    taps: int = 0
    keys: int = 0

    def tap(self, place: Locator) -> None:
        place.click()
        self.taps += 1

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def text(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += 1

    def told(self) -> tuple[int, int]:
        told = self.taps, self.keys
        self.taps = self.keys = 0
        return told


def test_five_chores_are_as_short_as_in_sharly_chess(served: Service, hall: Visitors) -> None:
    page = hall.come()
    office.sign_in(page, served)
    for width, height in (PHONE, TABLET, DESK):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{served.url}/office")
        button = page.get_by_role("button", name="Create the tournament").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= height, "the announcement fits one screen with the usual defaults"
    pressed, counted = Presses(page), dict[str, tuple[int, int]]()
    pressed.text("Club open")
    pressed.tap(page.locator("[name=rounds]"))
    pressed.text("3")
    pressed.key("Enter")
    expect(page.locator("input:focus")).to_have_attribute("name", "family")
    counted["announce"] = pressed.told()
    for number, name in enumerate(PLAYERS, 1):
        pressed.text(name)
        pressed.key("Enter")
        expect(page.get_by_role("heading", name=f"{number} player")).to_be_visible()
        expect(page.locator("input:focus")).to_have_attribute("name", "family")
    counted["enter players"] = pressed.told()
    pressed.tap(page.get_by_role("button", name="Pair round 1"))
    pressed.tap(page.get_by_role("button", name="Publish round 1"))
    counted["pair"] = pressed.told()
    sheet = page.get_by_role("link", name="Print the pairings")
    expect(sheet).to_have_attribute("href", re.compile("pairings.pdf"))
    pressed.tap(sheet)
    counted["print pairings"] = pressed.told()
    pressed.tap(page.get_by_role("link", name="Enter the results"))
    expect(page.locator("[name=result-1]").first).to_be_focused()
    for key in "20=+":
        pressed.key(key)
    pressed.key("Enter")
    expect(page.get_by_role("status")).to_contain_text("4 results have been recorded")
    counted["enter results"] = pressed.told()

    assert counted.keys() == SHARLY.keys()
    most = {chore: sum(presses) + MORE.get(chore, 0) for chore, presses in SHARLY.items()}
    assert [chore for chore, presses in counted.items() if sum(presses) > most[chore]] == []
