"""What a tablet keeps of the pieces that were touched, and what it says of long thinking."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Caller, Service

pytestmark = pytest.mark.browser


def table(hall: Visitors, caller: Caller, id: str) -> Page:
    """The tablet of board 1, bound."""
    link = caller.post(f"/tournaments/{id}/tablets", {"boards": [1]})["links"][0]
    page = hall.come(TABLET)
    tablet.bind(page, (link["url"], link["pin"]))
    return page


def test_the_first_piece_touched_that_can_move_has_to(served: Service, hall: Visitors) -> None:
    """49 is shut in: it was touched first and binds nobody; 32 was touched next (FMJD 3.11)."""
    with served.caller(served.token()) as caller:
        page = table(hall, caller, caller.tournament(2, switches={"touch_move": True}))
        for square in ("49", "32", "33", "28"):
            tablet.tap(page, square)
        page.get_by_role("button", name="Confirm 33-28", exact=True).click()

        expect(tablet.panel(page)).to_contain_text("the piece on 32 was touched or moved first and has a legal move")
        tablet.play(page, "32-28")
        expect(tablet.panel(page)).to_contain_text("Player 2 to move")


@pytest.mark.slow  # a minute of the wall
def test_a_warning_of_long_thinking_is_shown_until_the_move(served: Service, hall: Visitors) -> None:
    with served.caller(served.token()) as caller:
        slow = {"inactivity_warning": 1, "inactivity_loss": 10}
        id = caller.tournament(2, control="-", switches=slow)
        page = table(hall, caller, id)
        expect(tablet.panel(page)).not_to_contain_text("warned you to move")
    page.wait_for_timeout(61_000)
    with served.caller(served.token()) as caller:
        (warning,) = caller.get(f"/tournaments/{id}/proposals")["proposals"]
        assert (warning["kind"], warning["step"]) == ("inactivity", "warning")
        caller.post(f"/tournaments/{id}/proposals/{warning['proposal']}/sign")
        expect(tablet.panel(page)).to_contain_text("The arbiter has warned you to move")
        tablet.play(page, "32-28")

        expect(tablet.panel(page)).not_to_contain_text("warned you to move")
