"""What everybody may know of people: nothing that is theirs alone, on no page, in no answer, sheet, file or wire."""

from __future__ import annotations

import asyncio
import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from pypdf import PdfReader

from arbiter.cli import main
from arbiter.exchange.export_formats import FORMATS
from arbiter.journal.lines import first_bad
from arbiter.journal.people import Person
from arbiter.rulings.board.play import PlayMove
from arbiter.sheets.catalogue import SHEETS
from arbiter.view import in_public, of_age
from arbiter.web.api.openapi import operations
from arbiter.web.api.operation import ANYBODY
from tests.analyst import tables_in
from tests.web.conftest import Door
from tests.web.streams import following
from tests.web.test_api_access import address
from tests.web.test_live import live
from tests.web.test_page_access import OPEN, pages

T = "/tournaments/club-open"
PEOPLE: list[dict[str, Any]] = [
    {"family": "Bakker", "given": "Anna", "born": "1971-05-17", "number": "NDB889911", "rating": 1850},
    {"family": "Kindermans", "given": "Tim", "born": "2015-03-04", "number": "NDB778812", "rating": 900},
    {"family": "Verborgen", "given": "Vera", "born": "1980", "shown": "withheld", "club": "Zeldzame Club"},
    {"family": "de Korte", "given": "Kees", "born": "1969-02-03", "shown": "short"},
]
NEVER = (
    "1971-05-17",
    "05-17",
    "1971/05/17",
    "NDB889911",
    "NDB778812",
    "NDB661177",
    "2015",
    "Verborgen",
    "Zeldzame",
    "Korte",
)
"""What stands nowhere in public: dates, numbers, the year of a child, names that were withheld or shortened."""


@pytest.fixture
def club(door: Door) -> Door:
    """A hall with a child, with somebody whose name is withheld, and with somebody who is named in short."""
    door.post("/tournaments", {"name": "Club open"})
    door.send("PATCH", T, {"officials": [{"role": "chief", "name": "Piet Jansen", "number": "NDB661177"}]})
    for one in PEOPLE:
        assert door.post(f"{T}/entries", one).status_code == 201
    door.post(f"{T}/rounds")
    door.post(f"{T}/rounds/1/start")
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "result", "result": "white", "reason": "x"})
    return door


def told_in(data: bytes, kind: str | None) -> str:
    """What a file says to whoever reads it."""
    if kind == "application/pdf":
        return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    if "openxml" in (kind or ""):
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            return "\n".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    if kind in ("application/vnd.sqlite3", "application/zip"):
        return json.dumps(tables_in(data), ensure_ascii=False)
    return data.decode()


def found(text: str) -> list[str]:
    """What should not be there; a time or a hash that has such digits is none."""
    return [word for word in NEVER if re.search(rf"(?<![0-9a-f]){re.escape(word)}(?![0-9a-f])", text)]


def test_no_public_page_tells_what_is_private(club: Door) -> None:
    for endpoint, path in pages(club, "GET").items():
        if endpoint in OPEN and endpoint != "static":
            with club.client.get(path, follow_redirects=True) as answer:
                assert found(answer.get_data(as_text=True)) == [], endpoint


def test_no_public_answer_of_the_api_tells_what_is_private(club: Door) -> None:
    for method, path, operation in operations(club.client.application):
        if method == "get" and operation.who == ANYBODY and path.startswith("/tournaments"):
            answer = club.get(address(path), role=None)
            assert found(told_in(answer.get_data(), answer.mimetype)) == [], path


@pytest.mark.parametrize("format", [name for name, row in FORMATS.items() if row.public])
def test_no_public_file_tells_what_is_private(club: Door, format: str) -> None:
    for role, query in ((None, ""), ("spectator", ""), ("director", "?public=1")):
        answer = club.get(f"{T}/export.{format}{query}", role=role)
        assert found(told_in(answer.get_data(), answer.mimetype)) == [], (format, role)


