"""A static copy in a browser, opened from its folder: every game is replayed, and nothing is fetched."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from arbiter.broadcast.static_copy import write_copy
from arbiter.view import View
from tests.browser.visitors import PHONE, Visitors
from tests.desk.club import in_office, move, opened
from tests.hall import WoundClock

pytestmark = pytest.mark.browser


def test_a_game_is_replayed_from_a_folder_without_a_service(hall: Visitors, tmp_path: Path) -> None:
    with in_office(tmp_path / "hall", WoundClock()) as desks:
        desk = opened(desks)
        for ply, text in enumerate(("32-28", "19-23", "28x19", "14x23")):
            desk.submit(move(ply, text))
        write_copy(View(tournament=desk.id, state=desk.state, people=desk.people, at=desk.now()), tmp_path / "site")
    page = hall.come(PHONE)
    page.goto((tmp_path / "site" / "index.html").as_uri())
    page.get_by_role("link", name="Round 1").click()
    page.get_by_role("link", name="Board 1").click()
    pieces = page.locator(".picture g")

    expect(pieces).to_have_count(38)
    page.get_by_role("button", name="Start").click()
    expect(pieces).to_have_count(40)
    expect(page.get_by_text("Position after ply 0 of 4.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("a.move[aria-current]")).to_have_text("32-28")
    page.get_by_role("link", name="28x19").click()
    expect(pieces).to_have_count(39)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text("Position after ply 4 of 4.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert {address.partition(":")[0] for address in hall.asked} <= {"file", "data"}
