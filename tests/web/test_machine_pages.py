"""The machine in the office, and how a tablet comes to trust it."""

from __future__ import annotations

import pytest

from arbiter.machine.hall_urls import Whereabouts
from arbiter.machine.network_addresses import CHOSEN
from arbiter.web.office.service import machine
from tests.web.conftest import Door
from tests.web.office import Office


def test_the_office_sees_what_the_doctor_says_and_where_tablets_are_sent(office: Office) -> None:
    page = office.door.client.get("/machine").get_data(as_text=True)

    assert "The disk stores a move within" in page
    assert "There is no certificate" in page
    assert "http://hall.test:8000" in page
    assert office.door.client.get("/office").get_data(as_text=True).count('href="/machine"') == 1


def test_a_stranger_does_not_see_the_machine(door: Door) -> None:
    assert door.client.get("/machine").location.startswith("/sign-in")


def test_the_office_chooses_one_of_the_machines_own_addresses(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "addresses_of", lambda _: ("10.0.0.1", "192.168.1.5"))
    service = office.door.service
    service.machine.addresses.found = Whereabouts()  # no setting names another address
    assert "several networks" in office.door.client.get("/machine").get_data(as_text=True)
    refused = office.door.client.post("/machine/address", data={"address": "8.8.8.8", "csrf": office.csrf})
    done = office.door.client.post("/machine/address", data={"address": "192.168.1.5", "csrf": office.csrf})

    assert (refused.status_code, done.status_code) == (422, 303)
    assert service.address == "http://192.168.1.5:8000"
    assert service.desks.register.setting(CHOSEN) == "192.168.1.5"
    assert service.desks.register.setting("address") == service.address


def test_the_page_of_a_service_that_listens_on_its_own_machine_says_so(office: Office) -> None:
    """Whatever networks the machine is in: `arbiter doctor` says the same."""
    office.door.set(host="127.0.0.1")
    office.door.service.machine.addresses.found = Whereabouts(own=("127.0.0.1",), port=8123)
    page = office.door.client.get("/machine").get_data(as_text=True)

    assert "Only this computer can reach the service, at http://127.0.0.1:8123." in page
    assert "several networks" not in page


def test_the_chief_arbiter_makes_the_certificate_in_the_office(office: Office) -> None:
    client = office.door.client
    assert client.get("/hall.crt").status_code == 404
    assert "no certificate yet" in client.get("/https").get_data(as_text=True)
    done = client.post("/machine/certificate", data={"csrf": office.csrf})
    authority = client.get("/hall.crt")

    assert done.status_code == 303
    assert authority.mimetype == "application/x-x509-ca-cert"
    assert authority.data.startswith(b"0\x82")  # DER


def test_a_tablet_over_plain_http_is_told_what_it_lacks(office: Office) -> None:
    t = office.door.tournament()
    (card,) = office.door.post(f"/tournaments/{t}/tablets", {"boards": [1]}).get_json()["links"]
    path = card["url"].removeprefix("http://hall.test:8000")

    assert "may fall asleep" in office.door.client.get(path).get_data(as_text=True)
    assert "may fall asleep" not in office.door.client.get(path, base_url="https://hall.test").get_data(as_text=True)


def test_the_worker_of_the_tablets_answers_for_every_page(door: Door) -> None:
    with door.client.get("/worker.js") as worker:
        assert worker.mimetype == "text/javascript"
    assert "offline" in door.client.get("/out-of-touch").get_data(as_text=True)
