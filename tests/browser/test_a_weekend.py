"""A weekend lived through: three rounds, tablets that are bound once, screens that nobody loads anew, and paper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import office, tablet
from tests.browser.visitors import DESK, PHONE, TABLET, Visitors
from tests.service import Caller, Service
from tests.test_kill import eventually

pytestmark = pytest.mark.browser

LATE, ILL, ROUNDS = "Late Komer", 5, 3


@dataclass
class Weekend:
    """Who is there: the director at the office, two tablets at board 1, a phone at board 2, a wall, a spectator."""

    served: Service
    id: str
    director: Page
    white: Page
    black: Page
    phone: Page
    wall: Page
    spectator: Page

    @property
    def at_boards(self) -> tuple[Page, Page, Page]:
        return self.white, self.black, self.phone

    def caller(self) -> Caller:
        return self.served.caller(self.served.token())

    def game(self, round: int, board: int) -> Any:
        with self.caller() as caller:
            return caller.get(f"/tournaments/{self.id}/rounds/{round}/boards/{board}")

    def go(self, address: str = "") -> None:
        """The director goes to that page of the office."""
        self.director.goto(f"{self.served.url}/office/{self.id}{address}")


@pytest.fixture
def weekend(served: Service, hall: Visitors) -> Weekend:
    """Seven players are entered; everybody has opened their page before the first pairing."""
    with served.caller(served.token()) as caller:
        id = caller.tournament(7, started=False, system="swiss", rounds=ROUNDS)
        links = f"/tournaments/{id}/tablets"
        sides = [caller.post(links, {"boards": [1], "side": side})["links"][0] for side in ("white", "black")]
        cards = [(link["url"], link["pin"]) for link in (*sides, caller.post(links, {"boards": [2]})["links"][0])]
    pages = [hall.come(size) for size in (DESK, TABLET, TABLET, PHONE, DESK, PHONE)]
    director, white, black, phone, wall, spectator = pages
    office.sign_in(director, served)
    for page, card in zip((white, black, phone), cards, strict=True):
        tablet.bind(page, card)
        page.evaluate("window.bound = 'before the first pairing'")
    wall.goto(f"{served.url}/tournaments/{id}/wall")
    spectator.goto(f"{served.url}/tournaments/{id}")
    return Weekend(served, id, director, white, black, phone, wall, spectator)


def test_a_weekend_of_three_rounds(weekend: Weekend) -> None:
    first_round(weekend)
    second_round(weekend)
    third_round(weekend)

    expect(weekend.wall.get_by_text("Round 3").first).to_be_visible()
    for page in weekend.at_boards:
        expect(tablet.panel(page)).to_contain_text("The tournament is over")
        assert page.evaluate("window.bound") == "before the first pairing"
    weekend.spectator.get_by_role("link", name="Standings").first.click()
    expect(weekend.spectator.get_by_role("rowheader", name=LATE).first).to_be_visible()
    with weekend.caller() as caller:
        table = caller.get(f"/tournaments/{weekend.id}/standings")["standings"]
    assert len(table) == 8
    assert weekend.served.command("verify", weekend.id, "--instance", str(weekend.served.instance)).returncode == 0


def first_round(weekend: Weekend) -> None:
    """Clocks at the two boards with devices, a slip from the third."""
    begin(weekend, 1, clocks="1-2", paper="3")
    tablet.play(weekend.white, "32-28")
    expect(tablet.panel(weekend.black)).to_contain_text("it is your turn")
    tablet.play(weekend.black, "19-23")
    expect(tablet.panel(weekend.white)).to_contain_text("it is your turn")
    resign(weekend.black)
    for page in (weekend.white, weekend.black):
        expect(tablet.panel(page)).to_contain_text("2-0")
    tablet.play(weekend.phone, "31-26")
    expect(tablet.panel(weekend.phone)).to_contain_text("to move")
    resign(weekend.phone)
    slips(weekend, 1, "=")


def second_round(weekend: Weekend) -> None:
    """Somebody comes late; the service is killed in mid-game; a board goes on on paper, and its players report."""
    with weekend.caller() as caller:
        caller.post(f"/tournaments/{weekend.id}/entries", {"name": LATE})
    begin(weekend, 2, clocks="1-2", paper="3-4")
    tablet.play(weekend.white, "32-28")
    expect(tablet.panel(weekend.black)).to_contain_text("it is your turn")

    weekend.served.kill()
    expect(weekend.white.locator("#wire")).to_contain_text("Offline")
    weekend.served.start()
    weekend.served.wait()
    expect(weekend.white.locator("#wire")).to_be_hidden()
    weekend.go()
    weekend.director.get_by_role("button", name="Resume all boards").click()
    expect(tablet.panel(weekend.black)).to_contain_text("it is your turn")
    tablet.play(weekend.black, "18-22")
    expect(tablet.panel(weekend.white)).to_contain_text("it is your turn")
    resign(weekend.white)

    with weekend.caller() as caller:
        caller.post(f"/tournaments/{weekend.id}/rounds/2/paper", {"boards": [2]})
    panel = tablet.panel(weekend.phone)
    expect(panel).to_contain_text("This board is played on paper")
    panel.get_by_role("button", name="1-1 Draw").click()
    for _ in range(2):  # both players press their own name
        panel.get_by_role("button", name=re.compile(": yes$")).first.click()
        expect(panel.get_by_text("do both players agree?")).to_be_hidden()
    eventually(lambda: weekend.game(2, 2), lambda game: game["result"], seconds=60)  # the question says 1-1 too
    expect(panel).to_contain_text("1-1")
    slips(weekend, 2, "+", "-")


def third_round(weekend: Weekend) -> None:
    """Somebody is ill; a result of round 1 was read wrongly; the rest is played out."""
    with weekend.caller() as caller:
        caller.post(f"/tournaments/{weekend.id}/entries/{ILL}/withdrawal", {"reason": "ill"})
        corrected = {"kind": "result", "result": "2-0", "reason": "the slip was read wrongly"}
        caller.post(f"/tournaments/{weekend.id}/rounds/1/boards/3/rulings", corrected)
    begin(weekend, 3, clocks="1-2", paper="3")
    assert weekend.game(1, 3)["result"] == "2-0"
    resign(weekend.white)
    resign(weekend.phone)
    slips(weekend, 3, "=")


def begin(weekend: Weekend, round: int, *, clocks: str, paper: str) -> None:
    """Pairs, publishes and starts a round: every page follows, clocks go where a device is in touch."""
    director = weekend.director
    weekend.go()
    director.get_by_role("button", name=f"Pair round {round}").click()
    director.get_by_role("button", name=f"Publish round {round}").click()
    for board, pages in ((1, (weekend.white, weekend.black)), (2, (weekend.phone,))):
        names = {side: player["name"] for side, player in weekend.game(round, board)["players"].items()}
        for page in pages:
            for side, name in names.items():
                expect(page.locator(f'[data-name="{side}"]').first).to_have_text(name)
        for name in names.values():
            expect(weekend.wall.get_by_text(name).first).to_be_visible()
            expect(weekend.spectator.get_by_text(name).first).to_be_visible()
    weekend.go()
    expect(director.get_by_text(f"at the same moment ({clocks})")).to_be_visible()
    director.get_by_role("button", name=f"Start round {round}").click()
    told = director.get_by_text(f"the clocks are running at boards {clocks}.")
    expect(told).to_be_visible()
    expect(told).to_contain_text(re.compile(rf"is played on paper at boards? {paper}\."))


def resign(page: Page) -> None:
    """Gives up, for the side to move where the device lies between the players."""
    page.get_by_role("button", name="Resign", exact=True).click()
    page.locator("#resign-dialog button:visible").filter(has_text="resigns").first.click()
    expect(tablet.panel(page)).to_contain_text(re.compile("is waiting for the next round|tournament is over"))


def slips(weekend: Weekend, round: int, *keys: str) -> None:
    """Types the slips of the boards that have no result yet, a key a board."""
    weekend.go(f"/rounds/{round}/results")
    expect(weekend.director.locator("[data-slip] input").first).to_be_focused()
    for key in keys:
        weekend.director.keyboard.press(key)
    weekend.director.keyboard.press("Enter")
    expect(weekend.director.get_by_role("status")).to_contain_text("recorded")


@pytest.mark.slow
def test_an_open_of_forty_boards_of_which_thirty_are_on_paper(served: Service, hall: Visitors) -> None:
    """Ten tablets bound once; every round thirty slips are typed, a key each; nobody's flag falls on paper."""
    with served.caller(served.token()) as caller:
        id = caller.tournament(80, started=False, system="swiss", rounds=ROUNDS, control="300+3")
        links = caller.post(f"/tournaments/{id}/tablets", {"boards": list(range(1, 11))})["links"]
    director, wall, spectator = hall.come(DESK), hall.come(DESK), hall.come(PHONE)
    office.sign_in(director, served)
    tablets = [hall.come(TABLET) for _ in links]
    for page, link in zip(tablets, links, strict=True):
        tablet.bind(page, (link["url"], link["pin"]))
    wall.goto(f"{served.url}/tournaments/{id}/wall")
    spectator.goto(f"{served.url}/tournaments/{id}")
    weekend = Weekend(served, id, director, tablets[0], tablets[0], tablets[1], wall, spectator)

    for round in range(1, ROUNDS + 1):
        begin(weekend, round, clocks="1-10", paper="11-40")
        for page in tablets:
            tablet.play(page, "32-28")
            expect(tablet.panel(page)).to_contain_text("to move")
        for page in tablets:
            resign(page)
        slips(weekend, round, *"+=-" * 10)
        with weekend.caller() as caller:
            boards = caller.get(f"/tournaments/{id}/rounds/{round}")["boards"]
        assert [board["because"] for board in boards] == ["resigned"] * 10 + ["reported"] * 30
    for page in tablets:
        expect(page.locator("#round")).to_contain_text(f"round {ROUNDS}")
