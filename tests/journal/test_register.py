"""The register: names that can be corrected and erased, accounts, tablets and settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.journal.accounts import Account
from arbiter.journal.people import LONGEST, Person
from arbiter.journal.sqlite.register import SqliteRegister, setting_in
from arbiter.refused import Refused

SIJBRANDS = Person("Ton Sijbrands", 2400, club="Damclub Gouda", federation="NED", title="GMI", born="1949", sex="m")
WIERSMA = Person("Harm Wiersma")


@pytest.fixture
def register(tmp_path: Path) -> Iterator[SqliteRegister]:
    """A new register."""
    with closing(SqliteRegister.open(tmp_path / "register.sqlite")) as new:
        yield new


def test_people_are_kept_by_tournament_and_entry(register: SqliteRegister, tmp_path: Path) -> None:
    register.enter("spring", {1: SIJBRANDS, 2: WIERSMA})
    register.enter("autumn", {1: WIERSMA})
    register.close()

    with closing(SqliteRegister.open(tmp_path / "register.sqlite")) as again:
        assert again.people("spring") == {1: SIJBRANDS, 2: WIERSMA}
        assert again.person("autumn", 1) == WIERSMA
        assert again.person("autumn", 2) is None


def test_a_person_is_corrected(register: SqliteRegister) -> None:
    register.enter("spring", {1: WIERSMA})
    register.enter("spring", {1: SIJBRANDS})

    assert register.people("spring") == {1: SIJBRANDS}


def test_of_several_people_all_are_entered_or_none(register: SqliteRegister) -> None:
    with pytest.raises(Refused):
        register.enter("spring", {1: SIJBRANDS, 2: Person("x" * 201)})
    assert register.people("spring") == {}


def test_what_is_erased_is_in_no_file_any_more(register: SqliteRegister, tmp_path: Path) -> None:
    register.enter("spring", {1: SIJBRANDS, 2: WIERSMA})
    register.erase("spring", 1)

    assert register.people("spring") == {2: WIERSMA}
    assert not any(b"Sijbrands" in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("name", ["Ton Sijbrands", "  ton   SIJBRANDS ", "Ton\u00a0Sijbrands"])
def test_a_name_is_found_however_it_is_spaced_or_capitalised(register: SqliteRegister, name: str) -> None:
    register.enter("spring", {7: SIJBRANDS})

    assert register.find("spring", name) == 7
    assert register.find("autumn", name) is None


def test_a_name_is_found_however_its_accents_are_put_together(register: SqliteRegister) -> None:
    register.enter("spring", {7: Person("Jose\u0301 Strau\u00df")})

    assert register.find("spring", "JOSÉ STRAUSS") == 7
    assert register.person("spring", 7) == Person("José Strauß")


@pytest.mark.parametrize(
    "name", ["Đặng Thị Ngọc", "Алексей Чижов", "علی\u200cرضا", "O'Neill-d’Arc, Jr.", "x" * LONGEST]
)
def test_names_of_every_script_are_kept_as_they_are(register: SqliteRegister, name: str) -> None:
    register.enter("spring", {1: Person(name)})

    assert register.people("spring")[1].name == name


@pytest.mark.parametrize(
    ("person", "code"),
    [
        (Person("x" * 10_000), "name_too_long"),
        (Person(""), "name_unreadable"),
        (Person(" \u00a0 "), "name_unreadable"),
        (Person("Ton\x00Sijbrands"), "name_unreadable"),
        (Person("Ton\nSijbrands"), "name_unreadable"),
        (Person("\ud800"), "name_unreadable"),
        (Person("Ton \u202esdnarbjiS"), "name_unreadable"),
        (Person("Ton", club="x" * 201), "word_too_long"),
        (Person("Ton", federation="N\tED"), "word_unreadable"),
        (Person("Ton", rating=-1), "rating_impossible"),
        (Person("Ton", rating=10**30), "rating_impossible"),
    ],
)
def test_what_no_sheet_can_print_is_refused(register: SqliteRegister, person: Person, code: str) -> None:
    with pytest.raises(Refused, match=code):
        register.enter("spring", {1: person})
    assert register.people("spring") == {}


def test_an_empty_word_is_no_word(register: SqliteRegister) -> None:
    register.enter("spring", {1: Person("Ton", club=" ", title="")})

    assert register.person("spring", 1) == Person("Ton")


def test_an_account_signs_in_with_what_was_put_last(register: SqliteRegister) -> None:
    first = register.accounts.put(Account("chief arbiter", "director", "scrypt:1"))
    register.accounts.put(Account("chief arbiter", "director", "scrypt:2"))

    assert register.accounts.named(" Chief  arbiter") == replace(first, password="scrypt:2")
    assert register.accounts.named("director") is None


def test_revoking_a_board_leaves_the_other_boards_alone(register: SqliteRegister) -> None:
    register.revoke("spring", 3)

    assert (register.epoch("spring", 3), register.epoch("spring", 4), register.epoch("autumn", 3)) == (1, 0, 0)


def test_revoking_all_boards_revokes_each(register: SqliteRegister) -> None:
    register.revoke("spring", 3)
    register.revoke("spring")

    assert (register.epoch("spring", 3), register.epoch("spring", 4), register.epoch("autumn", 3)) == (2, 1, 0)


def test_a_setting_is_what_was_last_set(register: SqliteRegister, tmp_path: Path) -> None:
    register.set_setting("url", "http://hall.local")
    register.set_setting("url", "http://hall.lan")

    assert [setting_in(tmp_path / "register.sqlite", name) for name in ("url", "language")] == ["http://hall.lan", None]


def test_a_copy_has_the_same_people(register: SqliteRegister, tmp_path: Path) -> None:
    register.enter("spring", {1: SIJBRANDS})
    register.copy_to(tmp_path / "copy.sqlite")

    with closing(SqliteRegister.open(tmp_path / "copy.sqlite")) as copied:
        assert copied.people("spring") == {1: SIJBRANDS}
