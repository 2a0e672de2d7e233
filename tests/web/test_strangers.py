"""What strangers send: headers that open nothing, forms from elsewhere, files that are none, names that nobody sees."""

from __future__ import annotations

import io
import zipfile

import pytest

from arbiter.exchange.spreadsheets import csv_text
from arbiter.journal.people import Person, readable_name
from arbiter.refused import Refused
from arbiter.web import page
from arbiter.web.request_parsing import LARGEST_BODY_BYTES, LARGEST_FILE_BYTES, MOST_FIELDS, largest
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.test_page_access import OPEN, pages

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer ", "Basic Y2hpZWY6eA==", "x", "Bearer \u00ff"])
def test_a_header_that_opens_nothing_is_a_refusal_on_every_page(door: Door, header: str) -> None:
    door.tournament()
    for endpoint, path in pages(door, "GET").items():
        if endpoint != "static":
            with door.client.get(path, headers={"Authorization": header}) as answer:
                assert answer.status_code < 500, endpoint
                assert endpoint in OPEN or answer.status_code == 401, endpoint


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.test"},
        {"Origin": "http://localhost:8001"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ],
)
def test_a_form_from_elsewhere_is_refused_also_with_the_right_token(office: Office, headers: dict[str, str]) -> None:
    answer = office.door.client.post("/sign-out", data={"csrf": office.csrf}, headers=headers)
    script = office.door.client.post(
        "/api/v1/tournaments", json={"name": "X"}, headers={"X-CSRF-Token": office.csrf, **headers}
    )

    assert (answer.status_code, script.status_code) == (403, 403)
    assert script.get_json()["code"] == "foreign_page"
    assert office.page("")


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}, {"Origin": "https://LOCALHOST"}]
)
def test_a_form_of_this_service_is_taken(office: Office, headers: dict[str, str]) -> None:
    assert office.door.client.post("/sign-out", data={"csrf": office.csrf}, headers=headers).status_code == 303


def test_over_https_a_cookie_goes_over_https_only(door: Door) -> None:
    secure = door.client.get("/sign-in", base_url="https://hall.test").headers["Set-Cookie"]
    plain = door.client.application.test_client().get("/sign-in").headers["Set-Cookie"]
    chosen = door.client.get("/language?lang=nl", base_url="https://hall.test").headers.getlist("Set-Cookie")
    (language,) = (cookie for cookie in chosen if cookie.startswith("lang="))

    assert "Secure" in secure
    assert "Secure" not in plain
    assert "SameSite=Strict" in language
    assert "Secure" in language


def workbook(**parts: bytes) -> bytes:
    """A real workbook in which some parts are others."""
    from openpyxl import Workbook

    book, made = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Name", "Rating"])
    sheet.append(["Anna Bakker", 1850])
    book.save(made)
    again = io.BytesIO()
    with zipfile.ZipFile(made) as before, zipfile.ZipFile(again, "w") as after:
        for name in before.namelist():
            after.writestr(name, parts.get(name.rpartition("/")[2].replace(".", "_"), before.read(name)))
    return again.getvalue()


BOMB = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'


@pytest.mark.parametrize("part", ["sheet1_xml", "workbook_xml", "styles_xml", "_Content_Types__xml"])
@pytest.mark.parametrize("said", [b"", b"<worksheet", b"\x00\xff\xfe", BOMB, BOMB.decode().encode("utf-16")])
def test_a_workbook_that_is_broken_or_declares_entities_is_refused(door: Door, part: str, said: bytes) -> None:
    door.tournament(started=False)
    data = workbook(**{part.replace("_Content_Types__xml", "[Content_Types]_xml"): said})
    answer = door.send("POST", f"{T}/entries/import", headers={"Content-Type": "application/octet-stream"}, data=data)

    assert answer.status_code in (201, 400, 422), answer.get_json()
    assert said not in (BOMB, BOMB.decode().encode("utf-16")) or answer.status_code != 201


@pytest.mark.parametrize("cut", [10, 100, 1_000, 3_000])
def test_half_a_workbook_is_refused(door: Door, cut: int) -> None:
    door.tournament(started=False)
    answer = door.send("POST", f"{T}/entries/import", data=workbook()[:-cut])

    assert answer.status_code in (400, 422), answer.get_json()


