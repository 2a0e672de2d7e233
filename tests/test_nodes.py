"""Several nodes over one store: one of them leads a tournament, the others follow it, and none is missed for long."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.following import LOOK_SECONDS, Following
from arbiter.desk.recorded import Recorded
from arbiter.instants import HallClock
from arbiter.journal.accounts import Account
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Unwritten, chained, first_bad, line_text
from arbiter.journal.people import Person
from arbiter.journal.postgres.journal import lines_of
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore, check_address, opened
from arbiter.journal.sqlite.journal import file_of
from arbiter.machine.keys import shared_keys
from arbiter.machine.whereabouts import Whereabouts
from arbiter.refused import Refused
from arbiter.rulings.entries import OpenTournament, WithdrawPlayer
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.service import Service as ServiceHere
from arbiter.serving import PAGES
from arbiter.sides import Side, Span
from arbiter.web.access import passing
from arbiter.web.access.at_hand import Access
from arbiter.web.app import create_app
from tests.games import real_games
from tests.postgres import Cluster, cluster, programs, until
from tests.service import Answer, Caller, Gone, Service, free_port
from tests.warm import WarmService

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@pytest.fixture(scope="module")
def primary() -> Iterator[Cluster]:
    with cluster() as one:
        yield one


TABLES = ("line", "tournament", "node", "person", "account", "credential", "tablet", "device", "setting")


@pytest.fixture
def url(primary: Cluster) -> str:
    """A database with nothing in it."""
    with closing(Server(primary.url)) as server:
        migrate(server)
        with server.transaction() as conn:
            conn.execute("ALTER TABLE line DISABLE TRIGGER USER")
            for table in (
                "line",
                "tournament",
                "node",
                "person",
                "account",
                "credential",
                "tablet",
                "device",
                "setting",
            ):
                conn.execute(f"DELETE FROM {table}".encode())
            conn.execute("ALTER TABLE line ENABLE TRIGGER USER")
    return primary.url


class Node:
    """A node without its pages: desks over the store, and whoever follows."""

    def __init__(
        self, url: str, folder: Path, name: str, stack: ExitStack, *, deaf: bool = False, late: Span = 0
    ) -> None:
        self.store, kept = opened(url, folder, file_of, f"http://{name}")
        stack.callback(self.store.close)
        self.store.news._deaf_until = float("inf") if deaf else 0.0
        self.desks = Desks(folder, HallClock(start=self.store.now() - late), kept=kept)
        stack.callback(self.desks.close)
        self.following = Following(self.desks, self.store, look=LOOK_SECONDS if deaf else 0.1)
        stack.callback(self.following.stop)
        self.heard: list[tuple[str, int]] = []
        self.desks.follow(self._hear)
        self.following.start()

    def _hear(self, id: str, recorded: Recorded) -> None:
        first = recorded.seq - len(recorded.events) + 1
        self.heard += [(id, seq) for seq in range(first, recorded.seq + 1)]

    def desk(self, id: str) -> Desk:
        return self.desks.desk(id)

    def has(self, id: str) -> bool:
        return id in {desk.id for desk in self.desks}


@pytest.fixture
def node(url: str, tmp_path: Path) -> Iterator[Callable[..., Node]]:
    """Nodes over one store, by their names."""
    with ExitStack() as stack:
        yield lambda name, **how: Node(url, tmp_path / name, name, stack, **how)


def test_a_tournament_that_is_announced_at_one_node_appears_at_the_other_and_is_followed_line_by_line(
    node: Callable[..., Node],
) -> None:
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    for number in range(5):
        led.enter(Person(f"Player {number}"), "director")

    followed = second.desk(led.id)
    until(lambda: followed.state == led.state)
    assert [seq for id, seq in second.heard if id == led.id] == list(range(2, led.state.version + 1))
    assert led.stands.rules
    assert followed.stands.follows


def test_whoever_follows_records_nothing_and_says_why(node: Callable[..., Node]) -> None:
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))

    with pytest.raises(CannotWrite) as refused:
        second.desk(led.id).enter(Person("Ann"), "director")
    assert refused.value.reason == "followed"
    with pytest.raises(CannotWrite):
        second.desk(led.id).submit(WithdrawPlayer(entry=1, reason="ill", by="director"))
    assert second.desk(led.id).register.people(led.id) == {}


def test_a_line_of_which_nobody_is_notified_is_there_within_a_second(
    node: Callable[..., Node],
) -> None:
    first, second = node("a"), node("b", deaf=True)
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    led.enter(Person("Ann"), "director")

    until(lambda: second.desk(led.id).state.version == led.state.version)
    assert second.following.look_every <= 1  # seconds between two looks


def test_a_tournament_whose_leader_has_gone_is_led_by_whoever_is_asked_to_write(node: Callable[..., Node]) -> None:
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    first.following.stop()
    led.journal.close()  # as when its service ends

    second.desk(led.id).enter(Person("Ann"), "director")
    with pytest.raises(CannotWrite):
        led.enter(Person("Ben"), "director")
    written = [line.kind for line in second.desk(led.id).journal.read()]
    assert written == ["TournamentOpened", "LeaderChanged", "PlayerEntered"]


def test_a_node_that_was_overtaken_follows_from_then_on(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    silenced(first.store)
    second.desk(led.id).enter(Person("Ann"), "director")

    until(lambda: led.stands.follows and led.state == second.desk(led.id).state)
    assert "club-open is led by http://b from now on, this node follows it" in caplog.text
    second.desk(led.id).enter(Person("Ben"), "director")
    until(lambda: led.state == second.desk(led.id).state)


def test_a_node_says_when_the_store_does_not_answer_and_goes_on_afterwards(
    node: Callable[..., Node], url: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    second.store.server.url = "postgresql://postgres@127.0.0.1:1/nowhere"

    def cut_off() -> bool:
        second.store.server._forget()
        said = "the node cannot say that it is there, others may take its place: " in caplog.text
        return said and second.following.obstacle == "unreachable"

    until(cut_off)
    assert "the store does not answer, what others write is not seen: unreachable" in caplog.text
    led.enter(Person("Ann"), "director")
    second.store.server.url = url
    until(lambda: second.desk(led.id).state == led.state)


def test_a_journal_that_goes_on_otherwise_is_read_anew(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    """A database that has lost lines, as one without a synchronous standby may, is what holds; and it is said."""
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    led.enter(Person("Ann"), "director")
    until(lambda: second.has(led.id) and second.desk(led.id).state.version == 2)
    with second.store.server.transaction() as conn:
        conn.execute("ALTER TABLE line DISABLE TRIGGER USER")
        conn.execute("DELETE FROM line WHERE seq = 2")
        conn.execute("ALTER TABLE line ENABLE TRIGGER USER")
        conn.execute("UPDATE tournament SET head = 1, hash = (SELECT hash FROM line WHERE seq = 1)")

    until(lambda: second.desk(led.id).state.version == 1)
    assert "the journal of club-open is another one than was followed up to line 2" in caplog.text


def test_a_journal_that_cannot_be_read_is_shut_and_keeps_no_other_from_being_followed(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = node("a"), node("b")
    strange, other = (first.desks.open(OpenTournament(name=name)) for name in ("Strange", "Club open"))
    until(lambda: second.has(strange.id) and second.has(other.id))
    strange.journal.append([Unwritten(1, "MovePlayed", "{}")], 1)
    other.enter(Person("Ann"), "director")

    until(lambda: second.desk(other.id).state.version == 2 and strange.id in second.desks.shut)
    assert "strange cannot be followed behind line 1" in caplog.text
    second.following._guarded(stumbles)
    assert "the journals could not be looked at" in caplog.text


def stumbles() -> None:
    raise ValueError("a fault of the program")


def test_a_clock_that_has_to_be_set_on_at_a_takeover_costs_nobody_time(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = node("a"), node("b", late=60_000)
    theirs = first.desks.open(OpenTournament(name="Theirs"))
    ours = second.desks.open(OpenTournament(name="Ours", system="manual"))
    for name in ("Ann", "Ben"):
        ours.enter(Person(name), "director")
    ours.submit(PairRound(by="director", pairs=((1, 2),)))
    ours.submit(StartRound(round=1, by="director"))
    until(lambda: second.has(theirs.id))
    silenced(first.store)
    assert second.following.lead(second.desk(theirs.id))

    assert "the clock of this node is" in caplog.text
    assert "ms late; running clocks are stopped, and it is set" in caplog.text
    game = ours.state.game(1, 1)
    assert game.halted == "outage"
    assert game.clock.left(Side.WHITE, ours.now()) > 7_195_000  # of two hours, less what the test took


def test_a_request_that_is_sent_to_two_nodes_announces_one_tournament(node: Callable[..., Node]) -> None:
    first, second = node("a"), node("b")
    announced = [at.desks.open(OpenTournament(name="Club open"), key="once").id for at in (first, second)]

    assert announced == ["club-open", "club-open"]
    assert second.desks.open(OpenTournament(name="Club open"), key="twice").id == "club-open-2"


def test_a_node_whose_witness_knows_other_lines_leads_nothing_on_top_of_them(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    """The database has lost lines that were acknowledged here: another node may go on, this one says what it knows."""
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    other = chained([Unwritten(1, "TournamentOpened", "{}")], 1, led.head.hash or led.journal.head)
    witness = second.desks.instance / "witness" / f"{led.id}.txt"
    witness.parent.mkdir(exist_ok=True)
    lines = [*led.journal.read(), *other]
    witness.write_bytes(b"".join(line_text(line) + b"\n" for line in lines))
    silenced(first.store)

    assert not second.following.lead(second.desk(led.id))
    assert "club-open cannot be led here: its witness knows lines that the database has lost" in caplog.text
    assert second.store.leaderships()[led.id].owner == ""
    with pytest.raises(CannotWrite) as refused:
        second.desk(led.id).enter(Person("Ann"), "director")
    assert refused.value.reason == "damaged"


def test_an_address_at_which_another_machine_is_reached_is_refused(url: str, node: Callable[..., Node]) -> None:
    there = node("a")
    with there.store.server.transaction() as conn:
        conn.execute("UPDATE node SET owner = 'elsewhere 1 abc'")

    with closing(Server(url)) as server, pytest.raises(Refused, match="node_address_taken"):
        check_address(server, "http://a")


def silenced(store: PostgresStore) -> None:
    """That node gives its word no more, and it holds no longer: instead of stopping the node and waiting."""
    store._ended.set()
    store._giving.join()
    with store.server.transaction() as conn:
        conn.execute("UPDATE node SET lease_until = now() WHERE owner = %s", (store.owner,))


# as processes


@pytest.fixture
def nodes(url: str, tmp_path: Path) -> Iterator[tuple[Service, Service]]:
    """Two services over one store; tokens of either are good at both."""
    with ExitStack() as stack:
        first, second = (WarmService(tmp_path / name, {"ARBITER_STORE": url}) for name in "ab")
        for one in (first, second):
            one.instance.parent.mkdir()
            stack.callback(one.stop)
            one.start()
        for one in (first, second):
            one.wait()
        yield first, second


def tag(served: Service, path: str) -> str:
    """The ETag of a public page."""
    with closing(http.client.HTTPConnection("127.0.0.1", served.port)) as connection:
        connection.request("GET", path, headers={"Host": "hall.test"})
        return connection.getresponse().headers["ETag"]


def resumed(served: Service, id: str, after: int) -> list[int]:
    """The first two lines on the wire of somebody who has had those up to *after*, perhaps from another node."""
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)) as connection:
        connection.request("GET", f"/api/v1/tournaments/{id}/events", headers={"Last-Event-ID": str(after)})
        wire = connection.getresponse()
        ids = (int(line[3:]) for line in wire if line.startswith(b"id:"))
        return [next(ids), next(ids)]


def until_known(caller: Caller, id: str) -> None:
    until(lambda: caller.send("GET", f"/tournaments/{id}").status == 200)


def test_two_services_lead_and_follow_and_one_that_is_killed_is_followed_by_the_other(
    nodes: tuple[Service, Service], primary: Cluster
) -> None:
    """A move through the node that follows is acknowledged and seen on both; a killed leader is replaced in seconds."""
    first, second = nodes
    moves = real_games()[0].moves
    with first.caller(second.token()) as leader, second.caller(first.token()) as follower:
        id = leader.tournament(4)
        board = f"/tournaments/{id}/rounds/1/boards/1"
        until_known(follower, id)
        leader.post(f"{board}/moves", {"move": moves[0], "ply": 0})
        told = follower.post(f"{board}/moves", {"move": moves[1], "ply": 1, "key": "second"})
        assert follower.get(board)["moves"] == leader.get(board)["moves"] == list(moves[:2])
        assert follower.post(f"{board}/moves", {"move": moves[1], "ply": 1, "key": "second"})["seq"] == told["seq"]
        stale = follower.send("POST", f"{board}/moves", {"move": moves[2], "ply": 1})
        assert (stale.status, stale.body["code"]) == (409, "stale_ply")
        assert tag(first, f"/tournaments/{id}/standings") == tag(second, f"/tournaments/{id}/standings")
        assert [resumed(at, id, told["seq"] - 2) for at in nodes] == [[told["seq"] - 1, told["seq"]]] * 2

        thought = time.time_ns() // 1_000_000  # from here on the player to move thinks, and nothing is written
        until(lambda: primary.asks("SELECT min(alive) FROM node")[0][0] > thought)
        killed = first.kill()
        answers: list[Answer] = []
        while not answers or answers[-1].status != 200:
            answers.append(follower.send("POST", f"{board}/moves", {"move": moves[2], "ply": 2, "key": "third"}))
            time.sleep(0.1)
        assert {answer.status for answer in answers[:-1]} <= {503}
        assert {answer.body["code"] for answer in answers[:-1]} <= {"leader_unreachable", "cannot_write_followed"}
        clock = follower.get(f"/tournaments/{id}/rounds/1/boards/2")
        assert clock["halted"] == "outage"
        lines = follower.get(f"/tournaments/{id}/journal")["lines"]
        kinds = [line["kind"] for line in lines]
        assert kinds.count("LeaderChanged") == kinds.count("ServiceInterrupted") == 1
        interrupted = json.loads(next(line["body"] for line in lines if line["kind"] == "ServiceInterrupted"))
        assert thought < interrupted["alive"] <= killed + 500  # nobody pays for the rest


@pytest.mark.slow
def test_a_leader_that_stood_still_and_was_replaced_writes_nothing_when_it_goes_on(
    nodes: tuple[Service, Service], url: str
) -> None:
    first, second = nodes
    moves = real_games()[0].moves
    with first.caller(second.token()) as leader, second.caller(first.token()) as follower:
        id = leader.tournament(4)
        board = f"/tournaments/{id}/rounds/1/boards/1"
        until_known(follower, id)
        leader.post(f"{board}/moves", {"move": moves[0], "ply": 0})
        os.kill(first.process, signal.SIGSTOP)
        try:
            late = first.caller(first.token(), timeout=60)
            threads = [threading.Thread(target=late.send, args=("POST", f"{board}/resignations", {"side": "white"}))]
            threads[0].start()
            until(lambda: follower.send("POST", f"{board}/moves", {"move": moves[1], "ply": 1}).status == 200, 15)
            taken = follower.get(board)
        finally:
            os.kill(first.process, signal.SIGCONT)
        threads[0].join()
        late.close()
        until(lambda: leader.send("GET", "/readyz", root="").status == 200)
        kinds = [line["kind"] for line in follower.get(f"/tournaments/{id}/journal")["lines"]]
        assert kinds.count("LeaderChanged") == 1
        assert follower.get(board)["moves"] == taken["moves"] == list(moves[:2])
        until(lambda: leader.get(board)["version"] == follower.get(board)["version"])
        leader.post(f"{board}/moves", {"move": moves[2], "ply": 2})
        assert follower.get(board)["moves"] == list(moves[:3])
    assert "is led by" in first.said()
    with closing(Server(url)) as server, server.transaction() as conn:
        assert first_bad(lines_of(conn, id, 0, None)) is None


@pytest.mark.slow
def test_whoever_presses_on_at_whichever_node_answers_loses_no_acknowledged_move(
    nodes: tuple[Service, Service],
) -> None:
    """Six boards are played on through three kills of the leader; who had no answer asks the other node."""
    game = real_games()[0].moves[:30]
    with nodes[0].caller(nodes[0].token()) as director:
        id = director.tournament(12)
    tokens = [nodes[0].token(), nodes[0].token()]
    acknowledged: dict[int, int] = {}

    def table(board: int) -> None:
        at = board % 2
        for ply, move in enumerate(game):
            asked = {"move": move, "ply": ply, "key": f"{board}-{ply}"}
            while True:
                with nodes[at].caller(tokens[at], timeout=10) as caller, suppress(*Gone):
                    answer = caller.send("POST", f"/tournaments/{id}/rounds/1/boards/{board}/moves", asked)
                    if answer.status == 200:
                        break
                    assert answer.status in (404, 503), answer  # it has just begun, or nobody leads just now
                at = 1 - at
                time.sleep(0.1)
            acknowledged[board] = ply + 1
            time.sleep(0.2)

    players = [threading.Thread(target=table, args=(board,)) for board in range(1, 7)]
    for player in players:
        player.start()
    for kill in range(3):
        until(partial(beyond, acknowledged, 30 * (kill + 1)))
        leads = next((at for at in nodes if id in ready(at)["leads"]), nodes[0])
        leads.kill()
        time.sleep(4)
        leads.start()
        leads.wait()
    for player in players:
        player.join(timeout=120)
    for at in nodes:
        with at.caller(tokens[0]) as caller:
            for board in range(1, 7):
                assert caller.get(f"/tournaments/{id}/rounds/1/boards/{board}")["moves"] == list(game)


def beyond(acknowledged: Mapping[int, int], count: int) -> bool:
    return sum(acknowledged.values()) > count


def ready(served: Service) -> Any:
    """What a node says of itself."""
    with served.caller() as caller:
        return caller.send("GET", "/readyz", root="").body


# with their pages, in this process


class Paged:
    """A node with its pages, served on a port of its own."""

    def __init__(self, url: str, folder: Path, stack: ExitStack) -> None:
        self.port = free_port()
        self.node = Node(url, folder, f"127.0.0.1:{self.port}", stack)
        desks = self.node.desks
        keys = shared_keys(folder, desks.register)
        self.service = ServiceHere(
            desks, keys, whereabouts=Whereabouts(url="http://hall.test"), following=self.node.following
        )
        self.access = Access(self.service)
        self.app = create_app(self.access, PAGES)
        server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        serving = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        serving.start()
        stack.callback(server.server_close)
        stack.callback(serving.join)
        stack.callback(server.shutdown)

    def bearer(self, role: str = "director") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.service.keys.bearer(role)}"}


@pytest.fixture
def paged(url: str, tmp_path: Path) -> Iterator[tuple[Paged, Paged]]:
    """Two nodes with their pages."""
    with ExitStack() as stack:
        first = Paged(url, tmp_path / "a", stack)
        yield first, Paged(url, tmp_path / "b", stack)


def announced(first: Paged, second: Paged, **terms: object) -> str:
    """A tournament that the first leads and the second knows."""
    made = first.app.test_client().post(
        "/api/v1/tournaments", json={"name": "Club open", **terms}, headers=first.bearer()
    )
    assert made.status_code == 201
    id = str(made.get_json()["id"])
    until(lambda: second.node.has(id) and second.node.following.leader(second.node.desk(id)))
    return id


def test_whoever_signed_in_at_one_node_is_signed_in_at_the_other_and_sends_forms_to_it(
    paged: tuple[Paged, Paged],
) -> None:
    first, second = paged
    id = announced(first, second)
    chief = first.access.accounts.kept.put(Account("chief", "chief", ""))
    browser = second.app.test_client()
    with browser.session_transaction() as session:
        session["account"] = first.access.accounts.begin(chief, "Firefox")
        session["csrf"] = "of this session"
    form = {"name": "Ann", "csrf": "of this session"}

    assert browser.post(f"/office/{id}/entries", data={**form, "csrf": "another"}).status_code in (303, 403)
    assert first.node.desk(id).state.version == 1
    entered = browser.post(f"/office/{id}/entries", data=form, headers={"X-Forwarded-For": "10.9.9.9"})
    assert entered.status_code == 303
    assert second.node.desk(id).people[1].name == "Ann"
    assert "Ann" in browser.get(f"/tournaments/{id}/entries").get_data(as_text=True)
    assert second.node.desk(id).stands.follows


def test_a_name_that_is_put_right_at_one_node_is_right_at_the_other(paged: tuple[Paged, Paged]) -> None:
    first, second = paged
    id = announced(first, second)
    first.node.desk(id).enter(Person("Ann"), "director")
    until(lambda: second.node.desk(id).people.get(1) == Person("Ann"))
    first.node.desk(id).register.enter(id, {1: Person("Anna")})

    until(lambda: second.node.desk(id).people[1] == Person("Anna"), 3)


def test_nobody_is_believed_to_be_a_node_without_the_stamp_of_one(paged: tuple[Paged, Paged]) -> None:
    first, second = paged
    id = announced(first, second)
    client, path = first.app.test_client(), f"/api/v1/tournaments/{id}/entries"
    with second.app.test_request_context(path, method="POST", data=b'{"name": "Ann"}', headers=second.bearer()):
        stamp = passing._stamp(second.service.keys, second.node.desks.clock.now(), b'{"name": "Ann"}')
        old = passing._stamp(second.service.keys, second.node.desks.clock.now() - 60_000, b'{"name": "Ann"}')

    def asked(made: str, name: str = "Ann") -> TestResponse:
        headers = {**second.bearer(), "Content-Type": "application/json", passing.STAMP: made}
        return client.post(path, data=json.dumps({"name": name}), headers=headers)

    headers = {"Content-Type": "application/json", passing.STAMP: stamp}
    for answer in (asked("10.0.0.1"), asked(stamp[:-1]), asked(stamp, "Ben"), asked(old)):
        assert (answer.status_code, answer.get_json()["code"]) == (403, "no_node")
    assert client.post(path, data=b'{"name": "Ann"}', headers=headers).status_code == 403  # of nobody
    assert first.node.desk(id).state.version == 1


def test_what_was_passed_on_once_is_not_passed_on_again(paged: tuple[Paged, Paged]) -> None:
    """Two nodes that take one another for the leader hand nothing to and fro."""
    first, second = paged
    id = announced(first, second)
    second.node.following.stop()  # it knows the first as the leader from now on, and the first will know it
    with first.node.store.server.transaction() as conn:
        who = (second.node.store.owner, second.node.store.address)
        conn.execute("UPDATE tournament SET (owner, address, epoch) = (%s, %s, epoch + 1)", who)
    until(lambda: first.node.following.leader(first.node.desk(id)) == second.node.store.address)

    told = second.app.test_client().post(
        f"/api/v1/tournaments/{id}/entries", json={"name": "Ann"}, headers=second.bearer()
    )
    assert (told.status_code, told.get_json()["code"]) == (503, "cannot_write_followed")


def test_a_node_says_what_it_leads_and_what_it_follows_and_how_far_behind_it_is(paged: tuple[Paged, Paged]) -> None:
    first, second = paged
    id = announced(first, second)
    until(lambda: second.node.following.leaderships[id].head == 1)

    leads = first.app.test_client().get("/readyz").get_json()
    assert (leads["status"], leads["leads"], leads["follows"]) == ("ready", [id], [])
    follows = second.app.test_client().get("/readyz").get_json()
    assert follows["leads"] == []
    expected = {"tournament": id, "name": "Club open", "leader": leads["node"], "lines": 0, "seconds": 0}
    assert follows["follows"] == [expected]
    told = second.app.test_client().get("/api/v1/service", headers=second.bearer()).get_json()
    assert [(node["address"], node["here"], node["live"], node["leads"]) for node in told["nodes"]] == sorted(
        [(leads["node"], False, True, 1), (follows["node"], True, True, 0)]
    )


def test_a_tablet_that_asks_another_node_is_in_touch_with_the_leader(paged: tuple[Paged, Paged]) -> None:
    first, second = paged
    id = announced(first, second)
    token, _ = first.access.links.make(id, 1, Side.WHITE)
    secret, _ = second.access.links.bind(token, "a tablet", "10.0.0.1")
    tablet = second.app.test_client()
    with tablet.session_transaction() as session:
        session["tablet"] = secret

    assert tablet.get("/api/v1/time?seen=1&waiting=0").status_code == 200
    assert list(first.node.desk(id).tablets) == [(1, Side.WHITE)]


def test_binding_by_hand_that_the_office_opens_is_open_at_every_node(paged: tuple[Paged, Paged]) -> None:
    first, second = paged
    id = announced(first, second)
    _, letters = first.access.links.make(id, 1, None)
    first.access.links.open(id, 5)

    _, device = second.access.links.bind_by_hand(id, 1, letters, "a telephone", "10.0.0.1")
    assert device.bound
    assert [one.board for one in first.node.desks.register.devices.at(id)] == [1]
