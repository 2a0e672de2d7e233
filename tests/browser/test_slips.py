"""Slips by the keyboard, two officials who enter them at once, and a typed name that is completed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import office
from tests.browser.visitors import Visitors
from tests.service import Service

pytestmark = pytest.mark.browser
TWICE = """key => [1_000, 1_030].forEach((at) => {
  const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  Object.defineProperty(pressed, "timeStamp", { value: at });
  document.activeElement.dispatchEvent(pressed);
})"""
"""The same key thirty milliseconds later, whatever the machine's clock says: one that bounces."""


def test_one_key_a_board_and_what_another_official_enters_comes_by_itself(served: Service, hall: Visitors) -> None:
    with served.caller(served.token()) as caller:
        t = caller.post("/tournaments", {"name": "Open", "system": "swiss", "rounds": 3})["id"]
        for number in range(1, 11):
            caller.post(f"/tournaments/{t}/entries", {"name": f"Player {number}"})
        caller.post(f"/tournaments/{t}/rounds")
        caller.post(f"/tournaments/{t}/rounds/1/boards/4/postponements", {"until": "both are present"})
        page = hall.come()
        office.sign_in(page, served)
        page.goto(f"{served.url}/office/{t}/rounds/1/results")
        choice = "[name=result-{}][value={}]".format
        expect(page.locator(choice(1, "white"))).to_be_focused()

        page.evaluate(TWICE, "2")
        expect(page.locator(choice(1, "white"))).to_be_checked()
        assert page.locator("[name=result-2]:checked").count() == 0
        page.keyboard.press("=")
        expect(page.locator(choice(2, "draw"))).to_be_checked()
        page.keyboard.press("Backspace")
        assert page.locator("[name=result-2]:checked").count() == 0

        result = {"kind": "result", "result": "0-2", "reported": True}
        caller.post(f"/tournaments/{t}/rounds/1/boards/3/rulings", result)  # the other official
        expect(page.get_by_role("row").filter(has_text="reported")).to_have_count(1)
        expect(page.locator(choice(1, "white"))).to_be_checked()
        page.keyboard.press("-")
        page.keyboard.press("+")  # of board 5: no key fills the postponed game at board 4
        page.context.set_offline(True)  # the hall's network is away: nothing is lost, and it is sent by itself
        page.keyboard.press("Enter")
        expect(page.locator("[data-kept]")).to_contain_text("3 results are kept on this device")
        assert [board["result"] for board in caller.get(f"/tournaments/{t}/rounds/1")["boards"]].count(None) == 4
        page.context.set_offline(False)
        expect(page.get_by_role("status").first).to_contain_text("3 results have been recorded")

        told = caller.get(f"/tournaments/{t}/rounds/1")["boards"]
        assert [board["result"] for board in told] == ["2-0", "0-2", "0-2", None, "2-0"]
        expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()  # all slips are in: the page leads on

        caller.send("PATCH", f"/tournaments/{t}/entries/3", {"rating": 1_234})
        t = caller.post("/tournaments", {"name": "Next"})["id"]
        page.goto(f"{served.url}/office/{t}/entries")
        form = page.get_by_role("form", name="Enter a player")
        form.get_by_label("Family name", exact=True).press_sequentially("player 3")
        expect(page.locator("#members option")).to_have_count(1)
        form.get_by_label("Family name", exact=True).fill("Player 3")  # as a browser does once the name is chosen
        expect(form.get_by_label("Rating")).to_have_value("1234")


def test_a_refused_result_is_filled_in_again_and_not_sent_again(served: Service, hall: Visitors) -> None:
    """The director plays at a board: without a witness that result is refused, and the page can still be opened."""
    with served.caller(served.token()) as caller:
        t = caller.post("/tournaments", {"name": "Own", "system": "swiss", "rounds": 3})["id"]
        for number in range(1, 5):
            caller.post(f"/tournaments/{t}/entries", {"name": f"Player {number}"})
        caller.post(f"/tournaments/{t}/rounds")
        page = hall.come()
        office.sign_in(page, served)
        caller.post(f"/tournaments/{t}/officials", {"official": "chief", "entry": 1})
        page.goto(f"{served.url}/office/{t}/rounds/1/results")
        own = next(
            board["board"] for board in caller.get(f"/tournaments/{t}/rounds/1")["boards"]
            if 1 in {board["players"][side]["entry"] for side in ("white", "black")}
        )  # fmt: skip
        page.keyboard.press("2")
        page.keyboard.press("2")
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"You cannot rule alone at board {own}").first).to_be_visible()
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        page.goto(f"{served.url}/office/{t}/rounds/1/results")
        expect(page.locator(f"[name=result-{own}][value=white]")).to_be_checked()
        page.wait_for_load_state("networkidle")

        assert sent == []
