"""A file that comes in is read as the format that its content is, whatever it is called."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from arbiter.exchange.imports import ACCEPTED, GRIDS, IMPORTS, LISTS, TOURNAMENTS, import_of


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
