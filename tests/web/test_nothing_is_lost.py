"""Whatever is refused keeps what was typed and says the way out, a list of players above all."""

from __future__ import annotations

import io
from collections.abc import Mapping

import pytest
from werkzeug.test import TestResponse

from arbiter.exchange.import_formats import read_listing
from tests.web.office import Office


def send_list(office: Office, t: str, data: bytes, name: str = "list.csv", **more: str) -> TestResponse:
    return office.door.client.post(
        f"/office/{t}/entries/import",
        data={"file": (io.BytesIO(data), name), "csrf": office.csrf, **more},
        headers={"Referer": "http://localhost/office"},
    )


def test_a_reason_that_was_typed_comes_back_with_its_form(office: Office) -> None:
    t = office.door.tournament(2)
    office.play(t, "32-28")
    office.send(f"/{t}/rounds/1/forfeit", board=1, absent="black", reason="has not <come>")
    page = office.page("")

    assert 'role="status"' in page
    assert f'action="/office/{t}/rounds/1/forfeit"' in page
    assert 'name="reason" maxlength="1000" autocomplete="off" value="has not &lt;come&gt;"' in page
    assert '<input type="hidden" name="absent" value="black">' in page
    assert "has not &lt;come&gt;" not in office.page("")  # once


def test_a_form_without_words_is_not_kept(office: Office) -> None:
    t = office.door.tournament(2)
    office.send(f"/{t}/calls", round=1, board=1)

    assert "What you typed" not in office.page("")


HEADED = "Qwerty;Asdfgh\nAnna de Boer;1800\n"
ODD: Mapping[str, bytes] = {
    "told which sign": "sep=;\r\nName;Rating\r\nAnna de Boer;1893\r\n".encode("utf-8-sig"),
    "told in quotes": b'"sep=,"\nName,Rating\nAnna de Boer,1893\n',
    "unicode text of Excel": "Name\tRating\r\nAnna de Boer\t1893\r\n".encode("utf-16"),
    "UTF-16 without its mark": "Name;Rating\r\nAnna de Boer;1893\r\n".encode("utf-16-le"),
    "UTF-16, the other way": "Name;Rating\r\nAnna de Boer;1893\r\n".encode("utf-16-be"),
    "old Macintosh": b"Name;Rating\rAnna de Boer;1893\r",
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_the_odd_files_of_spreadsheets_are_read(data: bytes) -> None:
    assert [row.cells for row in read_listing(data, headed=False).rows] == [
        ("Name", "Rating"),
        ("Anna de Boer", "1893"),
    ]


def test_a_list_in_a_russian_code_page_is_read(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    page = send_list(office, t, "Имя;Рейтинг\nЧижов, Алексей;2430\n".encode("cp1251")).get_data(as_text=True)

    assert "Чижов, Алексей" in page


def test_columns_can_be_chosen_whatever_they_hold(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    both = {"columns": "2", "column-0": "name", "column-1": "name", "headed": "yes"}
    answer = send_list(office, t, HEADED.encode(), **both)
    page = answer.get_data(as_text=True)

    assert answer.status_code == 422
    assert "Two columns have the same field" in page
    assert 'name="column-1"' in page
    assert 'name="kept" value=""' not in page
    none = send_list(office, t, b"12;13\n14;15\n").get_data(as_text=True)
    assert "No column is chosen for the names." in none
    assert 'name="column-0"' in none


def test_lines_that_were_pasted_stay(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    answer = office.send(f"/{t}/entries/import", pasted='"never closed <b>\x00')

    assert answer.status_code == 422
    assert "never closed &lt;b&gt;" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4),
        ("a PDF", b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n" + bytes(range(1, 256))),
        ("an archive", b"PK\x03\x04 and nothing more"),
        ("markup", b"<html><body><script>alert(1)</script></body></html>"),
        ("right to left", "שם;דירוג\nאבגד;1800\n".encode()),
        ("ten thousand lines", b"Name;Rating\n" + b"".join(b"Player %d;1500\n" % n for n in range(10_000))),
        ("too many lines", b"a\n" * 30_000),
        ("nothing", b""),
    ],
)
def test_a_file_of_any_kind_answers_with_a_sentence(office: Office, name: str, data: bytes) -> None:
    t = office.door.tournament(1, started=False)
    answer = send_list(office, t, data, name)
    page = answer.get_data(as_text=True)

    assert answer.status_code in (200, 422), name
    assert ('class="message refused"' in page) == (answer.status_code == 422)
    assert "<script>alert" not in page
    assert len(page) < 400_000
    assert len(office.state(t).entries) == 1
    if name == "ten thousand lines":
        kept = page.split('name="kept" value="')[1].split('"')[0]
        chosen = {
            "columns": "2",
            "column-0": "name",
            "column-1": "rating",
            "headed": "yes",
            "kept": kept,
            "partial": "1",
        }
        entered = office.send(f"/{t}/entries/import/enter", **chosen)
        assert entered.status_code == 422
        assert "that is the limit" in entered.get_data(as_text=True)
        assert len(office.state(t).entries) == 1
