"""Several nodes over one store: one of them leads a tournament, the others follow it, and none is missed for long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.following import Following
from arbiter.desk.recorded import Recorded
from arbiter.instants import HallClock
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Unwritten
from arbiter.journal.people import Person
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore, opened
from arbiter.rulings.entries import OpenTournament, WithdrawPlayer
from tests.postgres import Cluster, cluster, programs, until

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@pytest.fixture(scope="module")
def primary() -> Iterator[Cluster]:
    with cluster() as one:
        yield one


@pytest.fixture
def url(primary: Cluster, request: pytest.FixtureRequest) -> str:
    """A database of the test's own."""
    made = primary.another(f"test_{abs(hash(request.node.name))}")
    with closing(Server(made)) as server:
        migrate(server)
    return made


class Node:
    """A node without its pages: desks over the store, and whoever follows."""

    def __init__(self, url: str, folder: Path, name: str, stack: ExitStack, *, deaf: bool = False) -> None:
        self.store, kept = opened(url, folder, f"http://{name}")
        stack.callback(self.store.close)
        self.store.news._deaf_until = float("inf") if deaf else 0.0
        self.desks = Desks(folder, HallClock(start=self.store.now()), kept=kept)
        stack.callback(self.desks.close)
        self.following = Following(self.desks, self.store)
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
    assert led.refusing is None
    assert followed.refusing == "followed"


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
    written = time.monotonic()

    until(lambda: second.desk(led.id).state.version == led.state.version)
    assert time.monotonic() - written < 1


def test_a_tournament_whose_leader_has_gone_is_led_by_whoever_is_asked_to_write(node: Callable[..., Node]) -> None:
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    first.following.stop()
    led.journal.close()  # as when its service ends

    second.desk(led.id).enter(Person("Ann"), "director")
    with pytest.raises(CannotWrite):
        led.enter(Person("Ben"), "director")
    assert second.desk(led.id).state.version == 2


def test_a_node_that_was_overtaken_follows_from_then_on(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = node("a"), node("b")
    led = first.desks.open(OpenTournament(name="Club open"))
    until(lambda: second.has(led.id))
    lapsed(second.store, first.store.owner)
    second.desk(led.id).enter(Person("Ann"), "director")

    until(lambda: led.refusing == "followed" and led.state == second.desk(led.id).state)
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
    for conn in tuple(second.store.server._idle):
        conn.close()
    led.enter(Person("Ann"), "director")

    until(lambda: "the store does not answer, what others write is not seen: unreachable" in caplog.text)
    until(lambda: "the node cannot say that it is there, others may take its place: unreachable" in caplog.text)
    assert second.following.obstacle == "unreachable"
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


def lapsed(store: PostgresStore, owner: str) -> None:
    """The word of that node holds no more: instead of stopping it and waiting."""
    with store.server.transaction() as conn:
        conn.execute("UPDATE node SET lease_until = now() WHERE owner = %s", (owner,))
