"""A visitor at a tablet practises with the house: beats the lowest level, and loses to a high one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move, move_text
from arbiter.rules.position import Position, parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.thinking import search
from tests.browser import tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

GAME = VARIANTS["american"]
TURN_OR_END = """() => document.getElementById("table").dataset.state === "over"
    || document.getElementById("title").textContent.includes("it is your turn")"""


def sit_down(page: Page, served: Service, level: int) -> None:
    page.goto(f"{served.url}/")
    page.get_by_role("link", name="Practise against the computer").click()
    page.get_by_role("combobox", name="Game").select_option(GAME.key)
    page.get_by_role("radio", name=str(level), exact=True).check()
    page.get_by_role("button", name="Start playing").click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()


def board(page: Page, served: Service) -> dict[str, object]:
    """The board as the service tells it."""
    tournament = page.evaluate("JSON.parse(document.getElementById('tablet').textContent).tournament")
    told = page.request.get(f"{served.url}/api/v1/tournaments/{tournament}/rounds/1/boards/1").json()
    assert isinstance(told, dict)
    return told


def play_out(page: Page, served: Service, choose: Callable[[Position], Move]) -> None:
    """The visitor plays to the end what *choose* says, tap by tap; the page is looked at as often as it is drawn."""
    while True:
        page.wait_for_function(TURN_OR_END)
        told = board(page, served)
        if told["result"] is not None:
            return
        position = parse_fen(str(told["fen"]), GAME)
        move = choose(position)
        text = move_text(move, legal_moves(position, GAME), GAME)
        confirm = page.locator("#confirm")
        for square in move.path:
            page.locator(f"#board [data-square='{square}']").click()
            if text in confirm.inner_text():
                break
        confirm.click()
        page.wait_for_function(f"() => !document.getElementById('confirm').textContent.includes('{text}')")


def well(position: Position) -> Move:
    """As the computer would play at full strength."""
    found = search(position, GAME, nodes=20_000)
    assert found is not None
    return found.move


def badly(position: Position) -> Move:
    """What leaves the opponent the most."""

    def left(move: Move) -> int:
        found = search(position.played(*move), GAME, nodes=200)
        return found.score if found else -10_000

    return max(legal_moves(position, GAME), key=left)


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
    page.get_by_role("button", name="Leave the board").click()
    expect(page.get_by_role("link", name="Continue your game")).to_be_hidden()


@pytest.mark.slow
def test_a_visitor_beats_level_1_and_loses_to_level_7(served: Service, hall: Visitors) -> None:
    for level, plays, won in ((1, well, "Visitor wins"), (7, badly, "Computer, level 7 wins")):
        page = hall.come(TABLET)
        sit_down(page, served, level)
        play_out(page, served, plays)

        expect(tablet.panel(page)).to_contain_text(won)
        page.get_by_role("button", name="Next game").click()
        expect(page.get_by_text("round 2")).to_be_visible()
        page.close()


def test_a_tablet_offers_practice_only_while_it_is_open(served: Service, hall: Visitors) -> None:
    """While a round is played it would lead to a page that says no."""
    with served.caller(served.token()) as caller:
        id = caller.tournament(4, started=False)
        caller.post(f"/tournaments/{id}/rounds")
        (link,) = caller.post(f"/tournaments/{id}/tablets", {"boards": [1], "side": "white"})["links"]
        page = hall.come(TABLET)
        tablet.bind(page, (link["url"], link["pin"]))
        offer = page.get_by_role("link", name="Practise against the computer")
        expect(offer).to_be_visible()

        caller.post(f"/tournaments/{id}/rounds/1/start")
        lost = {"kind": "result", "result": "0-2", "reason": "resigned"}
        caller.post(f"/tournaments/{id}/rounds/1/boards/1/rulings", lost)
        expect(tablet.panel(page)).to_contain_text("wins")
        expect(offer).to_be_hidden()  # the other board is being played
