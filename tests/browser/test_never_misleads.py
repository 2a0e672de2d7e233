"""The office never misleads (issue 25): each point lived through, as one presses, types and reads.

Point 6, a slip that is kept while the service is away, is lived through in `test_slips`. Point 8, pairing by hand, is
lived through in `test_a_directors_walk`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, StorageState, expect

from tests.browser import office, tablet
from tests.browser.visitors import DESK, PHONE, TABLET, Visitors, at_hand
from tests.service import Caller, Service, service

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all points: each has a tournament of its own."""
    with service(tmp_path_factory.mktemp("office")) as running:
        yield running


@pytest.fixture(scope="module")
def signed_in(served: Service) -> StorageState:
    """The cookies of the director, who signs in once."""
    context = at_hand().browser.new_context(locale="en-GB")
    office.sign_in(context.new_page(), served)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def page(hall: Visitors, signed_in: StorageState) -> Page:
    """The director's laptop."""
    page = hall.come()
    page.context.add_cookies(signed_in["cookies"])  # type: ignore[arg-type]  # the same cookies, as they were told
    return page


@pytest.fixture
def caller(served: Service) -> Iterator[Caller]:
    """A caller of the API, who sets up what the director meets."""
    with served.caller(served.token()) as caller:
        yield caller


def needs(page: Page) -> Locator:
    """The list of what needs the director."""
    return page.locator("[data-need]")


def first_button(page: Page) -> Locator:
    """The first button of the list, which is within the page's width on a phone, a tablet and a laptop."""
    found = needs(page).first.locator("button, a.button").first
    for width, height in (PHONE, TABLET, DESK):
        page.set_viewport_size({"width": width, "height": height})
        box = found.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    return found


def results(caller: Caller, t: str, *boards: int, round: int = 1, **more: object) -> None:
    for board in boards:
        ruling = {"kind": "result", "result": "2-0", "reported": True, **more}
        caller.post(f"/tournaments/{t}/rounds/{round}/boards/{board}/rulings", ruling)


@pytest.mark.parametrize("cause", ["correction", "late entry"])
def test_an_outdated_draft_is_red_and_is_paired_again(served: Service, page: Page, caller: Caller, cause: str) -> None:
    """Point 1: the list says so by itself, and a page that has not heard of it cannot publish the draft either."""
    t = caller.tournament(6, system="swiss", rounds=5)
    results(caller, t, 1, 2, 3)
    page.goto(f"{served.url}/office/{t}")
    page.get_by_role("button", name="Pair round 2").click()
    unaware = page.context.new_page()
    unaware.route("**/events?*", lambda route: route.abort())
    unaware.goto(f"{served.url}/office/{t}/rounds/2")
    expect(needs(page)).to_have_attribute("data-need", "publish")
    page.goto(f"{served.url}/office/{t}")
    if cause == "correction":
        results(caller, t, 1, result="0-2", reason="misread")
    else:
        caller.post(f"/tournaments/{t}/entries", {"name": "Late"})

    expect(needs(page)).to_have_attribute("data-need", "outdated")
    expect(needs(page)).to_have_class("urgent")
    expect(page.get_by_role("button", name="Publish round 2", exact=True)).to_have_count(0)
    unaware.get_by_role("button", name="Publish round 2", exact=True).click()
    expect(needs(unaware)).to_have_attribute("data-need", "outdated")
    again = first_button(page)
    expect(again).to_have_text("Pair round 2 again")
    again.click()
    page.get_by_role("button", name="Publish round 2", exact=True).click()
    expect(page.get_by_role("button", name="Start round 2")).to_be_visible()


def test_whoever_is_in_a_draft_does_not_withdraw_unseen(served: Service, page: Page, caller: Caller) -> None:
    """Point 1: the withdrawal is refused with what to do, and outdates no draft."""
    t = caller.tournament(4, started=False, system="swiss", rounds=3)
    page.goto(f"{served.url}/office/{t}")
    page.get_by_role("button", name="Pair round 1").click()
    expect(needs(page)).to_have_attribute("data-need", "publish")
    page.goto(f"{served.url}/office/{t}/entries/4")
    button = page.get_by_role("button", name="Withdraw entry 4")
    page.locator("form").filter(has=button).locator("[name=reason]").fill("ill")
    button.click()
    expect(page.locator(".refused")).to_contain_text(
        "is paired in the draft of round 1. Cancel or change the draft first."
    )


