"""A visitor at a tablet practises with the house: beats the lowest level, and loses to a high one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.thinking import search
from tests.browser import tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

GAME = VARIANTS["american"]


def sit_down(page: Page, served: Service, level: int) -> None:
    page.goto(f"{served.url}/")
    page.get_by_role("link", name="Practice with the house").click()
    page.get_by_role("combobox", name="Game").select_option(GAME.key)
    page.get_by_role("radio", name=str(level), exact=True).check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()


def board(page: Page, served: Service) -> dict[str, object]:
    """The board as the service tells it."""
    tournament = page.evaluate("JSON.parse(document.getElementById('tablet').textContent).tournament")
    told = page.request.get(f"{served.url}/api/v1/tournaments/{tournament}/rounds/1/boards/1").json()
    assert isinstance(told, dict)
    return told


def play_out(page: Page, served: Service, level: int | None) -> None:
    """The visitor plays to the end: as the house would at that level, or, at none, the first move that there is."""
    turn = (
        tablet.panel(page)
        .get_by_text("Visitor, it is your turn")
        .or_(tablet.panel(page).get_by_text(re.compile(" wins|Draw")))
    )
    while True:
        expect(turn).to_be_visible()
        told = board(page, served)
        if told["result"] is not None:
            return
        position = parse_fen(str(told["fen"]), GAME)
        legal = legal_moves(position, GAME)
        found = search(position, GAME, level=level, nodes=20_000) if level else None
        move = move_text(found.move if found else legal[0], legal, GAME)
        tablet.play(page, move)
        expect(page.get_by_role("button", name=f"Confirm {move}", exact=True)).to_be_hidden()


def test_a_visitor_takes_back_asks_for_a_hint_and_goes_on(served: Service, hall: Visitors) -> None:
    page = hall.come(TABLET)
    sit_down(page, served, 1)
    tablet.play(page, "11-15")
    expect(tablet.panel(page)).to_contain_text("it is your turn")
    assert board(page, served)["ply"] == 2

    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name=re.compile("^11, red man"))).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#said")).to_have_text(re.compile(r"Hint: \d+-\d+"))
    page.get_by_role("button", name="Get up").click()
    expect(page.get_by_role("link", name="Go on with your game")).to_be_hidden()


@pytest.mark.slow
def test_a_visitor_beats_level_1_and_loses_to_level_7(served: Service, hall: Visitors) -> None:
    for level, plays_at, won in ((1, 7, "Visitor wins"), (7, None, "House, level 7 (computer) wins")):
        page = hall.come(TABLET)
        sit_down(page, served, level)
        play_out(page, served, plays_at)

        expect(tablet.panel(page)).to_contain_text(won)
        page.get_by_role("button", name="Next game").click()
        expect(page.get_by_text("round 2")).to_be_visible()
        page.close()
