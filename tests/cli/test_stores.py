"""The verbs over a database, beside its nodes and without a service: as they are over the files of an instance."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from arbiter.cli import main
from arbiter.cli.stores import shown
from arbiter.desk.desks import Desks
from arbiter.hall.accounts import good
from arbiter.instants import HallClock
from arbiter.journal.accounts import Account
from arbiter.journal.lines import first_bad
from arbiter.journal.postgres.read_only import beside
from arbiter.journal.postgres.schema import STEPS, migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import opened as opened_rows
from arbiter.journal.postgres.tables import Rows
from arbiter.journal.register import Register
from arbiter.journal.sqlite.journal import file_of
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.machine.keys import shared_keys
from tests.desk.club import move, opened
from tests.postgres import Cluster, programs
from tests.service import free_port

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@dataclass(frozen=True)
class Club:
    """A tournament in a database, and a machine from which it is asked about."""

    url: str
    instance: Path
    capture: pytest.CaptureFixture[str]

    def runs(self, *arguments: str) -> tuple[int, str, str]:
        """What one verb answers: its exit code, and what it says on both ways out."""
        code = main([*arguments, "--store", self.url, "--instance", str(self.instance)])
        said = self.capture.readouterr()
        return code, said.out, said.err


@pytest.fixture(scope="module")
def filled(primary: Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database with a tournament in which some moves were played, and a chief arbiter."""
    url = primary.another("club")
    with closing(Server(url)) as made:
        migrate(made)
    instance = tmp_path_factory.mktemp("node")
    store, archive = opened_rows(url, instance, file_of)
    desks = Desks(instance, HallClock(), kept=archive)
    terms: dict[str, Any] = {"regulations": "fmjd_classic", "switches": (("irregular_policy", "opponent"),)}
    opened(desks, name="Spring Open", **terms).submit(move(0, "32-28"))
    desks.register.accounts.put(Account("Anna Bakker", "director"))
    desks.close()
    store.close()
    return url


