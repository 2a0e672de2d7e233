"""The manual is true: whoever does what its steps say, word by word, gets where they lead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from arbiter.web.public.manual import CHAPTERS
from tests.browser import office
from tests.browser.visitors import Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

MANUAL = Path(__file__).parents[2] / "docs" / "manual"
STEP = re.compile(r"^\d+\. (.*)$", re.MULTILINE)
DEED = re.compile(
    r"`(?P<typed>[^`]+)` into \*\*(?P<field>[^*]+)\*\*"
    r"|\*\*(?P<option>[^*]+)\*\* under \*\*(?P<of>[^*]+)\*\*"
    r"|\*\*(?P<result>[^*]+)\*\* at board `(?P<board>\d+)`"
    r"|\*\*(?P<pressed>[^*]+)\*\*"
)


def steps(name: str) -> list[re.Match[str]]:
    """What a chapter tells its reader to do, in order."""
    text = (MANUAL / f"{name}.md").read_text("utf-8")
    return [deed for step in STEP.finditer(text) for deed in DEED.finditer(step[1])]


def do(page: Page, deed: re.Match[str]) -> None:
    """One deed, by nothing but what can be read on the page."""
    told = deed.groupdict()
    main = page.locator("#main")
    if told["field"]:
        labelled(main, told["field"]).fill(told["typed"])
    elif told["of"]:
        labelled(main, told["of"]).select_option(label=told["option"])
    elif told["board"]:
        group = main.get_by_role("group", name=f"Result of board {told['board']}", exact=True)
        group.locator("label").filter(has_text=told["result"]).locator("input").check()
    else:
        button, link = (page.get_by_role(role, name=told["pressed"], exact=True) for role in ("button", "link"))
        button.or_(link).first.click()
        page.wait_for_load_state()


def labelled(main: Locator, name: str) -> Locator:
    """The field whose label begins so; hints and choices may follow."""
    return main.get_by_label(re.compile(rf"^\s*{re.escape(name)}")).first


@pytest.mark.parametrize("name", [name for name in CHAPTERS if steps(name)])
def test_the_steps_of_a_chapter_can_be_followed(hall: Visitors, served: Service, name: str) -> None:
    page = hall.come()
    if name == "first":
        page.goto(served.sign_in_link())
    else:
        office.sign_in(page, served)

    typed = ""
    for deed in steps(name):
        do(page, deed)
        if deed["pressed"] == "Enter player":  # the next name is typed once this one stands in the list
            expect(page.locator("#main")).to_contain_text(typed.rsplit(maxsplit=1)[-1])
        typed = deed["typed"] or typed
        expect(page.locator("#messages .refused")).to_have_count(0)
    if name == "first":
        expect(page.locator("#main")).to_contain_text("Dora Eik")
