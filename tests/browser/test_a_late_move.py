"""T14: what is confirmed on a tablet whose line is cut comes in after the flag, and the office accepts it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import office, tablet
from tests.browser.line import line
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service, service
from tests.test_kill import eventually

pytestmark = pytest.mark.browser

APART = 100
"""Milliseconds by which a tablet on a busy machine may have measured the service's clock wrongly."""
LAST = 2_500
"""Milliseconds before the flag, in which the line is cut and the move confirmed."""
TIME = 20
"""Seconds for each side: enough to play the first move."""


@pytest.fixture
def steady(tmp_path: Path) -> Iterator[Service]:
    """A service that never takes itself to have stood still: the tablet alone is what makes its flags provisional."""
    with service(tmp_path, (sys.executable, "-m", "tests.steady")) as running:
        yield running


def test_a_move_confirmed_while_the_line_is_cut_is_accepted_after_the_flag(steady: Service, hall: Visitors) -> None:
    served = steady
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Cut line", ["Anna de Boer", "Piotr Śliwiński"], control=str(TIME))
    office.pair(director)
    cards = office.cards(director, id, each=True)
    board = f"/tournaments/{id}/rounds/1/boards/1"
    with line(served.port) as cut, served.caller(served.token()) as caller:
        white, black = (hall.come(TABLET) for _ in range(2))
        address, pin = cards["Board 1 · White"]
        tablet.bind(white, (cut.through(address), pin))
        tablet.bind(black, cards["Board 1 · Black"])
        caller.post(f"/tournaments/{id}/rounds/1/start")
        expect(tablet.panel(white)).to_contain_text("it is your turn")

        cut.cut()
        tablet.play(white, "32-28")
        expect(tablet.panel(white)).to_contain_text("32-28 is not confirmed yet")
        fallen = eventually(lambda: caller.get(board), lambda shape: shape["flag"], seconds=TIME + 60)
        assert fallen["flag"]["provisional"] == "tablet"
        expect(tablet.panel(black)).to_contain_text("flag fallen")
        director.goto(f"{served.url}/office/{id}")
        agenda = director.get_by_role("region", name="To do now")
        expect(agenda).to_contain_text("the tablet was offline")
        expect(agenda).to_contain_text("The tablet was offline: it had been silent for")

        cut.mend()
        expect(agenda).to_contain_text("32-28 was confirmed")
        expect(agenda).to_contain_text("no proof of who pressed")
        expect(agenda.get_by_role("button", name="Sign")).to_be_visible()
        expect(tablet.panel(white)).to_contain_text("Arrived after the flag fell: 32-28")
        proposals = caller.get(f"/tournaments/{id}/proposals")["proposals"]
        (late,) = [p["late"] for p in proposals if p["kind"] == "late_move"]
        agenda.get_by_role("button", name="Accept 32-28").click()

        expect(white.get_by_role("button", name="28, white man")).to_be_visible()
        expect(black.get_by_role("button", name="28, white man")).to_be_visible()
        shape = caller.get(board)
        assert (shape["ply"], shape["turn"], shape["clock"]["running"], shape["flag"]) == (1, "black", "black", None)
        assert shape["clock"]["white"]["left_ms"] == late["before_flag_ms"]
        assert 0 < late["before_flag_ms"] < TIME * 1_000
        assert TIME * 1_000 - 5_000 < shape["clock"]["black"]["left_ms"] <= TIME * 1_000
        assert len(late["chain"]) == 64
        white.get_by_role("button", name="Call arbiter").click()
        white.get_by_text("What this tablet has recorded").click()
        expect(white.get_by_text(f"32-28 · {late['chain'][:12]}")).to_be_visible()
        white.get_by_role("button", name="Back to the board").click()
        tablet.play(black, "19-23")
        expect(white.get_by_role("button", name="23, black man")).to_be_visible()


