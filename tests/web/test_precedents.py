"""The rulings library: what was ruled before, in all tournaments, without people, and never in the way of a move."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from arbiter import words
from arbiter.cli import main
from arbiter.hall.precedents.library import COLUMNS, EDITION, FILE, Precedents
from arbiter.hall.precedents.nameless import without_names
from arbiter.hall.precedents.search import RulingsWanted
from arbiter.journal.people import Person
from tests.web.conftest import Door


def ruled(door: Door, name: str = "Club open", variant: str = "international") -> str:
    """A tournament with an irregular move, a correction of time, a penalty and a result by a ruling; its id."""
    t = str(door.post("/tournaments", {"name": name, "variant": variant}).get_json()["id"])
    for person in (Person("Anna Bakker", family="Bakker", given="Anna"), Person("Wim de Wit")):
        door.desks.desk(t).enter(person, "director")
    door.post(f"/tournaments/{t}/rounds")
    door.post(f"/tournaments/{t}/rounds/1/start")
    board = f"/tournaments/{t}/rounds/1/boards/1"
    if variant == "international":
        for ply, move in enumerate(("32-28", "19-23", "37-32")):  # 28x19 is compulsory
            door.clock.wait(seconds=10)
            door.post(f"{board}/moves", {"move": move, "ply": ply})
    time = {"kind": "time", "side": "white", "left_ms": 60_000, "reason": "Anna Bakker's clock had stopped"}
    warning = {
        "kind": "penalty",
        "side": "black",
        "step": "warning",
        "reason": "Wim de Wit touched a piece",
        "article": "000 V",
    }
    result = {"kind": "result", "result": "2-0", "reason": "Bakker won, as Anna says"}
    for one in (time, warning, result):
        assert door.post(f"{board}/rulings", one).status_code == 200
    return t


def found(door: Door, **wanted: Any) -> list[dict[str, Any]]:
    query = "&".join(f"{name}={value}" for name, value in wanted.items())
    return list(door.get(f"/rulings?{query}").get_json()["rulings"])


def test_rulings_are_found_by_words_article_kind_and_game_without_people(door: Door) -> None:
    t = ruled(door)
    other = ruled(door, "Frisian evening", "frisian")
    told = door.get("/rulings").get_json()

    assert {one["tournament"] for one in told["rulings"]} == {t, other}
    assert not any(name in str(told) for name in ("Anna", "Bakker", "Wim", "de Wit"))
    (irregular,) = found(door, kind="irregular")
    assert (irregular["move"], irregular["article"], irregular["ply"]) == ("37-32", "000 VII", 2)
    assert irregular["fen"].startswith("W:W28,")
    assert irregular["left_ms"] == {"white": 7_190_000 - 10_000, "black": 7_190_000}
    assert {one["kind"] for one in found(door, words="touch")} == {"penalty"}
    assert [one["text"] for one in found(door, words="clock+stop", game="frisian")] == [
        "Time corrected: White has 1:00 left. N.N.'s clock had stopped"
    ]
    assert {one["kind"] for one in found(door, article="000 V")} == {"irregular"}  # 000 VII
    assert {one["kind"] for one in found(door, article="other: 000 V")} == {"penalty"}  # which sets none
    assert found(door, words="nonsense") == []
    assert told["games"] == ["frisian", "international"]
    assert door.get("/rulings", role=None).status_code == 401


def test_the_page_shows_the_position_the_clock_and_the_way_to_the_board(door: Door) -> None:
    t = ruled(door)
    door.sign_in()
    page = door.client.get("/office/service/rulings?words=touched").get_data(as_text=True)

    assert "1 ruling found." in page
    assert 'class="diagram"' in page
    assert "N.N. touched a piece" in page
    assert f"/office/{t}/rounds/1/boards/1" in page
    assert "1 beslissing gevonden." in door.client.get("/office/service/rulings?words=touched&lang=nl").get_data(
        as_text=True
    )
    assert door.client.get("/office/service/rulings?first=0").status_code == 422


def test_new_rulings_are_found_and_nothing_is_read_twice(door: Door) -> None:
    t = ruled(door)
    before = door.get("/rulings").get_json()["count"]
    door.post(f"/tournaments/{t}/rounds/1/boards/1/rulings", {"kind": "result", "result": "1-1", "reason": "misheard"})
    after = door.get("/rulings").get_json()

    assert after["count"] == before + 1
    assert after["rulings"][0]["text"].endswith("misheard")
    library = door.service.precedents
    library.close()
    (door.desks.instance / FILE).unlink()
    fresh = Precedents(door.desks)
    fresh.update()
    assert fresh.search(RulingsWanted(rows=200)).rulings == library.search(RulingsWanted(rows=200)).rulings
    fresh.close()
    library.close()


def test_a_journal_that_cannot_be_read_keeps_no_other_out(
    door: Door, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, t = ruled(door), ruled(door, "Another")
    monkeypatch.setattr(door.desks.desk(broken), "journal", None)
    told = door.get("/rulings").get_json()

    assert {one["tournament"] for one in told["rulings"]} == {t}
    assert told["behind"] == 1
    assert f"the rulings of {broken} cannot be read" in caplog.text


@pytest.mark.parametrize("data", [b"", b"no database", b"SQLite format 3\0" + b"\1" * 4_000])
def test_a_file_that_is_damaged_is_made_anew(door: Door, data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    ruled(door)
    whole = door.get("/rulings").get_json()
    door.service.precedents.close()
    (door.desks.instance / FILE).write_bytes(data)
    door.service.precedents._states.clear()

    assert door.get("/rulings").get_json() == whole
    assert ("the library of rulings is thrown away and made anew" in caplog.text) is bool(data)


def test_a_library_with_other_columns_is_made_anew(door: Door) -> None:
    """A release with one more language has one more column."""
    ruled(door)
    whole = door.get("/rulings").get_json()
    door.service.precedents.close()
    with closing(sqlite3.connect(door.desks.instance / FILE)) as conn:
        conn.execute(f"PRAGMA user_version={EDITION + 1}")
    door.service.precedents._states.clear()

    assert door.get("/rulings").get_json() == whole
    assert crc32(" ".join(COLUMNS).encode()) & 0x7FFFFFFF == EDITION
    assert {f"text_{language}" for language in words.LANGUAGES} <= set(COLUMNS)


def test_a_deleted_tournament_is_forgotten(door: Door) -> None:
    t = str(door.post("/tournaments", {"name": "Never played"}).get_json()["id"])
    other = ruled(door)
    library = door.service.precedents
    library.update()
    made = "SELECT tournament FROM made ORDER BY tournament"
    assert library._opened().execute(made).fetchall() == [(other,), (t,)]
    assert door.send("DELETE", f"/tournaments/{t}").status_code in (200, 204)
    library.update()
    assert library._opened().execute(made).fetchall() == [(other,)]


def test_a_search_waits_for_no_move_and_no_move_for_a_search(door: Door) -> None:
    """The lock of the tournament is held as if a move were being written, and the library's as if it were searched."""
    t = ruled(door)
    door.get("/rulings")
    with door.desks.desk(t).lock:
        searching = threading.Thread(target=door.service.precedents.search, args=(RulingsWanted(words="touched"),))
        searching.start()
        searching.join(60)
        assert not searching.is_alive()
    with door.service.precedents._lock:
        answer = door.post(
            f"/tournaments/{t}/rounds/1/boards/1/rulings", {"kind": "result", "result": "0-2", "reason": "x"}
        )
        assert answer.status_code == 200