@pytest.fixture
def club(filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    return Club(filled, tmp_path / "here", capsys)


def test_a_journal_is_verified_where_it_lies(club: Club) -> None:
    code, said, _ = club.runs("verify", "spring-open")

    assert code == 0
    assert "lines of spring-open hold together" in said
    assert club.runs("verify", "nowhere")[0] == 1


def test_a_line_that_was_altered_by_the_owner_of_the_database_is_named(primary: Cluster, club: Club) -> None:
    url = primary.another("altered")
    with psycopg.connect(club.url.rpartition("/")[0] + "/postgres", autocommit=True) as conn:
        conn.execute("DROP DATABASE altered")
        conn.execute("CREATE DATABASE altered TEMPLATE club")
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("ALTER TABLE line DISABLE TRIGGER USER")
        conn.execute("UPDATE line SET at = at + 1 WHERE seq = 4")
    code, _, why = Club(url, club.instance, club.capture).runs("verify", "spring-open")

    assert code == 1
    assert "Line 4 of spring-open has been altered or damaged" in why


def test_a_backup_of_a_database_comes_back_into_files_and_into_another_database(
    primary: Cluster, club: Club, tmp_path: Path
) -> None:
    assert club.runs("backup", "spring-open", str(tmp_path / "spring.zip"))[0] == 0
    other = primary.another("other")
    assert main(["migrate", "--store", other]) == 0
    assert main(["restore", str(tmp_path / "spring.zip"), "--store", other, "--instance", str(tmp_path / "x")]) == 0
    again = main(["restore", str(tmp_path / "spring.zip"), "--store", other, "--instance", str(tmp_path / "x")])
    assert main(["restore", str(tmp_path / "spring.zip"), "--instance", str(tmp_path / "files")]) == 0

    assert again == 1
    with beside(club.url) as first, beside(other) as second:
        lines = first.lines("spring-open")
        assert first_bad(lines) is None
        assert second.lines("spring-open") == FilesBeside(tmp_path / "files").lines("spring-open") == lines
        assert second.people("spring-open") == first.people("spring-open")
    club.capture.readouterr()
    for place in (("--store", other), ("--instance", str(tmp_path / "files"))):
        assert main(["verify", "spring-open", *place]) == 0
        assert "1 finding is sealed; with its key, each matches its seal." in club.capture.readouterr().out


def test_a_tournament_goes_into_a_database_and_back_with_the_same_head(
    primary: Cluster, club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, there, back = str(tmp_path / "files"), primary.another("there"), str(tmp_path / "back")
    assert main(["migrate", "--store", there]) == main(["migrate", "--store", there]) == 0
    assert capsys.readouterr().out.endswith(f"The database has the tables of step {len(STEPS)}.\n")
    for source, to in ((club.url, files), (files, there), (there, back)):
        assert main(["copy", "spring-open", "--from", source, "--to", to]) == 0
    assert main(["copy", "spring-open", "--from", there, "--to", back]) == 1
    capsys.readouterr()
    assert main(["verify", "spring-open", "--instance", back]) == 0
    assert "1 finding is sealed; with its key, each matches its seal." in capsys.readouterr().out

    with beside(club.url) as first:
        lines = first.lines("spring-open")
        people = first.people("spring-open")
    for folder in (files, back):
        read = FilesBeside(Path(folder))
        assert (read.lines("spring-open"), read.people("spring-open")) == (lines, people)
    assert main(["verify", "spring-open", "--instance", back]) == 0


def test_a_sheet_is_printed_and_a_tournament_taken_out(club: Club, tmp_path: Path) -> None:
    assert club.runs("print", "spring-open", "standings", "--to", str(tmp_path / "s.pdf"))[0] == 0
    assert club.runs("export", "spring-open", "--format", "json", "--to", str(tmp_path / "s.json"))[0] == 0

    assert (tmp_path / "s.pdf").read_bytes().startswith(b"%PDF")
    told = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert "Player 1" in json.dumps(told)


def test_an_export_becomes_a_tournament_of_the_database_under_a_free_id(club: Club, tmp_path: Path) -> None:
    assert club.runs("export", "spring-open", "--format", "json", "--to", str(tmp_path / "s.json"))[0] == 0
    code, said, why = club.runs("restore", str(tmp_path / "s.json"))

    assert (code, said.startswith("spring-open-")) == (0, True), why
    assert "postgres@" in said
    assert club.runs("verify", said.split(" ", 1)[0])[0] == 0


def test_the_register_of_the_database_has_the_accounts_and_keeps_what_lets_them_in(club: Club) -> None:
    code, said, _ = club.runs("account", "list")
    assert (code, "Anna Bakker" in said) == (0, True)

    link = club.runs("account", "reset", "Anna Bakker")[1].strip().rpartition("/")[2]
    with closing(Server(club.url)) as server:
        assert good(Register(Rows(server)).accounts, link, "link", HallClock().now() // 1_000) is not None


def test_what_is_signed_at_any_machine_is_signed_with_the_key_of_the_nodes(club: Club, tmp_path: Path) -> None:
    code, first, why = club.runs("token", "--role", "director")
    assert (code, len(first.split())) == (0, 1), why
    another = replace(club, instance=tmp_path / "another")
    assert another.runs("print", "spring-open", "cards", "--to", str(tmp_path / "cards.pdf"))[0] == 0
    second = another.runs("token", "--role", "director")[1]

    with closing(Server(club.url)) as server:
        keys = shared_keys(tmp_path / "third", Register(Rows(server)))
    assert None not in (keys.opened("bearer", first.strip()), keys.opened("bearer", second.strip()))
    assert (another.instance / "key").read_text() == (club.instance / "key").read_text() == keys.secret


def test_the_environment_names_the_database_too(club: Club, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITER_STORE", club.url)

    assert main(["verify", "spring-open", "--instance", str(tmp_path)]) == 0
    assert main(["verify", "spring-open", "--instance", str(tmp_path), "--store", ""]) == 1


VERBS = {
    "serve": (),
    "migrate": (),
    "verify": ("spring-open",),
    "backup": ("spring-open", "TO"),
    "export": ("spring-open", "--format", "json", "--to", "TO"),
    "print": ("spring-open", "standings", "--to", "TO"),
    "token": ("--role", "director"),
    "account": ("list",),
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_database_that_is_away_is_told_in_a_sentence(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = () if verb == "migrate" else ("--instance", str(tmp_path))
    typed = [word.replace("TO", str(tmp_path / "to")) for word in VERBS[verb]]
    code = main([verb, *typed, "--store", f"postgresql://a:secret@127.0.0.1:{free_port()}/x", *where])
    said = capsys.readouterr().err

    assert code == 1
    assert said.startswith("The database cannot be reached, or refuses the connection: connection failed: ")
    assert said.count("\n") == 1
    assert "secret" not in said
    assert not (tmp_path / "to").exists()


def test_whatever_else_is_wrong_with_a_database_is_told_in_a_sentence(
    primary: Cluster, filled: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refused(url: str, *verb: str) -> str:
        assert main([*(verb or ("verify", "spring-open")), "--store", url, "--instance", str(tmp_path)]) == 1
        return capsys.readouterr().err

    place = primary.url.rpartition("/")[0]
    assert 'database "nowhere" does not exist' in refused(f"{place}/nowhere")
    assert "arbiter migrate" in refused(primary.another("unmade"))
    assert refused("postgresql://a:secret@[") == (
        'The address of the database cannot be read: end of string reached when looking for matching "]" in IPv6 host '
        "address in URI.\n"
    )
    primary.asks("CREATE ROLE guest LOGIN")
    assert "permission denied" in refused(filled.replace("postgres@", "guest@"))
    later = primary.another("later")
    with closing(Server(later)) as made:
        migrate(made)
        with made.transaction() as conn:
            conn.execute("INSERT INTO arbiter_step VALUES (%s, now())", (len(STEPS) + 1,))
    assert f"step {len(STEPS) + 1}; this version knows {len(STEPS)}" in refused(later)


def test_without_what_speaks_to_a_database_the_package_to_install_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As it is where Arbiter was installed without its extra."""
    for name in tuple(sys.modules):
        if name.startswith(("arbiter.journal.postgres", "psycopg")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)

    for verb, more in VERBS.items():
        where = () if verb == "migrate" else ("--instance", str(tmp_path))
        typed = [word.replace("TO", str(tmp_path / "to")) for word in more]
        assert main([verb, *typed, "--store", "postgresql://127.0.0.1/x", *where]) == 1
        assert "draughts-arbiter[postgres]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("./instance", "./instance"),
        ("postgresql://arbiter:secret@one,two/arbiter?sslmode=require", "postgresql://arbiter@one,two/arbiter"),
        ("postgresql://one/arbiter?password=secret", "postgresql://one/arbiter"),
    ],
)
def test_no_password_of_a_database_is_printed(place: str, said: str) -> None:
    assert shown(place) == said
