"""A tablet of a blitz tournament, a claim at a tablet, and the board on which a referee sets up a position."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import office, tablet
from tests.browser.visitors import DESK, PHONE, TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser


def test_a_blitz_move_is_tapped_without_confirming_and_undone_until_the_opponent_touches(
    served: Service, hall: Visitors
) -> None:
    with served.caller(served.token()) as director:
        id = director.tournament(2, control="300+3", switches={"confirm_moves": False})
        of = {
            side: director.post(f"/tournaments/{id}/tablets", {"boards": [1], "side": side})["links"][0]
            for side in ("white", "black")
        }
        white, black = bound(hall, of["white"], PHONE), bound(hall, of["black"], TABLET)
        undo = white.locator("#undo")

        assert white.locator('[data-clock="white"] [data-left]').inner_text().count(":") == 1  # 4:56, without hours
        tap(white, "32", "28")
        expect(black.locator("#moves")).to_have_text("1.32-28")
        expect(undo).to_have_text("Undo 32-28")
        undo.click()
        expect(black.locator("#moves li")).to_have_count(0)
        tap(white, "32", "27")
        expect(black.locator("#moves")).to_have_text("1.32-27")
        expect(undo).to_be_enabled()
        tap(black, "19")
        expect(undo).to_be_disabled()
        tap(black, "23")
        expect(white.locator("#moves")).to_have_text("1.32-2719-23")
        tap(white, "33", "22")  # not legal: it is confirmed, or it is let be
        expect(white.get_by_role("button", name="Confirm 33-22")).to_be_enabled()
        undo.click()


def test_the_word_that_a_claim_waits_goes_when_it_is_answered(served: Service, hall: Visitors) -> None:
    with served.caller(served.token()) as director:
        id = director.tournament(2, regulations="fmjd_classic")
        page = bound(hall, director.post(f"/tournaments/{id}/tablets", {"boards": [1]})["links"][0], PHONE)
        waits = "The claim is waiting for the arbiter"

        page.get_by_role("button", name="Draw", exact=True).click()
        page.get_by_role("button", name="Offer a draw").or_(page.get_by_role("button", name="offers a draw")).click()
        expect(tablet.panel(page)).to_contain_text("No draw before move 40")
        page.get_by_role("button", name="Draw", exact=True).click()
        page.get_by_text("Claim a draw from the arbiter").click()
        page.get_by_role("button", name="Claim the draw").click()
        expect(tablet.panel(page)).to_contain_text(waits)
        page.reload()
        expect(tablet.panel(page)).to_contain_text(waits)
        [claim] = director.get(f"/tournaments/{id}/proposals")["proposals"]
        director.post(f"/tournaments/{id}/proposals/{claim['proposal']}/dismiss", {"reason": "only once"})
        expect(tablet.panel(page)).to_contain_text("only once")
        expect(tablet.panel(page)).not_to_contain_text(waits)


def test_a_referee_sets_up_a_position_by_tapping(served: Service, hall: Visitors) -> None:
    with served.caller(served.token()) as director:
        id = director.tournament(2)
        page = hall.come(DESK)
        office.sign_in(page, served)
        page.goto(f"{served.url}/office/{id}/rounds/1/boards/1")
        page.get_by_text("Set up a position").click()
        setup = page.locator("[data-setup]")
        setup.get_by_role("button", name="Empty the board").click()
        for button, squares in (("White man", "28 33"), ("Black king", "5 19"), ("Remove", "19")):
            setup.get_by_role("button", name=button, exact=True).click()
            for square in squares.split():
                setup.locator(f'[data-square="{square}"]').click()
        setup.get_by_role("button", name="Black to move").click()
        expect(page.locator("textarea[name=fen]")).to_have_value("B:W28,33:BK5")
        setup.get_by_role("button", name="White to move").click()
        form = page.locator("form").filter(has=page.locator("textarea[name=fen]"))
        form.get_by_label("Reason").fill("the table was pushed")
        form.get_by_role("button", name="Set up this position").click()
        expect(page.get_by_role("status")).not_to_be_empty()

        assert director.get(f"/tournaments/{id}/rounds/1/boards/1")["fen"] == "W:W28,33:BK5"


def bound(hall: Visitors, link: dict[str, str], size: tuple[int, int]) -> Page:
    """A tablet of that link."""
    page = hall.come(size)
    tablet.bind(page, (link["url"], link["pin"]))
    return page


def tap(page: Page, *squares: str) -> None:
    """Taps these squares, once the board takes taps."""
    expect(page.locator('[data-square][aria-disabled="false"]').first).to_be_visible()
    for square in squares:
        tablet.tap(page, square)
