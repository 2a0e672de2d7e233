"""The hall's authority: what it vouches for, and what it can never vouch for."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arbiter.machine import certificates
from arbiter.machine.certificates import (
    authority_file,
    certificate,
    context,
    lacking,
    machine_names,
    make,
    renewed,
)
from arbiter.machine.hall_urls import Whereabouts
from arbiter.machine.network_addresses import hall_address
from tests.service import Service, free_port

NAMES = ("192.168.1.5", "hall.local", "localhost", "127.0.0.1")


def met(instance: Path, name: str) -> None:
    """Somebody who trusts the hall's authority calls this machine by that name."""
    trusting = ssl.create_default_context(cafile=str(authority_file(instance)))
    ours, theirs = socket.socketpair()

    def answer() -> None:
        with suppress(OSError), context(instance).wrap_socket(ours, server_side=True) as heard:
            heard.recv(1)

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        with trusting.wrap_socket(theirs, server_hostname=name) as called:
            called.send(b".")
    finally:
        theirs.close()
        thread.join()
        ours.close()


def test_whoever_trusts_the_authority_trusts_this_machine_under_its_own_names(tmp_path: Path) -> None:
    made = make(tmp_path, NAMES)

    for name in NAMES:
        met(tmp_path, name)
    assert set(made.names) == set(NAMES)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        met(tmp_path, "192.168.1.6")


@pytest.mark.parametrize("name", ["bank.example", "8.8.8.8", "local.example", "2001:4860:4860::8888"])
def test_the_authority_cannot_vouch_for_anything_outside_a_hall(tmp_path: Path, name: str) -> None:
    """Whoever steals its key can harm no other address than those of a private network."""
    make(tmp_path, (*NAMES, name))

    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        met(tmp_path, name)


def test_a_certificate_is_made_anew_before_it_ends_and_when_the_address_changes(tmp_path: Path) -> None:
    assert renewed(tmp_path, NAMES) is None
    made = make(tmp_path, NAMES)
    almost = made.until - timedelta(days=certificates.RENEW_EARLY_DAYS - 1)

    assert not lacking(made, NAMES)
    assert lacking(made, NAMES, now=almost)
    assert made.until - datetime.now(UTC) < timedelta(days=398)
    again = renewed(tmp_path, ("192.168.1.9", *NAMES))
    assert again is not None
    assert "192.168.1.9" in again.names
    assert again.authority == made.authority
    assert certificate(tmp_path) == again


def test_the_keys_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    make(tmp_path, NAMES)
    modes = {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "tls").iterdir()}

    assert modes == {"authority.crt": 0o644, "authority.key": 0o600, "machine.pem": 0o600}


def test_a_public_address_is_not_certified() -> None:
    assert machine_names(["203.0.113.4", "10.0.0.7"])[0] == "10.0.0.7"
    assert "203.0.113.4" not in machine_names(["203.0.113.4"])


def test_tablets_are_sent_where_the_certificate_holds(tmp_path: Path) -> None:
    made = make(tmp_path, NAMES)

    assert Whereabouts(address="192.168.1.5", certificate=made).told == "https://192.168.1.5:8443"
    assert Whereabouts(address="192.168.1.6", certificate=made).told == "http://192.168.1.6:8000"
    assert (
        Whereabouts(address="192.168.1.5", certificate=made, url="https://club.example/").told == "https://club.example"
    )
    assert Whereabouts(address="fd00::5").told == "http://[fd00::5]:8000"


@pytest.mark.parametrize(
    ("host", "chosen", "own", "sent"),
    [
        ("0.0.0.0", None, ("10.0.0.1", "192.168.1.5"), "10.0.0.1"),
        ("0.0.0.0", "192.168.1.5", ("10.0.0.1", "192.168.1.5"), "192.168.1.5"),
        ("0.0.0.0", "192.168.9.9", ("10.0.0.1",), "10.0.0.1"),
        ("0.0.0.0", None, (), "127.0.0.1"),
        ("127.0.0.1", "192.168.1.5", ("10.0.0.1",), "127.0.0.1"),
    ],
)
def test_the_hall_is_found_at_the_address_that_the_office_has_chosen(
    host: str, chosen: str | None, own: tuple[str, ...], sent: str
) -> None:
    assert hall_address(host, chosen, own) == sent


def test_a_service_with_a_certificate_answers_over_both(tmp_path: Path) -> None:
    served = Service(tmp_path, {"ARBITER_TLS_PORT": str(port := free_port())})
    make(served.instance, NAMES)
    try:
        served.start()
        served.wait()
        trusting = ssl.create_default_context(cafile=str(authority_file(served.instance)))
        called = http.client.HTTPSConnection("127.0.0.1", port, context=trusting, timeout=20)
        called.request("GET", "/healthz")
        assert called.getresponse().read() == b'{"status":"ok"}\n'
        called.close()
        with served.caller() as caller:
            assert caller.send("GET", "/hall.crt", root="").status == 200
        assert f"https://127.0.0.1:{port}/" in served.said()
    finally:
        assert served.stop() == 0
