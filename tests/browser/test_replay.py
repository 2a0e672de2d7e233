"""A game stepped through on its public page: by keys, buttons, moves and a swipe, without loading a page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitors import DESK, PHONE, Visitors
from tests.games import real_games
from tests.service import Caller, Service
from tests.waiting import until

pytestmark = pytest.mark.browser


def test_a_game_is_stepped_through_without_loading_a_page_and_the_address_names_the_position(
    served: Service, hall: Visitors
) -> None:
    with served.caller(served.token()) as director:
        id = director.tournament(4)
        board = f"/tournaments/{id}/rounds/1/boards/1"
        moves = real_games()[0].moves[:12]
        for ply, move in enumerate(moves[:-1]):
            director.post(f"{board}/moves", {"move": move, "ply": ply})
        page = hall.come(DESK)
        page.goto(f"{served.url}{board}")
        page.evaluate(GLIDES)
        expect(page.locator("svg.arrow")).to_have_count(1)

        page.keyboard.press("ArrowLeft")
        expect(page.locator("[data-position]")).to_have_text("Position after ply 10 of 11.")
        assert pieces(page) == pieces_of(director, board, 10)
        assert page.url.endswith("?ply=10")
        expect(page.locator("a.move[aria-current]")).to_have_text(moves[9])
        glides = page.evaluate("window.glides")
        assert glides
        assert all(duration % 150 == 0 for duration in glides)  # milliseconds a step
        page.emulate_media(reduced_motion="reduce")
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
        assert page.evaluate("window.glides") == glides  # nothing moved any more, and no page was loaded

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
        expect(page.locator("[data-fragment=standings] tr.changed")).to_have_count(4)  # every place has changed

        other_board = f"/tournaments/{id}/rounds/1/boards/2"
        for ply, move in enumerate(("32-28", "19-23")):
            director.post(f"{other_board}/moves", {"move": move, "ply": ply})
        director.post(f"{other_board}/resignations", {"side": "white"})
        director.send("POST", f"{other_board}/analysis")
        until(lambda: director.get(f"{other_board}/analysis")["moments"], what="the game is not analysed")
        page.goto(f"{served.url}{other_board}?ply=1")
        expect(page.get_by_text("The computer's evaluation: ")).to_be_visible()


GLIDES = """() => {
    window.glides = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        window.glides.push(options.duration);
        return animate.call(this, frames, options);
    };
}"""
"""Notes how long each piece takes to its square."""
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
