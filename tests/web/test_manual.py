"""The manual: its chapters, their pages in the office, and all of it in one file."""

from __future__ import annotations

import re
from pathlib import Path

from arbiter import words
from arbiter.web.public.help import chapter
from arbiter.web.public.manual import PAGES
from tests.web.conftest import Door
from tests.web.office import Office

MANUAL = Path(__file__).parents[2] / "docs" / "manual"


def test_every_chapter_is_read_and_opened_from_its_pages_in_the_office(office: Office) -> None:
    views = office.door.client.application.view_functions
    parts = {name.rpartition(".")[0] for name in views}
    index = office.door.client.get("/office").get_data(as_text=True)

    assert {path.stem for path in MANUAL.glob("*.md")} == set(PAGES)
    assert {part for of in PAGES.values() for part in of} <= parts
    assert 'href="/manual/first"' in index
    assert 'href="/manual/networks"' in office.door.client.get("/machine").get_data(as_text=True)
    for page, name in (("/office/accounts", "accounts"), ("/house", "house")):
        assert f'href="/help#{name}"' in office.door.client.get(page).get_data(as_text=True)
    for name in PAGES:
        assert chapter(name, "en").title.strip() in office.door.client.get(f"/manual/{name}").get_data(as_text=True)


def test_a_spectator_is_not_led_to_the_office_by_the_manual(door: Door) -> None:
    assert "/manual/" not in door.client.get("/").get_data(as_text=True)
    assert door.client.get("/manual/first").status_code == 200
    assert door.client.get("/manual/nothing").status_code == 404


def test_the_whole_manual_is_one_file_that_needs_nothing_else(door: Door) -> None:
    answer = door.client.get("/manual.html?lang=nl")
    text = answer.get_data(as_text=True)

    assert "attachment" in answer.headers["Content-Disposition"]
    assert all(chapter(name, "nl").title.strip() in text for name in PAGES)
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
