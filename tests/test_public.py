"""Nodes that only show, over a real standby, with a real proxy in front: added and taken away while people watch."""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.games import real_games
from tests.postgres import cluster, programs, until
from tests.service import HOUSE, Caller, Service, free_port, service

pytestmark = [pytest.mark.slow, pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")]
MOVES = real_games()[0].moves
T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"


def play(caller: Caller, first: int, last: int) -> None:
    for ply in range(first, last):
        caller.post(f"{BOARD}/moves", {"move": MOVES[ply], "ply": ply})


def public(folder: Path, store: str) -> Service:
    folder.mkdir()
    node = Service(folder, {"ARBITER_STORE": store, "ARBITER_PROXY": "127.0.0.1"})
    node.options = ("--role", "public")
    node.start()
    node.wait()
    return node


class Watcher:
    """Somebody who follows a tournament: the lines that they were told, wherever they came from."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lines: list[int] = []

    def watch(self, until_line: int, patience: float = 30) -> None:
        """Follows until that line has come; begins anew behind the last one where the connection ends."""
        end = time.monotonic() + patience
        while not self.lines or self.lines[-1] < until_line:
            assert time.monotonic() < end, self.lines
            last = {"Last-Event-ID": str(self.lines[-1])} if self.lines else {}
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            with suppress(OSError, http.client.HTTPException):
                connection.request("GET", f"/api/v1{T}/events?after=0", headers=last)
                answer = connection.getresponse()
                while answer.status == 200 and (not self.lines or self.lines[-1] < until_line):
                    told = answer.readline().decode()
                    if told.startswith("id: "):
                        self.lines.append(int(told[4:].partition("-")[0]))
                    if not told:
                        break
            connection.close()


def head(director: Caller) -> int:
    return int(director.get(T)["version"])


@contextmanager
def nginx(folder: Path, nodes: list[Service]) -> Iterator[int]:
    """Nginx by `docs/federation/nginx.conf`, in front of those nodes; its port."""
    port = free_port()
    text = (HOUSE / "docs" / "federation" / "nginx.conf").read_text("utf-8")
    upstream = "\n".join(f"    server 127.0.0.1:{node.port} max_fails=1 fail_timeout=2s;" for node in nodes)
    begin, end = text.index("    server 10."), text.index("    keepalive")
    text = text[:begin] + upstream + "\n" + text[end:]
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace("/var/lib/nginx", str(folder))
    kept = [line for line in text.splitlines() if "ssl_" not in line and "hub.example.org" not in line]
    (folder / "site.conf").write_text("\n".join(kept))
    main = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    main.write_text(
        f"daemon off; {user} pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;\n"
        f"events {{ worker_connections 512; }}\nhttp {{ access_log off; include {folder}/site.conf; }}\n"
    )
    with running(("nginx", "-p", str(folder), "-c", str(main)), port):
        yield port


@contextmanager
def caddy(folder: Path, nodes: list[Service]) -> Iterator[int]:
    """Caddy by `docs/federation/Caddyfile`, in front of those nodes; its port."""
    port = free_port()
    text = (HOUSE / "docs" / "federation" / "Caddyfile").read_text("utf-8")
    addresses = " ".join(f"127.0.0.1:{node.port}" for node in nodes)
    text = text.replace("10.0.0.21:8000 10.0.0.22:8000", addresses)
    text = "{\n\tadmin off\n}\n" + text.replace("hub.example.org", f"http://127.0.0.1:{port}")
    (folder / "Caddyfile").write_text(text)
    with running(("caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")), port):
        yield port


@contextmanager
def running(command: tuple[str, ...], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: answers(port), 20)
        yield
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    with suppress(OSError, http.client.HTTPException), Caller(port, None, 5) as caller:
        return caller.send("GET", "/healthz", root="").status == 200
    return False


def test_public_nodes_over_a_standby_come_and_go_while_people_watch(tmp_path: Path) -> None:
    with cluster() as main, cluster(main) as standby, ExitStack() as stack:
        assert Service(tmp_path, {}).command("migrate", "--store", main.url).returncode == 0
        (tmp_path / "leader").mkdir()
        leader = stack.enter_context(service(tmp_path / "leader", ARBITER_STORE=main.url))
        director = stack.enter_context(leader.caller(leader.token()))
        director.tournament(4)
        one = public(tmp_path / "one", standby.url)
        stack.callback(one.stop)
        two = public(tmp_path / "two", standby.url)
        stack.callback(two.stop)
        play(director, 0, 4)
        watcher = Watcher(one.port)
        watcher.watch(head(director))
        one.kill()
        watcher.port = two.port
        play(director, 4, 8)
        watcher.watch(head(director))

        assert watcher.lines == list(range(1, head(director) + 1))
        assert not list((tmp_path / "two" / "instance" / "tournaments").glob("*"))
        with two.caller() as stranger, two.caller(leader.token()) as official:
            assert stranger.get(BOARD)["moves"] == list(MOVES[:8])
            for page in ("/", T, f"{T}/standings", f"{BOARD}", "/help", f"/api/v1{T}/sheets/pairings.pdf"):
                assert stranger.send("GET", page, root="").status in (200, 302), page
            for page in ("/office", "/sign-in", "/practice", "/b/1", f"/office{T.removeprefix('/tournaments')}"):
                assert stranger.send("GET", page, root="").status == 403, page
            moved = official.send("POST", f"{BOARD}/moves", {"move": MOVES[8], "ply": 8})
            assert (moved.status, moved.body["code"]) == (403, "only_shown")
            assert official.send("GET", f"{T}/journal").status == 403
            assert stranger.send("GET", "/readyz", root="").status == 200
        assert "sign-in" not in two.said()


def proxy_of(name: str) -> object:
    missing = shutil.which(name) is None
    return pytest.param(name, marks=pytest.mark.skipif(missing, reason=f"{name} is not installed"))


@pytest.mark.parametrize("proxy", [proxy_of("nginx"), proxy_of("caddy")])
def test_a_proxy_spares_the_nodes_passes_wires_and_survives_a_node(tmp_path: Path, proxy: str) -> None:
    with cluster() as main, cluster(main) as standby, ExitStack() as stack:
        assert Service(tmp_path, {}).command("migrate", "--store", main.url).returncode == 0
        for name in ("leader", "proxy"):
            (tmp_path / name).mkdir()
        leader = stack.enter_context(service(tmp_path / "leader", ARBITER_STORE=main.url))
        director = stack.enter_context(leader.caller(leader.token()))
        director.tournament(4)
        nodes = [public(tmp_path / name, standby.url) for name in ("one", "two")]
        for node in nodes:
            stack.callback(node.stop)
        port = stack.enter_context({"nginx": nginx, "caddy": caddy}[proxy](tmp_path / "proxy", nodes))
        watcher = Watcher(port)
        play(director, 0, 4)
        watcher.watch(head(director))
        first = page(port)
        again = [page(port, first.headers["ETag"]) for _ in range(4)]

        assert first.status == 200
        assert 304 in [answer.status for answer in again]
        if proxy == "nginx":
            assert first.headers["X-Cache"] == "MISS"
            assert {"HIT", "REVALIDATED"} & {answer.headers["X-Cache"] for answer in again}
        nodes[0].kill()
        play(director, 4, 8)
        watcher.watch(head(director))
        assert watcher.lines == list(range(1, head(director) + 1))
        assert page(port).status == 200


def page(port: int, tag: str = "") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", f"{T}/standings", headers={"If-None-Match": tag} if tag else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer
