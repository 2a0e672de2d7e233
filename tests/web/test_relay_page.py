"""The office shows a tournament on a hub: by its address and a key, until it is told to end."""

from __future__ import annotations

import pytest

from arbiter.hall.relay.kept import Relays, ordered
from arbiter.hall.relay.told import RelayTold, relays, tell
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
    for to in (*ODD, "h .example", "h\x7f.example", "\u00e9.example"):
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


@pytest.mark.slow  # three processes
def test_a_relay_is_a_process_that_ends_with_the_service_or_when_the_office_says_so(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    door.tournament()
    kept = Relays(door.desks, "")
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
