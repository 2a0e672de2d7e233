"""The runbook: its commands, in its order, on two servers; and what is kept when they have all been given."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.instants import HallClock
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Unwritten, first_bad
from arbiter.journal.postgres.read_only import beside
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.postgres.store import opened as opened_rows
from arbiter.journal.sqlite.journal import file_of
from arbiter.refused import Refused
from tests.desk.club import move, opened
from tests.postgres import OWNER, Cluster, cluster, either, pair, programs, run, until

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
RUNBOOK = Path(__file__).parents[1] / "docs" / "failover.md"
COMMAND = re.compile(r"^ *(one|two|node)\$ (.+)$", re.MULTILINE)
ADDRESS = "postgresql://arbiter:choose-another@one,two/arbiter"
FILES = "/var/lib/postgresql/15/main"


class Site:
    """The machines of the runbook, as two servers on this one."""

    def __init__(self, one: Cluster, two: Cluster) -> None:
        self.machines = {"one": one, "two": two}
        self.said: list[tuple[object, ...]] = []

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{machine.port}" for machine in self.machines.values())
        return f"postgresql://arbiter@{hosts}/arbiter"

    def gives(self, machine: str, command: str) -> None:
        """That command, given on that machine."""
        words = [word for word in shlex.split(command) if word not in ("sudo", "-u", "postgres")]
        if machine == "node":
            self._node(words)
            return
        here = self.machines[machine]
        match words:
            case ["psql", "-c", statement]:
                self.said = here.asks(statement)
            case ["psql", "-d", database, "-c", statement]:
                self.said = here.asks(statement, database)
            case ["pg_ctlcluster", "15", "main", "promote"]:
                here.promote()
            case ["pg_ctlcluster", "15", "main", "start"]:
                here.settle()
                here.start()
            case ["pg_ctlcluster", "15", "main", "restart"]:
                here.stop("fast")
                here.start()
            case ["pg_ctlcluster", "15", "main", "stop", *how]:
                here.stop(how[-1] if how else "fast")
            case ["rm", "-rf", folder]:
                assert folder == FILES
                shutil.rmtree(here.data)
            case ["pg_basebackup", "-h", other, *rest]:
                there = [word.replace(FILES, str(here.data)) for word in rest]
                run("pg_basebackup", "--no-sync", "-h", "127.0.0.1", "-p", str(self.machines[other].port), *there)
            case ["openssl", *rest]:
                as_owner = ("runuser", "-u", OWNER, "--") if os.geteuid() == 0 else ()
                there = [word.replace(FILES, str(here.data)) for word in rest]
                subprocess.run([*as_owner, "openssl", *there], check=True, capture_output=True)
            case _:
                raise AssertionError(f"nobody here knows how to give {command}")

    def _node(self, words: list[str]) -> None:
        words = [word.partition("?")[0].replace(ADDRESS, self.url) for word in words[1:]]
        if words[0] != "serve":
            assert main(words) == 0


@pytest.mark.slow  # two servers, stopped and started again and again
def test_the_commands_of_the_runbook_lead_from_two_empty_machines_through_a_loss_and_back(tmp_path: Path) -> None:
    chapters = {text[:1]: COMMAND.findall(text) for text in RUNBOOK.read_text("utf-8").split("\n## ")}
    with cluster() as one, cluster() as two:
        site = Site(one, two)

        def give(chapter: str) -> None:
            for machine, command in chapters[chapter]:
                site.gives(machine, command)

        give("1")
        until(one.followed)
        with played(site.url, tmp_path) as desk:
            two.stop()
            with pytest.raises(CannotWrite):
                desk.submit(move(1, "19-23"), key="again")
            give("2")
            desk.submit(move(1, "19-23"), key="again")
            two.start()
            (named,) = (command for _, command in chapters["1"] if "synchronous_standby_names" in command)
            site.gives("one", named)
            site.gives("one", 'psql -c "SELECT pg_reload_conf()"')
            until(one.followed)
            desk.submit(move(2, "28x19"))
        give("3")
        until(two.followed)

        assert one.asks("SELECT pg_is_in_recovery()") == [(True,)]
        with beside(site.url) as read:
            assert first_bad(read.lines("spring-open")) is None
            assert [line.kind for line in read.lines("spring-open")].count("MovePlayed") == 3


@pytest.mark.slow  # two servers, stopped and started
def test_a_primary_that_comes_back_after_its_standby_took_over_is_written_no_more(tmp_path: Path) -> None:
    """There were two histories, and nodes that were ready on either."""
    with pair() as (main, standby), ExitStack() as stack:
        url = either(main, standby)
        with closing(Server(url)) as server:
            migrate(server)

        def opened_store() -> PostgresStore:
            return stack.enter_context(closing(opened_rows(url, tmp_path, file_of, remembers=True)[0]))

        def appended(seq: int) -> bool:
            with suppress(CannotWrite):
                journal.append([Unwritten(1, "MovePlayed", "{}", str(seq))], seq)
            return journal.by_key(str(seq)) is not None

        store = opened_store()
        journal = store.create("open")
        assert appended(0)
        main.stop()
        standby.promote()
        standby.set("synchronous_standby_names", "")
        until(lambda: ready(lambda: appended(1)))
        standby.stop("fast")
        main.start()
        main.set("synchronous_standby_names", "")

        with pytest.raises(Refused, match="store_replaced"):
            appended(2)
        store.close()
        with pytest.raises(Refused, match="store_replaced"):
            opened_store()
        standby.start()
        assert opened_store().open("open").version == 2


@pytest.mark.slow  # a server
def test_a_node_checks_the_name_of_a_database_over_tls(tmp_path: Path) -> None:
    (chapter,) = (text for text in RUNBOOK.read_text("utf-8").split("\n## ") if text.startswith("6. TLS"))
    with cluster() as one:
        site = Site(one, one)
        for machine, command in COMMAND.findall(chapter):
            if machine == "one":
                site.gives(machine, command)
        (tmp_path / "database.pem").write_bytes((one.data / "server.crt").read_bytes())
        checked = f"hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={tmp_path}/database.pem"
        urls = {name: f"postgresql://postgres@{name}:{one.port}/postgres?{checked}" for name in ("one", "two")}
        with closing(Server(urls["one"])) as server:

            def encrypted() -> bool:
                with server.transaction() as conn:
                    asked = conn.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchone()
                return asked == (True,)

            until(lambda: ready(encrypted))
        with closing(Server(urls["two"])) as server, pytest.raises(CannotWrite), server.transaction():
            pass


def ready(work: Callable[[], bool]) -> bool:
    """Whether the database answers, and so does that."""
    try:
        return work()
    except CannotWrite:
        return False


@contextmanager
def played(url: str, folder: Path) -> Iterator[Desk]:
    """A tournament over that database, in which one move was played."""
    store, archive = opened_rows(url, folder, file_of)
    desks = Desks(folder, HallClock(), kept=archive)
    try:
        desk = opened(desks, name="Spring open")
        desk.submit(move(0, "32-28"))
        yield desk
    finally:
        desks.close()
        store.close()


def test_the_configuration_of_patroni_promotes_only_who_has_every_acknowledged_move() -> None:
    told = (RUNBOOK.parent / "patroni.yml").read_text("utf-8")

    assert re.search(r"^ +synchronous_mode: true", told, re.MULTILINE)
    assert re.search(r"^ +synchronous_mode_strict: true", told, re.MULTILINE)
    assert re.search(r'^ +synchronous_commit: "on"', told, re.MULTILINE)
    assert "mode: required" in told
