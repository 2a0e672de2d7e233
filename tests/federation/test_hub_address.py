"""A relay speaks to hubs only: what it connects to was checked, and what answers has said what it is."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from arbiter.federation.hub import SERVICE
from arbiter.federation.relay.address import check_ip, connected, hub_address
from arbiter.federation.relay.hub_connection import NO_HUB, Silent, Uplink, is_hub
from arbiter.machine.certificates import authority_file, context, make
from arbiter.refused import Refused

KEY = "0123456789abcdef" * 2
IDENTITY = json.dumps({"service": SERVICE, "takes": True}).encode()


class Server(HTTPServer):
    """What listens on this machine and answers to every request as the test says; it remembers what was asked."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.status, self.body = status, body
        self.hangs_up = False
        self.asked: list[tuple[str, str | None]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answering(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append((f"{self.command} {self.path}", self.headers["Authorization"]))
        begun = self.path.endswith("/hub/tournaments")
        body = b'{"tournament": "t", "lines": 0, "head": ""}' if begun else self.server.body
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        if begun and self.server.hangs_up:
            self.close_connection = True
            return
        self.send_response(self.server.status)
        self.send_header("Location", f"{self.server.url}/elsewhere")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def answering(status: int, body: bytes, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    with Server(status, body) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b"<html>Welcome to the hotel</html>"),
        (200, b"[]"),
        (200, b'{"service": "another"}'),
        (200, json.dumps({"service": SERVICE, "takes": False}).encode()),
        (302, IDENTITY),
        (404, b'{"code": "no_page"}'),
        (200, b" " * 1_000_001),
    ],
    ids=["a portal", "no object", "another service", "a node that only shows", "a redirect", "a 404", "without an end"],
)
def test_what_is_no_hub_is_asked_one_thing_and_never_told_the_key(status: int, body: bytes) -> None:  # issue 21, 9
    with answering(status, body) as server:
        uplink = Uplink(server.url, KEY, here=True)
        with pytest.raises(Silent) as silent:
            uplink.begin("club-open")
        uplink.close()

    assert str(silent.value) == ("the answer has no end" if len(body) > 1_000_000 else NO_HUB)
    assert server.asked == [("GET /api/v1/hub/identity", None)]


def test_a_hub_is_asked_who_it_is_first_and_told_the_key_then() -> None:
    with answering(200, IDENTITY) as server:
        uplink = Uplink(server.url, KEY, here=True)
        told = [uplink.begin("club-open") for _ in range(2)]
        uplink.close()

    assert told == [("t", 0, "")] * 2
    assert server.asked == [
        ("GET /api/v1/hub/identity", None),
        *[("POST /api/v1/hub/tournaments", f"Bearer {KEY}")] * 2,
    ]


def test_a_hub_that_hangs_up_on_a_kept_connection_is_asked_once_more_and_then_is_silent() -> None:
    with answering(200, IDENTITY) as server:
        uplink = Uplink(server.url, KEY, here=True)
        uplink.begin("club-open")
        server.hangs_up, server.asked[:] = True, []
        with pytest.raises(Silent):
            uplink.begin("club-open")
        uplink.close()

    identity, begun = ("GET /api/v1/hub/identity", None), ("POST /api/v1/hub/tournaments", f"Bearer {KEY}")
    assert server.asked == [begun, identity, begun]


@pytest.mark.parametrize("named", ["localhost", "hub.test"])
def test_a_hub_over_https_is_told_the_key_only_under_the_name_of_its_certificate(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection goes to the checked address; the certificate is held to the name."""
    make(tmp_path, [named])
    monkeypatch.setenv("SSL_CERT_FILE", str(authority_file(tmp_path)))
    with answering(200, IDENTITY, tls=context(tmp_path)) as server:
        uplink = Uplink(f"https://localhost:{server.server_port}", KEY, here=True)
        if named == "localhost":
            assert uplink.begin("club-open") == ("t", 0, "")
        else:
            with pytest.raises(Silent, match="certificate"):
                uplink.begin("club-open")
        uplink.close()

    assert len(server.asked) == (2 if named == "localhost" else 0)


def test_a_name_that_leads_to_this_machine_is_not_connected_to() -> None:
    """What the name leads to is checked at the connection itself: a name that changes what it leads to is no way in."""
    with answering(200, IDENTITY) as server:
        uplink = Uplink(server.url.replace("127.0.0.1", "localhost"), KEY)
        with pytest.raises(Refused, match="hub_address"):
            uplink.begin("club-open")
        with pytest.raises(Refused, match="hub_address"):
            connected(hub_address(server.url.replace("127.0.0.1", "localhost")), 20, here=False)
        connected(hub_address(server.url), 20, here=True).close()

    assert server.asked == []


@pytest.mark.parametrize("ip", ["10.0.0.5", "192.168.1.20", "172.16.0.1", "93.184.216.34", "2001:db8::1", "fd00::1"])
def test_a_hub_may_be_in_the_club_s_own_network(ip: str) -> None:
    check_ip(ip, here=False)


@pytest.mark.parametrize("ip", ["127.0.0.1", "::1", "::ffff:127.8.9.1"])
def test_this_machine_is_a_hub_s_where_its_owner_says_so(ip: str) -> None:
    check_ip(ip, here=True)
    with pytest.raises(Refused, match="hub_address"):
        check_ip(ip, here=False)


@pytest.mark.parametrize("ip", ["169.254.1.1", "fe80::1%eth0", "::ffff:169.254.169.254", "224.0.0.1", "0.0.0.0", "::"])
def test_an_address_of_a_segment_of_many_or_of_none_is_nobody_s(ip: str) -> None:
    with pytest.raises(Refused, match="hub_address"):
        check_ip(ip, here=True)


def test_an_identity_is_json_and_says_that_it_takes_what_is_fed() -> None:
    assert is_hub(IDENTITY)
    assert not is_hub(b"{")


def test_a_name_server_that_does_not_answer_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: answers.wait(60) and [])
    with pytest.raises(TimeoutError, match="looked up"):
        connected(hub_address("https://hub.example"), 0.05, here=False)
    answers.set()


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere when it is asked again is asked only once (DNS rebinding)."""
    asked, tried = list[str](), list[str]()
    lead = iter(("93.184.216.34", "127.0.0.1", "127.0.0.1"))

    def looked_up(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        asked.append(host)
        return [(2, 1, 6, "", (host if host[:1].isdigit() else next(lead), 80))]

    def connect(to: tuple[str, int], *_: object, **__: object) -> None:
        tried.append(to[0])
        raise ConnectionRefusedError("nobody listens")

    monkeypatch.setattr("socket.getaddrinfo", looked_up)
    monkeypatch.setattr("urllib3.util.connection.create_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        connected(hub_address("http://club.example"), 5, here=False)

    assert asked == ["club.example"]
    assert tried == ["93.184.216.34"]
