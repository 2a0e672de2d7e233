"""A file that comes in is read as the format that its content is, whatever it is called."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from arbiter.exchange.import_formats import (
    ACCEPTED,
    GRIDS,
    IMPORTS,
    LISTS,
    TOURNAMENTS,
    import_of,
    read_listing,
    read_tournament,
)
from arbiter.exchange.lists.columns import guessed
from arbiter.exchange.lists.people_on_a_list import read_people
from arbiter.exchange.trf.players_of_a_report import trf_people
from arbiter.journal.same_person import Roll
from arbiter.refused import Refused


def workbook() -> bytes:
    kept = io.BytesIO()
    Workbook().save(kept)
    return kept.getvalue()


FILES = {
    "trf": b"012 Club open\n001    1 m    Boer, Anna de   1893\n",
    "json": b'\n{"format": "arbiter-tournament"}',
    "xlsx": workbook(),
    "csv": b"Name;Rating\nAnna;1893\n",
}


@pytest.mark.parametrize("name", IMPORTS)
def test_a_file_is_recognised_by_its_content(name: str) -> None:
    assert import_of(FILES[name], list(IMPORTS.values())) is IMPORTS[name]


def test_a_list_is_no_tournament_and_a_document_is_read_as_a_list_of_lines() -> None:
    assert [import_of(FILES[name], TOURNAMENTS) for name in ("xlsx", "csv")] == [None, None]
    assert import_of(FILES["json"], LISTS) is IMPORTS["csv"]
    assert import_of(FILES["trf"], GRIDS) is IMPORTS["csv"]


def test_a_form_takes_each_suffix_once() -> None:
    offered = {what: suffixes.split(",") for what, suffixes in ACCEPTED.items()}

    assert {".trf", ".xlsx", ".csv"} <= set(offered["list"])
    assert {".trf", ".json"} <= set(offered["tournament"])
    assert ".trf" not in offered["ratings"]
    assert all(len(suffixes) == len(set(suffixes)) for suffixes in offered.values())


PLAYER = "001 {number:>4} m    {name:<33} {rating:>4} NED".format
"""A record 001 without rounds."""


def test_a_report_with_people_that_cannot_be_entered_is_refused_with_line_and_column_of_each() -> None:
    """Nothing is entered, and the further faults stand beside the first."""
    lines = [PLAYER(number=2, name="Bell\x07", rating=1500), PLAYER(number=1, name="Anna", rating=1893)]
    file = "\n".join(["012 Club open", *lines, PLAYER(number=3, name="\x07", rating=1400), ""]).encode()
    with pytest.raises(Refused) as no:
        read_tournament(file, 0)

    faults = (no.value, *no.value.others)
    assert [one.code for one in faults] == ["trf_field_unusable"] * 2
    assert [(one.facts["line"], one.facts["column"], one.facts["field"]) for one in faults] == [
        (2, 15, "name"), (4, 15, "name"),
    ]  # fmt: skip
    read = trf_people(file, Roll())
    assert [(one.line, one.column, one.refused is None) for one in read] == [
        (3, 0, True), (2, 15, False), (4, 15, False),
    ]  # fmt: skip


def test_a_report_with_several_grave_faults_tells_each_with_line_and_column() -> None:
    good = PLAYER(number=1, name="Anna", rating=1893)
    with pytest.raises(Refused) as no:
        read_tournament("\n".join(["012 Club open", good, good, good.replace("   1 ", "   x ")]).encode(), 0)

    faults = (no.value, *no.value.others)
    assert [(one.code, one.facts["line"], one.facts["column"]) for one in faults[:2]] == [
        ("trf_number_twice", 3, 5), ("trf_number_unreadable", 4, 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Rating;Name\nmany;Anna\n1500;\n1400;Piet\n1300;piet\n", {2: 1, 3: 2, 5: 2}),
        ("Name\nAnna de Boer 12345678901\nAnna de Boer 12345678901\n", {3: 1}),
        ("Club;Name\n" + "x" * 300 + ";Anna\n", {2: 1}),
    ],
)
def test_the_column_of_a_fault_is_named_whichever_field_it_is_about(text: str, columns: dict[int, int]) -> None:
    listing = read_listing(text.encode(), headed=True)
    read = read_people(listing, guessed(listing), Roll())

    assert {one.line: one.column for one in read if one.refused} == columns
