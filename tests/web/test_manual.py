"""The manual: its chapters, their pages in the office, and all of it in one file."""

from __future__ import annotations

import re
from pathlib import Path

from arbiter import words
from arbiter.web.public.help import chapter
from arbiter.web.public.manual import ABOUT, CHAPTERS
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.test_page_access import pages

MANUAL = Path(__file__).parents[2] / "docs" / "manual"


def test_every_chapter_is_read_and_opened_from_its_pages_in_the_office(office: Office) -> None:
    views = office.door.client.application.view_functions
    parts = {name.rpartition(".")[0] for name in views}
    index = office.door.client.get("/office").get_data(as_text=True)

    assert {path.stem for path in MANUAL.glob("*.md")} == set(CHAPTERS)
    assert set(ABOUT) <= parts | set(views)
    assert 'href="/manual/first"' in index
    assert 'href="/manual/networks"' in office.door.client.get("/machine").get_data(as_text=True)
    for page, name in (("/office/accounts", "accounts"), ("/house", "house")):
        assert f'href="/help#{name}"' in office.door.client.get(page).get_data(as_text=True)
    for name in CHAPTERS:
        assert chapter(name, "en").title.strip() in office.door.client.get(f"/manual/{name}").get_data(as_text=True)


NAMED = {
    "office.index": "tournament",
    "office.watch": "round",
    "office.field.one": "player",
    "office.boards.show": "board",
    "office.accounts.one": "account",
    "office.line_ups.show": "team",
}
"""The subjects of pages whose headings are names."""


def test_every_page_of_the_office_links_to_a_chapter_whose_heading_names_its_subject(office: Office) -> None:
    door = office.door
    door.tournament(5, system="swiss", rounds=3)
    door.post("/tournaments/club-open/rounds/1/boards/1/appeals", {"side": "white", "grounds": "It was not I"})
    led = set()
    for endpoint, path in pages(door, "GET").items():
        if not endpoint.startswith("office."):
            continue
        answer = door.client.get(path)
        text = answer.get_data(as_text=True) if "html" in answer.content_type else ""
        heading = re.search(r"<h1[^>]*>(.*?)(?:<span|</h1>)", text, re.DOTALL)
        if answer.status_code != 200 or heading is None:
            continue
        link = re.search(r'<p class="manual"><a href="(?:/manual/|/help#)([\w-]+)">', text)
        assert link, endpoint
        subject = NAMED.get(endpoint, heading[1])
        assert stems(subject) & stems(chapter(link[1], "en").title), (endpoint, subject, link[1])
        led.add(endpoint)
    assert len(led) > 30


def stems(text: str) -> set[str]:
    """The beginnings of the words of a heading: "player" and "players" are one."""
    return {
        word[:5].rstrip("s") for word in re.findall(r"[a-z-]{3,}", text.lower()) if word not in ("the", "and", "for")
    }


def test_a_spectator_is_not_led_to_the_office_by_the_manual(door: Door) -> None:
    assert "/manual/" not in door.client.get("/").get_data(as_text=True)
    assert door.client.get("/manual/first").status_code == 200
    assert door.client.get("/manual/nothing").status_code == 404


def test_the_whole_manual_is_one_file_that_needs_nothing_else(door: Door) -> None:
    answer = door.client.get("/manual.html?lang=nl")
    text = answer.get_data(as_text=True)

    assert "attachment" in answer.headers["Content-Disposition"]
    assert all(chapter(name, "nl").title.strip() in text for name in CHAPTERS)
    assert not re.findall(r'(?:src|href)="(?!#)', text)


def test_what_is_bold_in_a_step_is_called_so_on_the_page_in_every_language() -> None:
    """A step that is translated names the buttons and fields as the translated page does."""
    for path in MANUAL.glob("*.md"):
        for step in re.findall(r"^\d+\. (.*)$", path.read_text("utf-8"), re.MULTILINE):
            told = re.findall(r"\*\*([^*]+)\*\*", step)
            said = re.findall(r"\*\*([^*]+)\*\*", words.translations("nl").gettext(step))
            assert said == [on_the_page(name) for name in told], step


def on_the_page(name: str) -> str:
    """A button or a field in Dutch; those that count have their number filled in."""
    catalogue = words.translations("nl")
    for message in (name, re.sub(r"\d+$", "%(round)s", name), name[:1].lower() + name[1:]):
        said = catalogue.gettext(message)
        if said != message:
            return (said[:1].upper() + said[1:]).replace("%(round)s", name.rpartition(" ")[2])
    return name