def test_a_run_through_evening_pairs_the_free_by_one_press(served: Service, page: Page, caller: Caller) -> None:
    """Point 2: who is free is named, all games in progress are on the front page, and who waits gets no points."""
    t = caller.tournament(7, started=False, system="run-through")
    page.goto(f"{served.url}/office/{t}")
    expect(needs(page)).to_contain_text("7 players are free.")
    first_button(page).click()
    expect(page.locator("tr[data-game]")).to_have_count(3)
    waits = page.get_by_text("No opponent:").inner_text().removeprefix("No opponent: ")
    results(caller, t, 2, result="1-1")

    expect(needs(page)).to_contain_text("3 players are free.")
    expect(needs(page)).to_contain_text(waits)
    page.get_by_role("button", name="Pair the free players").click()
    games = page.locator("tr[data-game]")
    expect(games).to_have_count(3)
    assert {one.get_attribute("data-game") for one in games.all()} == {"1/1", "1/3", "2/2"}
    page.get_by_role("link", name="Standings").first.click()
    points = page.locator("tbody tr").filter(has=page.get_by_role("rowheader", name=waits)).first
    expect(points).to_be_visible()
    assert points.locator("td.points, td strong").first.inner_text() == "0"


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_whoever_sits_out_has_no_game_to_play(served: Service, page: Page, caller: Caller, system: str) -> None:
    """Point 3: a round robin postpones the game of a player who sits out, and a swiss pairs the others."""
    t = caller.tournament(4, started=False, system=system, rounds=3)
    caller.post(f"/tournaments/{t}/entries/check-in", {"entries": [1, 2, 3]})
    page.goto(f"{served.url}/office/{t}/check-in")
    page.get_by_role("button", name="Leave them out of round 1").click()
    page.goto(f"{served.url}/office/{t}")
    expect(needs(page)).to_contain_text("1 player sits out.")
    first_button(page).click()
    page.get_by_role("button", name="Publish round 1").click()
    page.get_by_role("link", name="Round 1", exact=True).first.click()

    row = page.locator("tr[data-game]").filter(has_text="Player 4")
    if system == "swiss":
        expect(row).to_have_count(0)
        expect(page.get_by_text("No opponent:")).to_contain_text("Player 4 (score 0): zero-point bye")
    else:
        expect(row).to_contain_text("until both are present")
    page.get_by_role("button", name="Start round 1").click()
    played = [game["board"] for game in caller.get(f"/tournaments/{t}/rounds/1")["boards"] if not game["postponed"]]
    results(caller, t, *played)
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()  # nobody waits for who sat out


def test_an_unfounded_claim_is_refused_by_the_first_button(served: Service, page: Page, caller: Caller) -> None:
    """Point 4: the first button is what the rulebook says, and the other one needs a reason."""
    t = caller.tournament(2)
    board = f"/tournaments/{t}/rounds/1/boards/1"
    for ply, move in enumerate(("32-28", "19-23")):
        caller.post(f"{board}/moves", {"move": move, "ply": ply})
    caller.post(f"{board}/claims", {"ground": "repetition"})
    page.goto(f"{served.url}/office/{t}")
    expect(needs(page).first).to_contain_text("The count is not complete. Proposed: the claim is refused.")
    page.get_by_role("button", name="Grant it nevertheless").click()
    expect(page.locator("#messages .refused")).to_be_visible()
    assert caller.get(board)["result"] is None

    refuse = first_button(page)
    expect(refuse).to_have_text("Refuse the claim")
    expect(refuse).to_have_class("main")
    refuse.click()
    expect(page.get_by_role("button", name="Refuse the claim")).to_have_count(0)
    assert caller.get(board)["result"] is None
    assert caller.get(board)["claims"] == []


def test_a_waiting_tablet_is_first_on_the_list(served: Service, hall: Visitors, page: Page, caller: Caller) -> None:
    """Point 5: with its board and its number, counted in the tab's title, on a laptop and a phone."""
    t = caller.tournament(4)
    link = caller.post(f"/tournaments/{t}/tablets", {"boards": [2]})["links"][0]
    caller.post(f"/tournaments/{t}/rounds/1/boards/1/calls", {"reason": "phone"})
    tablet.bind(hall.come(TABLET), (link["url"], link["pin"]))
    page.goto(f"{served.url}/office/{t}")
    expect(page).to_have_title("(1) Club open · Office")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    other = hall.come(TABLET)
    other.goto(link["url"])
    other.get_by_role("button", name="Open the board").click()
    number = other.locator("p.board-number").inner_text()

    expect(page).to_have_title("(2) Club open · Office")  # without loading the page anew
    expect(needs(page).first).to_contain_text(
        f"Board 2: a new tablet asks to be admitted. It shows the number {number}."
    )
    expect(needs(page).nth(1)).to_have_attribute("data-need", "call")
    admit = first_button(page)
    expect(admit).to_have_text("Admit Board 2")
    admit.click()
    expect(page).to_have_title("(1) Club open · Office")
    expect(other.locator("#title")).not_to_be_empty()


