"""WebKit and Firefox, as a club's devices have them: a tablet's whole path, the public page and the slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.engines import ENGINES, Driver
from tests.browser.office import PASSWORD
from tests.service import Caller, Service

OF_ENGINES = [pytest.param(name, marks=getattr(pytest.mark, name)) for name in ENGINES]
TABLET = (820, 1_180)


@pytest.mark.parametrize("engine", OF_ENGINES)
def test_a_tablet_is_bound_and_plays_in_every_engine(engine: str, served: Service, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with served.caller(served.token()) as director, ENGINES[engine](home) as page:
        id = director.tournament(2)
        bound(page, director, id)
        irregular(page)


@pytest.mark.slow
@pytest.mark.parametrize("engine", OF_ENGINES)
def test_a_tablet_s_whole_path_the_public_page_and_the_slips_go_in_every_engine(
    engine: str, served: Service, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    token = served.token()
    with ENGINES[engine](home) as page:
        with served.caller(token) as director:
            id = director.tournament(4)
            bound(page, director, id)
            irregular(page)
        # out of touch, and back with the move that was confirmed meanwhile
        served.kill()
        page.play("19-23")
        page.shows("#wire", "Offline")
        served.start()
        served.wait()
        page.shows("#moves", "19-23")
        board = f"/tournaments/{id}/rounds/1/boards/1"
        with served.caller(token) as director:
            low = {"kind": "time", "side": "white", "left_ms": 1_000, "reason": "so that its flag falls"}
            director.post(f"{board}/rulings", low)
            page.shows("#title", "flag")
            director.post(f"{board}/rulings", {"kind": "result", "result": "0-2", "reason": "the flag fell"})
            page.shows("#title", "0-2")
            director.post(f"/tournaments/{id}/rounds/1/boards/2/resignations", {"side": "white"})
            director.post(f"/tournaments/{id}/rounds")
            director.post(f"/tournaments/{id}/rounds/2/start")
            page.shows("#round", "round 2")

            public(page, served, director, id)
            page.open(served.sign_in_link())
            page.fill("input[type=password]", PASSWORD)
            page.press("main form button")
            page.shows("h1", "Office")
            page.open(f"{served.url}/office/{id}/rounds/2/results")
            page.press('label.slip:has([name="result-2"][value="white"])')  # at board 1 a tablet is in touch
            page.press("main form button", "Record the results")
            page.shows("#messages", "1 result has been recorded")
            assert director.get(f"/tournaments/{id}/rounds/2/boards/2")["result"] == "2-0"


def bound(page: Driver, director: Caller, id: str) -> None:
    """The card of board 1 is opened, and its board taken."""
    page.size(*TABLET)
    page.open(director.post(f"/tournaments/{id}/tablets", {"boards": [1]})["links"][0]["url"])
    page.press("main form button")
    page.shows("#title", "to move")


def irregular(page: Driver) -> None:
    """A move that is not legal is made, explained and put right; a piece comes to its square."""
    page.play("31-22")
    page.shows("#panel", "31-22 may not be played")
    page.play("31-27")
    page.shows("#moves", "31-27")
    assert page.script("return document.querySelector('[data-square=\"27\"]').dataset.piece") == "white man"
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    assert page.script("return document.fonts.check('16px Inter')")


def public(page: Driver, served: Service, director: Caller, id: str) -> None:
    """The game is replayed on its public page, and the standings are there."""
    page.open(f"{served.url}/tournaments/{id}/rounds/1/boards/1")
    page.press('[data-step="first"]')
    page.shows("[data-position]", "Position after ply 0")
    page.press('[data-step="1"]')
    page.shows("[data-position]", "Position after ply 1")
    assert page.script("return document.querySelectorAll('.picture > [data-piece]').length") == 40
    page.open(f"{served.url}/tournaments/{id}/standings")
    assert director.get(f"/tournaments/{id}/standings")["standings"][0]["name"] in page.text("table")
