"""What a player does on a tablet, by what can be read on it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


def bind(page: Page, card: tuple[str, str]) -> None:
    """Scans a table card, and takes its board."""
    address, _ = card
    page.goto(address)
    page.get_by_role("button", name="Open the board").click()
    expect(page.locator("#title")).not_to_be_empty()


def panel(page: Page) -> Locator:
    """What the tablet has to say just now."""
    return page.get_by_role("region", name="Status")


def play(page: Page, move: str) -> None:
    """Taps the squares of a move one after the other, and confirms it; waits until it is the player's turn."""
    for square in squares(move):
        tap(page, square)
    page.get_by_role("button", name=f"Confirm {move}", exact=True).click()


def tap(page: Page, square: str) -> None:
    """Taps a square, by the number or the name that its button is named after."""
    place(page, square).click()


def place(page: Page, square: str) -> Locator:
    """A square of the board."""
    return page.get_by_role("button", name=re.compile(rf"^{square},"))


def squares(move: str) -> list[str]:
    """The squares that a move's notation names."""
    return re.split(r"[-x:]", move)
