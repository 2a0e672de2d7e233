"""A pairing that takes long, seen by a director: its progress, the button that cancels it, and the round that comes."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import office
from tests.browser.visitors import Visitors
from tests.service import Service

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are found as Linux tells them"),
]
PLAYERS = 62


def workers(served: Service) -> list[int]:
    """The processes that the service has started."""
    told = Path(f"/proc/{served.process}/task").glob("*/children")
    return [int(pid) for threads in told for pid in threads.read_text().split()]


def test_a_long_pairing_shows_its_progress_and_is_cancelled(hall: Visitors, served: Service) -> None:
    """The process that pairs stands still, so that the pairing takes as long as the director looks at it."""
    page = hall.come()
    office.sign_in(page, served)
    with served.caller(served.token()) as caller:
        caller.post("/tournaments", {"name": "Open", "system": "swiss", "rounds": 5})
        for number in range(PLAYERS):
            caller.post("/tournaments/open/entries", {"name": f"Player {number}"})
        assert caller.send("GET", "/tournaments/open/sheets/checkin.pdf").status == 200  # its process stays
    for pid in workers(served):
        os.kill(pid, signal.SIGSTOP)

    page.goto(f"{served.url}/office/open")
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", name="Pairing of round 1")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#main")).to_contain_text(re.compile(r"in progress for [2-9]"))  # the page looks by itself
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status").first).to_contain_text(
        "Pairing of round 1 has been cancelled. Nothing was recorded."
    )
    with served.caller(served.token()) as caller:
        assert caller.send("GET", "/tournaments/open/rounds/1").status == 404

    page.goto(f"{served.url}/office/open")
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("status").first).to_contain_text("Round 1 has been paired as a draft.")
