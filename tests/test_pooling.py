"""A service behind a pooling proxy (pgbouncer) in transaction mode, by the settings of the runbook."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from tests.games import real_games
from tests.postgres import OWNER, Cluster, cluster, programs, until
from tests.service import free_port
from tests.test_failover import RUNBOOK
from tests.warm import WarmService

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
pytestmark = [
    pytest.mark.slow,  # a server, a proxy and two nodes
    pytest.mark.skipif(programs() is None or PGBOUNCER is None, reason="PostgreSQL or pgbouncer is not installed"),
]


@contextmanager
def pooled(one: Cluster) -> Iterator[str]:
    """The proxy with the runbook's settings; the address of the database behind it."""
    (told,) = re.findall(r"```ini\n(.*?)```", RUNBOOK.read_text("utf-8"), re.DOTALL)
    port = free_port()
    for said, here in (
        ("host=one,two port=5432 dbname=arbiter", f"host=127.0.0.1 port={one.port} dbname=postgres user=postgres"),
        ("listen_port = 6432", f"listen_port = {port}"),
        ("auth_type = scram-sha-256", "auth_type = any"),
        ("auth_file = /etc/pgbouncer/userlist.txt\n", ""),
    ):
        assert said in told
        told = told.replace(said, here)
    settings = one.folder / "pgbouncer.ini"
    settings.write_text(told + "unix_socket_dir =\n")
    settings.chmod(0o644)
    assert PGBOUNCER is not None
    as_nobody = ("setpriv", f"--reuid={OWNER}", "--clear-groups") if os.geteuid() == 0 else ()
    process = subprocess.Popen([*as_nobody, PGBOUNCER, "-q", settings], stderr=subprocess.DEVNULL)
    url = f"postgresql://postgres@127.0.0.1:{port}/arbiter"
    try:
        until(lambda: answers(url))
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


def answers(url: str) -> bool:
    with suppress(psycopg.Error), psycopg.connect(url):
        return True
    return False


def test_two_nodes_behind_a_pooling_proxy_play_and_see_what_the_other_has_written(tmp_path: Path) -> None:
    with cluster() as one, pooled(one) as url:
        with closing(Server(url)) as server:
            migrate(server)
        nodes = [WarmService(tmp_path / name, {"ARBITER_STORE": url}) for name in "ab"]
        try:
            for node in nodes:
                node.instance.parent.mkdir()
                node.start()
            for node in nodes:
                node.wait()
            with nodes[0].caller(nodes[1].token()) as first, nodes[1].caller(nodes[0].token()) as second:
                id = first.tournament(4)
                board = f"/tournaments/{id}/rounds/1/boards/1"
                until(lambda: second.send("GET", f"/tournaments/{id}").status == 200)
                moves = real_games()[0].moves[:12]
                for ply, move in enumerate(moves):
                    (first, second)[ply % 2].post(f"{board}/moves", {"move": move, "ply": ply})
                assert second.get(board)["moves"] == list(moves)
                assert first.send("GET", "/me", root="/api/v1").status == 200
        finally:
            for node in nodes:
                node.stop()
