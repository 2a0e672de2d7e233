"""Little time left: the tablet shows it from the second that the regulations name, and sounds where asked to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

HEARD = """
window.heard = [];
const made = window.OscillatorNode;
window.OscillatorNode = class extends made {
  constructor(context, options) { super(context, options); window.heard.push(options.frequency); }
};
"""
"""Writes down every tone that the page plays."""


@pytest.mark.slow
def test_a_clock_warns_from_the_second_of_the_regulations_and_sounds_if_asked(served: Service, hall: Visitors) -> None:
    with served.caller(served.token()) as caller:
        id = caller.tournament(2, started=False, control="10")
        caller.post(f"/tournaments/{id}/regulations", {"switches": {"low_time": 5}, "reason": "short games"})
        caller.post(f"/tournaments/{id}/rounds")
        link = caller.post(f"/tournaments/{id}/tablets", {"boards": [1]})["links"][0]
        page = hall.come(TABLET)
        page.add_init_script(HEARD)
        tablet.bind(page, (link["url"], link["pin"]))
        sounds = page.locator("#sound")
        expect(sounds).to_have_attribute("aria-pressed", "false")
        page.get_by_role("button", name="More").click()
        sounds.click()
        expect(sounds).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Back to the board").click()
        clock = page.locator('.clock[data-clock="white"]')

        caller.post(f"/tournaments/{id}/rounds/1/start")
        expect(clock).to_have_class(re.compile("running"))
        assert "low" not in (clock.get_attribute("class") or "")
        expect(clock).to_have_class(re.compile(r"\blow\b"))
        assert page.evaluate("heard.filter((tone) => tone === 660).length") == 3
        expect(clock).to_contain_text("Flag fallen")

        assert page.evaluate("heard.filter((tone) => tone === 220).length") == 1
        page.reload()
        expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
        page.get_by_text("Club open").click()
        expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