def test_a_king_crowned_and_a_move_made_while_the_line_is_cut_come_in_as_evidence(
    served: Service, hall: Visitors
) -> None:
    """000 V: the player goes on playing out of touch. The arbiter accepts the crowning, and then the move."""
    with line(served.port) as cut, served.caller(served.token()) as caller:
        id = caller.tournament(2, control=str(TIME))
        board = f"/tournaments/{id}/rounds/1/boards/1"
        caller.post(f"{board}/rulings", {"kind": "position", "fen": "W:W7,48:B15,16", "ply": 0, "reason": "exercise"})
        (link,) = caller.post(f"/tournaments/{id}/tablets", {"side": "black"})["links"]
        black, director = hall.come(TABLET), hall.come()
        tablet.bind(black, (cut.through(link["url"]), link["pin"]))
        office.sign_in(director, served)
        caller.post(f"{board}/rulings", {"kind": "start"})
        caller.post(f"{board}/moves", {"move": "7-1", "ply": 0})
        crown = tablet.panel(black).get_by_role("button", name="Crown")
        expect(crown).to_be_visible()
        cut.cut()
        crown.click()
        tablet.play(black, "15-20")
        expect(black.get_by_text("Offline: 2 messages waiting")).to_be_visible()
        caller.close()  # a line that is idle for so long is closed by the service
        eventually(lambda: caller.get(board), lambda shape: shape["flag"], seconds=TIME + 60)
        cut.mend()
        director.goto(f"{served.url}/office/{id}")
        agenda = director.get_by_role("region", name="To do now")
        expect(agenda).to_contain_text("the crowning of the king was confirmed")
        expect(agenda).to_contain_text("what the same tablet confirmed earlier counts too: the crowning of the king")
        proposals = caller.get(f"/tournaments/{id}/proposals")["proposals"]
        late = [p["late"] for p in proposals if p["kind"] == "late_move"]
        assert [one["act"] for one in late] == ["crown", "move"]
        assert len({one["chain"] for one in late}) == 2

        agenda.get_by_role("button", name="Accept the crowning of the king").click()
        expect(agenda.get_by_role("button", name="Accept 15-20")).to_be_visible()
        assert caller.get(board)["clock"]["running"] == "black"
        agenda.get_by_role("button", name="Accept 15-20").click()
        expect(black.get_by_role("button", name="20, black man")).to_be_visible()
        shape = caller.get(board)
        assert (shape["ply"], shape["clock"]["running"], shape["crown"], shape["flag"]) == (2, "white", None, None)
        assert shape["clock"]["black"]["left_ms"] == late[1]["before_flag_ms"]


def test_an_automatic_flag_ends_the_game_once_the_tablet_has_nothing_left_to_say(
    served: Service, hall: Visitors
) -> None:
    """Board 1 stays in touch. The line of board 2 is cut just before the flag, and White confirms a move meanwhile."""
    with line(served.port) as cut, served.caller(served.token()) as caller:
        id = caller.tournament(4, started=False, control="12", flags="auto")
        caller.post(f"/tournaments/{id}/rounds")
        links = caller.post(f"/tournaments/{id}/tablets")["links"]
        first, second = (hall.come(TABLET) for _ in links)
        tablet.bind(first, (links[0]["url"], links[0]["pin"]))
        tablet.bind(second, (cut.through(links[1]["url"]), links[1]["pin"]))
        caller.post(f"/tournaments/{id}/rounds/1/start")
        boards = [f"/tournaments/{id}/rounds/1/boards/{board}" for board in (1, 2)]
        flag_at = caller.get(boards[1])["clock"]["flag_at"]
        tablet.tap(second, "32")
        tablet.tap(second, "28")
        caller.close()  # a line that is idle for so long is closed by the service
        second.wait_for_timeout(max(0, flag_at - LAST - now()))
        cut.cut()
        second.get_by_role("button", name="Confirm 32-28").click()

        ended = eventually(lambda: caller.get(boards[0]), lambda shape: shape["result"], seconds=60)
        assert ended["because"] == "flag"
        waiting = caller.get(boards[1])
        assert waiting["result"] is None
        cut.mend()
        moves = eventually(
            lambda: [one["late"] for one in caller.get(f"/tournaments/{id}/proposals")["proposals"] if "late" in one],
            any,
            seconds=60,
        )
        flagged = caller.get(boards[1])
        assert flagged["result"] is None
        assert flagged["flag"]["provisional"]
        (move,) = filter(None, moves)
        assert 0 < move["before_flag_ms"] < LAST + APART


def now() -> int:
    return time.time_ns() // 1_000_000
