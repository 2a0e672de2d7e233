"""The end of an open in the browser: from the entry fee at the door to the last name that is called up."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import office
from tests.browser.visitors import PHONE, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser
PLAYERS = (
    ("Anna de Boer", "2012", "f"),
    ("Bea Jansen", "1990", "f"),
    ("Carl Mulder", "1961", "m"),
    ("Dirk Smit", "1970", "m"),
)


def fill(page: Page, prefix: str, row: int, **values: str) -> None:
    for name, value in values.items():
        field = page.locator(f"[name={prefix}-{row}-{name}]")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def a_minor_is_entered_whole(page: Page, home: str) -> None:
    """The question how minors are shown gives back the chosen fields with the typed ones; nobody is entered yet."""
    page.goto(f"{home}/entries")
    line = page.get_by_role("form", name="Enter a player")
    line.get_by_label("Family name").fill("Young")
    line.get_by_label("Born").fill("2015")
    line.get_by_label("Sex").select_option("f")
    line.get_by_role("button", name="Enter player").click()
    expect(page.get_by_role("group", name="How are the names of players under 18 shown")).to_be_visible()
    expect(line.get_by_label("Born")).to_have_value("2015")
    expect(line.get_by_label("Sex")).to_have_value("f")
    expect(line.get_by_label("Public name")).to_have_value("whole")


def test_the_end_of_an_open_is_lived_through(served: Service, hall: Visitors) -> None:
    director, second, phone = hall.come(), hall.come(), hall.come(PHONE)
    office.sign_in(director, served)
    with served.caller(served.token()) as caller:
        t = str(caller.post("/tournaments", {"name": "Winter open", "system": "swiss", "rounds": 1})["id"])
        for name, born, sex in PLAYERS:
            caller.post(f"/tournaments/{t}/entries", {"name": name, "born": born, "sex": sex})
        home, public = f"{served.url}/office/{t}", f"{served.url}/tournaments/{t}"
        a_minor_is_entered_whole(director, home)
        director.goto(f"{home}/prizes")
        fill(director, "c", 1, name="Women", sex="f")
        fill(director, "c", 2, name="Under 18", mark="U18", born_from="2008")
        director.get_by_role("button", name="Save the categories").click()
        expect(director.get_by_text("The categories have been saved.")).to_be_visible()
        box = director.locator("[name=c-1-sex]").bounding_box()
        assert box is not None
        assert box["width"] > 80, "the word that is chosen can be read"
        for row, prize in enumerate((("1st prize", "150", "1", ""), ("2nd prize", "75,01", "2", "")), start=1):
            fill(director, "p", row, **dict(zip(("name", "amount", "place", "category"), prize, strict=True)))
        fill(director, "p", 3, name="Best woman", amount="40", category="Women")
        director.get_by_role("button", name="Save the prizes").click()
        fill(director, "p", 4, name="Beyond", amount="-5", place="3")
        director.get_by_role("button", name="Save the prizes").click()
        expect(director.get_by_role("alert")).to_contain_text("“-5” is not an amount of money")
        expect(director.locator("[name=p-4-name]")).to_have_value("Beyond")

        director.goto(f"{home}/fees")
        director.get_by_label("Entry fee").fill("10")
        director.get_by_label("Under 18").fill("2.50")
        director.get_by_role("button", name="Save the fees").click()
        owing = director.get_by_role("listitem").filter(has_text="Anna de Boer")
        owing.get_by_role("button", name="In cash").click()
        expect(director.get_by_text("still due €30.00")).to_be_visible()

        caller.post(f"/tournaments/{t}/rounds")
        caller.post(f"/tournaments/{t}/rounds/1/start", {"paper": [1, 2]})
        caller.post(
            f"/tournaments/{t}/rounds/1/boards/1/rulings", {"kind": "result", "result": "white", "reason": "slip"}
        )
        director.goto(f"{home}/end")
        expect(director.locator("[data-step=results]")).to_contain_text("open: 1")
        caller.post(
            f"/tournaments/{t}/rounds/1/boards/2/rulings", {"kind": "result", "result": "draw", "reason": "slip"}
        )
        director.reload()
        expect(director.locator("[data-step=results]")).to_contain_text("complete")
        expect(director.locator("[data-step=prizes]")).to_contain_text("€265.01")
        director.get_by_role("button", name="Sign the final standings").click()
        expect(director.get_by_text("You have signed the final standings.")).to_be_visible()
        expect(director.locator("[data-step=signatures]")).to_contain_text("signed by one of two")

        made = caller.post("/accounts", {"name": "Piet Vos", "role": "arbiter"})
        office.set_password(second, f"{served.url}/sign-in/{made['link'].rsplit('/', 1)[1]}")
        second.goto(f"{home}/end")
        second.get_by_role("button", name="Sign the final standings").click()
        expect(second.locator("[data-step=signatures]")).to_contain_text("complete")

        phone.goto(f"{public}/standings")
        phone.get_by_role("link", name="Women", exact=True).click()
        expect(phone.get_by_role("row").filter(has_text="Anna de Boer")).to_have_count(1)
        expect(phone.get_by_text("Carl Mulder")).to_have_count(0)
        phone.goto(f"{public}/prizes")
        expect(phone.get_by_text("€265.01")).to_be_visible()
        caller.post(f"/tournaments/{t}/screens", {"screen": 1, "shows": ["prizes"], "called": 99})
        phone.goto(f"{public}/wall")
        expect(phone.get_by_text("Best woman").first).to_be_visible()
