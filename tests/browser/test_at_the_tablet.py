"""A tablet in somebody's hands: typed and spoken, left-handed, out of touch; and what is asked before it is final."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tablet
from tests.browser.visitors import PHONE, TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

LYING = (1_180, 820)


def test_moves_are_typed_and_spoken_and_the_board_stays_where_it_is(served: Service, hall: Visitors) -> None:
    with served.caller(served.token()) as director:
        id = director.tournament(2)
        page = bound(hall, director.post(f"/tournaments/{id}/tablets", {"boards": [1]}), TABLET)

        for move, spoken in (("32-28", "White: 32 to 28."), ("1923", "Black: 19 to 23."), ("28x19", "19")):
            page.keyboard.type(move)
            page.keyboard.press("Enter")
            expect(page.locator("#spoken")).to_contain_text(spoken)
        expect(page.locator("#moves li")).to_have_text(["1.32-2819-23", "2.28x19"])
        assert focused(page, "dataset.square") == "19"
        page.keyboard.type("3")
        page.keyboard.press("Enter")
        expect(tablet.panel(page)).to_contain_text("“3” is not a move")
        page.keyboard.press("Escape")
        page.keyboard.press("p")
        expect(page.locator("#spoken")).to_contain_text("White: 19 31 33")
        page.keyboard.press("k")
        expect(page.locator("#spoken")).to_contain_text("Black to move.")
        tablet.tap(page, "14")
        tablet.tap(page, "23")
        page.get_by_role("button", name="Confirm 14x23").click()
        assert focused(page, "dataset.square") == "23"
        expect(tablet.panel(page)).to_contain_text("Player 1 to move")

        where = page.locator("#board").bounding_box()
        page.context.set_offline(True)
        page.keyboard.type("31-27")
        page.keyboard.press("Enter")
        expect(page.locator("#wire")).to_contain_text("Offline")
        assert page.locator("#board").bounding_box() == where
        page.context.set_offline(False)
        expect(page.locator("#wire")).to_be_hidden()

        page.set_viewport_size({"width": LYING[0], "height": LYING[1]})
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Buttons on the left").click()
        page.get_by_role("button", name="Back to the board").click()
        board, confirm = (page.locator(name).bounding_box() for name in ("#board", "#confirm"))
        assert board is not None
        assert confirm is not None
        assert confirm["x"] + confirm["width"] <= board["x"]
        page.reload()
        assert page.locator("#table").get_attribute("data-hand") == "left"


def test_a_draw_takes_both_a_claim_is_answered_and_resigning_is_asked_once(served: Service, hall: Visitors) -> None:
    with served.caller(served.token()) as director:
        id = director.tournament(2)
        page = bound(hall, director.post(f"/tournaments/{id}/tablets", {"boards": [1]}), PHONE)
        tablet.play(page, "32-28")
        expect(tablet.panel(page)).to_contain_text("Player 2 to move")

        page.get_by_role("button", name="Draw", exact=True).click()
        page.get_by_text("Claim a draw from the arbiter").click()
        page.get_by_role("button", name="Claim the draw").click()
        expect(tablet.panel(page)).to_contain_text("The claim is waiting for the arbiter")
        [claim] = director.get(f"/tournaments/{id}/proposals")["proposals"]
        director.post(f"/tournaments/{id}/proposals/{claim['proposal']}/dismiss", {"reason": "only once so far"})
        expect(tablet.panel(page)).to_contain_text("has not granted the claim of Player 2: only once so far")

        page.get_by_role("button", name="Resign", exact=True).click()
        expect(page.get_by_role("heading", name="Resign?")).to_be_visible()
        assert focused(page, "textContent") == "No, play on"
        page.keyboard.press("Enter")
        expect(page.locator("#resign-dialog")).to_be_hidden()
        tablet.play(page, "18-22")
        expect(tablet.panel(page)).not_to_contain_text("has not granted")

        page.get_by_role("button", name="Draw", exact=True).click()
        page.get_by_role("button", name="Player 1 offers a draw").click()
        expect(tablet.panel(page)).to_contain_text("Player 2, do you agree?")
        page.get_by_role("button", name="Decline", exact=True).click()
        expect(tablet.panel(page)).to_contain_text("Player 2 did not accept the draw.")
        page.get_by_role("button", name="Draw", exact=True).click()
        page.get_by_role("button", name="Player 1 offers a draw").click()
        expect(tablet.panel(page)).to_contain_text("Player 2, do you agree?")
        assert director.get(f"/tournaments/{id}/rounds/1/boards/1")["result"] is None
        page.get_by_role("button", name="Player 2 accepts the draw").click()
        expect(tablet.panel(page)).to_contain_text("1-1 · Draw")


def bound(hall: Visitors, links: Any, size: tuple[int, int]) -> Page:
    """A tablet of the first of these links."""
    page = hall.come(size)
    tablet.bind(page, (links["links"][0]["url"], links["links"][0]["pin"]))
    return page


def focused(page: Page, what: str) -> object:
    """Something of the element that has the focus."""
    return page.evaluate(f"document.activeElement.{what}")


def test_the_opponent_is_asked_at_the_open_tablet_and_the_question_goes_with_the_answer(
    served: Service, hall: Visitors
) -> None:
    """L14: the official plays Black. What else happens at the board takes no question away, and no answer leaves it."""
    with served.caller(served.token("chief")) as chief, served.caller(served.token()) as director:
        id = chief.tournament(2, system="round-robin", control="600")
        board = f"/tournaments/{id}/rounds/1/boards/1"
        page = bound(hall, chief.post(f"/tournaments/{id}/tablets", {"boards": [1], "side": "white"}), PHONE)
        chief.post(f"{board}/moves", {"move": "32-28", "ply": 0})
        expect(tablet.panel(page)).to_contain_text("is thinking")
        black = chief.get(board)["players"]["black"]["entry"]
        chief.post(f"/tournaments/{id}/officials", {"official": "chief", "entry": black})
        for step, told in (("fine 60", "60 s less"), ("warning", "warning")):
            ruling = {"kind": "penalty", "side": "white", "step": step, "reason": "telephone"}
            chief.post(f"{board}/rulings", ruling)
            expect(tablet.panel(page)).to_contain_text(f"asks for a ruling: a penalty (White, {told}, telephone)")
            director.post(f"{board}/calls", {"side": "white", "reason": "noise"})
            expect(page.locator("#call")).to_contain_text("Arbiter called")
            expect(tablet.panel(page)).to_contain_text("asks for a ruling")
            director.post(f"{board}/rulings", {"kind": "call"})
            page.get_by_role("button", name="refuses").click()
            expect(tablet.panel(page)).not_to_contain_text("asks for a ruling")
