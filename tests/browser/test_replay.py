"""A game stepped through on its public page: by keys, buttons, moves and a swipe, without loading a page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitors import DESK, PHONE, Visitors
from tests.games import real_games
from tests.service import Caller, Service

pytestmark = pytest.mark.browser


def test_a_game_is_stepped_through_without_loading_a_page_and_the_address_names_the_position(
    served: Service, hall: Visitors
) -> None:
    with served.caller(served.token()) as director:
        id = director.tournament(2)
        board = f"/tournaments/{id}/rounds/1/boards/1"
        moves = real_games()[0].moves[:12]
        for ply, move in enumerate(moves[:-1]):
            director.post(f"{board}/moves", {"move": move, "ply": ply})
        page = hall.come(DESK)
        page.goto(f"{served.url}{board}")
        page.evaluate("window.loaded = 1")
        expect(page.locator("svg.arrow")).to_have_count(1)

        page.keyboard.press("ArrowLeft")
        expect(page.locator("[data-position]")).to_have_text("Position after ply 10 of 11.")
        assert pieces(page) == pieces_of(director, board, 10)
        assert page.url.endswith("?ply=10")
        expect(page.locator("a.move[aria-current]")).to_have_text(moves[9])
        page.keyboard.press("Home")
        expect(page.locator("[data-position]")).to_have_text("Position after ply 0 of 11.")
        page.get_by_role("link", name="Next").click()
        page.get_by_role("link", name=moves[4], exact=True).first.click()
        assert pieces(page) == pieces_of(director, board, 5)
        shared = page.url
        director.post(f"{board}/moves", {"move": moves[-1], "ply": 11})
        page.keyboard.press("End")
        expect(page.locator("[data-position]")).to_be_hidden()
        assert pieces(page) == pieces_of(director, board, 12)
        assert page.url.endswith(board)
        assert page.evaluate("window.loaded") == 1

        other = hall.come(PHONE)
        other.goto(shared)
        expect(other.locator("[data-position]")).to_have_text("Position after ply 5 of 12.")
        other.locator(".picture").first.evaluate(SWIPE)
        expect(other.locator("[data-position]")).to_have_text("Position after ply 6 of 12.")
        other.get_by_role("button", name="Play").press("Enter")
        expect(other.locator("[data-position]")).to_be_hidden()  # it has come to the end by itself
        expect(other.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")

        page.goto(f"{served.url}/tournaments/{id}/standings")
        expect(page.locator("tr.changed")).to_have_count(0)
        director.post(f"{board}/resignations", {"side": "white"})
        expect(page.locator("[data-fragment=standings] tr.changed")).to_have_count(2)  # both lines are pointed at


SWIPE = """picture => {
    for (const [kind, x] of [["touchstart", 300], ["touchend", 200]]) {
        const touch = new Touch({ identifier: 1, target: picture, clientX: x, clientY: 50 });
        picture.dispatchEvent(new TouchEvent(kind, { touches: [touch], changedTouches: [touch], bubbles: true }));
    }
}"""


def pieces(page: Page) -> int:
    """Count the pieces on the board of the page."""
    return page.locator(".picture > [data-piece]").count()


def pieces_of(director: Caller, board: str, ply: int) -> int:
    """Count the pieces that the service has after so many plies."""
    fen: str = director.get(f"{board}/replay")["positions"][ply]
    return fen.count(",") + 2
