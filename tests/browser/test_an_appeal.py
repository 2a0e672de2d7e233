"""A player appeals from the tablet, the director sees both outcomes, and the committee's decision takes its place."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser


def test_a_ruling_is_appealed_against_from_the_tablet_and_overturned(served: Service, hall: Visitors) -> None:
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Appeal", ["Anna de Boer", "Piotr Śliwiński"])
    office.pair_and_start(director)
    cards = office.cards(director, id, each=True)
    white = hall.come(TABLET)
    tablet.bind(white, cards["Board 1 · White"])
    white.get_by_role("button", name="Call arbiter").click()
    expect(white.get_by_text("Appeal against a ruling")).to_be_hidden()  # nothing has been ruled
    white.get_by_role("button", name="Back to the board").click()
    with served.caller(served.token()) as caller:
        ruling = {"kind": "result", "result": "0-2", "reason": "telephone"}
        caller.post(f"/tournaments/{id}/rounds/1/boards/1/rulings", ruling)
    expect(tablet.panel(white)).to_contain_text("0-2")

    white.get_by_role("button", name="Call arbiter").click()
    white.get_by_text("Appeal against a ruling").click()
    white.get_by_label("Grounds").fill("It was the clock that rang")
    white.get_by_label("Result that you ask for").select_option(label="Draw")
    white.get_by_role("button", name="File the appeal").click()
    expect(tablet.panel(white)).to_contain_text("The appeal is filed.")

    director.goto(f"{served.url}/office/{id}")
    expect(director.get_by_text("An appeal waits")).to_be_visible()
    director.get_by_role("link", name="Referee").first.click()
    director.get_by_role("link", name="Round 1, board 1").click()
    expect(director.get_by_role("heading", name="If it is overturned")).to_be_visible()
    director.get_by_label("The ruling is overturned").check()
    director.get_by_label("Reason").fill("The committee has heard the clock")
    director.get_by_role("button", name="Record the decision").click()

    expect(tablet.panel(white)).to_contain_text("1-1")
