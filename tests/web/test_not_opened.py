"""Whatever lists irregular moves says in how many games they are not known, because the findings are not opened."""

from __future__ import annotations

import io

from pypdf import PdfReader

from tests.analyst import tables_in
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.officiating import BOARD, T, play

SHUT = ("Games whose findings are sealed and not opened: 1.", "The findings about moves of this game are sealed")


def told(door: Door) -> list[object]:
    """What clock report, library and analyst's file say: how much is sealed, and the irregular moves that they have."""
    office = Office(door, door.sign_in())
    report = door.get(f"{BOARD}/clock").get_json()["sealed"]
    sheet = PdfReader(io.BytesIO(door.get(f"{T}/sheets/clock-report.pdf?round=1&board=1").get_data()))
    rulings = door.get("/rulings?kind=irregular").get_json()
    tables = tables_in(door.get(f"{T}/export.sqlite").get_data())
    said = (
        "\n".join(page.extract_text() for page in sheet.pages),
        office.page("/service/rulings?kind=irregular"),
        office.page("/club-open/rounds/1/boards/1/clock"),
    )
    (game,) = tables["games"]
    moves = [(one["move"], one["counts"]) for one in tables["irregular_moves"]]
    return [
        report,
        rulings["shut"],
        game["sealed"],
        rulings["count"],
        moves,
        {any(one in text for one in SHUT) for text in said},
    ]


def test_what_is_sealed_is_said_to_be_not_opened_and_not_to_be_regular(door: Door) -> None:
    door.tournament(2, regulations="fmjd_classic")
    play(door, "32-28", "19-23", "37-32", "14-19")
    assert told(door) == [4, 1, 4, 0, [], {True}]
    assert door.get("/rulings?kind=penalty").get_json()["shut"] == 0

    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "2-0", "reason": "Black left"})
    assert door.post(f"{BOARD}/rulings", {"kind": "findings"}).status_code == 200
    assert told(door) == [0, 0, 0, 1, [("37-32", 0)], {False}]
