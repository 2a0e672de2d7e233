"""The register: names that can be corrected and erased, accounts, tablets and settings."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.journal.accounts import Account, Credential, Tablet
from arbiter.journal.journal import CannotWrite
from arbiter.journal.people import MOST_CHARS, Person, Post, Staff
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.tables import Rows
from arbiter.journal.register import Register
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.register import SqliteRegister, setting_in
from arbiter.refused import Refused
from tests.postgres import Cluster

SIJBRANDS = Person("Ton Sijbrands", 2400, club="Damclub Gouda", federation="NED", title="GMI", born="1949", sex="m")
WIERSMA = Person("Harm Wiersma")


@pytest.fixture
def registers(tmp_path: Path, rows: Cluster | None) -> Iterator[Callable[[], Register]]:
    """Another look at the same register, as another process has it."""
    if rows is None:
        yield lambda: SqliteRegister.open(tmp_path / "register.sqlite")
        return
    with closing(Server(rows.url)) as server:
        yield lambda: Register(Rows(server))


@pytest.fixture
def register(registers: Callable[[], Register]) -> Iterator[Register]:
    """A new register, on each engine."""
    with closing(registers()) as new:
        yield new


@pytest.fixture
def file(tmp_path: Path) -> Iterator[SqliteRegister]:
    """A new register in a file."""
    with closing(SqliteRegister.open(tmp_path / "register.sqlite")) as new:
        yield new


def test_people_are_kept_by_tournament_and_entry(register: Register, registers: Callable[[], Register]) -> None:
    register.enter("spring", {1: SIJBRANDS, 2: WIERSMA})
    register.enter("autumn", {1: WIERSMA})
    register.close()

    with closing(registers()) as again:
        assert again.people("spring") == {1: SIJBRANDS, 2: WIERSMA}
        assert again.person("autumn", 1) == WIERSMA
        assert again.person("autumn", 2) is None


def test_a_person_is_corrected(register: Register) -> None:
    register.enter("spring", {1: WIERSMA})
    register.enter("spring", {1: SIJBRANDS})

    assert register.people("spring") == {1: SIJBRANDS}


def test_of_several_people_all_are_entered_or_none(register: Register) -> None:
    with pytest.raises(Refused):
        register.enter("spring", {1: SIJBRANDS, 2: Person("x" * 201)})
    assert register.people("spring") == {}


def test_what_is_erased_is_in_no_file_any_more(file: SqliteRegister, tmp_path: Path) -> None:
    file.enter("spring", {1: SIJBRANDS, 2: WIERSMA})
    file.erase("spring", 1)

    assert file.people("spring") == {2: WIERSMA}
    assert not any(b"Sijbrands" in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("name", ["Ton Sijbrands", "  ton   SIJBRANDS ", "Ton\u00a0Sijbrands"])
def test_a_name_is_found_however_it_is_spaced_or_capitalised(register: Register, name: str) -> None:
    register.enter("spring", {7: SIJBRANDS})

    assert register.find("spring", name) == 7
    assert register.find("autumn", name) is None


def test_a_name_is_found_however_its_accents_are_put_together(register: Register) -> None:
    register.enter("spring", {7: Person("Jose\u0301 Strau\u00df")})

    assert register.find("spring", "JOSÉ STRAUSS") == 7
    assert register.person("spring", 7) == Person("José Strauß")


@pytest.mark.parametrize(
    "name", ["Đặng Thị Ngọc", "Алексей Чижов", "علی\u200cرضا", "O'Neill-d’Arc, Jr.", "x" * MOST_CHARS]
)
def test_names_of_every_script_are_kept_as_they_are(register: Register, name: str) -> None:
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
def test_what_no_sheet_can_print_is_refused(register: Register, person: Person, code: str) -> None:
    with pytest.raises(Refused, match=code):
        register.enter("spring", {1: person})
    assert register.people("spring") == {}


def test_an_empty_word_is_no_word(register: Register) -> None:
    register.enter("spring", {1: Person("Ton", club=" ", title="")})

    assert register.person("spring", 1) == Person("Ton")


def test_an_account_signs_in_with_what_was_put_last(register: Register) -> None:
    first = register.accounts.put(Account("chief arbiter", "director", "scrypt:1"))
    register.accounts.put(Account("chief arbiter", "director", "scrypt:2"))

    assert register.accounts.named(" Chief  arbiter") == replace(first, password="scrypt:2")
    assert register.accounts.named("director") is None


def test_revoking_a_board_leaves_the_other_boards_alone(register: Register) -> None:
    register.revoke("spring", 3)

    assert (register.epoch("spring", 3), register.epoch("spring", 4), register.epoch("autumn", 3)) == (1, 0, 0)


def test_revoking_all_boards_revokes_each(register: Register) -> None:
    register.revoke("spring", 3)
    register.revoke("spring")

    assert (register.epoch("spring", 3), register.epoch("spring", 4), register.epoch("autumn", 3)) == (2, 1, 0)


def test_a_setting_is_what_was_last_set(register: Register, registers: Callable[[], Register]) -> None:
    register.set_setting("url", "http://hall.local")
    register.set_setting("url", "http://hall.lan")

    with closing(registers()) as again:
        assert [again.setting(name) for name in ("url", "language")] == ["http://hall.lan", None]


def test_a_setting_of_a_file_is_read_beside_whoever_has_it_open(file: SqliteRegister, tmp_path: Path) -> None:
    file.set_setting("url", "http://hall.lan")

    assert [setting_in(tmp_path / "register.sqlite", name) for name in ("url", "language")] == ["http://hall.lan", None]


def test_the_staff_of_a_tournament_is_kept_and_forgotten_with_it(register: Register) -> None:
    staff = Staff("Damclub Gouda", (Post("chief", "Anna Bakker"),))
    register.put_staff("spring", staff)
    register.enter("spring", {1: SIJBRANDS})
    register.enter("autumn", {1: WIERSMA})
    assert register.staff("spring") == staff

    register.forget("spring")
    assert (register.staff("spring"), register.people("spring")) == (Staff(), {})
    assert register.people("autumn") == {1: WIERSMA}


def test_changes_are_counted_and_nothing_is_written_where_that_is_refused(register: Register) -> None:
    before = register.changes
    register.enter("spring", {1: SIJBRANDS})
    assert register.changes > before

    register.refuse("read_only")
    with pytest.raises(CannotWrite, match="read_only"):
        register.enter("spring", {2: WIERSMA})
    register.refuse(None)
    assert register.people("spring") == {1: SIJBRANDS}


def test_an_account_is_found_by_its_name_and_number_and_ends(register: Register) -> None:
    anna = register.accounts.put(Account("Anna Bakker", "arbiter", "scrypt:1", 0, ("spring",), (1, 2), "2027-01-01"))
    ben = register.accounts.put(Account("Ben", "helper"))
    with pytest.raises(Refused, match="account_twice"):
        register.accounts.put(replace(ben, name="anna BAKKER"))

    assert register.accounts.numbered(anna.number) == register.accounts.named("ANNA bakker") == anna
    assert register.accounts.all() == [anna, ben]
    assert register.accounts.names() == {anna.number: "Anna Bakker", ben.number: "Ben"}
    register.accounts.put(replace(anna, ended=True))
    assert register.accounts.named("Anna Bakker") is None
    again = register.accounts.put(Account("Anna Bakker", "director"))
    assert again.number != anna.number


def test_what_lets_an_account_in_is_found_by_its_digest_alone_and_ended(register: Register) -> None:
    anna = register.accounts.put(Account("Anna Bakker", "arbiter"))
    keep, given = register.accounts.keep, Credential(kind="session", account=anna.number, until=900, made=100)
    first, second = keep(given, "a"), keep(replace(given, made=200, device="Firefox"), "b")
    link = keep(replace(given, kind="link", made=300), "c")
    assert register.accounts.credential("a") == register.accounts.one_credential(first.id) == first
    assert register.accounts.credential("d") is None
    assert [one.id for one in register.accounts.credentials(anna.number)] == [link.id, second.id, first.id]

    register.accounts.saw(second.id, 250)
    register.accounts.end_all(anna.number, "session", but=second.id)
    register.accounts.end(link.id)
    assert [(one.id, one.seen) for one in register.accounts.credentials(anna.number)] == [(second.id, 250)]
    found = register.accounts.credential("a")
    assert found is not None
    assert found.ended


def test_a_second_device_waits_for_its_seat_until_it_is_let_in(register: Register) -> None:
    first, second = (
        register.devices.put(Tablet(tournament="spring", board=7, side="", epoch=0, made=made, name="tablet"), digest)
        for made, digest in ((100, "a"), (200, "b"))
    )
    assert (first.bound, second.bound) == (True, False)

    register.devices.let_in(second.id)
    assert register.devices.found("a") is None
    assert [(one.id, one.bound) for one in register.devices.at("spring")] == [(second.id, True)]
    register.devices.end(second.id)
    assert register.devices.at("spring") == []


def test_a_device_whose_links_were_revoked_is_found_no_more(register: Register) -> None:
    register.devices.put(Tablet(tournament="spring", board=7, side="white", epoch=0, made=100), "a")
    assert register.devices.found("a") is not None

    register.revoke("spring", 7)
    assert register.devices.found("a") is None


def test_a_copy_has_the_same_people(file: SqliteRegister, tmp_path: Path) -> None:
    file.enter("spring", {1: SIJBRANDS})
    file.copy_to(tmp_path / "copy.sqlite")

    with closing(SqliteRegister.open(tmp_path / "copy.sqlite")) as copied:
        assert copied.people("spring") == {1: SIJBRANDS}


def test_a_write_tries_nothing_out_with_tables_of_its_own(file: SqliteRegister, tmp_path: Path) -> None:
    def changes_of_the_schema() -> int:
        with closing(sqlite3.connect(tmp_path / "register.sqlite")) as conn:
            return int(conn.execute("PRAGMA schema_version").fetchone()[0])

    before = changes_of_the_schema()
    file.enter("spring", {1: SIJBRANDS})
    file.set_setting("url", "http://hall.lan")

    assert changes_of_the_schema() == before


def test_of_many_who_write_at_once_none_undoes_what_another_has_written(
    register: Register, registers: Callable[[], Register]
) -> None:
    """Each has a connection of its own, as another node has; files have one writer, whom all threads share."""
    writers = [register if isinstance(register, SqliteRegister) else registers() for _ in range(8)]
    begins = threading.Barrier(len(writers))

    def writes(number: int) -> str:
        begins.wait()
        writers[number].revoke("spring", 3)
        writers[number].change_setting("counted", lambda before: f"{before or ''}{number}")
        return writers[number].settled("first", str(number))

    with ThreadPoolExecutor(len(writers)) as pool:
        said = set(pool.map(writes, range(len(writers))))
    assert register.epoch("spring", 3) == len(writers)
    assert said == {register.setting("first")}
    assert set(register.setting("counted") or "") == set(map(str, range(len(writers))))
