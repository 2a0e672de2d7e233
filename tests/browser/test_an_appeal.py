"""A player appeals from the tablet; a panel is named, each member votes in their own session, and that decides."""

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
    white.get_by_label("Grounds", exact=True).fill("It was the clock that rang")
    white.get_by_label("Result you ask for").select_option(label="Draw")
    white.get_by_role("button", name="File the appeal").click()
    expect(tablet.panel(white)).to_contain_text("The appeal is filed.")
    expect(tablet.panel(white)).to_contain_text("The result is provisional.")

    director.goto(f"{served.url}/office/{id}")
    expect(director.get_by_text("An appeal is pending")).to_be_visible()
    director.get_by_role("link", name="Referee").first.click()
    director.get_by_role("link", name="Round 1, board 1").click()
    expect(director.get_by_role("heading", name="If the ruling is overturned")).to_be_visible()
    with served.caller(served.token()) as caller:
        told = {name: caller.post("/accounts", {"name": name, "role": "arbiter"}) for name in ("Anna Kok", "Piet Vos")}
    links = {name: f"{served.url}/sign-in/{one['link'].rsplit('/', 1)[1]}" for name, one in told.items()}
    director.reload()
    expect(director.get_by_text("No panel has been named yet.")).to_be_visible()
    director.get_by_text("Name the panel").click()
    for number, name in enumerate(links, start=1):
        director.get_by_label(f"Member {number}").first.select_option(label=name)
    director.get_by_role("button", name="Record the panel").click()
    expect(director.get_by_text("has not voted yet")).to_have_count(2)
    address = director.url
    for name, link in links.items():
        member = hall.come()
        office.set_password(member, link)
        expect(member.get_by_role("heading", name="Office", exact=True)).to_be_visible()
        member.goto(address)
        member.get_by_role("radio", name="The ruling is overturned").check()
        member.get_by_label("Reason").fill(f"{name} has heard the clock")
        member.get_by_role("button", name="Record your vote").click()
        expect(member.get_by_text("Recorded.")).to_be_visible()

    expect(tablet.panel(white)).to_contain_text("1-1")
    expect(tablet.panel(white)).not_to_contain_text("provisional")
    director.reload()
    expect(director.get_by_text("Decided by Anna Kok (arbiter), Piet Vos (arbiter)")).to_be_visible()
