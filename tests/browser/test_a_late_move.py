"""T14: a move confirmed on a tablet whose line is cut comes in after the flag, and the office accepts it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import office, tablet
from tests.browser.line import line
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service
from tests.test_kill import eventually

pytestmark = pytest.mark.browser

TIME = 30
"""Seconds for each side: enough to come to the board."""


def test_a_move_confirmed_while_the_line_is_cut_is_accepted_after_the_flag(served: Service, hall: Visitors) -> None:
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Cut line", ["Anna de Boer", "Piotr Śliwiński"], control=str(TIME))
    office.pair_and_start(director)
    cards = office.cards(director, id, each=True)
    board = f"/tournaments/{id}/rounds/1/boards/1"
    with line(served.port) as cut, served.caller(served.token()) as caller:
        white, black = (hall.come(TABLET) for _ in range(2))
        address, pin = cards["Board 1 · White"]
        tablet.bind(white, (cut.through(address), pin))
        tablet.bind(black, cards["Board 1 · Black"])

        cut.cut()
        tablet.play(white, "32-28")
        expect(tablet.panel(white)).to_contain_text("32-28 is not confirmed yet")
        fallen = eventually(lambda: caller.get(board), lambda shape: shape["flag"], seconds=TIME + 5)
        assert fallen["flag"]["provisional"] == "tablet"
        expect(tablet.panel(black)).to_contain_text("flag fallen")
        director.goto(f"{served.url}/office/{id}")
        agenda = director.get_by_role("region", name="What needs you now")
        expect(agenda).to_contain_text("the tablet was out of touch")
        expect(agenda).to_contain_text("The tablet was out of touch: it had not been heard of for")

        cut.mend()
        expect(agenda).to_contain_text("32-28 was confirmed")
        expect(agenda).to_contain_text("It cannot prove who pressed")
        expect(agenda.get_by_role("button", name="Sign")).to_be_visible()
        expect(tablet.panel(white)).to_contain_text("32-28 came in after the flag")
        proposals = caller.get(f"/tournaments/{id}/proposals")["proposals"]
        (late,) = [p["late"] for p in proposals if p["kind"] == "late_move"]
        agenda.get_by_role("button", name="Accept the late move").click()

        expect(white.get_by_role("button", name="28, white man")).to_be_visible()
        expect(black.get_by_role("button", name="28, white man")).to_be_visible()
        shape = caller.get(board)
        assert (shape["ply"], shape["turn"], shape["clock"]["running"], shape["flag"]) == (1, "black", "black", None)
        assert shape["clock"]["white"]["left_ms"] == late["before_flag_ms"]
        assert 0 < late["before_flag_ms"] < TIME * 1_000
        assert TIME * 1_000 - 10_000 < shape["clock"]["black"]["left_ms"] <= TIME * 1_000
        assert len(late["chain"]) == 64
        white.get_by_role("button", name="Call arbiter").click()
        white.get_by_text("What this tablet has recorded").click()
        expect(white.get_by_text(f"32-28 · {late['chain'][:12]}")).to_be_visible()
        white.get_by_role("button", name="Back to the board").click()
        tablet.play(black, "19-23")
        expect(white.get_by_role("button", name="23, black man")).to_be_visible()
