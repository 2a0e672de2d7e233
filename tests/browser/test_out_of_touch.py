"""A tablet out of touch: it says so, its clock counts on, its move is kept; afterwards all devices show one time."""

from __future__ import annotations

import re
import time
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

OUT = 10
"""Seconds without a connection."""
APART = 0.15
"""Seconds that two devices may differ by."""
LOOKS = 9


@pytest.mark.slow
def test_after_ten_seconds_out_of_touch_both_devices_show_the_same_time(served: Service, hall: Visitors) -> None:
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Offline", ["Anna de Boer", "Piotr Śliwiński"], control="58")
    office.pair_and_start(director)
    cards = office.cards(director, id, each=True)
    white, black = (hall.come(TABLET) for _ in range(2))
    tablet.bind(white, cards["Board 1 · White"])
    tablet.bind(black, cards["Board 1 · Black"])

    white.context.set_offline(True)
    tablet.play(white, "32-28")
    expect(white.locator("#wire")).to_contain_text("Offline")
    expect(tablet.panel(white)).to_contain_text("32-28 is not confirmed yet")
    expect(black.get_by_role("button", name="28, empty")).to_be_visible()
    before, began = shown(white, "white"), time.monotonic()
    white.wait_for_timeout(OUT * 1_000)
    after, took = shown(white, "white"), time.monotonic() - began
    assert before - after == pytest.approx(took, abs=0.5)  # nobody has confirmed the press
    white.context.set_offline(False)

    expect(white.locator("#wire")).to_be_hidden()
    expect(black.get_by_role("button", name="28, white man")).to_be_visible()
    with served.caller(served.token()) as caller:
        press = next(
            line
            for line in caller.get(f"/tournaments/{id}/rounds/1/boards/1/clock")["lines"]
            if line["move"] == "32-28"
        )
        assert press["at"] - press["device"]["pressed"] == pytest.approx(took * 1_000, abs=5_000)
        assert press["device"]["round_trip_ms"] < OUT * 500
        assert press["charged_ms"] > OUT * 1_000
    for side in ("white", "black"):
        assert abs(median(apart(white, black, side) for _ in range(LOOKS))) <= APART


def apart(one: Page, other: Page, side: str) -> float:
    """By how much the devices differ: the other is looked at in the middle between two looks at the one."""
    first, between, last = shown(one, side), shown(other, side), shown(one, side)
    return (first + last) / 2 - between


def shown(page: Page, side: str) -> float:
    """The seconds that a device shows for one side; under a minute it shows tenths."""
    text = page.locator(f'.clock[data-clock="{side}"] [data-left]').text_content() or ""
    assert re.fullmatch(r"\d\d?\.\d", text), text
    return float(text)