def test_much_that_is_new_is_left_to_the_scheduler(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.hall.precedents.library.LINES_IN_A_SEARCH", 5)
    ruled(door)
    assert door.get("/rulings").get_json() | {"rulings": []} == {
        "rulings": [], "count": 0, "behind": 1, "shut": 0, "articles": [], "kinds": [], "games": [],
    }  # fmt: skip
    door.service.precedents.update()
    assert door.get("/rulings").get_json()["behind"] == 0


def test_names_are_taken_out_of_reasons_and_words_of_the_game_are_not() -> None:
    people = [Person("Wim de Wit", family="de Wit", given="Wim"), Person("Ann White"), Person("Jan van der Wal")]
    clean = without_names(people, ["Piet Jansen"])

    assert clean("De Wit touched, said Wim de Wit") == "N.N. touched, said N.N."
    assert clean("White won; van der Wal saw it, as did Jansen") == "White won; van der N.N. saw it, as did N.N."
    assert clean("Janet and Walter") == "Janet and Walter"


def test_the_command_finds_the_same_rulings_without_the_service(
    door: Door, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruled(door)
    asked = ["rulings", "touch", "--instance", str(door.desks.instance)]

    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "Club open, 1/1, line" in said
    assert "000 V" in said
    assert "W:W28," in said
    assert "Wim" not in said
    assert main([*asked, "--kind", "flag"]) == 1
    assert capsys.readouterr().out == "0 of 0 rulings.\n"
    assert main([*asked, "--json", "--lang", "nl"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["rulings"]
    assert one["kind"] == "penalty"
    assert main([*asked, "--tournament", "no-such"]) == 1
    assert main([*asked, "--to", str(tmp_path / "rulings-of-all.db")]) == 0
    with closing(sqlite3.connect(tmp_path / "rulings-of-all.db")) as conn:
        told = {kind for (kind,) in conn.execute("SELECT kind FROM rulings")}
    assert {"irregular", "penalty"} <= told
