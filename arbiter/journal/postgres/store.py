"""The journals of an instance in PostgreSQL, shared by several nodes of equal rank."""

from __future__ import annotations

import logging
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from arbiter.journal.journal import CannotWrite, FileOf
from arbiter.journal.lines import BEGINNING, Line, Unwritten, chained
from arbiter.journal.postgres.generation import Generation
from arbiter.journal.postgres.journal import PostgresJournal, announced, created
from arbiter.journal.postgres.news import News
from arbiter.journal.postgres.schema import check
from arbiter.journal.postgres.server import Server, meet
from arbiter.journal.postgres.tables import Rows
from arbiter.journal.register import Register
from arbiter.journal.store import Archive, JournalEnd, NodeSeen, Presence, Silence, StoreSeen
from arbiter.refused import Refused
from arbiter.sides import SECOND, Instant, Span

log = logging.getLogger(__name__)

SILENCE_MS: Span = 2 * SECOND
"""After this many milliseconds without an answered heartbeat, the database counts as having been unreachable."""
TOLD_MS: Span = SECOND
"""At most this many milliseconds after a heartbeat was answered, the other nodes know it from the next heartbeat."""
LIVE_SECONDS = 3
"""A node counts as running for this many seconds after its last heartbeat."""
FORGOTTEN_DAYS = 30
"""Days after which the heartbeat of a process that has ended is deleted."""
BEAT = """
WITH last AS (
    SELECT greatest(max(sure), %(sure)s) AS at, max(sure) FILTER (WHERE name <> %(name)s) AS others, count(*) AS nodes
    FROM node
), silent AS (
    INSERT INTO silence SELECT at, %(at)s FROM last WHERE nodes > 0 AND %(at)s - %(sure)s > %(most)s
        AND (others IS NULL OR %(at)s - others > %(most)s + %(told)s)
    ON CONFLICT (since) DO UPDATE SET until = excluded.until RETURNING since, until
), beaten AS (
    INSERT INTO node SELECT %(name)s, %(address)s, %(at)s,
        CASE WHEN nodes = 0 THEN %(at)s ELSE at END, clock_timestamp(), %(holds)s, false
    FROM last
    ON CONFLICT (name) DO UPDATE
        SET (alive, sure, seen, holds) = (excluded.alive, excluded.sure, excluded.seen, excluded.holds)
)
SELECT since, until FROM silent UNION SELECT since, until FROM silence WHERE until > %(known)s ORDER BY until
"""
"""SQL that commits a heartbeat. *sure*: when the last answered heartbeat began; equal to *at* after a silence.

A silence is a time in which no heartbeat was answered. A heartbeat without an answer may have been committed all the
same. Therefore neither `alive` nor the end of a silence proves that lines could be written then. The silence grows
until a heartbeat tells that the one before it was answered.
"""
HEARD = """
INSERT INTO presence SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[], %s::text[], %s::bigint[],
    %s::bigint[], %s::integer[])
ON CONFLICT (tournament, board, side) DO UPDATE
    SET (node, at, seen, waiting) = (excluded.node, excluded.at, excluded.seen, excluded.waiting)
    WHERE presence.at <= excluded.at
"""
COUNT = """
WITH gone AS (DELETE FROM wrong_try WHERE until < clock_timestamp() AND what <> ALL (%(what)s))
INSERT INTO wrong_try SELECT what, 1, clock_timestamp() + make_interval(secs => %(seconds)s)
    FROM unnest(%(what)s::text[]) AS what ORDER BY what
ON CONFLICT (what) DO UPDATE SET until = excluded.until,
    tries = CASE WHEN wrong_try.until < clock_timestamp() THEN 1 ELSE wrong_try.tries + 1 END
"""
"""SQL that counts one more wrong attempt to sign in, and deletes the counts that are too old."""
TRIED = """
SELECT tries, extract(epoch FROM until - clock_timestamp())::float FROM wrong_try WHERE what = %s
"""
ENDS = "SELECT id, head, hash, history, lost, boards FROM tournament WHERE NOT deleted"
NODES = """
SELECT name, address, alive, holds, greatest(0, extract(epoch FROM clock_timestamp() - seen))::integer,
    NOT ended AND seen > clock_timestamp() - make_interval(secs => %s)
FROM node WHERE seen > clock_timestamp() - interval '1 hour' ORDER BY address, alive
"""
CLOCK = """
SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + coalesce((
    SELECT alive - (extract(epoch FROM seen) * 1000)::bigint FROM node
    WHERE NOT ended AND seen > clock_timestamp() - make_interval(secs => %s) ORDER BY seen DESC LIMIT 1
), 0), coalesce((SELECT max(alive) FROM node), 0)
"""
"""SQL that returns the present instant: by the clocks of the running nodes, or by the database's if none runs."""


