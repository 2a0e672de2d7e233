"""The key and the register of an instance: lost, empty or foreign ones are refused by name, never made anew unasked."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arbiter.alarms.backups import Backups
from arbiter.cli import main
from arbiter.instants import HallClock
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.machine.hall_urls import Whereabouts
from arbiter.machine.keys import Keys, instance_keys, shared_keys
from arbiter.refused import Refused
from arbiter.serving import Running, running
from arbiter.settings import Settings
from tests.desk.club import in_office, opened
from tests.hall import person


@contextmanager
def served(instance: Path) -> Iterator[Running]:
    with running(instance, Settings(backup_minutes=0), Whereabouts(), HallClock()) as ready:
        yield ready


def refused(instance: Path) -> str:
    with pytest.raises(Refused) as no, served(instance):
        pass
    return no.value.code


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """An instance that has been served, with a tournament."""
    with in_office(tmp_path) as desks:
        opened(desks)
    with served(tmp_path):
        return tmp_path


@pytest.mark.parametrize("text", ["", "\n", "a", "0" * 63, "g" * 64, "\udcff".encode("utf-8", "surrogateescape")])
def test_a_key_that_is_none_signs_nothing(instance: Path, text: str | bytes) -> None:
    (instance / "key").write_bytes(text.encode() if isinstance(text, str) else text)

    assert refused(instance) == "key_unusable"
    assert main(["token", "--role", "director", "--instance", str(instance)]) == 1


def test_a_key_that_is_lost_is_not_made_anew_unless_that_is_said(instance: Path) -> None:
    (instance / "key").unlink()

    assert refused(instance) == "key_lost"
    assert main(["token", "--role", "director", "--instance", str(instance)]) == 1
    assert not (instance / "key").exists()
    assert main(["renew", "key", "--instance", str(instance)]) == 0
    with served(instance) as ready:
        assert ready.service.desks.desk("club-open").state.rounds


def test_the_key_of_another_instance_is_not_taken(instance: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    instance_keys(other)
    (other / "key").replace(instance / "key")

    assert refused(instance) == "key_of_another_instance"


def test_a_register_that_is_lost_is_not_made_anew_and_its_copy_comes_back(instance: Path) -> None:
    with in_office(instance) as desks:
        Backups(desks, kept=1).make()
    (copy,) = (instance / "backups").glob("_register.*")
    (instance / "register.sqlite").unlink()

    assert refused(instance) == "register_lost"
    assert main(["restore", str(copy), "--instance", str(instance)]) == 0
    with in_office(instance) as desks:
        assert desks.register.people("club-open")[1] == person(1)


def test_a_register_that_is_junk_is_refused_by_name_and_put_aside_for_its_copy(instance: Path) -> None:
    with in_office(instance) as desks:
        Backups(desks, kept=1).make()
    (copy,) = (instance / "backups").glob("_register.*")
    assert main(["restore", str(copy), "--instance", str(instance)]) == 1
    (instance / "register.sqlite").write_bytes(b"junk" * 4_000)

    assert refused(instance) == "file_of_another_kind"
    assert main(["restore", str(copy), "--instance", str(instance)]) == 0
    with in_office(instance) as desks:
        assert desks.register.people("club-open")[1] == person(1)
    assert list((instance / "damaged").glob("*register.sqlite"))


def test_a_register_that_is_lost_for_good_begins_anew_when_that_is_said(instance: Path) -> None:
    (instance / "register.sqlite").unlink()

    assert main(["renew", "register", "--instance", str(instance)]) == 0
    with served(instance) as ready:
        assert ready.service.desks.register.people("club-open") == {}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_what_an_instance_holds_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with served(tmp_path / "hall") as ready:
            opened(ready.service.desks)
            Backups(ready.service.desks, kept=1).make()
            open_files = {path for path in (tmp_path / "hall").rglob("*") if path.stat().st_mode & 0o077}
    finally:
        os.umask(before)

    assert {path.name for path in open_files} <= {"alive"}


def test_nodes_that_start_at_once_sign_with_one_key_and_keep_it(tmp_path: Path) -> None:
    """Whoever comes second has made a key of its own by then, with which nothing may be signed any more."""
    together = threading.Barrier(4)

    def starts(node: int) -> tuple[Keys, Keys]:
        instance = tmp_path / str(node)
        together.wait()
        return shared_keys(instance, register), instance_keys(instance)

    with closing(SqliteRegister.open(tmp_path / "register.sqlite")) as register, ThreadPoolExecutor(4) as pool:
        started = list(pool.map(starts, range(4)))

    assert {keys for both in started for keys in both} == {started[0][0]}
