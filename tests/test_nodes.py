"""Several nodes over one database: each takes every request, and nobody leads."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC
from pathlib import Path

import pytest

from arbiter.desk.current_asker import asking
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.following import LOOK_SECONDS, Following
from arbiter.desk.recorded import Recorded
from arbiter.desk.request_queue import RECEIVED, Pending, Staging
from arbiter.instants import HallClock, Sources
from arbiter.journal.accounts import Account
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Unwritten, first_bad
from arbiter.journal.people import Person
from arbiter.journal.postgres import schema
from arbiter.journal.postgres.journal import CREATE, _columns
from arbiter.journal.postgres.rights import findings
from arbiter.journal.postgres.schema import STEPS, check, migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import opened
from arbiter.journal.sqlite.journal import file_of
from arbiter.machine import health
from arbiter.machine.disk import DiskCheck
from arbiter.machine.hall_urls import Whereabouts
from arbiter.machine.keys import shared_keys
from arbiter.refused import Refused
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import RingFlag, RingFlags
from arbiter.rulings.time.provisional_flags import Heard
from arbiter.service import Service as ServiceHere
from arbiter.serving import PAGES
from arbiter.settings import Settings
from arbiter.sides import SECOND, Side
from arbiter.web.access.sessions import Access
from arbiter.web.app import create_app
from tests.desk.club import move
from tests.postgres import Cluster, programs, until

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
BY = "director"


@pytest.fixture
def url(primary: Cluster) -> str:
    """A database with nothing in it but the tables."""
    primary.emptied()
    return primary.url


class Node:
    """A node without its pages. *looks*: it has threads of its own; otherwise it looks and beats where a test does."""

    def __init__(self, url: str, folder: Path, stack: ExitStack, *, looks: bool = True, deaf: bool = False) -> None:
        self.url = url
        self.store, kept = opened(url, folder, file_of, f"http://{folder.name}")
        stack.callback(self.store.close)
        self.store.news._deaf_until = float("inf") if deaf else 0.0
        self.clock = HallClock(start=self.store.now())
        self.desks = Desks(folder, self.clock, kept=kept)
        stack.callback(self.desks.close)
        self.following = Following(self.desks, self.store)
        stack.callback(self.following.stop)
        self.heard: list[int] = []
        self.desks.follow(self._hear)
        if looks:
            self.store.start()
            self.following.start()
        else:
            self.following.beat()
            self.following.look()

    def _hear(self, _: str, recorded: Recorded) -> None:
        first = recorded.seq - len(recorded.events) + 1
        self.heard += range(first, recorded.seq + 1)

    def desk(self, id: str = "club-open") -> Desk:
        return self.desks.desk(id)

    def has(self, id: str = "club-open") -> bool:
        return id in {desk.id for desk in self.desks}

    def cut(self) -> None:
        """The database is not reached any more."""
        self.store.server.url = "postgresql://postgres@127.0.0.1:1/nowhere"
        self.store.server._forget()

    def mended(self) -> None:
        self.store.server.url = self.url
        self.following._failed = None

    def later(self, seconds: float) -> None:
        """So much time passes, in which this node has written nothing."""
        self.clock._start += int(seconds * SECOND)
        self.following._began -= seconds
        self.following._failed = None

    def passes(self, seconds: int) -> None:
        """So much time passes, with a heartbeat each second."""
        for _ in range(seconds):
            self.later(1)
            self.following.beat()

    def played(self, *games: tuple[int, int], control: str = "10", flags: str = "auto") -> Desk:
        """A round that is being played, without tablets."""
        desk = self.desks.open(OpenTournament(name="Club open", system="manual", control=control, flags=flags))
        pairs = games or ((1, 2),)
        desk.enter_all([Person(f"Player {number}") for number in range(1, 2 * len(pairs) + 1)], BY)
        desk.submit(PairRound(by=BY, pairs=tuple(pairs)))
        desk.submit(StartRound(round=1, by=BY))
        return desk


@pytest.fixture
def node(url: str, tmp_path: Path) -> Iterator[Callable[..., Node]]:
    """Nodes over one store, by their names."""
    with ExitStack() as stack:
        yield lambda name, **how: Node(url, tmp_path / name, stack, **how)


def kinds(node: Node) -> list[str]:
    return [line.kind for line in node.desk().journal.read()]


def test_a_tournament_is_at_every_node_and_every_node_writes_it(node: Callable[..., Node]) -> None:
    first, second = node("a"), node("b")
    ours = first.desks.open(OpenTournament(name="Club open"))
    until(second.has)
    theirs = second.desk()
    for number in range(6):
        (ours, theirs)[number % 2].enter(Person(f"Player {number}"), BY)

    until(lambda: ours.state == theirs.state)
    assert len(ours.people) == len(theirs.people) == 6
    assert second.heard == list(range(2, 8))
    assert first_bad(ours.journal.read()) is None


def test_people_who_are_entered_at_two_nodes_at_once_have_their_names_and_are_there_once(
    node: Callable[..., Node],
) -> None:
    first, second = node("a"), node("b")
    first.desks.open(OpenTournament(name="Club open"))
    until(second.has)
    refused: list[str] = []

    def enter(desk: Desk, names: str) -> None:
        for name in names:
            try:
                desk.enter(Person(f"Player {name}"), BY)
            except Refused as no:
                refused.append(no.code)

    threads = [
        threading.Thread(target=enter, args=(one.desk(), f"{one.store.address[-1]}xyz")) for one in (first, second)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    until(lambda: first.desk().state == second.desk().state)
    assert refused == ["entered_twice"] * 3
    names = sorted(person.name for person in second.desk().people.values())
    assert names == [f"Player {name}" for name in "abxyz"]
    assert list(first.desk().state.entries) == sorted(first.desk().people) == [1, 2, 3, 4, 5]


def test_names_that_could_not_be_written_keep_the_entry_out_of_the_journal(
    node: Callable[..., Node], primary: Cluster
) -> None:
    only = node("a", looks=False)
    desk = only.desks.open(OpenTournament(name="Club open"))
    primary.asks("ALTER TABLE person ADD CONSTRAINT no_ann CHECK (name <> 'Ann')")
    try:
        with pytest.raises(Exception, match="no_ann"):
            desk.enter(Person("Ann"), BY)
    finally:
        primary.asks("ALTER TABLE person DROP CONSTRAINT no_ann")
    assert desk.journal.version == 1
    assert desk.enter(Person("Ben"), BY).state.entries == (1,)


def test_one_request_is_recorded_once_whichever_nodes_it_is_sent_to(node: Callable[..., Node]) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    announced = [at.desks.open(OpenTournament(name="Club open"), key="once").id for at in (first, second)]
    entered = [at.desk().enter(Person("Ann"), BY, key="entered").seq for at in (first, second)]

    assert announced == ["club-open", "club-open"]
    assert second.desks.open(OpenTournament(name="Club open"), key="twice").id == "club-open-2"
    assert entered == [2, 2]
    assert kinds(second) == ["TournamentOpened", "PlayerEntered"]


def test_a_node_that_is_always_too_late_is_let_first_in_the_end(
    node: Callable[..., Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another node has written whenever this one comes to it; then it locks the journal, and nobody is before it."""
    first, second = node("a", looks=False), node("b", looks=False)
    ours = first.desks.open(OpenTournament(name="Club open"))
    second.following.look()
    theirs, ruled, tried = second.desk(), ours._staged, list[int]()

    def late(group: Sequence[Pending]) -> Staging:
        tried.append(len(tried))
        staging = ruled(group)
        if len(tried) <= 3:
            theirs.enter(Person(f"Player {len(tried)}"), BY)
        return staging

    monkeypatch.setattr(ours, "_staged", late)
    ours.enter(Person("Ann"), BY)

    assert len(tried) == 4
    assert [person.name for _, person in sorted(ours.people.items())] == ["Player 1", "Player 2", "Player 3", "Ann"]


