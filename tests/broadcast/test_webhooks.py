"""Messages on publication: signed, sent again until accepted, and never to this machine unless that is allowed."""

from __future__ import annotations

import base64
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from arbiter.broadcast.orders import Receiver, name_receiver, put_receiver, receiver_of
from arbiter.broadcast.webhooks import GIVEN_UP_SECONDS, LONGEST_PAUSE_SECONDS, Webhooks, send_test
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.refused import Refused
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.pairing import PairRound, PublishRound, UndoRound
from tests.desk.club import in_office, opened
from tests.exchange.tournaments import OUTCOMES
from tests.hall import BY, WoundClock
from tests.waiting import until


@dataclass
class Got:
    """The messages that the receiver got."""

    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, object]:
        told: dict[str, object] = json.loads(self.body)
        return told


class Hook(HTTPServer):
    """A receiver on this machine, which answers as the test says."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.status = 204
        self.hangs: threading.Event | None = None
        self.got: list[Got] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?club=1"


class Answering(BaseHTTPRequestHandler):
    """One message."""

    server: Hook

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append(Got({name.lower(): text for name, text in self.headers.items()}, body))
        assert self.path == "/hook?club=1"
        if self.server.hangs is not None:
            self.server.hangs.wait()
            return
        self.send_response(self.server.status)
        self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def hook() -> Iterator[Hook]:
    with Hook() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            if server.hangs is not None:
                server.hangs.set()
            server.shutdown()
            thread.join()


@dataclass
class Club:
    """A tournament whose first round is going, its receiver, and the part of the service that sends."""

    desks: Desks
    desk: Desk
    hook: Hook
    now: float = 1_790_000_000.0
    sender: Webhooks = field(init=False)

    def __post_init__(self) -> None:
        self.sender = self.service()
        name_receiver(self.desks.register, self.desk.id, self.hook.url, self.desk.state, here=True)

    def service(self, *, here: bool = True, longest: float = 60.0) -> Webhooks:
        return Webhooks(self.desks, lambda: "http://hall.test", here=here, now=lambda: self.now, longest=longest)

    @property
    def receiver(self) -> Receiver:
        found = receiver_of(self.desks.register, self.desk.id)
        assert found is not None
        return found

    @property
    def told(self) -> list[tuple[object, object]]:
        """The kinds and rounds of the messages that came."""
        return [(one.said["type"], one.said["data"]["round"]) for one in self.hook.got]  # type: ignore[index]

    def results(self, number: int = 1, outcome: int = 0) -> None:
        for game in self.desk.state.round(number).games:
            how = {"outcome": OUTCOMES[outcome], "because": "ruling", "reason": "slip"}
            self.desk.submit(RuleResult(round=number, board=game.board, by=BY, **how))  # type: ignore[arg-type]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with hook() as listening, in_office(tmp_path, WoundClock()) as desks:
        yield Club(desks, opened(desks, system="swiss", rounds=3), listening)


def test_pairings_and_results_are_told_once_each_and_signed(club: Club) -> None:
    club.sender.look()
    assert club.hook.got == []  # what was published before the receiver was named
    club.results()
    club.sender.look()
    club.desk.submit(PairRound(by=BY, draft=True))
    club.sender.look()
    assert club.told == [("round.results", 1)]  # a draft is nobody's business
    club.desk.submit(PublishRound(round=2, by=BY))
    club.sender.look()
    club.sender.look()

    assert club.told == [("round.results", 1), ("round.pairings", 2)]
    got = club.hook.got[-1]
    assert got.said["data"] == {
        "tournament": "club-open",
        "name": "Club open",
        "round": 2,
        "url": "http://hall.test/tournaments/club-open/rounds/2",
    }
    named = got.headers["webhook-id"], got.headers["webhook-timestamp"]
    key = base64.b64decode(club.receiver.secret.removeprefix("whsec_"))
    made = hmac.new(key, f"{named[0]}.{named[1]}.".encode() + got.body, sha256).digest()
    assert got.headers["webhook-signature"] == f"v1,{base64.b64encode(made).decode()}"
    assert club.receiver.waiting == ()
    assert club.receiver.accepted == club.now


def test_a_corrected_result_and_a_round_paired_anew_are_publications_again(club: Club) -> None:
    club.results()
    club.sender.look()
    club.results(outcome=1)
    club.sender.look()
    club.desk.submit(PairRound(by=BY))
    club.sender.look()
    club.desk.submit(UndoRound(round=2, by=BY, confirmed=True, reason="a mistake"))
    club.sender.look()
    club.desk.submit(PairRound(by=BY))
    club.sender.look()

    assert club.told == [("round.results", 1)] * 2 + [("round.pairings", 2)] * 2


@pytest.mark.parametrize("status", [500, 404, 302])
def test_what_is_not_accepted_is_sent_again_after_growing_pauses_and_no_redirect_is_followed(
    club: Club, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    club.hook.status = status
    club.results()
    club.sender.look()
    club.sender.look()
    (waits,) = club.receiver.waiting
    assert (len(club.hook.got), waits.tries, waits.why, waits.fact) == (1, 1, "webhook_status", str(status))
    assert waits.next == club.now + 10
    for pause in (10, 20, 40):
        club.now += pause
        club.sender.look()
    assert len(club.hook.got) == 4
    club.hook.status = 200
    club.now += LONGEST_PAUSE_SECONDS
    again = club.service()  # the service was started anew meanwhile
    again.look()

    assert club.receiver.waiting == ()
    assert len({one.headers["webhook-id"] for one in club.hook.got}) == 1
    host = f"127.0.0.1:{club.hook.server_port}"
    assert [one.message for one in caplog.records if one.levelname == "WARNING"] == [
        f"a message to {host} was not accepted: {status}"
    ]


def test_a_message_is_given_up_after_three_days_and_the_next_one_is_sent(club: Club) -> None:
    club.hook.status = 500
    club.results()
    club.sender.look()
    club.now += GIVEN_UP_SECONDS + 1
    club.desk.submit(PairRound(by=BY))
    club.hook.status = 500
    club.sender.look()

    assert club.receiver.given_up == 1
    assert [(one.round, one.what) for one in club.receiver.waiting] == [(2, "pairings")]


def test_a_message_that_waits_is_replaced_by_a_newer_one_about_the_same(club: Club) -> None:
    club.hook.status = 500
    club.results()
    club.sender.look()
    club.results(outcome=2)
    club.sender.look()

    assert [(one.what, one.tries) for one in club.receiver.waiting] == [("results", 1)]
    assert len({one.headers["webhook-id"] for one in club.hook.got}) == 2


def test_a_receiver_that_never_ends_its_answer_is_cut_off(club: Club) -> None:
    club.hook.hangs = threading.Event()
    club.results()
    club.service(longest=0.2).look()
    (waits,) = club.receiver.waiting

    assert waits.why == "webhook_silent"


def test_the_end_of_the_service_waits_for_no_receiver(club: Club) -> None:
    club.hook.hangs = threading.Event()
    club.results()
    sending = threading.Thread(target=club.sender.look)
    sending.start()
    until(lambda: bool(club.hook.got))
    club.sender.stop()
    sending.join()

    (waits,) = club.receiver.waiting
    assert waits.tries == 0  # it is sent at the next start


def test_a_test_message_comes_first(club: Club) -> None:
    club.results()
    send_test(club.desks, club.desk.id, int(club.now))
    club.sender.look()

    assert club.told == [("test", None), ("round.results", 1)]
    assert club.hook.got[0].said["data"]["url"] == "http://hall.test/tournaments/club-open"  # type: ignore[index]


def test_nothing_is_sent_to_this_machine_unless_its_owner_allows_it(club: Club) -> None:
    for to in (club.hook.url, "http://localhost:1", "http://169.254.1.1/hook", "http://[::1]/", "ftp://a.example"):
        with pytest.raises(Refused) as refused:
            name_receiver(club.desks.register, club.desk.id, to, club.desk.state, here=False)
        assert refused.value.code in ("hub_address", "field_unreadable")
    club.results()
    club.service(here=False).look()  # named before the owner forbade it

    assert club.hook.got == []
    assert [one.why for one in club.receiver.waiting] == ["hub_address"]


def test_a_name_that_leads_to_this_machine_is_refused_when_it_is_looked_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leads_here(*_: object, flags: int = 0, **__: object) -> list[tuple[object, ...]]:
        if flags & socket.AI_NUMERICHOST:
            raise socket.gaierror("a name")
        return [(2, 1, 6, "", ("93.184.216.34", 80)), (2, 1, 6, "", ("127.0.0.1", 80))]

    name_receiver(club.desks.register, club.desk.id, "http://club.example", club.desk.state, here=False)
    monkeypatch.setattr("socket.getaddrinfo", leads_here)
    club.results()
    club.service(here=False).look()

    assert [(one.why, one.fact) for one in club.receiver.waiting] == [("hub_address", "127.0.0.1")]


def test_a_tournament_without_a_receiver_and_one_that_is_taken_away_are_told_to_nobody(club: Club) -> None:
    put_receiver(club.desks.register, club.desk.id, None)
    club.results()
    club.sender.look()

    assert club.hook.got == []
    with pytest.raises(Refused, match="no_receiver"):
        send_test(club.desks, club.desk.id, 0)
