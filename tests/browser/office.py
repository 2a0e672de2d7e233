"""What a director does in the office's pages, by what can be read on them."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.service import Service

PASSWORD = "dammen en schijven"


def sign_in(page: Page, served: Service) -> None:
    """Opens the one-time link that the service printed, and sets the password."""
    set_password(page, served.sign_in_link())


def set_password(page: Page, link: str) -> None:
    """Opens the link of an invitation, and sets the password of its account."""
    page.goto(link)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Set the password and sign in").click()
    expect(page.get_by_role("heading", name="Office", exact=True)).to_be_visible()


def announce(page: Page, name: str, players: Sequence[str], *, control: str = "", variant: str = "") -> str:
    """Announces a round robin, in which no lot draws the colours, and enters its players; its id."""
    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    page.locator("select[name=system]").first.select_option("round-robin")
    if variant:
        page.locator("select[name=variant]").first.select_option(variant)
    page.get_by_label("Other time control").fill(control)
    page.get_by_role("button", name="Create the tournament").click()
    for number, player in enumerate(players, 1):
        line = page.get_by_role("form", name="Enter a player").get_by_label("Family name", exact=True)
        line.fill(player)
        line.press("Enter")
        expect(page.get_by_role("heading", name=f"{number} player")).to_be_visible()
    return page.url.split("/office/")[1].split("/")[0]


def pair(page: Page, round: int = 1) -> None:
    """Pairs a round and publishes it."""
    page.get_by_role("button", name=f"Pair round {round}").click()
    page.get_by_role("button", name=f"Publish round {round}").click()


def pair_and_start(page: Page, round: int = 1) -> None:
    """Pairs a round, publishes it and sets all its clocks going, tablets in touch or not.

    The office's page of all boards is open afterwards.
    """
    pair(page, round)
    page.get_by_role("link", name="Board by board").click()
    page.get_by_text("Start board by board").click()
    for clock in page.get_by_role("radio", name="with clock").all():
        clock.check()
    page.get_by_role("button", name="Start these boards").click()
    expect(page.get_by_role("status")).to_contain_text("the clocks are running")


def cards(page: Page, tournament: str, *, each: bool) -> dict[str, tuple[str, str]]:
    """The address and the PIN of every table card, by what it says on top."""
    page.goto(f"{page.url.split('/office')[0]}/office/{tournament}")
    page.get_by_role("link", name="Tablets").click()
    expect(page.get_by_role("heading", name="Tablets")).to_be_visible()
    if each:
        page.get_by_role("link", name="A tablet for each player").click()
        expect(page.get_by_role("link", name="One tablet between the players")).to_be_visible()
    found = {}
    for card in page.get_by_role("listitem").filter(has=page.get_by_role("heading", level=2)).all():
        address = card.get_by_role("link").get_attribute("href")
        assert address is not None
        found[card.get_by_role("heading").inner_text()] = (address, card.locator("strong").inner_text())
    return found
