"""A register of any schema comes to the schema of today, column by column, and holds what it held."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arbiter.journal.accounts import Credential
from arbiter.journal.people import Person
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.register import SqliteRegister, beside
from arbiter.journal.sqlite.register_migrations import REGISTER
from tests.journal.old_journal import REGISTERS

SCHEMAS = range(1, REGISTER.version + 1)


def of_schema(number: int, folder: Path) -> Path:
    """A register as the steps up to that schema made it."""
    path = folder / "register.sqlite"
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript((REGISTERS / f"schema-{number}.sql").read_text("utf-8"))
    return path


def schema(path: Path) -> dict[str, Any]:
    """The text of every table and index without its quotes and spaces, and the columns of each as SQLite sees them."""
    with closing(sqlite3.connect(path)) as conn:
        found = list(conn.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master"))
        told: dict[str, Any] = {f"{kind} {name}": re.sub(r'["\s]', "", sql) for kind, name, sql in found}
        for kind, name, _ in found:
            told[name] = list(conn.execute(f"PRAGMA {kind}_xinfo('{name}')"))
            told[f"indexes of {name}"] = sorted(row[1:] for row in conn.execute(f"PRAGMA index_list('{name}')"))
    return told


@pytest.mark.parametrize("number", SCHEMAS)
def test_a_register_of_any_schema_gets_the_schema_of_a_fresh_one(number: int, tmp_path: Path) -> None:
    path, fresh, today = of_schema(number, tmp_path), tmp_path / "fresh.sqlite", tmp_path / "today"
    SqliteRegister.open(path).close()
    SqliteRegister.open(fresh).close()
    today.mkdir()

    assert schema(path) == schema(fresh) == schema(of_schema(REGISTER.version, today))


@pytest.mark.parametrize("number", SCHEMAS)
def test_a_register_of_any_schema_holds_what_it_held(number: int, tmp_path: Path) -> None:
    ton = Person("Ton Sijbrands", 2400, "Damclub Gouda", "NED", "GMI", "1949", "m")
    apart = Person(*("Ton Sijbrands", 2400, "Damclub Gouda", "NED", "GMI", "1949", "m", "Sijbrands", "Ton", "10001"))
    with closing(SqliteRegister.open(of_schema(number, tmp_path))) as register:
        assert register.people("spring") == {
            1: apart if number >= 3 else ton,
            2: Person("José Strauß", shown="short" if number >= 5 else None),
        }
        assert (register.epoch("spring", 3), register.epoch("spring", 4)) == (3, 1)
        assert register.setting("url") == "http://hall.local"
        anna = register.accounts.named("anna bakker")
        assert anna is not None
        assert (anna.password, anna.club) == ("scrypt:2", "Damclub Gouda" if number >= 6 else "")
        assert [one.name for one in register.accounts.all()] == ["Anna Bakker", "Chief Arbiter"]
        session = Credential(kind="session", account=anna.number, until=900, made=100, seen=100, device="Firefox", id=1)
        assert register.accounts.credential("a") == (session if number >= 2 else None)
        devices = [(one.board, one.side, one.bound, one.address, one.seen) for one in register.devices.at("spring")]
        seen = ("192.0.2.7", 150) if number >= 7 else ("", 0)
        assert devices == ([(7, "white", True, *seen)] if number >= 4 else [])


@pytest.mark.parametrize("number", SCHEMAS)
def test_a_register_of_any_schema_is_read_beside_its_service_and_stays_as_it_is(number: int, tmp_path: Path) -> None:
    path = of_schema(number, tmp_path)
    before = path.read_bytes()
    with beside(path) as register:
        assert [person.name for person in register.people("spring").values()] == ["Ton Sijbrands", "José Strauß"]
        assert set(register.accounts.names().values()) == ({"Anna Bakker", "Chief Arbiter"} if number >= 2 else set())
        assert register.setting("url") == "http://hall.local"

    assert path.read_bytes() == before
