"""The pages in a browser: nothing leaves the machine, nothing is cut off, and everybody can use them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import office, tablet
from tests.browser.visitors import DESK, PHONE, TABLET, Visitors
from tests.games import real_games
from tests.service import Caller, Service, service

pytestmark = pytest.mark.browser

PUBLIC = (
    "/",
    "/help",
    "/practice",
    "/tournaments/{t}",
    "/tournaments/{t}/rounds/1",
    "/tournaments/{t}/rounds/1?view=boards",
    "/tournaments/{t}/where?name=player",
    "/tournaments/{t}/players/1",
    "/tournaments/{t}/rounds/1/boards/1",
    "/tournaments/{t}/rounds/1/analysis",
    "/tournaments/{t}/rounds/1/boards/3/analysis",
    "/tournaments/{t}/rounds/1/why?one=1&other=3",
    "/tournaments/{t}/standings",
    "/tournaments/{t}/standings/1/wins",
    "/tournaments/{t}/ratings",
    "/tournaments/{t}/prizes",
    "/tournaments/{t}/ratings/1",
    "/tournaments/{t}/wall",
    "/tournaments/{t}/wall/2",
    "/embed/tournaments/{t}",
    "/embed/tournaments/{t}/boards/1",
    "/captain/{c}",
    "/sign-in",
)
OFFICE = (
    "/office",
    "/house",
    "/office/service/rulings",
    "/office/{t}",
    "/office/{t}/entries",
    "/office/{t}/entries/1",
    "/office/{t}/entries/names",
    "/office/{t}/check-in",
    "/office/{t}/tournament",
    "/office/{t}/entries/import",
    "/office/{t}/ratings",
    "/office/{t}/arrangements",
    "/office/{t}/terms",
    "/office/{t}/screens",
    "/office/{t}/prizes",
    "/office/{t}/fees",
    "/office/{t}/broadcast",
    "/office/{t}/end",
    "/office/{t}/rounds/1",
    "/office/{t}/rounds/1/results",
    "/office/{t}/rounds/1/why",
    "/office/{t}/rounds/1/boards/1",
    "/office/{t}/rounds/1/boards/1/clock",
    "/office/{t}/rounds/1/boards/3/replay",
    "/office/{t}/rounds/1/boards/2",
    "/office/{t}/clocks",
    "/office/{t}/referee",
    "/office/{t}/appeals/{a}",
    "/office/{t}/regulations",
    "/office/{t}/tablets",
    "/office/{t}/sheets",
    "/office/{l}/rounds/1/line-ups",
    "/office/{l}/rounds/1/line-ups/1",
)
Going = tuple[Service, str, int]
"""The service, the tournament, and the number of the appeal in it."""
NARROW = (320, 640)
WALL = (1_280, 720)
SIZES_TOO = {"rules": {"target-size": {"enabled": True}}}
"""The rules of axe that are on by themselves, and that of WCAG 2.2 about the size of what is pressed, which is not."""
JUMPS = """() => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(0), 50);
})"""
"""The sum of the layout shifts (Cumulative Layout Shift) since the page was opened."""
MOST_JUMPS = 0.05
"""Half of what counts as good. Only a tablet has any: its board is drawn once the service has told the position."""


@dataclass
class KingWalk:
    """The findings of a walk through all pages: broken rules, how much each jumps, how wide each is when narrow."""

    broken: list[str] = field(default_factory=list)
    jumps: dict[str, float] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)


@pytest.fixture(scope="module")
def going(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Going]:
    """A round of four boards: one half-way, one with a move to put right, one with a result, one not moved."""
    with (
        service(tmp_path_factory.mktemp("pages"), ARBITER_EMBEDDING_SITES="*") as served,
        served.caller(served.token()) as caller,
    ):
        id = caller.tournament(8, settings={"ratings": "kndb"})
        caller.post("/tournaments", {"name": "Youth cup"})
        league(caller)
        caller.post(f"/tournaments/{id}/entries/2/byes", {"round": 3, "kind": "half"})
        caller.post(f"/tournaments/{id}/forbidden", {"entries": [1, 2], "reason": "sisters"})
        boards = f"/tournaments/{id}/rounds/1/boards"
        for ply, move in enumerate(real_games()[0].moves[:40]):
            caller.post(f"{boards}/1/moves", {"move": move, "ply": ply})
        caller.send("POST", f"{boards}/2/moves", {"move": "32-27x18", "ply": 0})
        caller.send("POST", f"{boards}/2/moves", {"move": "31-22", "ply": 0})
        caller.post(f"{boards}/3/resignations", {"side": "black"})
        caller.post(f"{boards}/4/calls", {"side": "white", "reason": "A piece fell"})
        caller.post(f"{boards}/4/rulings", {"kind": "penalty", "side": "white", "step": "note", "reason": "spoke"})
        caller.post(f"{boards}/4/appeals", {"side": "white", "grounds": "It was the neighbour", "paper": True})
        yield served, id, caller.get(f"/tournaments/{id}/appeals")["appeals"][0]["appeal"]


LEAGUE = "league"


def league(caller: Caller) -> None:
    """Two teams of two, whose captains are asked for their line-ups."""
    caller.post("/tournaments", {"name": "League", "system": "team-round-robin", "settings": {"boards": 2}})
    for number in range(4):
        club = "Noord" if number < 2 else "Oost"
        caller.post(f"/tournaments/{LEAGUE}/entries", {"name": f"{club} {number}", "club": club, "rating": 1_400})
    caller.post(f"/tournaments/{LEAGUE}/rounds", {"draft": True})
    caller.post(f"/tournaments/{LEAGUE}/rounds/1/line-ups", {"minutes": 30})


def pages_of(going: Going, hall: Visitors, size: tuple[int, int], *, dark: bool = False) -> Iterator[Page]:
    """Every page, one after the other: the public's, the office's, the tablet's."""
    served, id, appeal = going
    reader, director, player = (hall.come(size) for _ in range(3))
    for page in (reader, director, player):
        page.emulate_media(color_scheme="dark" if dark else "light")
    sign_in_again(director, served)
    with served.caller(served.token()) as caller:
        captain = caller.get(f"/tournaments/{LEAGUE}/captains")["captains"][0]["token"]
    for page, addresses in ((reader, PUBLIC), (director, OFFICE)):
        for address in addresses:
            answer = page.goto(served.url + address.format(t=id, a=appeal, l=LEAGUE, c=captain))
            assert answer is not None
            assert answer.status == 200, address
            yield page
    with served.caller(served.token()) as caller:
        caller.send("DELETE", f"/tournaments/{id}/tablets?board=1")  # whoever came before has gone with their tablet
    card = office.cards(director, id, each=False)["Board 1"]
    player.goto(card[0])
    yield player
    tablet.bind(player, card)
    yield player


