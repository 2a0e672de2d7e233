"""Lists of players: text and workbooks as clubs and federations have them, and what is no list."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from arbiter.exchange.import_formats import read_listing
from arbiter.exchange.lists.columns import columns_text, guessed, parse_columns, signature
from arbiter.exchange.lists.grid import MOST_LINES, UNPACKED_BYTES
from arbiter.exchange.lists.people_on_a_list import read_people
from arbiter.exchange.ratings.lookup import read_ratings
from arbiter.journal.people import Person, offered
from arbiter.journal.same_person import Roll
from arbiter.refused import Refused


def people(data: bytes, **known: int) -> list[Person]:
    """Everybody on a list whose columns are guessed."""
    listing = read_listing(data)
    return [
        line.person
        for line in read_people(listing, guessed(listing), Roll({e: Person(n) for n, e in known.items()}))
        if line.person
    ]


def workbook(*rows: tuple[str | float | None, ...]) -> bytes:
    """A workbook of those rows, as a spreadsheet saves it."""
    book, made = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(made)
    return made.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "Name;Rating;Club\nAnna de Boer;1893;Het Oosten\n",
        "Name,Rating,Club\nAnna de Boer,1893,Het Oosten\n",
        "Naam\tRating\tVereniging\r\nAnna de Boer\t1893\tHet Oosten\r\n",
        "Club;Rtg;Naam\nHet Oosten;1893;Boer, Anna de\n",
        "Voornaam;Tussenvoegsel;Achternaam;Rating;Club\nAnna;de;Boer;1893;Het Oosten\n",
        '"Name","Rating","Club"\n"Boer, Anna de","1893","Het Oosten"\n',
        "\ufeffNAAM ;RATING ;CLUB\n  Anna  de Boer ;1893;Het Oosten\n\n;;\n",
    ],
    ids=["semicolons", "commas", "tabs in Dutch", "another order", "parts of a name", "quoted", "as Excel saves it"],
)
def test_a_list_is_read_whoever_wrote_it(text: str) -> None:
    (person,) = people(text.encode())
    parts = (person.family, person.given)

    assert (person.name, person.rating, person.club) == ("Anna de Boer", 1893, "Het Oosten")
    assert parts == (("de Boer", "Anna") if "Boer, Anna" in text or "Achternaam" in text else (None, None))


def test_a_list_without_a_heading_is_names_and_ratings() -> None:
    assert people(b"Anna de Boer;1893\nMark Jansen;1755\n") == [
        Person("Anna de Boer", 1893),
        Person("Mark Jansen", 1755),
    ]
    assert people(b"Anna de Boer\nMark Jansen\n") == [Person("Anna de Boer"), Person("Mark Jansen")]


def test_a_heading_in_other_words_is_no_player() -> None:
    assert people(b"Wie;Punten\nAnna de Boer;1893\n") == [Person("Anna de Boer", 1893)]


def test_a_list_in_an_older_encoding_is_read() -> None:
    assert people("Name;Club\nIbrahim Koné;Café\n".encode("cp1252")) == [Person("Ibrahim Koné", club="Café")]
    assert people("Name;Club\nПётр;Ход\n".encode("utf-16")) == [Person("Пётр", club="Ход")]
    assert people("Имя;Рейтинг\nЧижов Алексей;2430\n".encode("cp1251")) == [Person("Чижов Алексей", 2430)]


def test_a_workbook_is_read_like_text() -> None:
    data = workbook(("Name", "Rating", "Born"), ("Anna de Boer", 1893.0, 1990), (None,), ("Mark Jansen", None, None))

    assert people(data) == [Person("Anna de Boer", 1893, born="1990"), Person("Mark Jansen")]


def test_what_is_wrong_with_a_line_is_said_with_its_number() -> None:
    rows = read_listing(b"Name;Rating\nAnna;1893\nMark;many\nanna;1500\n;1400\nPiet;12\n")
    read = read_people(rows, guessed(rows), Roll({3: Person("piet")}))
    wrong = {line.line: line.refused.code for line in read if line.refused}

    assert wrong == {3: "field_unreadable", 4: "listed_twice", 5: "name_unreadable", 6: "entered_twice"}
    assert [line.person.name for line in read if line.person] == ["Anna"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "list_empty"),
        (b"\n \n", "list_empty"),
        (b"PK\x03\x04 and nothing more", "list_unreadable"),
        (b"\x00\x01\x02\x03", "list_unreadable"),
        (b"a\n" * (MOST_LINES + 1), "list_too_long"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_listing(data)

    assert refused.value.code == code


def test_a_workbook_that_swells_is_refused_before_it_is_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (UNPACKED_BYTES + 1))
    with pytest.raises(Refused) as refused:
        read_listing(packed.getvalue())

    assert refused.value.code == "workbook_swells"


def test_the_columns_are_known_again_by_their_heading() -> None:
    one, other = read_listing(b"Naam;Elo\nAnna;1893\n"), read_listing(b"NAAM;elo\nMark;1755\n")

    assert signature(one) == signature(other)
    assert signature(one) != signature(read_listing(b"Elo;Naam\n1893;Anna\n"))
    assert parse_columns(columns_text(guessed(one))) == guessed(one)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0=rating", "no_name_column"),
        ("0=name 1=shoe", "unknown_key"),
        ("0=name 1=name", "column_twice"),
        ("name", "field_unreadable"),
    ],
)
def test_columns_that_cannot_be_are_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_columns(text)

    assert refused.value.code == code


def test_ratings_are_found_whichever_way_round_the_list_has_the_names() -> None:
    rows = read_listing("Naam;Rating\nŚliwiński, Piotr;2011\nJansen M.;1700\nBoer, Anna de;1893\n".encode())
    entries = {1: Person("Piotr Śliwiński", 1990), 2: Person("Anna de Boer", 1893), 3: Person("Mark Jansen")}
    found = {line.entry: (line.rating, line.changes) for line in read_ratings(rows, guessed(rows), entries)}

    assert found == {1: (2011, True), 2: (1893, False)}


names = st.text(st.characters(whitelist_categories=["Lu", "Ll"], max_codepoint=0x17F), min_size=1, max_size=12)
lists = st.lists(
    st.tuples(names, st.none() | st.integers(100, 9999)), min_size=1, max_size=20, unique_by=lambda p: p[0].casefold()
)


@given(lists)
def test_what_a_spreadsheet_saves_comes_back_as_it_was(listed: list[tuple[str, int | None]]) -> None:
    wanted = [Person(name, rating) for name, rating in listed]
    text = "\n".join(["Name;Rating", *(f"{name};{'' if rating is None else rating}" for name, rating in listed)])

    assert people(text.encode()) == wanted


@given(st.binary(max_size=300))
def test_no_bytes_whatever_are_a_fault(data: bytes) -> None:
    try:
        listing = read_listing(data)
    except Refused:
        return
    assert all(row.cells for row in listing.rows)
    read_people(listing, guessed(listing), Roll())


def test_a_person_in_one_cell_has_number_title_rating_and_club() -> None:
    told = people(b"1. GMI Roel Boomstra 2438 (DC Utrecht)\n2) Anna de Boer (NED) 1893\n3 Els\nKees van der Wiel\n")

    assert [(one.name, one.title, one.rating, one.club, one.federation) for one in told] == [
        ("Roel Boomstra", "GMI", 2438, "DC Utrecht", None),
        ("Anna de Boer", None, 1893, None, "NED"),
        ("Els", None, None, None, None),
        ("Kees van der Wiel", None, None, None, None),
    ]


def test_a_list_without_columns_is_read_line_by_line_whatever_marks_stand_in_some_lines() -> None:
    told = people(
        b"1. GMI Jansen, Pieter   2312  DC Het Westen\n2. MF Boer, Anna de  2240 (DC Het Westen)\n"
        b"3) Kowalski, Jan - 2198 - Warszawa\n4\tIvanova Elena\tWGM\t2175\tRiga\n5 Smith, John 2101 London DC\n"
        b"6 van der Meer, Klaas 2011 DC Het Westen\n7 Garcia, Luis 1880 \n"
    )

    assert [(one.name, one.title, one.rating, one.club) for one in told] == [
        ("Pieter Jansen", "GMI", 2312, "DC Het Westen"),
        ("Anna de Boer", "MF", 2240, "DC Het Westen"),
        ("Jan Kowalski", None, 2198, "Warszawa"),
        ("Ivanova Elena", "WGM", 2175, "Riga"),
        ("John Smith", None, 2101, "London DC"),
        ("Klaas van der Meer", None, 2011, "DC Het Westen"),
        ("Luis Garcia", None, 1880, None),
    ]


def test_a_rating_with_a_mark_after_its_thousands_is_whole_and_a_fraction_is_cut_off() -> None:
    rows = "Name;Rating\nAnna;2.175\nBram;2 175\nChris;2,175\nDirk;2175.50\nEls;998,5\nFem;12.34\n"
    assert [one.rating for one in people(rows.encode())] == [2175, 2175, 2175, 2175, 998, 12]


def test_a_school_list_of_first_names_is_read() -> None:
    assert [(one.name, one.club) for one in people(b"Voornaam;Klas\nNoor;6a\nSem;6b\n")] == [
        ("Noor", "6a"),
        ("Sem", "6b"),
    ]


def test_lines_above_the_headings_and_notes_below_are_no_players() -> None:
    book = workbook(
        ("From the Tournament-Results-Server",),
        ("Weekend open 2026",),
        (None,),
        ("Starting rank",),
        ("No.", None, "Name", "FideID", "FED", "RtgN", "RtgI", "Geb.jaar", "School", "Relatienr."),
        (1, "GMI", "Boomstra, Roel", 123, "NED", 1400, 2438, 1993, "Utrecht", "R1"),
        (2, None, "Boer, Anna de", 0, "NED", 1500, 0, 1990, "Zuid", "R2"),
        ("Program: Swiss-Manager",),
        ("https://chess-results.com",),
    )

    assert [(one.name, one.rating, one.born, one.club, one.number) for one in people(book)] == [
        ("Roel Boomstra", 2438, "1993", "Utrecht", "123"),
        ("Anna de Boer", None, "1990", "Zuid", "0"),
    ]


def test_running_numbers_are_no_part_of_names_and_a_column_that_repeats_is_clubs() -> None:
    rows = ("Anna de Boer\t1420\tDC Utrecht", "Bram Bos\t1380\tDC Utrecht", "Cees Dam\t1200\tHet Oosten")
    for mark in (". ", ") ", " ", "."):
        numbered = "\n".join(f"{at}{mark}{row}" for at, row in enumerate(rows, start=1))
        assert [(one.name, one.rating, one.club) for one in people(numbered.encode())] == [
            ("Anna de Boer", 1420, "DC Utrecht"),
            ("Bram Bos", 1380, "DC Utrecht"),
            ("Cees Dam", 1200, "Het Oosten"),
        ]
    assert [one.name for one in people(b"Naam;Rating\n1. Anna;1400\n2. Bram;1300\n")] == ["Anna", "Bram"]
    assert [one.name for one in people(b"1 Anna;1400\n1 Bram;1300\n")] == ["1 Anna", "1 Bram"]  # not a running number
    assert [one.club for one in people(b"Anna;1400;NED\nBram;1300;NED\n")] == [None, None]
    assert offered("1. Anna de Boer") == ("de Boer", "Anna")
