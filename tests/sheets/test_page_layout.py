"""What every sheet has: page numbers, when it was printed, its own letters, black and white, and the same bytes."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from pypdf import PageObject
from pypdf.generic import ContentStream, DictionaryObject

from arbiter import __version__
from arbiter.journal.people import Person, Staff
from arbiter.refused import Refused
from arbiter.sheets.catalogue import SHEETS
from arbiter.sheets.page_layout import PAPERS
from arbiter.sheets.print_data import Given, Link
from arbiter.view import View
from tests.hall import BY, Hall
from tests.sheets.printed import AMSTERDAM, Printed, given, people, printed, start, waiting_hall

LINKS = (
    Link(board=1, url="http://192.0.2.7:8000/t/abc", pin="4711"),
    Link(board=2, url="http://192.0.2.7:8000/t/def", pin="1213"),
)
HOUSE = Path(__file__).parents[2]
SIZES = {"A4": (595, 842), "Letter": (612, 792)}


@cache
def round_one() -> Hall:
    """A round in which one game has been played a little, with an irregular move."""
    hall = waiting_hall(5)
    start(hall, 1)
    hall.play("32-28", "19-23", "28x19", "14x23", "37-32", "23-28")
    hall.play("34-30")
    return hall


@cache
def of_round_one(sheet: str, paper: str = "A4") -> Printed:
    """The sheet of round one, printed and read once for all that is asked of it."""
    return printed(sheet, round_one(), paper=paper, **told(sheet))


def told(sheet: str) -> dict[str, Any]:
    return {"round": 1 if SHEETS[sheet].needs_round else None, "links": LINKS if SHEETS[sheet].links else ()}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_has_the_size_that_was_asked_for(sheet: str, paper: str) -> None:
    for page in of_round_one(sheet, paper).pages:
        size = (round(page.mediabox.width), round(page.mediabox.height))
        assert size in (SIZES[paper], SIZES[paper][::-1])  # the clock report lies across


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_page_says_its_number_when_it_was_printed_and_by_what(sheet: str) -> None:
    made = of_round_one(sheet)

    for number in range(len(made.pages)):
        text = made.text(number)
        assert f"page {number + 1} of {len(made.pages)}" in text
        assert f"printed Sep 21, 2026, 16:13 · Arbiter {__version__}" in text
        assert "Club open" in text


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_same_arguments_give_the_same_bytes(sheet: str) -> None:
    assert printed(sheet, round_one(), **told(sheet)).pdf == of_round_one(sheet).pdf


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_letters_are_in_the_sheet(sheet: str) -> None:
    fonts = named_fonts(of_round_one(sheet))

    assert fonts
    for font in fonts:
        assert "DejaVuSans" in str(font["/BaseFont"])
        assert "/FontFile2" in cast("DictionaryObject", font["/FontDescriptor"])


def named_fonts(made: Printed) -> list[DictionaryObject]:
    """The fonts that the pages name."""
    fonts = [cast("DictionaryObject", cast("DictionaryObject", page["/Resources"])["/Font"]) for page in made.pages]
    return [cast("DictionaryObject", font.get_object()) for named in fonts for font in named.values()]


def content(page: PageObject) -> ContentStream:
    """What is drawn on the page."""
    drawn = page.get_contents()
    assert drawn is not None
    return ContentStream(drawn, page.pdf)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_black_and_white_with_a_light_grey_at_most(sheet: str) -> None:
    for page in of_round_one(sheet).pages:
        for operands, operator in content(page).operations:
            if operator in (b"g", b"G"):
                assert operands[0] in (0, 1) or operands[0] >= 0.8
            if operator in (b"rg", b"RG"):
                assert len(set(operands)) == 1
                assert operands[0] in (0, 1) or operands[0] >= 0.8


def test_dates_are_written_as_the_reader_does() -> None:
    assert "21 sep 2026, 16:13" in printed("standings", round_one(), language="nl").text()


def test_times_are_those_of_the_hall() -> None:
    hall = round_one()
    at_utc = Given(tournament="open", state=hall.state, at=hall.clock.at)

    assert at_utc.when(at_utc.at) == "Sep 21, 2026, 14:13"
    assert given(hall).when(at_utc.at) == "Sep 21, 2026, 16:13"


@pytest.mark.parametrize(
    ("sheet", "wanted", "code"),
    [
        ("poster", {}, "no_sheet"),
        ("scoresheet", {"round": 2}, "no_round"),
        ("scoresheet", {"round": 1, "board": 9}, "no_board"),
        ("standings", {"paper": "B5"}, "unknown_key"),
    ],
)
def test_what_cannot_be_printed_is_refused(sheet: str, wanted: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        printed(sheet, round_one(), **wanted)
    assert refused.value.code == code


@pytest.mark.parametrize("sheet", [name for name, row in SHEETS.items() if not row.needs_round])
def test_a_tournament_without_anybody_has_its_sheets(sheet: str) -> None:
    assert printed(sheet, Hall(players=0, started=False)).pages


def test_who_acted_is_named_by_office(hall: Hall) -> None:
    told = given(hall)

    assert [told.who(by) for by in ("chief", "tablet 7", "tablet 7 black", BY)] == [
        "chief arbiter",
        "tablet of board 7",
        "tablet of board 7, Black",
        "arbiter",
    ]


def test_a_name_that_cannot_be_written_or_was_erased_is_told_by_its_number(hall: Hall) -> None:
    told = given(hall, people={1: Person("王小明"), 2: Person("Zoë")})

    assert [told.name(entry) for entry in (1, 2, 3)] == ["王小明 #1", "Zoë", "#3"]


def test_sheets_that_are_printed_at_one_time_do_not_disturb_each_other() -> None:
    """The first sheets of a fresh program, from eight threads, are the same to the byte."""
    program = """
from concurrent.futures import ThreadPoolExecutor
from tests.sheets.printed import printed, waiting_hall

hall = waiting_hall(8)
with ThreadPoolExecutor(8) as threads:
    print(len(set(threads.map(lambda _: printed("scoresheet", hall, round=1).pdf, range(16)))))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, check=True, capture_output=True, text=True)

    assert done.stdout.strip() == "1"


def test_a_sheet_is_given_all_of_the_view() -> None:
    """Each field of a view has another value here than where nothing was given."""
    told: dict[str, Any] = {
        "tournament": "open",
        "state": Hall(players=2).state,
        "people": people(2),
        "staff": Staff("The club"),
        "officials": {1: "Ann"},
        "at": 1,
        "speed": 2.0,
        "zone": AMSTERDAM,
        "language": "nl",
        "paper": "Letter",
        "relayed": True,
        "texts": False,
        "lines": tuple(Hall(players=2).journal.lines),
        "until": 7,
    }
    seen = Given.of(View(**told))

    assert set(told) == {field.name for field in fields(View)}
    assert {name: getattr(seen, name) for name in told} == told
