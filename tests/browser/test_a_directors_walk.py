"""A director's walk: an open of 23 from the list to the printed crosstable, with everything that happens on the way."""

from __future__ import annotations

import io
import random
from urllib.parse import urljoin

import pytest
from playwright.sync_api import FilePayload, Page, expect
from pypdf import PdfReader

from tests.browser import office
from tests.browser.visitors import Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

LIST = "Naam;Rating;Club\n" + "".join(f"Speler {n:02};{2_200 - 17 * n};Club {n % 5}\n" for n in range(1, 24))
LATE, GONE, WEDDING = "Late Komer", "23. Speler 23", "4. Speler 04"
ROUNDS = 5


@pytest.mark.slow
def test_an_open_from_the_list_to_the_printed_crosstable(served: Service, hall: Visitors) -> None:
    page = hall.come()
    office.sign_in(page, served)
    id = announce(page)
    by_list(page)
    a_half_point_bye(page, served, id)
    for round in range(1, ROUNDS + 1):
        if round == 2:
            enter(page, served, id, LATE)
        if round == 3:
            withdraw(page, served, id)
        pair(page, served, id, round)
        if round == 1:
            a_swap_by_hand(page)
        if round == 4:
            an_undone_round(page, round)
        page.get_by_role("button", name=f"Publish round {round}").click()
        results(page, round)
    a_corrected_result(page, served, id)
    the_crosstable_is_printed(page, served, id)


def announce(page: Page) -> str:
    page.get_by_role("textbox", name="Name", exact=True).fill("Open of the walk")
    page.locator("[name=system]").select_option("swiss")
    page.locator("[name=rounds]").fill(str(ROUNDS))
    page.get_by_role("button", name="Create the tournament").click()
    return page.url.split("/office/")[1].split("/")[0]


def by_list(page: Page) -> None:
    """23 entries by CSV: looked at, then entered."""
    page.get_by_role("link", name="Players from a list").click()
    page.get_by_label("File").set_input_files(FilePayload(name="list.csv", mimeType="text/csv", buffer=LIST.encode()))
    page.get_by_role("button", name="Preview the list").click()
    expect(page.get_by_role("heading", name="23 players can be entered")).to_be_visible()
    page.get_by_role("button", name="Enter 23 players").click()
    expect(page.get_by_role("heading", name="23 players")).to_be_visible()


def a_half_point_bye(page: Page, served: Service, id: str) -> None:
    page.goto(f"{served.url}/office/{id}/arrangements")
    form = page.locator("form").filter(has=page.get_by_role("button", name="Give a bye"))
    form.locator("[name=entry]").select_option(label=WEDDING)
    form.locator("[name=round]").select_option("2")
    form.locator("[name=kind]").select_option("half")
    form.locator("[name=reason]").fill("a wedding")
    form.get_by_role("button").click()
    expect(page.get_by_text("Round 2 · Speler 04 · half-point bye")).to_be_visible()


def enter(page: Page, served: Service, id: str, name: str) -> None:
    page.goto(f"{served.url}/office/{id}/entries")
    line = page.get_by_role("form", name="Enter a player").get_by_label("Family name", exact=True)
    line.fill(name)
    line.press("Enter")
    expect(page.get_by_role("heading", name="24 players")).to_be_visible()


def withdraw(page: Page, served: Service, id: str) -> None:
    page.goto(f"{served.url}/office/{id}/entries")
    page.get_by_role("link", name="Speler 23").click()
    page.locator("form").filter(has=page.get_by_role("button", name="Withdraw entry 23")).locator("[name=reason]").fill(
        "ill"
    )
    page.get_by_role("button", name="Withdraw entry 23").click()
    expect(page.get_by_role("status")).to_contain_text("has withdrawn")


def pair(page: Page, served: Service, id: str, round: int) -> None:
    page.goto(f"{served.url}/office/{id}")
    page.get_by_role("button", name=f"Pair round {round}").click()
    expect(page.get_by_text("only the office sees it")).to_be_visible()


