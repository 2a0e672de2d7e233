"""Citations and offences over HTTP: the articles that are told, offered and printed, and what counts no more."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from arbiter.sides import HOUR
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.officiating import BOARD, T, move, play, proposals, put, see


def sheet(door: Door, name: str) -> str:
    """The text of a sheet of board 1 as it is printed."""
    answer = door.get(f"{T}/sheets/{name}.pdf?round=1&board=1")
    assert answer.status_code == 200
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.data)).pages).split())


@pytest.mark.parametrize("variant", ["canadian", "russian", "brazilian", "frisian", "pool", "good-for-nothings"])
def test_a_tournament_without_regulations_says_that_its_correction_at_once_is_a_house_rule(
    door: Door, variant: str
) -> None:
    door.tournament(variant=variant)
    record = door.get(f"{BOARD}/record").get_json()["under"]
    report = door.get(f"{BOARD}/clock").get_json()["under"]

    assert "is not played, and is corrected at once (house rule" in record
    assert report == record
    assert record.split(". ")[0] in sheet(door, "scoresheet")


@pytest.mark.parametrize(
    ("variant", "regulations", "article"),
    [
        ("international", "international_book", "000 X"),
        ("international", "fmjd_classic", "FMJD Annex 3, 6.1"),
        ("american", "american_book1", "house rule, after 000 X"),
        ("turkish", "turkish_club", "TURFED 2"),
    ],
)
def test_a_pending_flag_cites_the_book_that_is_played_by(
    door: Door, variant: str, regulations: str, article: str
) -> None:
    """Each book was told "000 X"."""
    door.tournament(variant=variant, regulations=regulations, control="50/7200")
    door.clock.wait(ms=2 * HOUR + 1)
    first = {"turkish": "a3-a4", "american": "11-15"}.get(variant, "32-28")
    answer = move(door, first).get_json()

    assert (answer["code"], answer["article"]) == ("flag_pending", article)
    again = move(door, first).get_json()
    assert (again["code"], again["article"]) == ("flag_pending", article)


def test_an_official_chooses_from_the_articles_of_the_book_and_the_choice_is_printed(door: Door) -> None:
    office = Office(door, door.sign_in())
    t = door.tournament(regulations="fmjd_classic")
    play(door, "32-28", "19-23")
    offered = door.get(f"{T}/articles").get_json()["articles"]
    page = office.page(f"/{t}/rounds/1/boards/1")

    assert "FMJD Annex 1, 5.6" in offered["penalty"]
    assert '<option value="FMJD Annex 1, 5.6">' in page
    assert page.count('<datalist id="articles-penalty">') == 1
    office.rule(t, "penalty", reason="would not correct it", side="white", step="caution", article="FMJD Annex 1, 5.6")
    for name in ("rulings", "record"):
        assert "would not correct it (FMJD Annex 1, 5.6)" in sheet(door, name)


def test_the_page_of_the_regulations_shows_a_departure_as_a_house_rule(door: Door) -> None:
    office = Office(door, door.sign_in())
    t = door.tournament(regulations="fmjd_classic", switches={"touch_move": False})

    assert "house rule, instead of FMJD Annex 1, 3.11" in office.page(f"/{t}/regulations")
    told = door.get(f"{T}/regulations").get_json()
    assert {row["key"]: row["cited"] for row in told["switches"]}["touch_move"].startswith("house rule, instead of")


def test_conduct_that_is_overruled_counts_no_more_over_http(door: Door) -> None:
    office = Office(door, door.sign_in())
    t = door.tournament()
    asked = {"kind": "conduct", "side": "white", "category": "telephone", "reason": "it rang"}
    door.post(f"{BOARD}/rulings", asked)
    (noted,) = door.get(f"{T}/conduct").get_json()["conduct"]
    assert f"overrule={noted['seq']}" in office.page(f"/{t}/referee")
    assert f'value="{noted["seq"]}" required checked' in office.page(f"/{t}/rounds/1/boards/1?overrule={noted['seq']}")

    office.rule(t, "overrule", irregularity=noted["seq"], reason="the hall's telephone", article="house rule")
    assert proposals(door, "penalty") == []
    assert door.get(f"{T}/conduct").get_json()["conduct"][0]["overruled"] is True
    assert "does not count" in office.page(f"/{t}/referee")
    door.post(f"{BOARD}/rulings", asked)
    assert [one["step"] for one in proposals(door, "penalty")] == ["warning"]
    assert "Conduct not counted. the hall's telephone (house rule)" in sheet(door, "rulings")


def test_both_moves_that_are_overruled_leave_nothing_to_sign(door: Door) -> None:
    """english_wcdf: 11-18 and 12-17; after a takeback of the first nothing is left either."""
    door.tournament(variant="american", regulations="english_wcdf")
    for text in ("11-18", "12-17"):
        assert move(door, text).status_code == 422
        for one in proposals(door, "penalty"):
            door.post(f"{T}/proposals/{one['proposal']}/sign")
    assert see(door)["result"] is not None
    for line in [a["seq"] for a in door.get(f"{BOARD}/record").get_json()["lines"] if a["kind"] == "IrregularMove"]:
        door.post(f"{BOARD}/rulings", {"kind": "overrule", "irregularity": line, "reason": "a slip"})

    assert (proposals(door, "penalty"), see(door)["result"]) == ([], None)
    door.post(f"{BOARD}/rulings", {"kind": "start", "reason": ""})
    assert move(door, "11-11").get_json()["code"] == "square_twice"
    put(door, "W:W28:B19")
    assert see(door)["irregular"] == {"white": 0, "black": 0}