def sign_in_again(page: Page, served: Service) -> None:
    """By the one-time link the first time, with the password after that."""
    page.goto(f"{served.url}/sign-in")
    page.get_by_label("Password").fill(office.PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    if "/office" not in page.url:
        office.sign_in(page, served)


def test_a_board_s_number_stands_beside_its_players_on_a_telephone(going: Going, hall: Visitors) -> None:
    served, id, _ = going
    page = hall.come((360, 800))
    page.goto(f"{served.url}/tournaments/{id}/rounds/1/why")
    row = page.locator(".pairings tbody tr").first
    number, white = (row.locator(part).first.bounding_box() for part in ("th", "td"))

    assert number is not None
    assert white is not None
    assert number["x"] + number["width"] <= white["x"]


@pytest.fixture(scope="module")
def walks() -> dict[bool, KingWalk]:
    """Walks through all pages that a test of this file has made already, by whether they were dark."""
    return {}


def walk(walks: dict[bool, KingWalk], going: Going, hall: Visitors, *, dark: bool) -> KingWalk:
    """One walk through all pages, which is enough for all that is asked of every page."""
    if dark not in walks:
        seen = KingWalk()
        for page in pages_of(going, hall, DESK, dark=dark):
            results = Axe().run(page, options=SIZES_TOO)
            seen.jumps[page.url] = page.evaluate(JUMPS)
            seen.broken += [f"{page.url}: {results.generate_report()}"] if results.violations_count else []
            page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
            seen.widths[page.url] = page.evaluate("document.documentElement.scrollWidth")
            page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        walks[dark] = seen
    return walks[dark]


@pytest.mark.parametrize(
    "dark", [pytest.param(False, id="light"), pytest.param(True, id="dark", marks=pytest.mark.slow)]
)
def test_no_page_breaks_a_rule_of_accessibility(
    walks: dict[bool, KingWalk], going: Going, hall: Visitors, dark: bool
) -> None:
    broken = walk(walks, going, hall, dark=dark).broken

    assert not broken, "\n".join(broken)


def test_no_page_jumps_when_its_font_and_its_scripts_come(
    walks: dict[bool, KingWalk], going: Going, hall: Visitors
) -> None:
    jumps = walk(walks, going, hall, dark=False).jumps

    assert len(jumps) >= len(PUBLIC) + len(OFFICE)
    assert {url: jump for url, jump in jumps.items() if jump > MOST_JUMPS} == {}


def test_no_page_is_wider_than_a_small_telephone(walks: dict[bool, KingWalk], going: Going, hall: Visitors) -> None:
    widths = walk(walks, going, hall, dark=False).widths

    assert len(widths) >= len(PUBLIC) + len(OFFICE)
    assert {url: width for url, width in widths.items() if width > NARROW[0]} == {}


def test_the_seldom_tabs_open_and_close_by_the_keyboard_and_all_stand_on_one_line(going: Going, hall: Visitors) -> None:
    served, id, _ = going
    director = hall.come(TABLET)
    sign_in_again(director, served)
    director.goto(f"{served.url}/office/{id}")
    tabs = director.get_by_role("navigation", name="Office")
    seldom = tabs.get_by_role("link", name="Regulations")

    for size in (PHONE, TABLET):
        director.set_viewport_size({"width": size[0], "height": size[1]})
        assert len({tab.bounding_box()["y"] for tab in tabs.locator("ul > li > a:visible, summary").all()}) == 1  # type: ignore[index]
        assert director.locator("main").bounding_box()["y"] < 100  # type: ignore[index]  # it is there
        name, due = (tabs.locator(f".name > {part}").bounding_box() for part in (":first-child", ".due"))
        assert name is not None
        assert due is not None
        assert name["x"] + name["width"] <= due["x"], "the number of things to do stands beside the name, not over it"
        expect(director.locator(".watch tr[data-state=over] .clock").first).to_be_hidden()
    tabs.locator("summary").press("Enter")
    expect(seldom).to_be_visible()
    seldom.press("Escape")
    expect(seldom).to_be_hidden()
    expect(tabs.locator("summary")).to_be_focused()
    tabs.locator("summary").press("Enter")
    seldom.click()
    expect(director.get_by_role("heading", name="Regulations")).to_be_visible()


def test_a_long_name_covers_no_tab_of_the_public_page_on_a_telephone(going: Going, hall: Visitors) -> None:
    served, id, _ = going
    spectator = hall.come(PHONE)
    spectator.goto(f"{served.url}/tournaments/{id}")
    tabs = spectator.locator(".trail li > a")
    tabs.first.locator("span").evaluate("(name) => { name.textContent = 'A tournament with a long name'; }")
    name, after = tabs.first.locator("span").bounding_box(), tabs.nth(1).bounding_box()

    assert name is not None
    assert after is not None
    assert name["x"] + name["width"] <= after["x"]


@pytest.mark.parametrize(
    "boards", [1, pytest.param(8, marks=pytest.mark.slow), pytest.param(20, marks=pytest.mark.slow), 40]
)
def test_the_wall_shows_every_board_without_scrolling(tmp_path: Path, hall: Visitors, boards: int) -> None:
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        id = named_tournament(caller, boards)
        page = hall.come(WALL)
        page.goto(f"{served.url}/tournaments/{id}/wall")
        height, width = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
        clocks = page.locator("[data-clock]")
        seen = clocks.evaluate_all("all => all.map((clock) => clock.getBoundingClientRect().toJSON())")

        assert (width, height) == WALL
        assert len(seen) == 2 * boards
        assert all(box["width"] and box["height"] for box in seen)
        assert all(box["y"] >= 0 and box["y"] + box["height"] <= WALL[1] for box in seen)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= WALL[0] for box in seen)


