"""What a journal promises, whichever engine keeps it: the same tests on SQLite's files and on PostgreSQL's rows."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from arbiter.instants import HallClock
from arbiter.journal.journal import CannotWrite, VersionConflict
from arbiter.journal.lines import BEGINNING, Line, Unwritten, first_bad, with_digest
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.sqlite.journal import SqliteJournal, file_of, lines_in, verify
from arbiter.journal.store import Announced, JournalStore, KeptJournal, Silence
from arbiter.refused import Refused
from tests.postgres import Cluster, cluster, programs, until
from tests.waiting import PATIENCE

WITHOUT = programs() is None


@pytest.fixture
def stores(tmp_path: Path, rows: Cluster | None) -> Iterator[Callable[[], JournalStore]]:
    """Another look at the same journals, as another process has it."""
    if rows is None:
        (tmp_path / "tournaments").mkdir()
        yield lambda: Folder(tmp_path)
        return
    with closing(Server(rows.url)) as server:
        yield lambda: PostgresStore(server, tmp_path, file_of, "this node")


@contextmanager
def hindered(rows: Cluster | None, folder: Path) -> Iterator[None]:
    """While the block runs nothing can be written: another program has the file, or the server lets nobody in."""
    if rows is None:
        with closing(sqlite3.connect(folder / "tournaments" / "open.sqlite", isolation_level=None)) as conn:
            conn.execute("BEGIN IMMEDIATE")
            yield
        return
    beside = rows.beside("template1")
    with psycopg.connect(beside, autocommit=True) as conn:
        conn.execute("ALTER DATABASE postgres ALLOW_CONNECTIONS false")
        conn.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'")
        yield
        conn.execute("ALTER DATABASE postgres ALLOW_CONNECTIONS true")


def tampered(rows: Cluster | None, folder: Path, statement: str) -> None:
    """A statement of whoever has the file, or owns the database."""
    if rows is not None:
        rows.asks(statement)
        return
    with closing(sqlite3.connect(folder / "tournaments" / "open.sqlite", isolation_level=None)) as conn:
        conn.execute(statement)


@pytest.fixture
def store(stores: Callable[[], JournalStore]) -> JournalStore:
    return stores()


@pytest.fixture
def journal(store: JournalStore) -> Iterator[KeptJournal]:
    with closing(store.create("open")) as made:
        yield made


def moves(count: int, key: str | None = None) -> list[Unwritten]:
    """So many moves, the first of them in answer to the request with *key*."""
    return [Unwritten(1_000 + n, "MovePlayed", f'{{"ply":{n}}}', None if n else key) for n in range(count)]


def test_a_new_journal_ends_before_its_first_line(journal: KeptJournal) -> None:
    assert (journal.version, journal.head, journal.read()) == (0, BEGINNING, [])


def test_what_is_appended_is_read_back_and_chained(journal: KeptJournal) -> None:
    first = journal.append(moves(2), 0)
    second = journal.append(moves(1), 2)

    assert journal.read() == list(journal.lines()) == [*first, *second]
    assert (journal.version, journal.head) == (3, second[-1].hash)
    assert first_bad(journal.read()) is None


def test_both_engines_give_a_line_the_same_hash(journal: KeptJournal) -> None:
    journal.append([Unwritten(1_700_000_000_000, "MovePlayed", '{"move":"32-28"}', "tap-1")], 0)

    assert journal.head.startswith("acb71d379809c244")  # of every engine, for ever


def test_reading_goes_on_behind_a_line_and_stops_at_a_limit(journal: KeptJournal) -> None:
    journal.append(moves(5), 0)

    assert [line.seq for line in journal.read(after=2)] == [3, 4, 5]
    assert [line.seq for line in journal.read(after=2, limit=2)] == [3, 4]
    assert journal.read(after=5) == []
    assert journal.read(after=0, limit=0) == []


def test_an_append_of_nothing_changes_nothing(journal: KeptJournal) -> None:
    assert list(journal.append([], 0)) == []
    assert journal.version == 0


def test_a_line_is_found_by_the_key_of_its_request(journal: KeptJournal) -> None:
    journal.append(moves(2, key="tablet-7-a"), 0)

    assert journal.by_key("tablet-7-a") == journal.read()[0]
    assert journal.by_key("tablet-7-b") is None


def test_a_line_is_found_by_its_key_without_the_digest(journal: KeptJournal) -> None:
    journal.append(
        [Unwritten(1, "NoteTaken", "{}", with_digest("tap-1", "ab")), Unwritten(1, "NoteTaken", "{}", "tap-12")], 0
    )

    found = [journal.by_key(key) for key in ("tap-1", "tap-12", "tap")]
    assert [line and line.seq for line in found] == [1, 2, None]


def test_the_same_key_in_another_tournament_is_another_one(journal: KeptJournal, store: JournalStore) -> None:
    journal.append(moves(1, key="a"), 0)
    with closing(store.create("cup")) as other:
        assert other.by_key("a") is None
        other.append(moves(1, key="a"), 0)
        assert other.version == 1


def test_a_key_is_used_once(journal: KeptJournal) -> None:
    journal.append(moves(1, key="a"), 0)

    with pytest.raises(Exception, match=r"(?i)unique|no_key_twice"):
        journal.append(moves(1, key="a"), 1)
    assert journal.version == 1
    assert journal.append(moves(1), 1)[0].seq == 2


@pytest.mark.parametrize(
    "text",
    [
        "Łódź – Œuvre",
        "Пётр Иванов",
        "阮氏明",
        "🙂",
        "\u0000 and \u0007",
        "'; DROP TABLE line; --",
        "%s ? $1",
        "x" * 100_000,
    ],
)
def test_whatever_stands_in_a_line_comes_back_as_it_was(journal: KeptJournal, text: str) -> None:
    written = journal.append([Unwritten(1, "NoteTaken", text, text[:100])], 0)

    assert journal.read() == list(written)
    assert journal.by_key(text[:100]) == written[0]
    assert first_bad(journal.lines()) is None


def test_of_several_lines_all_are_recorded_or_none(journal: KeptJournal) -> None:
    with pytest.raises(UnicodeEncodeError):
        journal.append([*moves(2), Unwritten(1, "MovePlayed", "\ud800")], 0)
    assert journal.version == 0
    assert journal.append(moves(1), 0)[0].seq == 1


def test_whoever_expects_another_end_is_told_of_it_and_nothing_is_written(journal: KeptJournal) -> None:
    journal.append(moves(2), 0)

    for expected in (0, 1, 3, 99):
        with pytest.raises(VersionConflict) as conflict:
            journal.append(moves(1), expected)
        assert conflict.value.actual == 2
    assert journal.version == 2


def test_of_twenty_who_append_at_one_version_one_wins(journal: KeptJournal) -> None:
    begins = threading.Barrier(20)
    lock = threading.Lock()

    def one(number: int) -> bool:
        begins.wait()
        try:
            with lock:  # a file is written by one thread at a time, as at a desk
                journal.append([Unwritten(number, "MovePlayed", "{}", f"key {number}")], 0)
        except VersionConflict:
            return False
        return True

    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(one, range(20))) == 1
    assert journal.version == 1


def test_a_journal_opened_again_ends_where_it_ended(journal: KeptJournal, stores: Callable[[], JournalStore]) -> None:
    lines = journal.append(moves(3), 0)
    journal.close()

    with closing(stores().open("open")) as again:
        assert again.read() == list(lines)
        assert again.append(moves(1), 3)[0].seq == 4


def test_the_journals_that_there_are_are_named(journal: KeptJournal, store: JournalStore) -> None:
    store.create("cup").close()

    assert store.ids() == {"open", "cup"}


def test_a_journal_is_not_made_over_another(journal: KeptJournal, store: JournalStore) -> None:
    journal.append(moves(1), 0)

    with pytest.raises(FileExistsError):
        store.create("open")
    assert journal.version == 1


def test_nothing_is_left_of_a_journal_that_is_removed(journal: KeptJournal, store: JournalStore) -> None:
    journal.append(moves(2), 0)
    store.create("cup").close()
    journal.close()
    store.remove("open")

    assert store.ids() == {"cup"}
    if "open" not in store.used():
        with closing(store.create("open")) as anew:
            assert anew.version == 0


def test_what_there_is_not_is_not_opened(store: JournalStore) -> None:
    with pytest.raises((Refused, FileNotFoundError)):
        store.open("nowhere")


def test_a_copy_is_a_whole_journal_in_a_file(journal: KeptJournal, tmp_path: Path) -> None:
    journal.append(moves(3, key="a"), 0)
    copy = tmp_path / "copy.sqlite"
    journal.copy_to(copy)
    journal.append(moves(1), 3)
    journal.copy_to(copy)

    assert verify(copy) is None
    with closing(SqliteJournal.open(copy)) as made:
        assert made.read() == journal.read()


def test_whoever_follows_misses_nothing_while_others_write(journal: KeptJournal, store: JournalStore) -> None:
    """Eight tournaments grow at one time; a reader of each finds its lines without a gap, in their order."""
    others = [store.create(f"hall-{number}") for number in range(7)]
    journals = [journal, *others]
    ended = threading.Event()

    def writes(one: KeptJournal) -> None:
        chance, version = random.Random(1), 0
        for _ in range(25):
            version = one.append(moves(chance.randint(1, 3)), version)[-1].seq

    def follows(one: KeptJournal) -> list[Line]:
        seen: list[Line] = []
        while True:
            last = ended.is_set()
            more = one.read(after=len(seen), limit=7)
            seen += more
            assert [line.seq for line in seen[-len(more) or None :]] == list(
                range(len(seen) - len(more) + 1, len(seen) + 1)
            ) or not more
            if last and not more:
                return seen

    with ThreadPoolExecutor(16) as pool:
        followed = [pool.submit(follows, one) for one in journals]
        for done in [pool.submit(writes, one) for one in journals]:
            done.result()
        ended.set()
        for one, seen in zip(journals, followed, strict=True):
            assert seen.result() == one.read()
            assert first_bad(seen.result()) is None
    for one in others:
        one.close()


def test_whoever_reads_meets_a_batch_whole_or_not_at_all(journal: KeptJournal) -> None:
    ended = threading.Event()

    def reads() -> set[int]:
        seen = set()
        while not ended.is_set():
            seen.add(len(journal.read()) % 5)
        return seen

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(reads)
        for first in range(0, 100, 5):
            journal.append(moves(5), first)
        ended.set()
        assert reading.result() == {0}


def test_eight_writers_of_one_tournament_leave_one_chain_without_a_gap(journal: KeptJournal) -> None:
    """Each appends where the journal ends, and again where another one was first; a reader meets every line once."""
    lock, written = threading.Lock(), threading.Event()

    def writes(number: int) -> None:
        for turn in range(10):
            while True:
                try:
                    with lock:
                        journal.append([Unwritten(turn, "MovePlayed", "{}", f"{number}-{turn}")], journal.version)
                    break
                except VersionConflict:
                    continue

    def follows() -> list[Line]:
        seen: list[Line] = []
        while not written.is_set() or len(seen) < 80:
            seen += journal.read(after=len(seen), limit=3)
        return seen

    with ThreadPoolExecutor(9) as pool:
        followed = pool.submit(follows)
        for done in [pool.submit(writes, number) for number in range(8)]:
            done.result()
        written.set()
        assert first_bad(followed.result()) is None
    assert {line.key for line in journal.read()} == {f"{number}-{turn}" for number in range(8) for turn in range(10)}


def test_what_could_not_be_written_leaves_nothing_and_is_written_when_it_is_asked_again(
    journal: KeptJournal, rows: Cluster | None, tmp_path: Path
) -> None:
    journal.append(moves(1), 0)
    if isinstance(journal, SqliteJournal):
        journal._writer.execute("PRAGMA busy_timeout = 10")
    with hindered(rows, tmp_path):
        for _ in range(2):
            with pytest.raises(CannotWrite) as cause:
                journal.append(moves(2, key="again"), 1)
            assert cause.value.reason == ("busy" if rows is None else "unreachable")

    assert (journal.version, journal.by_key("again")) == (1, None)
    assert [line.seq for line in journal.append(moves(2, key="again"), 1)] == [2, 3]
    assert journal.by_key("again") == journal.read(after=1, limit=1)[0]


def test_lines_stand_in_the_order_of_their_numbers_whatever_a_clock_says(journal: KeptJournal) -> None:
    at = [5_000, 4_000, 4_000, 9_000_000_000_000, 0]
    for version, instant in enumerate(at):
        journal.append([Unwritten(instant, "MovePlayed", "{}", None)], version)

    assert [line.at for line in journal.read()] == at
    assert first_bad(journal.lines()) is None


@pytest.mark.parametrize("deed", ["UPDATE line SET body = '{}' WHERE seq = 2", "DELETE FROM line WHERE seq = 3"])
def test_no_line_is_changed_or_deleted_by_anybody(
    journal: KeptJournal, rows: Cluster | None, tmp_path: Path, deed: str
) -> None:
    before = journal.append(moves(3), 0)

    with pytest.raises(Exception, match="only added to"):
        tampered(rows, tmp_path, deed)
    assert journal.read() == list(before)


def test_the_end_is_found_again_with_its_hash(journal: KeptJournal, stores: Callable[[], JournalStore]) -> None:
    last = journal.append(moves(3), 0)[-1]
    journal.close()

    with closing(stores().open("open")) as again:
        assert (again.version, again.head) == (3, last.hash)


def test_a_key_is_found_again_among_many(journal: KeptJournal, stores: Callable[[], JournalStore]) -> None:
    for version in range(20):
        journal.append(moves(1, key=f"tap {version}"), version)
    journal.close()

    with closing(stores().open("open")) as again:
        assert [again.by_key(f"tap {n}").seq for n in (0, 7, 19)] == [1, 8, 20]  # type: ignore[union-attr]


def test_every_line_is_there_for_whoever_mends(journal: KeptJournal, store: JournalStore) -> None:
    lines = journal.append(moves(3), 0)

    assert list(journal.salvaged()) == list(store.salvaged("open")) == list(lines)
    assert journal.in_place()


def test_a_journal_is_made_of_lines_that_were_written_elsewhere(journal: KeptJournal, store: JournalStore) -> None:
    lines = journal.append(moves(3, key="a"), 0)

    with closing(store.anew("copied", lines)) as copied:
        assert copied.read() == list(lines)
        assert copied.head == journal.head
        assert copied.append(moves(1), 3)[0].before == journal.head


def test_a_journal_that_is_put_away_lies_in_a_file_and_is_named_no_more(
    journal: KeptJournal, store: JournalStore, tmp_path: Path
) -> None:
    lines = journal.append(moves(3), 0)
    journal.close()
    file = store.put_away("open", tmp_path)

    assert store.ids() == set()
    assert lines_in(file) == list(lines)


@pytest.mark.slow
def test_a_hundred_thousand_lines_are_one_chain(journal: KeptJournal) -> None:
    for first in range(0, 100_000, 1_000):
        journal.append(moves(1_000), first)

    assert first_bad(journal.lines()) is None
    assert journal.version == 100_000


# PostgreSQL alone: many machines


@pytest.fixture
def node(primary: Cluster, tmp_path: Path) -> Iterator[Callable[[str], PostgresStore]]:
    """Nodes over one store, by their names."""
    primary.emptied()
    servers: list[Server] = []

    def one(name: str) -> PostgresStore:
        servers.append(Server(primary.url))
        return PostgresStore(servers[-1], tmp_path, file_of, name)

    yield one
    for server in servers:
        server.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE line SET body = '{}' WHERE seq = 2",
        "DELETE FROM line WHERE seq = 3",
        "TRUNCATE line",
        "INSERT INTO line VALUES ('fixed', 9, 1, 'x', '{}', NULL, 'b', 'h')",
        "INSERT INTO line VALUES ('fixed', 4, 1, 'x', '{}', NULL, 'b', 'h')",
    ],
)
def test_the_rows_themselves_refuse_what_is_not_the_next_line(
    node: Callable[[str], PostgresStore], primary: Cluster, statement: str
) -> None:
    store = node("a")
    with closing(store.open("fixed") if "fixed" in store.ids() else store.create("fixed")) as journal:
        before = journal.read() or journal.append(moves(3), 0)
        with pytest.raises(Exception, match=r"only added to|not the next line"):
            primary.asks(statement)
        assert journal.read() == list(before)


def test_any_node_appends_and_the_first_one_holds(node: Callable[[str], PostgresStore]) -> None:
    first, second = node("a"), node("b")
    ours = first.create("shared")
    theirs = second.open("shared")
    ours.append(moves(1), 0)
    theirs.append(moves(1), 1)
    with pytest.raises(VersionConflict) as late:
        ours.append(moves(1), 1)

    assert late.value.actual == 2
    assert [line.seq for line in ours.append(moves(1), 2)] == [3]
    assert first_bad(theirs.read()) is None


def test_a_line_is_not_appended_to_another_line_of_the_same_number(
    node: Callable[[str], PostgresStore], primary: Cluster
) -> None:
    """A database that has lost lines, and goes on otherwise, is noticed by the hash."""
    journal = node("a").create("otherwise")
    journal.append(moves(1), 0)
    primary.asks("UPDATE tournament SET hash = 'another' WHERE id = 'otherwise'")

    with pytest.raises(VersionConflict):
        journal.append(moves(1), 1)
    assert journal.read() == journal.read(limit=1)


def test_whoever_writes_alone_is_waited_for(node: Callable[[str], PostgresStore], primary: Cluster) -> None:
    first, second = node("a"), node("b")
    ours = first.create("alone")
    theirs = second.open("alone")
    late: list[Exception] = []

    def append() -> None:
        try:
            theirs.append(moves(1), 0)
        except VersionConflict as conflict:
            late.append(conflict)

    other = threading.Thread(target=append)
    with ours.alone():
        other.start()
        until(lambda: primary.asks("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'") != [])
        ours.append(moves(1), 0)
    other.join()

    assert len(late) == 1
    assert ours.version == 1


def test_a_deleted_tournament_takes_nothing_and_its_id_is_not_given_again(
    node: Callable[[str], PostgresStore], primary: Cluster
) -> None:
    store = node("a")
    journal = store.announce("gone", moves(2), "key")
    store.remove("gone")

    with pytest.raises(Refused, match="no_tournament"):
        journal.append(moves(1), 2)
    assert "gone" not in store.found(0).ends
    assert store.keyed("key") is None
    with pytest.raises(FileExistsError):
        store.create("gone")
    migrate(store.server)
    assert journal.read() == []


def test_one_request_announces_one_tournament(node: Callable[[str], PostgresStore]) -> None:
    first, second = node("a"), node("b")
    first.announce("once", moves(1, "key"), "key")

    with pytest.raises(Announced) as before:
        second.announce("twice", moves(1, "key"), "key")
    assert before.value.there == "once"
    assert "twice" not in second.ids()


def test_a_silence_is_noted_by_the_first_heartbeat_after_it_and_told_to_every_node(
    node: Callable[[str], PostgresStore], primary: Cluster
) -> None:
    primary.asks("DELETE FROM node")
    primary.asks("DELETE FROM silence")
    first, second = node("a"), node("b")
    begin = HallClock().now()

    def beat(store: PostgresStore, at: int, sure: int) -> list[Silence]:
        return list(store.beat(lambda: begin + at, begin + sure, None, []))

    assert beat(first, 0, -1_000_000) == []  # the first of all
    assert beat(second, 500, -1_000_000) == []
    assert beat(first, 1_000, 0) == []
    assert beat(second, 1_500, 500) == []
    assert beat(second, 2_500, 1_500) == []
    assert beat(first, 3_900, 1_000) == []  # the second was answered, as its last heartbeat says
    away = Silence(begin + 2_500, begin + 9_000)
    assert beat(second, 9_000, 2_500) == [away]
    assert beat(second, 9_050, 9_000) == []  # it was answered, as this one tells
    assert beat(first, 9_100, 3_900) == [away]
    assert beat(second, 9_900, 9_000) == []
    assert beat(node("c"), 10_000, -1_000_000) == [away]


def test_a_heartbeat_without_an_answer_is_no_sign_of_life(
    node: Callable[[str], PostgresStore], primary: Cluster
) -> None:
    """It is committed, and nobody was told so: as where somebody cancels the wait for the standby."""
    primary.asks("DELETE FROM node; DELETE FROM silence")
    store = node("a")
    begin = HallClock().now()

    def beat(at: int, sure: int) -> list[Silence]:
        return list(store.beat(lambda: begin + at, begin + sure, None, []))

    assert beat(0, -1_000_000) == []
    assert beat(1_000, 0) == []
    assert beat(2_000, 1_000) == []  # nobody was told
    store._known = begin
    first = Silence(begin + 1_000, begin + 3_500)
    assert beat(3_500, 1_000) == [first]
    store._known = begin
    assert beat(6_000, 1_000) == [first, Silence(begin + 1_000, begin + 6_000)]  # it lasts until one is answered


def test_a_silence_that_two_nodes_note_at_once_is_known_to_both(
    node: Callable[[str], PostgresStore], primary: Cluster
) -> None:
    """The second one went on without it, and players were charged for the outage."""
    primary.asks("DELETE FROM node; DELETE FROM silence")
    first, second = node("a"), node("b")
    begin = HallClock().now()
    first.beat(lambda: begin, 0, None, [])
    told: list[Silence] = []
    other = threading.Thread(target=lambda: told.extend(second.beat(lambda: begin + 9_001, 0, None, [])))
    with first.server.transaction():
        assert list(first.beat(lambda: begin + 9_000, 0, None, [])) == [Silence(begin, begin + 9_000)]
        other.start()
        until(lambda: primary.asks("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'") != [])
    other.join()

    assert told == [Silence(begin, begin + 9_001)]
    assert list(first.beat(lambda: begin + 9_100, begin + 9_000, None, [])) == told


def test_whoever_waits_is_told_that_another_node_has_written(node: Callable[[str], PostgresStore]) -> None:
    first, second = node("a"), node("b")
    first.start()
    journal = first.create("told")
    assert not second.wait(0.05)
    journal.append(moves(1), 0)

    assert second.wait(PATIENCE)
    for one in (first, second):
        one.close()


@pytest.mark.slow  # a server of its own; the contract above has it that one lets nobody in
@pytest.mark.skipif(WITHOUT, reason="PostgreSQL is not installed")
def test_while_the_server_is_away_nothing_is_acknowledged_and_afterwards_the_same_journal_goes_on(
    tmp_path: Path,
) -> None:
    with cluster() as one, closing(Server(one.url)) as server:
        migrate(server)
        journal = PostgresStore(server, tmp_path, file_of, "a").create("away")
        journal.append(moves(2), 0)
        one.stop()
        for _ in range(2):
            with pytest.raises(CannotWrite) as away:
                journal.append(moves(1), 2)
            assert away.value.reason == "unreachable"
        one.start()

        assert journal.version == 2
        assert journal.append(moves(1), 2)[0].seq == 3
