"""The web service in a test: the real application over a real instance, its clock wound by the test."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from arbiter.desk.desks import Desks
from arbiter.journal.accounts import Account
from arbiter.journal.people import Person
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.machine.hall_urls import Whereabouts
from arbiter.machine.keys import instance_keys
from arbiter.service import Service
from arbiter.serving import PAGES
from arbiter.web.access.hashing import Hashing
from arbiter.web.access.sessions import Access
from arbiter.web.app import create_app
from tests.hall import WoundClock
from tests.web import described
from tests.web.office import Office

PASSWORD = "dammen en schijven"
LIGHT = Hashing("scrypt:1024:8:1")
"""What hashes passwords of tests: what a hash costs in a hall is told by the tests of signing in."""
HASHED = LIGHT.make(PASSWORD)
FREE: list[Flask] = []
"""Applications that nobody talks to just now: one is made in half of the time that a test takes, and keeps nothing."""


class WallTime:
    """The wall clock, until a test reads another one."""

    def __init__(self) -> None:
        self.read: Callable[[], float] = time.time

    def __call__(self) -> float:
        return self.read()


@dataclass
class Door:
    """A service to talk to: as the director by a token (`send`), or as whoever the client is."""

    desks: Desks
    access: Access
    clock: WoundClock
    client: FlaskClient

    @property
    def service(self) -> Service:
        return self.access.service

    def set_wall_time(self, read: Callable[[], float]) -> None:
        """The wall clock by which sessions, tokens and links end, from now on."""
        assert isinstance(self.service.now, WallTime)
        self.service.now.read = read

    def set(self, **settings: Any) -> None:
        """Starts the service anew with other settings."""
        service = replace(self.service, settings=replace(self.service.settings, **settings))
        self.client.application.extensions["arbiter"] = self.access = Access(service)
        self.access.accounts.hashing = LIGHT

    def send(
        self, method: str, path: str, body: object = None, *, role: str | None = "director", **more: Any
    ) -> TestResponse:
        """A request to the API; `role` None: without a token."""
        headers = dict(more.pop("headers", {}))
        if role is not None:
            headers["Authorization"] = f"Bearer {self.service.keys.bearer(role)}"
        answer = self.client.open(f"/api/v1{path}", method=method, json=body, headers=headers, **more)
        described.check(self.client.application, answer)
        return answer

    def post(self, path: str, body: object = None, **more: Any) -> TestResponse:
        return self.send("POST", path, {} if body is None else body, **more)

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.send("GET", path, **more)

    def tournament(self, players: int = 4, *, started: bool = True, **terms: object) -> str:
        """A tournament with so many players, its first round paired and started; its id."""
        id = str(self.post("/tournaments", {"name": "Club open", **terms}).get_json()["id"])
        for number in range(1, players + 1):
            self.desks.desk(id).enter(Person(f"Player {number}"), "director")
        if started:
            assert self.post(f"/tournaments/{id}/rounds").status_code == 201
            assert self.post(f"/tournaments/{id}/rounds/1/start").status_code == 200
        return id

    def sign_in(self, name: str = "chief", role: str = "chief") -> str:
        """Signs the client in as chief arbiter, or as an account of another name; the session's CSRF token."""
        kept = self.desks.register.accounts
        account = kept.named(name) or Account(name, role)
        if not account.password:
            account = kept.put(replace(account, password=HASHED))
        with self.client.session_transaction() as session:
            session.clear()
            session["account"] = self.access.accounts.begin(account, "?, ?")
            return str(session.setdefault("csrf", "as a page has made it"))


@cache
def empty_register() -> bytes:
    """The register of a service that begins: to make one takes longer than most tests."""
    with TemporaryDirectory() as folder:
        SqliteRegister.open(Path(folder) / "register.sqlite").close()
        return (Path(folder) / "register.sqlite").read_bytes()


@contextmanager
def door_to(instance: Path, *, max_pages: int | None = None, later: bool = False) -> Iterator[Door]:
    """A service over that instance, for as long as the block runs. *later*: long journals wait to be read."""
    clock = WoundClock()
    if not instance.exists() or not any(instance.iterdir()):
        instance.mkdir(exist_ok=True)
        (instance / "register.sqlite").write_bytes(empty_register())
    desks = Desks(instance, clock, max_pages=max_pages, later=later)
    whereabouts = Whereabouts(url="http://hall.test:8000")
    access = Access(Service(desks, instance_keys(instance), whereabouts=whereabouts, now=WallTime()))
    access.accounts.hashing = LIGHT
    app = FREE.pop() if FREE else create_app(access, PAGES)
    app.extensions["arbiter"], app.secret_key = access, access.service.keys.secret
    app.testing = False  # faults are answered as they are in the hall
    try:
        yield Door(desks, access, clock, app.test_client())
    finally:
        access.service.jobs.stop()
        desks.close()
        FREE.append(app)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    """A service over an empty instance."""
    with door_to(tmp_path) as opened:
        yield opened


@pytest.fixture
def office(door: Door) -> Office:
    """The office with the chief arbiter signed in."""
    return Office(door, door.sign_in())