def test_a_request_that_another_node_records_at_the_same_time_has_its_answer(
    node: Callable[..., Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told that the board had gone on, though it was its own move."""
    first, second = node("a", looks=False), node("b", looks=False)
    ours = first.played()
    second.following.look()
    theirs, ruled, tried = second.desk(), ours._staged, list[int]()

    def late(group: Sequence[Pending]) -> Staging:
        tried.append(len(group))
        staging = ruled(group)
        if len(tried) == 1:
            theirs.touch(1, None)
            theirs.submit(GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="late"))
        return staging

    def caught_up() -> bool:
        if len(tried) == 1:
            theirs.submit(move(0, "32-28"), key="once")
        return catch_up()

    catch_up = ours._catch_up
    monkeypatch.setattr(ours, "_staged", late)
    monkeypatch.setattr(ours, "_catch_up", caught_up)

    assert ours.submit(move(0, "32-28"), key="once").again
    assert kinds(first).count("MovePlayed") == 1


def test_a_line_of_which_nobody_is_notified_is_there_soon(node: Callable[..., Node]) -> None:
    first, second = node("a"), node("b", deaf=True)
    ours = first.desks.open(OpenTournament(name="Club open"))
    until(second.has)
    ours.enter(Person("Ann"), BY)

    until(lambda: second.desk().state.version == ours.state.version)
    assert second.following.look_every == LOOK_SECONDS <= 0.25


def test_a_tournament_that_is_deleted_at_one_node_is_gone_at_the_other(node: Callable[..., Node]) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    first.desks.open(OpenTournament(name="Club open")).enter(Person("Ann"), BY)
    second.following.look()
    theirs = second.desk()
    first.desks.delete("club-open")
    with pytest.raises(Refused, match="no_tournament"):
        theirs.enter(Person("Ben"), BY)
    second.following.look()

    assert not second.has()
    assert theirs.people == {}
    assert first.desks.open(OpenTournament(name="Club open")).id == "club-open-2"


def test_a_journal_that_goes_on_otherwise_is_read_anew(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    """A database that has lost lines, as one without a synchronous standby may, is what holds; and it is said."""
    first, second = node("a", looks=False), node("b", looks=False)
    ours = first.desks.open(OpenTournament(name="Club open"))
    ours.enter(Person("Ann"), BY)
    ours.enter(Person("Ben"), BY)
    second.following.look()
    with first.store.server.transaction() as conn:
        conn.execute("ALTER TABLE line DISABLE TRIGGER USER")
        conn.execute("DELETE FROM line WHERE seq > 1")
        conn.execute("ALTER TABLE line ENABLE TRIGGER USER")
        conn.execute("UPDATE tournament SET head = 1, hash = (SELECT hash FROM line WHERE seq = 1)")
        conn.execute("DELETE FROM person")
    second.desk().register.refresh()
    second.desk().enter(Person("Cas"), BY)
    first.following.look()

    assert second.desk().state.version == ours.state.version == 2
    assert {entry: person.name for entry, person in ours.people.items()} == {1: "Cas"}
    assert "club-open has lost lines: it goes on from line 1, not 3" in caplog.text
    for one in (first, second):
        one.following.look()
        (notice,) = notices(one)
        assert (notice.code, notice.facts["line"]) == ("lines_lost", 3)
        assert one.desk().end.history == 1
    health.seen(second.desks)
    first.following.look()
    assert notices(first) == []


def test_a_journal_that_cannot_be_read_is_shut_and_keeps_no_other_from_being_followed(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    strange, other = (first.desks.open(OpenTournament(name=name)) for name in ("Strange", "Club open"))
    second.following.look()
    strange.journal.append([Unwritten(1, "MovePlayed", "{}")], 1)
    other.enter(Person("Ann"), BY)
    second.following.look()

    assert second.desk(other.id).state.version == 2
    assert strange.id in second.desks.shut
    assert "strange cannot be followed behind line 1" in caplog.text
    second.following._guarded(stumbles)
    assert "the journals could not be looked at" in caplog.text


def notices(node: Node) -> list[health.Notice]:
    found = health.notices(node.desks, DiskCheck(node.desks.instance), UTC)
    return [notice for notice in found if notice.code == "lines_lost"]


def stumbles() -> None:
    raise ValueError("a fault of the program")


def test_one_node_acts_first_in_each_tournament_and_another_one_once_it_has_ended(node: Callable[..., Node]) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    for number in range(8):
        first.desks.open(OpenTournament(name=f"Open {number}"))
    for one in (first, second):
        one.following.look()
    acts = [{desk.id for desk in one.desks.first} for one in (first, second)]
    assert len(acts[0] | acts[1]) == 8
    assert not acts[0] & acts[1]

    welcomed: list[str] = []
    second.desks.welcome(lambda desk: welcomed.append(desk.id))
    first.store.close()
    second.following.look()
    assert len(second.desks.first) == 8
    assert set(welcomed) == acts[0]


def test_a_node_needs_no_more_rights_than_the_runbook_grants(primary: Cluster, url: str, tmp_path: Path) -> None:
    """It adds lines, enters people, deletes a tournament and says which rights are missing."""
    runbook = Path(__file__).parents[1].joinpath("docs", "failover.md").read_text("utf-8")
    for statement in re.findall(r'-d arbiter -c "(.+)"', runbook):
        primary.asks(statement)
    limited = url.replace("postgres@", "hall@")
    with ExitStack() as stack:
        only = Node(limited, tmp_path / "hall", stack, looks=False)
        desk = only.played()
        desk.touch(1, None, seen=1)
        only.passes(4)
        desk.submit(move(0, "32-28"))
        other = only.desks.open(OpenTournament(name="Cup"))
        only.desks.delete(other.id)
        assert only.desks.open(OpenTournament(name="Cup")).id == "cup-2"

    assert [code for code, _ in findings(limited)] == ["database_found", "database_alone"]
    assert [code for code, _ in findings(url)] == ["database_found", "database_rights_many", "database_alone"]
    primary.asks("REVOKE INSERT ON line FROM hall")
    assert ("database_rights_few", {"name": "hall", "rights": "INSERT line"}) in findings(limited)


def test_a_database_of_before_is_brought_over_once_its_nodes_have_stopped(
    node: Callable[..., Node], primary: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One node led each tournament there; neither release serves the other's database."""
    lines = node("a", looks=False).played().journal.read()
    old = primary.another("before")
    with ExitStack() as stack:
        server = stack.enter_context(closing(Server(old)))
        assert migrate(server, STEPS[:6]) == (0, 6)
        end = (lines[-1].seq, lines[-1].hash)
        with server.transaction() as conn:
            conn.execute("INSERT INTO tournament VALUES ('club-open', %s, %s, 7, 'one', 'http://one', 0)", end)
            conn.execute("INSERT INTO node VALUES ('one', 'http://one', now() + interval '10 s', 0)")
            what = {"id": "club-open", **_columns(lines)}
            conn.execute(CREATE.encode(), what)
        for refused, asked in (("store_not_made", check), ("store_in_use", migrate)):
            with pytest.raises(Refused, match=refused):
                asked(server)
        with server.transaction() as conn:
            conn.execute("UPDATE node SET lease_until = now()")
        assert migrate(server) == (6, len(STEPS))
        after = Node(old, tmp_path / "after", stack, looks=False)

        assert after.desk().submit(move(0, "32-28")).seq == len(lines) + 1
        assert first_bad(after.desk().journal.read()) is None
        monkeypatch.setattr(schema, "STEPS", STEPS[:6])
        with pytest.raises(Refused, match="store_of_a_later_version"):
            check(server)


# time in which nothing could be written


def test_nobody_is_charged_while_the_database_is_away_and_no_flag_falls(node: Callable[..., Node]) -> None:
    """The finding: the press is refused before it is ruled on, and the flag fell as soon as the database was back."""
    only = node("a", looks=False)
    desk = only.played((1, 2), (3, 4))
    only.passes(4)
    only.cut()
    only.later(30)
    with pytest.raises(CannotWrite):
        desk.submit(move(0, "32-28"))
    only.mended()
    state = desk.submit(move(0, "32-28")).state

    assert kinds(only).count("ServiceInterrupted") == 1
    games = [state.game(1, board) for board in (1, 2)]
    assert [game.result for game in games] == [None, None]
    assert [game.flag for game in games] == [None, None]
    assert 5_000 < games[0].plays[0].left <= 6_000
    assert games[1].halted == "outage"
    assert 5_000 < games[1].clock.left(Side.WHITE, desk.now()) <= 6_000


def test_a_flag_that_fell_while_the_database_was_away_is_not_rung_first(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    only = node("a", looks=False)
    desk = only.played()
    only.passes(9)
    only.later(30)
    with pytest.raises(Refused):
        desk.ask(RingFlags(rings=(RingFlag(round=1, board=1),)))
    game = desk.state.game(1, 1)

    assert kinds(only)[-1] == "ServiceInterrupted"
    assert "nothing could be written for 30" in caplog.text
    assert (game.flag, game.result, game.halted) == (None, None, "outage")


def test_a_connection_that_broke_costs_a_player_nothing(node: Callable[..., Node], primary: Cluster) -> None:
    only = node("a", looks=False)
    desk = only.played()

    def broken() -> None:
        primary.asks("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'arbiter'")

    broken()
    assert desk.submit(move(0, "32-28"), key="once").state.game(1, 1).ply == 1
    broken()
    with pytest.raises(CannotWrite):  # without a key nobody could tell whether it was recorded
        desk.submit(move(1, "19-23"))
    assert desk.submit(move(1, "19-23"), key="twice").state.game(1, 1).ply == 2


def test_of_two_outages_the_first_one_stops_the_clocks(node: Callable[..., Node]) -> None:
    """The second was noted first, and players were charged for the time up to it."""
    only = node("a", looks=False)
    desk = only.played()
    started = desk.now()
    only.later(9)
    desk.was_away(started, started + 4 * SECOND)
    desk.was_away(started + 4 * SECOND, started + 8 * SECOND)
    desk.note_gap()

    assert desk.state.game(1, 1).clock.left(Side.WHITE, desk.now()) > 9 * SECOND
    assert kinds(only).count("ServiceInterrupted") == 1


def test_a_press_that_a_node_held_for_seconds_is_charged_to_nobody(node: Callable[..., Node]) -> None:
    """It stood still; the player of the move was not charged for that, but the opponent was."""
    only = node("a", looks=False)
    desk = only.played()
    only.passes(6)
    held = RECEIVED.set(desk.turns.take(1, unread=5 * SECOND))
    try:
        game = desk.submit(move(0, "32-28")).state.game(1, 1)
    finally:
        RECEIVED.reset(held)

    assert 1_000 <= game.plays[0].charged < 2_000
    assert game.clock.left(Side.BLACK, desk.now()) > 9_000


def test_a_silence_lasts_until_a_heartbeat_was_answered_not_until_one_was_committed(
    node: Callable[..., Node], primary: Cluster
) -> None:
    """While the standby is away and somebody cancels sessions, heartbeats are committed of which no node knows it."""
    first, second = node("a", looks=False), node("b", looks=False)
    for one in (first, second):
        one.later(9)
        one.store.beat(one.clock.now, one.following._sure, None, ())  # committed, and its answer is lost
    for one in (first, second):
        one.later(1)
    until = first.clock.now()
    first.following.beat()

    assert primary.asks(f"SELECT max(until) >= {until} FROM silence") == [(True,)]


def test_an_outage_is_noted_once_however_many_nodes_come_back(node: Callable[..., Node]) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    ours = first.played()
    second.following.look()
    for one in (first, second):
        one.later(20)
    assert ours.state.game(1, 1).clock.running is Side.WHITE
    ours.submit(move(0, "32-28"))
    second.desk().submit(move(1, "19-23"))
    second.following.beat()
    second.desk().note_gap()
    state = second.desk().state

    assert kinds(first).count("ServiceInterrupted") == 1
    assert state.game(1, 1).clock.running is Side.WHITE
    assert sum(play.charged for play in state.game(1, 1).plays) < 4_000


def test_a_node_that_starts_after_all_were_down_stops_the_clocks_as_of_the_last_heartbeat(
    node: Callable[..., Node], url: str
) -> None:
    first = node("a", looks=False)
    first.played()
    first.store.close()
    with closing(Server(url)) as server, server.transaction() as conn:
        conn.execute("UPDATE node SET (alive, sure, seen) = (alive - 60000, sure - 60000, seen - interval '60 s')")
    second = node("b")
    until(lambda: "ServiceInterrupted" in kinds(second))

    assert second.desk().state.game(1, 1).halted == "outage"


def test_a_node_that_is_cut_off_alone_stops_no_clock_and_its_boards_flags_are_provisional(
    node: Callable[..., Node],
) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    first.played((1, 2), flags="auto")
    second.following.look()
    first.desk().touch(1, Side.WHITE, seen=5, waiting=0)
    first.following.beat()  # it has heard the tablet of White, and is cut off from now on
    first.cut()
    second.passes(12)
    second.following.look()
    second.desk().ask(RingFlag(round=1, board=1))
    game = second.desk().state.game(1, 1)

    assert "ServiceInterrupted" not in kinds(second)
    assert game.result is None
    assert game.flag is not None
    assert game.flag.provisional == "tablet"


def test_a_flag_waits_until_every_other_node_has_said_that_it_holds_no_earlier_press(node: Callable[..., Node]) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    first.played()
    second.following.look()
    falls = first.desk().state.game(1, 1).clock.flag_at
    assert falls is not None
    second.following.look()
    assert second.following.unruled(falls)  # its last heartbeat was before the flag
    first.clock._start += 11 * SECOND
    held = first.desk().turns.take(1, unread=2 * SECOND)
    first.following.beat()
    second.following.look()
    assert second.following.unruled(falls)  # it holds a press from before
    held.release()
    first.following.beat()
    second.following.look()

    assert not second.following.unruled(falls)


def test_a_tablet_that_was_heard_at_one_node_is_known_at_the_other(node: Callable[..., Node]) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    first.played()
    second.following.look()
    first.desk().touch(1, Side.WHITE, seen=3, waiting=1)
    first.desk().touch(1, None, seen=4)
    first.following.beat()
    second.following.look()

    assert second.desk().tablets == first.desk().tablets
    assert second.desk().tablets[1, Side.WHITE] == Heard(at=first.desk().tablets[1, Side.WHITE].at, seen=3, waiting=1)
    second.following.beat()  # it does not tell what it was told
    with second.store.server.transaction() as conn:
        assert conn.execute("SELECT DISTINCT node FROM presence").fetchall() == [(first.store.name,)]


def test_a_node_that_starts_while_others_run_has_their_clock(node: Callable[..., Node]) -> None:
    """Also after a promotion, where the clock of the database's machine is another one."""
    first = node("a", looks=False)
    first.clock._start += 120 * SECOND
    first.following._began = float("-inf")
    first.following.beat()

    assert abs(node("b", looks=False).clock.now() - first.clock.now()) < 60 * SECOND


def test_a_node_says_when_the_store_does_not_answer_and_goes_on_afterwards(
    node: Callable[..., Node], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = node("a", looks=False), node("b", looks=False)
    ours = first.desks.open(OpenTournament(name="Club open"))
    second.following.look()
    second.cut()
    second.following.look()
    with pytest.raises(CannotWrite):
        second.following.beat()
    ours.enter(Person("Ann"), BY)

    assert (second.following.obstacle, second.following.silent) == ("unreachable", "unreachable")
    assert "the store does not answer, what others write is not seen: unreachable" in caplog.text
    assert "no heartbeat can be written, and nothing else: unreachable" in caplog.text
    second.mended()
    second.following.look()
    second.following.beat()
    assert second.desk().state == ours.state
    assert (second.following.obstacle, second.following.silent) == (None, None)


def test_a_nodes_clock_is_set_by_the_quickest_answer() -> None:
    passed = [0]
    clock = HallClock(start=0, sources=Sources(monotonic=lambda: passed[0] * 1_000_000))
    waits = iter((300, 200, 10, 200, 100))

    def asked() -> int:
        told = 60 * SECOND + clock.now()
        passed[0] += next(waits)
        return told

    clock.agree(asked)
    assert clock.now() - passed[0] == 60 * SECOND - 5


# with their pages


class Paged:
    """A node with its pages."""

    def __init__(self, node: Node) -> None:
        self.node = node
        keys = shared_keys(node.desks.instance, node.desks.register)
        self.service = ServiceHere(
            node.desks,
            keys,
            Settings(pin_tries=2),
            whereabouts=Whereabouts(url="http://hall.test"),
            following=node.following,
        )
        self.access = Access(self.service)
        self.app = create_app(self.access, PAGES)

    def bearer(self, role: str = "director") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.service.keys.bearer(role)}"}


@pytest.fixture
def paged(node: Callable[..., Node]) -> tuple[Paged, Paged]:
    """Two nodes with their pages, which know one tournament."""
    first, second = (Paged(node(name, looks=False)) for name in "ab")
    first.node.desks.open(OpenTournament(name="Club open"))
    for one in (first, second):
        one.node.following.look()
    return first, second


def test_whoever_signed_in_at_one_node_is_signed_in_at_the_other_and_sends_forms_to_it(
    paged: tuple[Paged, Paged],
) -> None:
    first, second = paged
    chief = first.access.accounts.kept.put(Account("chief", "chief", ""))
    second.node.following.look()
    browser = second.app.test_client()
    with browser.session_transaction() as session:
        session["account"] = first.access.accounts.begin(chief, "Firefox")
        session["csrf"] = "of this session"
    form = {"name": "Ann", "csrf": "of this session"}

    assert browser.post("/office/club-open/entries", data={**form, "csrf": "another"}).status_code in (303, 403)
    assert browser.post("/office/club-open/entries", data=form).status_code == 303
    first.node.following.look()
    assert first.node.desk().people[1].name == "Ann"


def test_a_name_that_is_put_right_at_one_node_is_right_at_the_other(paged: tuple[Paged, Paged]) -> None:
    first, second = paged
    first.node.desk().enter(Person("Ann"), BY)
    second.node.following.look()
    assert second.node.desk().people == {1: Person("Ann")}
    first.node.desk().register.enter("club-open", {1: Person("Anna")})
    second.node.following.look()

    assert second.node.desk().people == {1: Person("Anna")}


def test_a_node_says_how_far_it_is_behind(paged: tuple[Paged, Paged]) -> None:
    _, second = paged
    assert second.node.following.behind() == []
    second.node.cut()
    second.node.following.look()
    second.node.following._asked -= 7
    said = second.app.test_client().get("/readyz")

    assert said.status_code == 503
    assert said.get_json()["behind"] == [{"tournament": "club-open", "name": "Club open", "lines": 0, "seconds": 7}]


def test_a_node_says_which_nodes_there_are(paged: tuple[Paged, Paged]) -> None:
    _, second = paged
    told = second.app.test_client().get("/api/v1/service", headers=second.bearer()).get_json()

    nodes = [(one["address"], one["here"], one["live"]) for one in told["nodes"]]
    assert nodes == [("http://a", False, True), ("http://b", True, True)]


def test_binding_by_hand_that_the_office_opens_is_open_at_every_node(paged: tuple[Paged, Paged]) -> None:
    first, second = paged
    _, letters = first.access.links.make("club-open", 1, None)
    first.access.links.open("club-open", 5)

    _, device = second.access.links.bind_by_hand("club-open", 1, letters, "a telephone", "10.0.0.1")
    assert device.bound
    assert [one.board for one in first.node.desks.register.devices.at("club-open")] == [1]


def test_a_session_and_a_device_that_ended_at_one_node_write_nothing_more_at_the_other(
    paged: tuple[Paged, Paged],
) -> None:
    """The other node had let the request in just before."""
    first, second = paged
    kept = first.access.accounts.kept
    ann = kept.put(Account("Ann", "director"))
    here, there = first.node.desk(), second.node.desk()
    session = first.access.accounts.by_session(first.access.accounts.begin(ann, "Firefox"))
    secret, device = first.access.links.bind(first.access.links.make("club-open", 1, None)[0], "a tablet", "10.0.0.1")
    tablet = first.access.links.tablet(secret)
    assert session is not None
    assert tablet is not None
    with asking(session.asker):
        here.enter_all([Person("Ann"), Person("Ben")], BY)
        here.submit(PairRound(by=BY, pairs=((1, 2),)))
        here.submit(StartRound(round=1, by=BY))
    with asking(tablet.asker):
        here.submit(move(0, "32-28"))
        first.access.links.register.devices.end(device.id)
        with pytest.raises(Refused, match="link_revoked"):
            there.submit(move(1, "19-23"))
    kept.end(session.credential)
    note = GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="late")
    with asking(session.asker), pytest.raises(Refused, match="sign_in_first"):
        there.submit(note)

    assert there.submit(note).state.version == here.state.version + 1


def test_wrong_passwords_are_counted_at_all_nodes_together(paged: tuple[Paged, Paged]) -> None:
    """Each node allowed as many tries as one alone."""
    first, second = paged
    first.access.accounts.kept.put(
        Account("Ann", "director", first.access.accounts.hashed("a horse that stands", "Ann"))
    )
    said: list[str] = []
    for number in range(first.service.settings.pin_tries + 1):
        with pytest.raises(Refused) as refused:
            paged[number % 2].access.accounts.sign_in("Ann", "wrong", "10.0.0.1")
        said.append(refused.value.code)

    assert said == ["wrong_password"] * first.service.settings.pin_tries + ["too_many_tries"]
    assert second.access.accounts.sign_in("Ann", "a horse that stands", "10.0.0.2").name == "Ann"
    with first.node.store.server.transaction() as conn:
        conn.execute("UPDATE wrong_try SET until = now() - interval '1 s'")
    assert second.access.accounts.sign_in("Ann", "a horse that stands", "10.0.0.1").name == "Ann"


def test_the_first_sign_in_link_of_one_node_opens_nothing_once_there_is_a_chief_arbiter(
    paged: tuple[Paged, Paged],
) -> None:
    """It took over the account of the chief arbiter who had used the link of the other node."""
    first, second = paged
    links = [one.access.accounts.make_first_link() for one in paged]
    assert None not in links
    refused: list[str] = []

    def use(one: Paged, link: str | None) -> None:
        try:
            one.access.accounts.use_link(str(link), "a horse that stands")
        except Refused as no:
            refused.append(no.code)

    threads = [threading.Thread(target=use, args=pair) for pair in zip(paged, links, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert refused == ["link_used"]
    assert [one.access.accounts.first_link() for one in (first, second)] == [None, None]
    with pytest.raises(Refused, match="link_used"):
        second.access.accounts.linked(str(links[1]))
