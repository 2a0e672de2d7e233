"""Nobody loads a page anew: tablets, the wall and a spectator's phone go with the rounds, whatever becomes of these."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import office, tablet
from tests.browser.visitors import DESK, PHONE, TABLET, Visitors
from tests.service import Caller, Service

pytestmark = pytest.mark.browser


def test_tablets_the_wall_and_a_phone_follow_every_round(served: Service, hall: Visitors) -> None:
    """All are there before the first draft; rounds are drafted, published, swapped, taken back and paired again."""
    with served.caller(served.token()) as director:
        id = director.tournament(4, started=False, rounds=3)
        rounds = f"/tournaments/{id}/rounds"
        table, phone, wall = hall.come(TABLET), hall.come(PHONE), hall.come(DESK)
        everybody = (table, phone, wall)
        tablet.bind(table, card(director, id))
        phone.goto(f"{served.url}/tournaments/{id}")
        wall.goto(f"{served.url}/tournaments/{id}/wall")

        [pair, _] = director.post(rounds, {"draft": True})["boards"]
        expect(tablet.panel(table)).to_contain_text("No game yet")
        director.post(f"{rounds}/1/publish")
        met(everybody, director.get(f"{rounds}/1/boards/1"))
        director.post(f"{rounds}/1/changes", swap(pair["white"], pair["black"]))
        met(everybody, director.get(f"{rounds}/1/boards/1"))

        for n in (1, 2):
            director.post(f"{rounds}/{n}/start")  # of round 2 a draft: published and started in one breath
            met(everybody, director.get(f"{rounds}/{n}/boards/1"))
            expect(tablet.panel(table)).to_contain_text("to move")
            director.post(f"{rounds}/{n}/boards/1/moves", {"move": "32-28", "ply": 0})
            expect(wall.locator("[data-move]").first).to_have_text("1. 32-28")
            for board in (1, 2):
                director.post(
                    f"{rounds}/{n}/boards/{board}/rulings", {"kind": "result", "result": "2-0", "reason": "resigned"}
                )
            expect(tablet.panel(table)).to_contain_text("This board is waiting for the next round")
            director.post(rounds, {"draft": True})
            expect(tablet.panel(table)).to_contain_text("This board is waiting for the next round")
        director.post(f"{rounds}/3/publish")
        met(everybody, director.get(f"{rounds}/3/boards/1"))
        assert director.send("DELETE", f"{rounds}/3?confirm=true&reason=told").status == 200
        expect(tablet.panel(table)).to_contain_text("This board is waiting for the next round")
        for page in everybody:
            expect(page.get_by_text("Round 2").or_(page.locator("#round", has_text="round 2")).first).to_be_visible()
    served.stop()
    served.start()
    served.wait()
    with served.caller(served.token()) as director:
        director.post(rounds, {"draft": True})
        director.post(f"{rounds}/3/start")
        met(everybody, director.get(f"{rounds}/3/boards/1"))
        expect(tablet.panel(table)).to_contain_text("to move")


def test_the_office_sees_a_tablet_come(served: Service, hall: Visitors) -> None:
    """Nothing of that is in the journal, and the page of all boards is not loaded anew."""
    with served.caller(served.token()) as director:
        id = director.tournament(4, started=False)
        director.post(f"/tournaments/{id}/rounds")
        watch, table = hall.come(DESK), hall.come(TABLET)
        office.sign_in(watch, served)
        watch.goto(f"{served.url}/office/{id}")
        expect(watch.get_by_text("No tablet is connected")).to_be_visible()

        tablet.bind(table, card(director, id))
        expect(watch.get_by_text("1 board has a connected tablet")).to_be_visible()
        expect(watch.get_by_role("row").nth(1)).to_contain_text("connected")


def card(director: Caller, id: str) -> tuple[str, str]:
    """The table card of board 1."""
    [link] = director.post(f"/tournaments/{id}/tablets", {"boards": [1]})["links"]
    return link["url"], link["pin"]


def swap(one: int, other: int) -> dict[str, object]:
    """These two change places."""
    return {"kind": "swap", "one": one, "other": other, "reason": "the lot was read wrongly"}


def met(pages: tuple[Page, Page, Page], board: Mapping[str, Any]) -> None:
    """Every page shows who meets whom at that board of that round."""
    table, phone, wall = pages
    names = {side: player["name"] for side, player in board["players"].items()}
    for page in (table, wall):
        for side, name in names.items():
            expect(page.locator(f'[data-name="{side}"]').first).to_have_text(name)
    expect(phone.get_by_role("row").nth(1)).to_have_text(re.compile(f"{names['white']}.*{names['black']}", re.DOTALL))