@pytest.mark.parametrize("sheet", [name for name, row in SHEETS.items() if row.public])
def test_no_public_sheet_tells_what_is_private_whoever_prints_it(club: Door, sheet: str) -> None:
    for role in (None, "director"):
        answer = club.get(f"{T}/sheets/{sheet}.pdf?round=1&board=1", role=role)
        assert answer.status_code == 200, answer.get_json()
        assert found(told_in(answer.get_data(), "application/pdf")) == [], (sheet, role)


def test_no_wire_tells_what_is_private(club: Door) -> None:
    desk = club.desks.desk("club-open")

    async def follow() -> None:
        async with following(live(club.desks)) as (spectator, _):
            move = PlayMove(round=1, board=1, ply=1, move="19-23", by="arbiter")
            await asyncio.to_thread(desk.submit, move)
            (message,) = await spectator.have(1)
            assert message.data["game"]["moves"] == ["32-28", "19-23"]
            assert found(json.dumps(message.data, ensure_ascii=False)) == []

    asyncio.run(follow())


def test_officials_have_what_a_federation_asks_for(club: Door) -> None:
    report = club.get(f"{T}/export.trf").get_data(as_text=True)

    assert "1971/05/17" in report
    assert "NDB889911" in report
    assert "102 Piet Jansen (NDB661177)" in report
    assert "Verborgen" in report
    assert "Verborgen" in club.get(f"{T}/export.csv").get_data(as_text=True)


def test_a_grown_up_s_year_is_told_and_their_name_is_whole(club: Door) -> None:
    standings = club.get(f"{T}/standings", role=None).get_data(as_text=True)

    assert all(name in standings for name in ("Anna Bakker", "Tim Kindermans", "Kees K.", "#3"))
    assert "1971" in club.get(f"{T}/export.trf", role=None).get_data(as_text=True)


def test_what_is_written_for_publishing_at_the_machine_tells_nothing_private(club: Door) -> None:
    to = club.desks.instance / "out.csv"
    instance = ["--instance", str(club.desks.instance)]
    assert main(["export", "club-open", "--format", "csv", "--to", str(to), "--public", *instance]) == 0
    assert found(to.read_text()) == []
    assert main(["export", "club-open", "--format", "json", "--to", str(to), "--public", *instance]) == 1


TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("born", "grown"),
    [
        ("2008-11-22", True),
        ("2008-11-23", False),
        ("2008", False),  # perhaps in December
        ("2007", True),
        ("1950", True),
        ("last year", False),
        ("", False),
        (None, False),
    ],
)
def test_of_age_is_who_is_so_for_certain(born: str | None, grown: bool) -> None:
    assert of_age(born, TODAY) is grown


@pytest.mark.parametrize(
    ("person", "name"),
    [
        (Person("Anna Maria Bakker", family="Bakker", given="Anna Maria"), "Anna B."),
        (Person("Jannes van der Wal", family="van der Wal", given="Jannes"), "Jannes W."),
        (Person("Ton Sijbrands"), "Ton S."),
        (Person("Pelé"), "Pelé"),
    ],
)
def test_a_name_in_short_is_the_given_name_and_a_letter(person: Person, name: str) -> None:
    assert in_public(replace(person, shown="short"), 1, TODAY).name == name


def test_an_erased_name_is_in_no_file_and_the_chain_holds(club: Door) -> None:
    journal = club.desks.desk("club-open").journal
    before = [line.hash for line in journal.read()]
    points = club.get(f"{T}/standings").get_json()
    assert club.post(f"{T}/entries/1/erasure").status_code == 200
    after = club.get(f"{T}/standings").get_json()

    assert [line.hash for line in journal.read()] == before
    assert first_bad(journal.read()) is None
    assert [row["points"] for row in after["standings"]] == [row["points"] for row in points["standings"]]
    register = b"".join(path.read_bytes() for path in club.desks.instance.glob("register.sqlite*"))
    assert b"Bakker" not in register
    assert "#1" in json.dumps(after)
