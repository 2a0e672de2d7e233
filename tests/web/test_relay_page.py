"""The office shows a tournament on a hub: by its address and a key, until it is told to end."""

from __future__ import annotations

import time

import pytest

from arbiter.federation.relay.hub_connection import NO_HUB
from arbiter.federation.relay.processes import Relays, ordered
from arbiter.federation.relay.status import RelayTold, relays, tell
from tests.web.conftest import Door
from tests.web.office import Office

T = "/tournaments/club-open"
KEY = "0123456789abcdef" * 2


def test_the_office_asks_for_a_relay_and_ends_it(office: Office) -> None:
    door = office.door
    door.tournament()
    shown = office.send("/club-open/relay", to="https://hub.example.org/", key=f" {KEY} ", minors="none")
    order = ordered(door.desks.register, "club-open")
    page = office.page("/club-open/relay")
    ended = office.send("/club-open/relay/end")

    assert (shown.status_code, ended.status_code) == (303, 303)
    assert order is not None
    assert (order.to, order.key, order.minors) == ("https://hub.example.org", KEY, "none")
    assert "https://hub.example.org" in page
    assert KEY not in page
    assert ordered(door.desks.register, "club-open") is None


def test_what_is_no_key_or_no_address_is_refused_on_the_page(office: Office) -> None:
    office.door.tournament()
    for to, key in (("https://hub.example.org", "short"), ("ftp://hub.example.org", KEY)):
        refused = office.send("/club-open/relay", to=to, key=key)

        assert refused.status_code == 422
        assert 'role="alert"' in refused.get_data(as_text=True)
    assert ordered(office.door.desks.register, "club-open") is None


ODD = (
    "a\r\nb",
    "https://h\r\n.example",
    "h\t.example",
    "h\x00.example",
    "h.example:99999",
    "h.example:x",
    "http://[",
    "\ud800",
)


def test_what_no_address_can_hold_is_refused_and_no_fault(office: Office) -> None:
    office.door.tournament()
    for to in (*ODD, "h .example", "h\x7f.example"):
        answered = office.door.post(f"{T}/relay", {"to": to, "key": KEY})
        asked = office.send("/club-open/relay", to=to.replace("\ud800", "\ufffd"), key=KEY)

        assert (answered.status_code, asked.status_code) in ((400, 422), (422, 422)), to
    assert ordered(office.door.desks.register, "club-open") is None


def test_the_api_says_how_a_relay_is_and_tells_nobody_the_key(door: Door) -> None:
    door.tournament()
    nowhere = door.get(f"{T}/relay").get_json()
    begun = door.post(f"{T}/relay", {"to": "hub.example.org", "key": KEY}).get_json()
    told = RelayTold(tournament="club-open", hub="https://hub.example.org", lines=9, fed=4, since=1_790_000_000)
    tell(door.desks.instance, told)
    silent = door.get(f"{T}/relay").get_json()
    ended = door.send("DELETE", f"{T}/relay").get_json()

    assert (nowhere["to"], begun["to"], begun["minors"]) == (None, "https://hub.example.org", "initials")
    assert (silent["fed"], silent["silent_since_ms"]) == (4, 1_790_000_000_000)
    assert ended["to"] is None
    assert KEY not in str((begun, silent))
    assert door.get(f"{T}/relay", role="arbiter").status_code == 403


NOWHERE = (
    "http://127.0.0.1:9",
    "http://localhost",
    "http://hub.localhost.",
    "http://2130706433",
    "http://0x7f.1",
    "http://[::1]:9",
    "http://[::ffff:127.0.0.1]",
    "http://[64:ff9b::7f00:1]",
    "http://[2002:7f00:1::]",
    "http://0.0.0.0",
    "http://[::]",
    "http://169.254.169.254",
    "http://[fe80::1]",
    "http://224.0.0.1",
    "http://[ff02::1]",
    "http://255.255.255.255",
)
UNREADABLE = (
    "ftp://hub.example.org",
    "file:///etc/passwd",
    "http://anna:secret@hub.example.org",
    "http://anna@hub.example.org",
    "http://hub.example.org:99999",
    "http://[::1",
    "http://hub.example.org\\@127.0.0.1",
    "http://hub.example.org/a b",
    "https://",
)


@pytest.mark.parametrize(
    ("to", "code"),
    [*((to, "hub_address") for to in NOWHERE), *((to, "field_unreadable") for to in UNREADABLE)],
)
def test_the_office_sends_a_relay_to_no_address_where_no_hub_may_be(door: Door, to: str, code: str) -> None:
    door.tournament(started=False)
    refused = door.post(f"{T}/relay", {"to": to, "key": KEY})  # issue 21, 9

    assert (refused.status_code, refused.get_json()["code"]) == (422 if code == "hub_address" else 400, code)
    assert ordered(door.desks.register, "club-open") is None


def test_the_machine_s_owner_lets_the_office_name_a_hub_on_this_machine(door: Door) -> None:
    door.tournament(started=False)
    door.set(hub_here="yes")

    assert [door.post(f"{T}/relay", {"to": to, "key": KEY}).status_code for to in NOWHERE[:8]] == [200] * 8
    assert [door.post(f"{T}/relay", {"to": to, "key": KEY}).status_code for to in NOWHERE[9:]] == [422] * 7


def test_the_office_is_told_that_what_answers_is_no_hub(office: Office) -> None:
    office.door.tournament(started=False)
    now = int(time.time())
    why = RelayTold(tournament="club-open", hub="https://hub.example.org", since=now, why=NO_HUB, at=now)
    tell(office.door.desks.instance, why)

    assert "https://hub.example.org is not a hub: something else answers there." in office.page("/club-open/relay")


@pytest.mark.slow  # three processes
def test_a_relay_is_a_process_that_ends_with_the_service_or_when_the_office_says_so(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    door.tournament()
    door.set(hub_here="yes")
    kept = Relays(door.desks, "", here=True)
    door.post(f"{T}/relay", {"to": "http://127.0.0.1:9", "key": KEY})
    kept.look()
    ((_, process),) = kept._running.values()
    assert process.poll() is None
    door.send("DELETE", f"{T}/relay")
    kept.look()

    assert process.poll() is not None
    assert list(relays(door.desks.instance)) == []
    door.post(f"{T}/relay", {"to": "http://127.0.0.1:9", "key": KEY})
    kept.look()
    ((_, process),) = kept._running.values()
    process.kill()
    process.wait()
    kept.look()
    ((_, again),) = kept._running.values()
    kept.stop()
    assert caplog.messages == ["a relay has ended by itself and begins again"]
    assert again.pid != process.pid
    assert again.poll() is not None
