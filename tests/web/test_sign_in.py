"""Signing in: who has tried too often waits, an unknown name costs what a known one does, passwords hold up nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from arbiter.hall.accounts import invite
from arbiter.journal.accounts import Account
from arbiter.refused import Refused
from arbiter.web.access.attempts import MOST_COUNTS, Attempts
from arbiter.web.access.hashing import HASHES_AT_ONCE, METHOD, Hashing
from arbiter.web.access.sign_in import TIMES_AN_ADDRESS
from arbiter.web.streams.thread_pools import MOST_HASHING, MOST_HASHING_OF_ONE
from tests.web.conftest import HASHED, PASSWORD, Door
from tests.web.front import Front, Got, front

SPELLINGS = ("chief", "cHief", "ch\u200bief", "\u200bCHIEF", " chief ", "c\u00adhief\ufeff")
HELD_SECONDS = 60
NEW = "een ander wachtwoord"
FORM = "application/x-www-form-urlencoded"


class Counted(Hashing):
    """What each password was held against, and the threads that made hashes; nothing is hashed."""

    def __init__(self) -> None:
        super().__init__()
        self.against: list[str] = []
        self.threads: list[str] = []

    def make(self, password: str) -> str:
        self.threads.append(threading.current_thread().name)
        return password

    def right(self, kept: str, password: str) -> bool:
        self.against.append(kept)
        self.threads.append(threading.current_thread().name)
        return kept == password


class Held(Hashing):
    """Hashes that are not finished before the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Semaphore(0)
        self.finish = threading.Event()

    def right(self, kept: str, password: str) -> bool:
        self.begun.release()
        assert self.finish.wait(HELD_SECONDS)
        return super().right(kept, password)


def sign_in(client: FlaskClient, name: str, password: str = "wrong", address: str = "10.0.0.7") -> int:
    client.get("/sign-in")
    with client.session_transaction() as session:
        csrf = session["csrf"]
    form = {"name": name, "password": password, "csrf": csrf}
    return client.post("/sign-in", data=form, environ_base={"REMOTE_ADDR": address}).status_code


@pytest.fixture
def chief(door: Door) -> Door:
    """A service with a chief arbiter, at which nothing is hashed: the password is what is kept."""
    door.access.accounts.kept.put(Account("chief", "chief", PASSWORD))
    door.access.accounts.hashing = Counted()
    return door


def test_no_spelling_of_a_name_begins_the_wrong_tries_anew(chief: Door) -> None:  # issue 21, 9
    told = [sign_in(chief.client, SPELLINGS[at % len(SPELLINGS)]) for at in range(12)]

    assert told == [422] * 5 + [429] * 7
    assert [sign_in(chief.client, name, PASSWORD) for name in SPELLINGS] == [429] * len(SPELLINGS)
    assert sign_in(chief.client, "cHief", PASSWORD, address="10.0.0.8") == 303


def test_a_name_that_nobody_has_waits_in_every_spelling_too(chief: Door) -> None:
    names = ["Anna", "aNNa", "An\u200bna", " anna", "ANNA", "anna", "Anna"]

    assert [sign_in(chief.client, name) for name in names] == [422] * 5 + [429] * 2


def test_an_address_that_tries_many_names_waits_and_no_other_does(chief: Door) -> None:
    most = TIMES_AN_ADDRESS * chief.access.attempts.most
    told = [sign_in(chief.client, f"Name {at}") for at in range(most + 1)]

    assert told == [422] * most + [429]
    assert sign_in(chief.client, "chief", PASSWORD) == 429
    assert sign_in(chief.client, "chief", PASSWORD, address="10.0.0.8") == 303


def test_a_wait_is_over_after_its_seconds() -> None:
    at = [0.0]
    tries = Attempts(2, 60, lambda: at[0])
    tries.count("a")
    at[0] = 30
    tries.count("a")
    with pytest.raises(Refused, match="too_many_tries"):
        tries.wait("a")
    at[0] = 90.5

    tries.wait("a")
    tries.count("b")
    assert list(tries._wrong) == ["b"]


def test_no_more_tries_are_remembered_than_are_bounded() -> None:
    tries = Attempts(2, 60, lambda: 0.0)
    for at in range(MOST_COUNTS + 50):
        tries.count(str(at))

    assert len(tries._wrong) == MOST_COUNTS
    assert "49" not in tries._wrong
    assert "50" in tries._wrong


def test_the_password_that_is_kept_as_a_hash_signs_in_and_another_does_not(door: Door) -> None:
    door.access.accounts.kept.put(Account("chief", "chief", HASHED))

    assert sign_in(door.client, "chief") == 422
    assert door.client.get("/office").status_code == 303
    assert sign_in(door.client, "chief", PASSWORD) == 303
    assert door.client.get("/office").status_code == 200


