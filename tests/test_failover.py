"""The runbook: its commands, in its order, on two servers; and what is kept when they have all been given."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Unwritten
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.postgres.store import opened as opened_rows
from arbiter.journal.sqlite.journal import file_of
from arbiter.refused import Refused
from tests.games import real_games
from tests.machines import COMMAND, Machine, machines, missing, version
from tests.postgres import either, pair, programs, until
from tests.service import PATIENCE, Caller, Gone

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
RUNBOOK = Path(__file__).parents[1] / "docs" / "failover.md"
STORE = "postgresql://arbiter:choose-another@one,two/arbiter?target_session_attrs=read-write"
MOVES = real_games()[0].moves


def chapters(site: Mapping[str, Machine]) -> Callable[..., None]:
    """A function that types the commands of a chapter of the runbook, each at its machine; of certain machines only."""
    pages = {text[:1]: COMMAND.findall(text) for text in RUNBOOK.read_text("utf-8").split("\n## ")}

    def give(chapter: str, *at: str) -> None:
        for machine, command in pages[chapter]:
            if at and machine not in at:
                continue
            typed = command.replace(" 15 main", f" {version()} main").replace("/15/main", f"/{version()}/main")
            site[machine].types(f"{typed} > serving 2>&1 &" if " serve " in typed else typed)

    return give


def two_servers(site: Mapping[str, Machine], *more: str) -> None:
    """What Debian makes with the package on both, the lines that the page adds by prose, and the password file."""
    lines = [*re.findall(r"`(host [^`]+)`", RUNBOOK.read_text("utf-8")), *more]
    assert len(lines) == 2 + len(more)
    for name in ("one", "two"):
        site[name].cluster("\n".join(lines))
        site[name].types("echo '*:*:*:follower:choose-one' > ~postgres/.pgpass")
        site[name].types("chown postgres ~postgres/.pgpass; chmod 600 ~postgres/.pgpass")


def followed(server: Machine) -> bool:
    """Whether a synchronous standby has all there is."""
    return server.asks("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1"


@pytest.mark.slow  # three machines, two servers that are stopped and started again and again
@pytest.mark.skipif(missing() is not None, reason=str(missing()))
def test_the_commands_of_the_runbook_lead_from_two_empty_machines_through_a_loss_and_back() -> None:
    with machines(one=11, two=12, node=21) as site:
        one, two, node = site.values()
        two_servers(site)
        give = chapters(site)
        give("1")
        until(lambda: followed(one))
        token = node.types(f"arbiter token --role director --store {STORE}").split()[-1]
        with node.network(), Caller(8000, token, PATIENCE) as player:
            until(lambda: answers(player))
            board, plays = a_game(player)
            assert plays(0) == 200
            two.types(f"pg_ctlcluster {version()} main stop -m immediate")
            assert plays(1) == 503
            give("2")
            until(lambda: plays(1) == 200)
            two.types(f"pg_ctlcluster {version()} main start")
            one.types("""sudo -u postgres psql -c "ALTER SYSTEM SET synchronous_standby_names = 'two'" """)
            one.types('sudo -u postgres psql -c "SELECT pg_reload_conf()"')
            until(lambda: followed(one))
            assert plays(2) == 200
            give("3")
            until(lambda: followed(two))
            until(lambda: plays(3) == 200)

            assert one.asks("SELECT pg_is_in_recovery()") == "t"
            assert player.get(board)["moves"] == list(MOVES[:4])
        for server in (one, two):
            server.types(f"sed -i s/^host/hostssl/ /etc/postgresql/{version()}/main/pg_hba.conf")
        give("6", "one", "two")
        keys = [server.read(f"/var/lib/postgresql/{version()}/main/server.crt") for server in (one, two)]
        node.write("/etc/arbiter/database.pem", "".join(keys))
        give("6", "node")
        node.types("echo '192.0.2.12 other' >> /etc/hosts")
        other = "postgresql://arbiter:choose-another@other/arbiter?sslmode=verify-full&sslrootcert=/etc/arbiter/database.pem"
        assert "other" in node.types(f"! arbiter doctor --store '{other}' 2>&1")


def a_game(player: Caller) -> tuple[str, Callable[[int], int]]:
    """The board of a new tournament, and a function that sends the move of that ply there and returns the status."""
    board = f"/tournaments/{player.tournament(4, name='Spring open')}/rounds/1/boards/1"

    def plays(ply: int) -> int:
        return player.send("POST", f"{board}/moves", {"move": MOVES[ply], "ply": ply, "key": str(ply)}).status

    return board, plays


def answers(caller: Caller) -> bool:
    """Whether the service answers."""
    with suppress(*Gone):
        return caller.send("GET", "/healthz", root="").status == 200
    return False


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


def ready(work: Callable[[], bool]) -> bool:
    """Whether the database answers, and so does that."""
    try:
        return work()
    except CannotWrite:
        return False


def test_the_configuration_of_patroni_promotes_only_who_has_every_acknowledged_move() -> None:
    told = (RUNBOOK.parent / "patroni.yml").read_text("utf-8")

    assert re.search(r"^ +synchronous_mode: true", told, re.MULTILINE)
    assert re.search(r"^ +synchronous_mode_strict: true", told, re.MULTILINE)
    assert re.search(r'^ +synchronous_commit: "on"', told, re.MULTILINE)
    assert "mode: required" in told


PATRONI = (
    "sudo -u postgres sh -c 'echo $$ > ~postgres/pid; exec patroni /etc/patroni.yml' >> /var/log/patroni.log 2>&1 &"
)


@pytest.mark.slow  # four machines with etcd and Patroni, and a lost leader
@pytest.mark.skipif(missing() is not None, reason=str(missing()))
@pytest.mark.skipif(None in map(shutil.which, ("patroni", "etcd")), reason="Patroni or etcd is not installed")
def test_patroni_promotes_the_standby_and_play_goes_on_once_there_is_a_standby_again() -> None:
    """The configuration of the page, but for the watchdog, of which no machine here has one."""
    told = (RUNBOOK.parent / "patroni.yml").read_text("utf-8").replace("mode: required", "mode: 'off'")
    told = told.replace("/postgresql/15/", f"/postgresql/{version()}/")
    with machines(one=11, two=12, three=13, node=21) as site:
        one, two, three, node = site.values()
        peers = ",".join(f"{m.name}=http://{m.at}:2380" for m in (one, two, three))
        for m in (one, two, three):
            own = f"--initial-advertise-peer-urls http://{m.at}:2380 --listen-peer-urls http://{m.at}:2380"
            clients = f"--listen-client-urls http://0.0.0.0:2379 --advertise-client-urls http://{m.at}:2379"
            m.types(f"etcd --name {m.name} {own} {clients} --initial-cluster {peers} > etcd.log 2>&1 &")

        def stands(what: str) -> bool:
            return what in two.types("patronictl -c /etc/patroni.yml list 2>&1 || true").replace(" ", "")

        for m in (one, two):
            m.write(
                "/etc/patroni.yml", told.replace("name: one", f"name: {m.name}").replace("s: one:", f"s: {m.name}:")
            )
            m.types(f"rm -rf /var/lib/postgresql/{version()}/main")
            m.types("install -d -o postgres -g postgres /run/postgresql")
        one.types(PATRONI)
        until(lambda: stands("|one|one|Leader|running|"))
        two.types(PATRONI)
        until(lambda: stands("|two|two|SyncStandby|running|"))
        one.asks("CREATE ROLE arbiter LOGIN PASSWORD 'choose-another'")
        one.asks("CREATE DATABASE arbiter OWNER arbiter")
        node.types(f"arbiter migrate --store {STORE}")
        node.types(f"arbiter serve --store {STORE} > serving 2>&1 &")
        token = node.types(f"arbiter token --role director --store {STORE}").split()[-1]
        with node.network(), Caller(8000, token, PATIENCE) as player:
            until(lambda: answers(player))
            board, plays = a_game(player)
            assert plays(0) == 200
            one.types(f"kill -9 $(cat ~postgres/pid) $(head -1 /var/lib/postgresql/{version()}/main/postmaster.pid)")
            until(lambda: stands("|two|two|Leader|running|"))
            assert plays(1) == 503
            one.types(PATRONI)
            until(lambda: plays(1) == 200)
            assert player.get(board)["moves"] == list(MOVES[:2])