def test_a_list_on_a_screen_cuts_no_name_and_its_type_can_be_read_from_five_metres(
    tmp_path: Path, hall: Visitors
) -> None:
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        more = ("Maria Magdalena van den Bovenkamp-Hogendoorn", *(f"Guntis Valneris {number}" for number in range(15)))
        id = named_tournament(caller, 14, *more)
        caller.post(f"/tournaments/{id}/screens", {"screen": 1, "shows": ["pairings", "results", "standings"]})
        page = hall.come(WALL)
        page.goto(f"{served.url}/tournaments/{id}/wall")
        expect(page.locator(".slide:visible")).to_have_count(1)
        told: list[int] = []
        for size in (WALL, (1_024, 768), (720, 1_280)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            unit = min(size[1] / 100, size[0] / 100 * 9 / 16)
            for slide in page.locator(".slide").all():
                slide.evaluate(
                    "one => { for (const slide of one.parentElement.children) slide.hidden = slide !== one }"
                )
                lines = slide.locator("li").evaluate_all(
                    "all => all.map((li) => [li.scrollWidth <= li.clientWidth, li.scrollHeight <= li.clientHeight + 1])"
                )
                names = slide.locator(".who").evaluate_all(
                    "all => all.map((name) => parseFloat(getComputedStyle(name).fontSize))"
                )

                told.append(len(lines))  # a page that is shown later has no lines yet
                assert all(all(fits) for fits in lines)
                assert all(size >= 5.99 * unit for size in names)  # why, shapes/places/wall_layout.py says
                assert page.evaluate("document.documentElement.scrollHeight") == size[1]
        assert any(told)


def named_tournament(caller: Caller, boards: int, *more: str) -> str:
    """A round of so many boards, whose players have names as long as real ones."""
    id = str(caller.post("/tournaments", {"name": "Open championship of the province"})["id"])
    for name in (*(f"Alexandra van Wageningen {number}" for number in range(1, 2 * boards + 1)), *more):
        caller.post(f"/tournaments/{id}/entries", {"name": name})
    caller.post(f"/tournaments/{id}/rounds")
    caller.post(f"/tournaments/{id}/rounds/1/start")
    return id