def test_a_whole_workbook_is_taken(door: Door) -> None:
    door.tournament(started=False)

    assert door.send("POST", f"{T}/entries/import", data=workbook()).status_code == 201


INVISIBLE = ["\u200b", "\ufeff", "\u00ad", "\u2060", "\U000e0041", "\u3164", "\u2800", "\u200d", "\u180e"]


@pytest.mark.parametrize("sign", INVISIBLE)
def test_what_nobody_sees_makes_no_other_name(door: Door, sign: str) -> None:
    door.tournament(started=False)
    door.post(f"{T}/entries", {"name": "Anna Bakker"})
    again = door.post(f"{T}/entries", {"name": f"{sign}Anna {sign}Bakker{sign}"})

    assert (again.status_code, again.get_json()["code"]) == (409, "entered_twice")
    with pytest.raises(Refused, match="name_unreadable"):
        readable_name(sign * 3)


def test_a_joiner_between_letters_stays() -> None:
    assert readable_name("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627") == "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"


@pytest.mark.parametrize("first", "=+-@\uff1d\uff0b\uff0d\uff20")
def test_no_cell_begins_a_formula_in_any_width(door: Door, first: str) -> None:
    door.tournament()
    door.desks.register.enter("club-open", {1: Person(f"{first}SUM(A1)")})
    with door.client.application.test_request_context("/"):
        text = csv_text(page.view("club-open"))

    assert f";'{first}SUM(A1);" in text


def test_a_report_of_five_thousand_is_refused(door: Door) -> None:
    names = ((number, f"Player {number}") for number in range(1, 5_001))
    lines = [f"001 {number:>4}      {name:<33} 1500{'':30}0.0 {number:>4}" for number, name in names]
    data = ("012 Everybody\n" + "\n".join(lines) + "\n").encode()
    door.tournament(started=False)
    whole = door.send("POST", "/tournaments/import", data=data)
    listed = door.send("POST", f"{T}/entries/import", data=data)

    assert whole.status_code in (409, 413, 422, 400), whole.get_json()
    assert whole.get_json()["code"] == "too_many_entries"
    assert listed.get_json()["code"] in ("too_many_entries", "lines_refused")


FILES = {
    *("files.bring_in", "entries.import_entries", "hub.take_lines", "hub.take_people", "office.bring"),
    *("office.lists.show", "office.lists.enter", "office.lists.ratings", "office.lists.take_ratings"),
    "office.lists.remember_list",
}


def test_the_views_that_take_files_are_these_and_no_others(door: Door) -> None:
    app = door.client.application

    assert {endpoint for endpoint in app.view_functions if largest(app, endpoint) == LARGEST_FILE_BYTES} == FILES
    assert {"POST"} == {
        method
        for rule in app.url_map.iter_rules()
        if rule.endpoint in FILES
        for method in (rule.methods or set()) - {"OPTIONS"}
    }


@pytest.mark.parametrize(
    "path", ["/sign-in", "/api/v1/tournaments", "/api/v1/me/password", "/nowhere", "/office/club-open"]
)
def test_a_body_that_is_no_file_ends_at_256_kb(office: Office, path: str) -> None:
    for kind in ("application/x-www-form-urlencoded", "text/plain"):
        answer = office.door.client.post(path, data=b"x" * (LARGEST_BODY_BYTES + 1), headers={"Content-Type": kind})

        assert answer.status_code == 413
        assert str(LARGEST_BODY_BYTES) in answer.get_data(as_text=True)


def test_a_file_of_more_than_256_kb_is_read(door: Door) -> None:
    door.tournament(started=False)
    listed = "Name\n" + "\n".join(f"Player {number};{'x' * 60}" for number in range(5_000))
    answer = door.send("POST", f"{T}/entries/import", headers={"Content-Type": "text/csv"}, data=listed.encode())

    assert len(listed) > LARGEST_BODY_BYTES
    assert answer.get_json()["code"] != "too_large"


def test_a_form_of_too_many_fields_is_refused_before_it_is_read(office: Office) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = office.door.client.post("/sign-out", data=b"a=b&" * MOST_FIELDS, headers=headers)

    assert answer.status_code == 413
    assert str(MOST_FIELDS) in answer.get_data(as_text=True)