def test_the_announcement_says_what_is_chosen(served: Service, page: Page, caller: Caller) -> None:
    """Point 7: regulations of the game alone, what they do with irregular moves, and how many rounds groups make."""
    page.goto(f"{served.url}/office")
    page.get_by_text("Create a tournament", exact=True).click()
    form = page.get_by_role("form", name="Create a tournament")
    games, books = form.locator("[name=variant]"), form.locator("[name=regulations]")
    fmjd = books.locator("option[value=fmjd_classic]")
    games.select_option("turkish")
    expect(fmjd).to_be_disabled()
    games.select_option("international")
    expect(fmjd).to_be_enabled()
    books.select_option("fmjd_classic")
    says = "An irregular move is played; only the opponent may object, until their own move."
    expect(form.get_by_text(says)).to_be_visible()
    groups = form.get_by_label("Number of groups")
    expect(groups).to_be_hidden()
    form.locator("[name=system]").select_option("groups")
    groups.fill("3")
    form.locator("[name=name]").fill("School day")
    form.get_by_role("button", name="Create the tournament").click()

    expect(page.locator("input:focus")).to_have_attribute("name", "family")
    t = page.url.split("/office/")[1].split("/")[0]
    for number in range(1, 10):
        caller.post(f"/tournaments/{t}/entries", {"name": f"Child {number}"})
    page.goto(f"{served.url}/office/{t}")
    first_button(page)
    chosen = page.get_by_label("Groups").locator("option:checked")
    expect(chosen).to_have_text("3 groups of 3: 3 rounds, then 5 of finals")
    page.get_by_label("Groups").select_option("2")
    page.get_by_role("button", name="Change").click()
    expect(chosen).to_contain_text("2 groups of 4/5: 5 rounds")


def test_a_list_is_pasted_as_it_was_sent_and_mended_in_place(served: Service, page: Page, caller: Caller) -> None:
    """Point 9: numbers, titles, ratings and clubs are read, and a refused line is edited where it is told."""
    t = caller.tournament(0, started=False)

    def paste(text: str) -> None:
        page.goto(f"{served.url}/office/{t}/entries/import")
        page.get_by_label("Or paste lines here").fill(text)
        page.get_by_role("button", name="Preview the list").click()

    paste("1. GMI Roel Boomstra 2438 (DC Utrecht)\n2. Anna de Boer 1893 (Zuid)\n")
    page.get_by_role("button", name="Enter 2 players").click()
    expect(page.get_by_role("heading", name="2 players")).to_be_visible()
    paste("Naam;Rating\nNoor de Wit;12oo\nSem Bos;900\n")
    expect(page.get_by_text("1 line cannot be entered")).to_be_visible()
    line = page.get_by_label("Line 2", exact=True)
    expect(line).to_have_value("Noor de Wit; 12oo")
    line.fill("Noor de Wit; 1200")
    page.get_by_role("button", name="Read again with these lines").click()
    expect(page.get_by_text("cannot be entered")).to_have_count(0)
    page.get_by_role("button", name="Enter 2 players").click()
    expect(page.get_by_role("heading", name="4 players")).to_be_visible()

    told = [
        [one[key] for key in ("name", "title", "rating", "club")] for one in caller.get(f"/tournaments/{t}")["entries"]
    ]
    assert told == [
        ["Roel Boomstra", "GMI", 2438, "DC Utrecht"],
        ["Anna de Boer", None, 1893, "Zuid"],
        ["Noor de Wit", None, 1200, None],
        ["Sem Bos", None, 900, None],
    ]


def test_players_are_checked_in_by_typing_and_enter(served: Service, page: Page, caller: Caller) -> None:
    """Point 10: a part of a name and Enter, with no hand on the mouse."""
    t = caller.tournament(0, started=False)
    for name in ("Anna de Boer", "Bram Bos", "Bert Bos"):
        caller.post(f"/tournaments/{t}/entries", {"name": name})
    page.goto(f"{served.url}/office/{t}/check-in")
    present = page.locator("[data-part=step]")
    for typed, said in (("anna", "1 of 3"), ("bert bos", "2 of 3")):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(present).to_contain_text(said)
        expect(page.locator("input:focus")).to_have_value("")
    caller.post(f"/tournaments/{t}/entries", {"name": "Bas Bos"})
    page.keyboard.type("bos")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("2 names fit")
    expect(page.locator("input:focus")).to_have_value("bos")
    assert caller.get(f"/tournaments/{t}")["entries"][1]["here"] is False