class PostgresStore:
    """The journals of a database. *folder*: the folder in which this machine keeps files beside the journals.

    *address*: the address of this node, to be shown to people. *reads*: whether the journals are only read.
    """

    def __init__(
        self, server: Server, folder: Path, file_of: FileOf, name: str = "", *, address: str = "", reads: bool = False
    ) -> None:
        self.server = server
        self.file_of = file_of
        self.damaged = folder / "damaged"
        self.address = address
        self.reads = reads
        self._name = name or f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"
        self.news = News(server, self._name)
        self._known: Instant = 0
        """The end of the last time without answered heartbeats (silence) that this process knows."""

    @property
    def name(self) -> str:
        return self._name

    def ids(self) -> set[str]:
        with self.server.reading() as conn:
            return {id for (id,) in conn.execute("SELECT id FROM tournament WHERE NOT deleted")}

    def used(self) -> set[str]:
        with self.server.reading() as conn:
            return {id for (id,) in conn.execute("SELECT id FROM tournament")}

    def create(self, id: str) -> PostgresJournal:
        return self.anew(id, ())

    def announce(self, id: str, lines: Sequence[Unwritten], key: str | None) -> PostgresJournal:
        created(self.server, id, chained(lines, 0, BEGINNING), key)
        return self._journal(id)

    def open(self, id: str) -> PostgresJournal:
        with self.server.reading() as conn:
            if not conn.execute("SELECT 1 FROM tournament WHERE id = %s AND NOT deleted", (id,)).fetchone():
                raise Refused("no_tournament", tournament=id[:80])
        return self._journal(id)

    def _journal(self, id: str) -> PostgresJournal:
        return PostgresJournal(self.server, id, self.file_of, self.news.wrote.set)

    def salvaged(self, id: str) -> Sequence[Line]:
        return list(self.open(id).lines())

    def anew(self, id: str, lines: Sequence[Line]) -> PostgresJournal:
        """Make a new journal of exactly these lines, under the tournament's *id*."""
        created(self.server, id, lines)
        return self._journal(id)

    def remove(self, id: str) -> None:
        """Mark the tournament as deleted. Its lines are removed by `arbiter migrate`, with the rights of the owner."""
        with self.server.transaction() as conn:
            conn.execute("UPDATE tournament SET deleted = true, key = NULL WHERE id = %s", (id,))
            conn.execute("DELETE FROM presence WHERE tournament = %s", (id,))

    def put_away(self, id: str, folder: Path) -> Path:
        path = folder / f"{id}.sqlite"
        self.open(id).copy_to(path)
        self.remove(id)
        return path

    def now(self) -> Instant:
        with self.server.reading() as conn:
            row = conn.execute(CLOCK.encode(), (LIVE_SECONDS,)).fetchone()
        assert row is not None
        return int(max(row))

    def keyed(self, key: str) -> str | None:
        with self.server.reading() as conn:
            return announced(conn, key)

    def beat(
        self, now: Callable[[], Instant], sure: Instant, holds: Instant | None, heard: Sequence[Presence]
    ) -> Sequence[Silence]:
        with self.server.transaction() as conn:
            meet(conn, self.server.generation)
            # wait until an earlier heartbeat of this node has ended, which may still wait for the standby server
            conn.execute("SELECT 1 FROM node WHERE name = %s FOR UPDATE", (self.name,))
            what = {"name": self.name, "address": self.address, "at": now(), "holds": holds, "known": self._known}
            found = conn.execute(BEAT.encode(), {**what, "sure": sure, "most": SILENCE_MS, "told": TOLD_MS}).fetchall()
            if heard:
                conn.execute(HEARD.encode(), [list(column) for column in zip(*heard, strict=True)])
        silences = [Silence(*row) for row in found]
        self._known = max((one.until for one in silences), default=self._known)
        return silences

    def tried(self, what: str) -> tuple[int, float]:
        with self.server.reading() as conn:
            return conn.execute(TRIED.encode(), (what,)).fetchone() or (0, 0.0)

    def count(self, what: Sequence[str], seconds: float) -> None:
        with self.server.transaction() as conn:
            conn.execute(COUNT.encode(), {"what": list(what), "seconds": seconds})

    def found(self, since: Instant) -> StoreSeen:
        with self.server.reading() as conn:
            ends = conn.execute(ENDS).fetchall()
            nodes = conn.execute(NODES.encode(), (LIVE_SECONDS,)).fetchall()
            heard = conn.execute("SELECT * FROM presence WHERE at > %s AND node <> %s", (since, self.name)).fetchall()
        return StoreSeen(
            {id: JournalEnd(*end) for id, *end in ends},
            [NodeSeen(*row) for row in nodes],
            [Presence(*row) for row in heard],
        )

    def wait(self, seconds: float) -> bool:
        return self.news.wait(seconds)

    def start(self) -> None:
        """Start the thread that notifies the other nodes of what this node writes."""
        if not self.reads:
            self.news.start()

    def close(self) -> None:
        """Record that this node has ended, and close its connections."""
        self.news.close()
        if not self.reads:
            with suppress(CannotWrite, Refused), self.server.transaction() as conn:
                conn.execute("UPDATE node SET ended = true WHERE name = %s", (self.name,))
                conn.execute("DELETE FROM node WHERE seen < now() - make_interval(days => %s)", (FORGOTTEN_DAYS,))
        self.server.close()


def opened(
    url: str, instance: Path, file_of: FileOf, address: str = "", *, reads: bool = False, remembers: bool = False
) -> tuple[PostgresStore, Archive]:
    """Return the journals and the register in the database at *url*.

    Raise Refused if `arbiter migrate` has to make its tables first.

    *file_of*: a function that writes a copy of a journal as a file. *reads*: whether any host that answers may be used,
    even a standby. *remembers*: whether a file in the folder *instance* records how often a standby has become the
    primary server (`Generation`), so that a server which was replaced is not used again.
    """
    generation = Generation(instance / "generation" if remembers else None)
    server = Server(url, attrs="any" if reads else "read-write", generation=generation)
    if remembers:
        server.survey()
    check(server)
    store = PostgresStore(server, instance, file_of, address=address, reads=reads)
    return store, Archive(store, Register(Rows(server)), store)
