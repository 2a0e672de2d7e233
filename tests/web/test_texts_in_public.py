"""What officials and players wrote about people is for officials and the two players; everybody learns the kind."""

from __future__ import annotations

import io
import re

from pypdf import PdfReader

from arbiter.exchange.export_formats import FORMATS
from arbiter.sheets.catalogue import SHEETS
from tests.analyst import tables_in
from tests.web.conftest import Door
from tests.web.officiating import BOARD, PAPER, T
from tests.web.test_api_access import tablet
from tests.web.test_page_access import pages
from tests.web.test_twins import asked_for

PRIVATE = re.compile(r"secret\w+")


def text_of(data: bytes) -> str:
    if data.startswith(b"%PDF"):
        return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    return str(tables_in(data)) if data.startswith(b"SQLite") else data.decode(errors="replace")


WRITTEN = "conduct penalty position time first result grounds decision"


def test_texts_about_people_stand_on_no_public_page_sheet_or_file(door: Door) -> None:
    """A note about a junior's conduct went out with every copy of the PDN."""
    door.tournament(2, control="3600")
    seat = tablet(door, 1)
    rulings = (
        {"kind": "conduct", "side": "white", "category": "smoke", "reason": "secretconduct"},
        {"kind": "penalty", "side": "white", "step": "warning", "reason": "secretpenalty"},
        {"kind": "position", "fen": "W:W33,40,45:B1,28,6", "ply": 0, "reason": "secretposition"},
        {"kind": "time", "side": "white", "left_ms": 60_000, "reason": "secrettime"},
        {"kind": "result", "result": "2-0", "reason": "secretfirst"},
        {"kind": "result", "result": "1-1", "reason": "secretresult"},
    )
    door.post(f"{BOARD}/calls", {"side": "white", "reason": "secretcall"})
    for ruling in rulings:
        answered = door.post(f"{BOARD}/rulings", ruling)
        assert answered.status_code == 200, answered.get_json()
    door.post(f"{BOARD}/appeals", {"side": "black", "grounds": "secretgrounds"})
    number = door.get(f"{T}/appeals").get_json()["appeals"][0]["appeal"]
    decided = {**PAPER, "overturned": False, "reason": "secretdecision"}
    assert door.post(f"{T}/appeals/{number}/decision", decided, role="chief").status_code == 200

    public = [f"/api/v1{path}" for path in asked_for(door, 1)] + list(pages(door, "GET").values())
    public += [f"/api/v1{T}/sheets/{sheet}.pdf?round=1&board=1" for sheet in SHEETS if sheet != "cards"]
    public += [f"/api/v1{T}/export.{format}" for format in FORMATS]
    for path in public:
        with door.client.application.test_client().get(path) as found:
            assert PRIVATE.findall(text_of(found.get_data())) == [], path
    for name, format in FORMATS.items():
        sent = door.get(f"{T}/export.{name}?public=1").get_data()
        assert PRIVATE.findall(text_of(sent)) == [] or not format.public, name

    every = {f"secret{what}" for what in WRITTEN.split()}
    sheet = f"{T}/sheets/scoresheet.pdf?round=1&board=1"
    seen = text_of(door.get(sheet, role=None).get_data())
    for kind in ("Conduct of White", "Warning for White", "Position set up", "Time corrected", "Result: 1-1"):
        assert kind in seen
    own = {"Authorization": f"Bearer {seat}"}
    for told in (door.get(sheet), door.get(sheet, role=None, headers=own)):
        assert set(PRIVATE.findall(text_of(told.get_data()))) == every
    assert set(PRIVATE.findall(text_of(door.get(f"{T}/export.pdn").get_data()))) >= {"secretconduct", "secretresult"}


def test_why_a_pairing_was_changed_by_hand_is_told_to_officials_alone(door: Door) -> None:
    door.post("/tournaments", {"name": "Second", "system": "swiss", "rounds": 3})
    for name in ("Anna", "Bram", "Cor", "Dora"):
        door.post("/tournaments/second/entries", {"name": name})
    door.post("/tournaments/second/rounds", {"draft": True})
    swapped = {"kind": "swap", "one": 1, "other": 2, "reason": "secrethand"}
    answered = door.post("/tournaments/second/rounds/1/changes", swapped)
    assert answered.status_code == 200, answered.get_json()
    door.post("/tournaments/second/rounds/1/publish")
    anybody = door.client.application.test_client()
    for path in ("rounds/1/why", "sheets/why.pdf?round=1"):
        for prefix in ("/tournaments/second/", "/api/v1/tournaments/second/"):
            assert PRIVATE.findall(text_of(anybody.get(prefix + path).get_data())) == [], (prefix, path)
    assert "secrethand" in door.get("/tournaments/second/rounds/1/why").get_data(as_text=True)
