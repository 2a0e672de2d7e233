"""A flag that only players claim, at both tablets: nothing shows it before the claim of the opponent."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser


def test_nothing_shows_a_flag_before_the_opponent_claims_it(served: Service, hall: Visitors) -> None:
    director, white, black = hall.come(), hall.come((360, 740)), hall.come(TABLET)
    office.sign_in(director, served)
    with served.caller(served.token()) as caller:
        id = caller.tournament(0, started=False, control="2", switches={"flag_called_by": "players"})
        for name in ("Anna de Boer", "Piotr Śliwiński"):
            caller.post(f"/tournaments/{id}/entries", {"name": name})
        caller.post(f"/tournaments/{id}/rounds")
        caller.post(f"/tournaments/{id}/rounds/1/start")
    director.goto(f"{served.url}/office/{id}")
    cards = office.cards(director, id, each=True)
    for side, page in (("White", white), ("Black", black)):
        tablet.bind(page, cards[f"Board 1 · {side}"])

    for page in (white, black):
        expect(page.locator('[data-clock="white"] [data-left]').first).to_have_text("0.0")
        expect(page.get_by_text("Flag fallen")).to_have_count(0)
    claim(white)
    expect(white.get_by_text("A player cannot claim their own flag").first).to_be_visible()
    claim(black)
    for page in (white, black):
        expect(page.get_by_text("flag fallen").first).to_be_visible()
    director.goto(f"{served.url}/office/{id}/rounds/1/boards/1")
    expect(director.get_by_text("flag has fallen").first).to_be_visible()


def claim(page: Page) -> None:
    page.get_by_role("button", name="Call arbiter").click()
    page.get_by_role("button", name="Claim the opponent's flag").click()
