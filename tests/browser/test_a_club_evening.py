"""A club evening from a fresh laptop to the first blitz move, with every press counted."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import tablet
from tests.browser.office import PASSWORD
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser
MOST_PRESSES = 12
"""Beside those for the names."""


@dataclass
class Presses:
    """The presses so far."""

    count: int = 0

    def on(self, place: Locator) -> None:
        """Press something once."""
        place.click()
        self.count += 1


def test_the_first_blitz_move_is_played_after_twelve_presses(served: Service, hall: Visitors) -> None:
    laptop, board, press = hall.come(), hall.come(TABLET), Presses()
    laptop.goto(served.sign_in_link())  # the page opens by itself when Arbiter starts
    laptop.keyboard.type(PASSWORD)
    press.on(laptop.get_by_role("button", name="Set the password and sign in"))
    expect(laptop.locator("input:focus")).to_have_attribute("name", "name")
    laptop.keyboard.type("Thursday evening")
    press.on(laptop.get_by_role("radio", name="5 min for the game and 3 s per move"))
    press.on(laptop.get_by_role("button", name="Create the tournament"))
    for number, name in enumerate(("Anna de Boer", "Bram Bos", "Chris Dam", "Dora Eik"), 1):
        expect(laptop.locator("input:focus")).to_have_attribute("name", "family")  # the next line has it by itself
        laptop.keyboard.type(name)
        laptop.keyboard.press("Enter")
        expect(laptop.get_by_role("heading", name=f"{number} player")).to_be_visible()
    press.on(laptop.get_by_role("button", name="Pair round 1"))
    press.on(laptop.get_by_role("button", name="Publish round 1"))
    press.on(laptop.get_by_role("link", name="Tablets"))
    address = laptop.get_by_role("listitem").filter(has_text="Board 1").get_by_role("link").get_attribute("href")
    assert address is not None
    board.goto(address)  # the camera finds the code, and its notice is pressed
    press.count += 1
    press.on(board.get_by_role("button", name="Open the board"))
    expect(laptop.get_by_text("1 board has a connected tablet")).to_be_visible()  # without loading the page anew
    press.on(laptop.get_by_role("button", name="Start round 1"))
    for square in ("32", "28"):
        press.on(tablet.place(board, square))
    press.on(board.get_by_role("button", name="Confirm 32-28"))
    expect(tablet.panel(board)).to_contain_text("to move")
    expect(board.locator("#moves")).to_contain_text("32-28")

    assert press.count <= MOST_PRESSES
