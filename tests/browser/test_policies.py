"""An irregular capture under each of the three policies: what both players see on their tablets, and the office."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

BEFORE = ("31-27", "17-21", "33-28", "18-22")
TRIED, OWED, WHOLE = "27x18", "28x26", "28x17x26"
"""White takes one piece, and has to take two. Where moves are sealed the tablet completes none: that would tell."""
WHITE, BLACK = "Anna de Boer", "Piotr Śliwiński"
TELEPHONE = (360, 740)


@dataclass(frozen=True, slots=True)
class Scene:
    """The two players' tablets, the director at the page of all boards, and where the game is."""

    white: Page
    black: Page
    director: Page
    served: Service
    id: str

    def shown(self) -> tuple[Page, Page, Page]:
        """Everybody's page."""
        return self.white, self.black, self.director

    def kinds(self) -> list[str]:
        """What the journal has, by kind."""
        with self.served.caller(self.served.token()) as caller:
            return [line["kind"] for line in caller.get(f"/tournaments/{self.id}/journal")["lines"]]


def scene(policy: str, served: Service, hall: Visitors) -> Scene:
    """A game before the capture, under that policy; White plays on a telephone."""
    director, white, black = hall.come(), hall.come(TELEPHONE), hall.come(TABLET)
    office.sign_in(director, served)
    with served.caller(served.token()) as caller:
        id = caller.tournament(0, started=False, switches={"irregular_policy": policy})
        for name in (WHITE, BLACK):
            caller.post(f"/tournaments/{id}/entries", {"name": name})
        caller.post(f"/tournaments/{id}/rounds")
        caller.post(f"/tournaments/{id}/rounds/1/start")
        for ply, move in enumerate(BEFORE):
            caller.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": move, "ply": ply})
    director.goto(f"{served.url}/office/{id}")
    cards = office.cards(director, id, each=True)
    for side, page in (("White", white), ("Black", black)):
        tablet.bind(page, cards[f"Board 1 · {side}"])
    director.goto(f"{served.url}/office/{id}")
    return Scene(white, black, director, served, id)


def blocked(at: Scene) -> None:
    """The move is not played: everybody is told at once, the mover what they owe and by which article."""
    expect(tablet.panel(at.white)).to_contain_text(f"{TRIED} may not be played")
    expect(tablet.panel(at.white)).to_contain_text("000 VII")
    expect(tablet.panel(at.black)).to_contain_text(f"{WHITE} must correct {TRIED}")
    expect(at.director.get_by_role("row", name=WHITE)).to_contain_text("1 irregular")
    expect(at.white.get_by_role("button", name="27, white man")).to_be_visible()


def objected_to(at: Scene) -> None:
    """The move is played, and nobody is told; the opponent objects, reads what was found, and has it put right."""
    nobody_is_told(at)
    at.black.get_by_role("button", name="Object").click()
    expect(tablet.panel(at.black)).to_contain_text(f"{TRIED} was irregular")
    expect(tablet.panel(at.black)).to_contain_text("White must take 2 pieces, and this takes 1.")
    expect(tablet.panel(at.white)).to_contain_text(f"{BLACK} objects to {TRIED}")
    at.black.get_by_role("button", name="Correct it").click()


def claimed(at: Scene) -> None:
    """The move is played, and nobody is told; on the opponent's claim the arbiter sees what was found, and signs."""
    nobody_is_told(at)
    expect(at.black.get_by_role("button", name="Object")).to_be_hidden()
    at.black.get_by_role("button", name="Call arbiter").click()
    at.black.get_by_role("button", name="Claim an irregular move by the opponent").click()
    expect(tablet.panel(at.black)).to_contain_text("The claim is waiting for the arbiter.")
    expect(at.director.get_by_text("Proposed: the irregular move is taken back.")).to_be_visible()
    at.director.get_by_role("listitem").filter(has_text="objects").get_by_role("link", name="Board 1").click()
    expect(at.director.get_by_text("Irregular move that was hidden")).to_be_visible()
    expect(at.director.get_by_text("White must take 2 pieces, and this takes 1.").first).to_be_visible()
    at.director.get_by_role("button", name="Sign", exact=True).click()


def nobody_is_told(at: Scene) -> None:
    """The clock is Black's, and the word irregular is on nobody's page."""
    expect(tablet.panel(at.black)).to_contain_text(f"{BLACK}, it is your turn")
    expect(at.director.get_by_role("row", name=WHITE)).to_contain_text(f"3. {TRIED}")
    for page in at.shown():
        expect(page.get_by_text(re.compile("irregular", re.IGNORECASE)).locator("visible=true")).to_have_count(0)


POLICIES = {"block": blocked, "opponent": objected_to, "silent": claimed}


@pytest.mark.parametrize("policy", POLICIES)
def test_a_capture_that_takes_too_few_comes_right(policy: str, served: Service, hall: Visitors) -> None:
    at = scene(policy, served, hall)
    tablet.play(at.white, TRIED)

    POLICIES[policy](at)

    expect(tablet.panel(at.white)).to_contain_text(f"{TRIED} may not be played")
    expect(tablet.panel(at.white)).to_contain_text(f"Correct: {OWED}.")
    expect(tablet.panel(at.black)).to_contain_text(f"{WHITE} must correct {TRIED}")
    tablet.play(at.white, OWED)
    expect(tablet.panel(at.black)).to_contain_text(f"{BLACK}, it is your turn")
    at.director.goto(f"{at.served.url}/office/{at.id}/rounds/1/boards/1")
    expect(at.director.locator("[data-fragment=sheet]")).to_contain_text(OWED)
    expect(at.director.locator("[data-fragment=marks]").get_by_text(TRIED).first).to_be_visible()
    assert at.kinds().count("IrregularMove") == (policy == "block")


@pytest.mark.slow
def test_what_the_opponent_lets_stand_stands(served: Service, hall: Visitors) -> None:
    """The game goes on from there, and the finding stands beside the moves for the arbiter."""
    at = scene("opponent", served, hall)
    tablet.play(at.white, TRIED)
    expect(tablet.panel(at.black)).to_contain_text(f"{BLACK}, it is your turn")
    at.black.get_by_role("button", name="Object").click()
    at.black.get_by_role("button", name="Let it stand").click()

    expect(tablet.panel(at.black)).to_contain_text(f"{BLACK}, it is your turn")
    expect(at.black.get_by_role("button", name="18, white man")).to_be_visible()
    at.director.goto(f"{at.served.url}/office/{at.id}/rounds/1/boards/1")
    expect(at.director.get_by_text("Irregular move that was hidden")).to_be_visible()


@pytest.mark.slow
def test_a_claim_without_a_ground_is_told_to_the_director(served: Service, hall: Visitors) -> None:
    """The move was right: nothing is taken back, and the game goes on."""
    at = scene("silent", served, hall)
    tablet.play(at.white, WHOLE)
    expect(tablet.panel(at.black)).to_contain_text(f"{BLACK}, it is your turn")
    at.black.get_by_role("button", name="Call arbiter").click()
    at.black.get_by_role("button", name="Claim an irregular move by the opponent").click()

    expect(at.director.get_by_text("No irregular move was found")).to_be_visible()
    at.director.get_by_label("Reason").fill("The move was right")
    at.director.get_by_role("button", name="Refuse the claim").click()
    expect(at.director.get_by_role("status")).to_contain_text("dismissed")
    expect(at.director.get_by_role("row", name=WHITE)).to_contain_text(f"3. {OWED}")
