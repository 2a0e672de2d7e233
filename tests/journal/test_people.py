"""Names: apart where somebody has said how, whole where nobody has, and found again however they are written."""

from __future__ import annotations

import pytest

from arbiter.journal.people import Person, offered, parted, readable
from arbiter.journal.same_person import Roll, name_key


@pytest.mark.parametrize(
    ("family", "given", "name", "listed"),
    [
        ("de Boer", "Anna", "Anna de Boer", "Boer, Anna de"),
        ("van der Wiel", "Jan", "Jan van der Wiel", "Wiel, Jan van der"),
        ("Van Damme", "Jan", "Jan Van Damme", "Van Damme, Jan"),
        ("Ma", "Long", "Long Ma", "Ma, Long"),
        ("Ronaldo", None, "Ronaldo", "Ronaldo"),
        ("ten", "Jan", "Jan ten", "ten, Jan"),
        ("الزهراء", "فاطمة", "فاطمة الزهراء", "الزهراء, فاطمة"),
    ],
)
def test_a_name_apart_is_said_and_listed(family: str, given: str | None, name: str, listed: str) -> None:
    person = readable(Person(family=family, given=given))

    assert (person.name, person.listed) == (name, listed)


def test_a_name_in_one_piece_stays_as_it_was_entered() -> None:
    person = readable(Person("Jan van  der Wiel"))

    assert (person.name, person.family, person.given, person.listed) == (
        "Jan van der Wiel", None, None, "Jan van der Wiel",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "apart"),
    [
        ("Boer, Anna de", ("de Boer", "Anna")),
        ("Wiel, Jan Piet van der", ("van der Wiel", "Jan Piet")),
        ("de Boer, Anna", ("de Boer", "Anna")),
        ("Anna de Boer", None),
        ("Boer,", None),
        ("Boer, Anna, dr.", None),
    ],
)
def test_a_comma_says_where_a_name_parts(name: str, apart: tuple[str, str] | None) -> None:
    assert parted(name) == apart


def test_a_parting_is_offered_for_more_than_one_word() -> None:
    assert offered("Anna de Boer") == ("de Boer", "Anna")
    assert offered("Ronaldo") is None


def test_the_same_words_are_one_name_whatever_their_order_and_accents() -> None:
    assert name_key("Świercz, Łukasz") == name_key("lukasz SWIERCZ")
    assert name_key("Anna de Boer") != name_key("Anna Boer")


def test_who_is_entered_is_found_by_name_and_by_number() -> None:
    roll = Roll({1: Person("Jan Jansen", born="1960", federation="NED", number="7"), 2: Person("Łukasz Świercz")})

    assert roll.same(Person("JAN  JANSEN")) == 1
    assert roll.same(Person("J. Jansen", federation="NED", number="7")) == 1
    assert roll.same(Person("J. Jansen", federation="BEL", number="7")) is None
    assert roll.same(Person("Jan Jansen", born="1990-01-02")) is None  # his son
    assert roll.same(Person("Jan Jansen", federation="NED", number="8")) is None
    assert roll.alike(Person("Swiercz, Lukasz")) == (2,)
    assert roll.alike(Person("Jansen Jan", born="1990")) == ()