def a_swap_by_hand(page: Page) -> None:
    """The players of board 1 change colours; the list of changes says so, and why."""
    before = seats(page, 1)
    page.get_by_text("Swap two players", exact=True).click()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Swap"))
    form.locator("[name=one]").select_option(label=option(form.locator("[name=one]"), before[0]))
    form.locator("[name=other]").select_option(label=option(form.locator("[name=other]"), before[1]))
    form.locator("[name=reason]").fill("the lot was read wrongly")
    form.get_by_role("button").click()
    expect(page.get_by_text("the lot was read wrongly")).to_be_visible()
    assert seats(page, 1) == before[::-1]


def seats(page: Page, board: int) -> list[str]:
    row = page.locator(f'tr[data-game$="/{board}"]')
    return [row.locator(f'[data-name="{side}"]').inner_text() for side in ("white", "black")]


def option(select: object, name: str) -> str:
    texts: list[str] = select.locator("option").all_inner_texts()  # type: ignore[attr-defined]  # a locator
    return next(text for text in texts if f". {name} (" in text)


def an_undone_round(page: Page, round: int) -> None:
    """Published, started, a result given, and all of it taken back; then paired again."""
    page.get_by_role("button", name=f"Publish round {round}").click()
    page.get_by_role("link", name="Enter the results").click()
    page.locator("label").filter(has=page.locator("[name=result-1][value=draw]")).click()
    page.get_by_role("button", name="Record the results").click()
    expect(page.get_by_role("status")).to_contain_text("1 result has been recorded")
    page.get_by_role("link", name=f"Round {round}").last.click()
    page.get_by_text("Cancel the whole round").click()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Cancel the round"))
    form.locator("[name=reason]").fill("paired before the list was closed")
    form.locator("[name=confirmed]").check()
    form.get_by_role("button").click()
    expect(page.get_by_role("status")).to_contain_text("has been cancelled")
    page.get_by_role("button", name=f"Pair round {round}").click()


def results(page: Page, round: int) -> None:
    chance = random.Random(round)
    page.get_by_role("link", name="Enter the results").click()
    expect(page.locator("[name=result-1]").first).to_be_focused()
    before = ""
    for _ in page.get_by_role("group", name="Result of board").all():
        key = chance.choice("+=-")
        page.wait_for_timeout(60 if key == before else 0)  # the same key at once is one that bounces
        page.keyboard.press(key)
        before = key
    page.get_by_role("button", name="Record the results").click()
    expect(page.get_by_role("status")).to_contain_text("results have been recorded")


def a_corrected_result(page: Page, served: Service, id: str) -> None:
    """Board 2 of round 1 was read wrongly: what follows is shown, then it is recorded."""
    page.goto(f"{served.url}/office/{id}/rounds/1/boards/2")
    page.get_by_text("Correct the result").click()
    stands = page.locator("[data-result]").first.inner_text()
    page.get_by_label("wins (Black)" if stands == "2-0" else "wins (White)").check()
    page.locator('form:has(input[value="result"]) [name="reason"]').fill("the slip was read wrongly")
    page.locator('form:has(input[name="kind"][value="result"]) button').click()
    expect(page.get_by_text("Rounds that were paired with the old result: 2, 3, 4, 5")).to_be_visible()
    expect(page.get_by_role("heading", name="Changes in the standings")).to_be_visible()
    page.get_by_role("button", name="Record the correction").click()
    expect(page.get_by_role("status")).to_contain_text("recorded")


def the_crosstable_is_printed(page: Page, served: Service, id: str) -> None:
    """Standings on the page, and the crosstable as PDF with everybody in it."""
    page.goto(f"{served.url}/tournaments/{id}/standings")
    expect(page.get_by_role("rowheader", name=LATE)).to_have_count(2)
    address = page.get_by_role("link", name="Crosstable as PDF").get_attribute("href")
    assert address is not None
    answer = page.request.get(urljoin(page.url, address))
    text = "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(answer.body())).pages)

    assert answer.headers["content-type"] == "application/pdf"
    assert all(f"Speler {n:02}" in text for n in range(1, 24))
    assert LATE in text
    assert "Speler 23 (withdrawn)" in text.replace("\n", " ")