def test_an_unknown_name_costs_the_hash_that_a_known_one_does(door: Door) -> None:
    kept = door.access.accounts.kept
    door.access.accounts.hashing = counted = Counted()
    kept.put(Account("invited", "arbiter"))
    kept.put(Account("gone", "arbiter", "x", ended=True))
    kept.put(Account("late", "arbiter", "x", until="2001-01-01"))
    for name in ("nobody", "invited", "gone", "late"):
        assert sign_in(door.client, name) == 422

    assert counted.against == [""] * 4
    assert Hashing().nobodys.startswith(f"{METHOD}$")
    assert Hashing().make("vier witte stenen").startswith(f"{METHOD}$")
    assert not Hashing().right("", "")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Front]:
    """A service with a chief arbiter and one thread for everybody who only reads."""
    with front(tmp_path, threads=2, reader_threads=1) as opened:
        opened.running.access.accounts.kept.put(Account("chief", "chief", HASHED))
        yield opened


def form_of(hall: Front, path: str, cookie: str = "") -> tuple[str, str]:
    """The cookie of a browser, and the token of its form."""
    got = hall.get(path, cookie=cookie) if cookie else hall.get(path)
    cookie = got.headers["set-cookie"].partition(";")[0] if "set-cookie" in got.headers else cookie
    return cookie, got.text.partition('name="csrf" value="')[2].partition('"')[0]


def test_passwords_that_are_being_checked_hold_up_no_page_and_no_move(hall: Front) -> None:  # issue 21, 9
    hall.tournament()
    hall.running.access.accounts.hashing = held = Held()
    cookie, csrf = form_of(hall, "/sign-in")
    body = f"name=chief&password=wrong&csrf={csrf}".encode()
    sources = ["10.0.0.1"] * 20 + [f"10.0.1.{at}" for at in range(100)]
    moves = "/api/v1/tournaments/club-open/rounds/1/boards/1/moves"

    async def evening() -> tuple[list[int], list[asyncio.Task[Got]], list[Got]]:
        trying = [
            asyncio.ensure_future(hall.ask("POST", "/sign-in", body, cookie=cookie, content_type=FORM, source=source))
            for source in sources
        ]
        try:
            for _ in range(HASHES_AT_ONCE):
                assert await asyncio.to_thread(held.begun.acquire, timeout=HELD_SECONDS)
            move = await hall.ask("POST", moves, {"move": "32-28", "ply": 0}, authorization=hall.token)
            page = await hall.ask("GET", "/tournaments/club-open?fresh")
            async with asyncio.timeout(HELD_SECONDS):
                while sum(one.done() for one in trying) < len(trying) - MOST_HASHING:
                    await asyncio.wait([one for one in trying if not one.done()], return_when=asyncio.FIRST_COMPLETED)
            refused = [one for one in trying if one.done()]
        finally:
            held.finish.set()
        return [move.status, page.status], refused, await asyncio.gather(*trying)

    answered, refused, every = asyncio.run(evening())
    of_one = [got.status for got in every[:20]]

    assert answered == [200, 200]
    assert {one.result().status for one in refused} == {503}
    assert "Many passwords are being checked just now" in refused[0].result().text
    assert [got.status == 503 for got in every].count(False) == MOST_HASHING
    assert of_one.count(503) == 20 - MOST_HASHING_OF_ONE
    assert hall.running.lanes._hashed.total() == 0


def test_every_password_is_hashed_in_the_lane_for_passwords(hall: Front) -> None:
    hall.running.access.accounts.hashing = counted = Counted()
    kept = hall.running.access.accounts.kept
    chief = kept.put(Account("chief", "chief", PASSWORD))
    anna = kept.put(Account("Anna", "arbiter"))
    link = invite(kept, anna, hall.running.access.accounts.now(), 60)[0]
    cookie, csrf = form_of(hall, f"/sign-in/{link}")
    send(hall, f"/sign-in/{link}", cookie, f"password={NEW}&csrf={csrf}")
    cookie, csrf = form_of(hall, "/sign-in")
    signed = send(hall, "/sign-in", cookie, f"name=chief&password={PASSWORD}&csrf={csrf}")
    cookie, csrf = form_of(hall, "/office", signed.headers["set-cookie"].partition(";")[0])
    form = f"what=password&current={PASSWORD}&password={NEW}&csrf={csrf}"
    changed = send(hall, f"/office/accounts/{chief.number}", cookie, form)
    back = {"current": NEW, "password": PASSWORD}
    asked = asyncio.run(hall.ask("POST", "/api/v1/me/password", back, cookie=cookie, x_csrf_token=csrf))

    assert (signed.status, changed.status, asked.status) == (303, 303, 200)
    assert len(counted.threads) == 6
    assert {name.partition("_")[0] for name in counted.threads} == {"hashing"}


def send(hall: Front, path: str, cookie: str, form: str) -> Got:
    """A form as a browser sends it."""
    return asyncio.run(hall.ask("POST", path, form.encode(), cookie=cookie, content_type=FORM))
