"""Reading the journals and the register of a database while nodes write them, also from a standby server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from arbiter.journal.lines import Line
from arbiter.journal.postgres.journal import lines_of
from arbiter.journal.postgres.schema import check
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.tables import Rows
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import Register
from arbiter.refused import Refused


@contextmanager
def beside(url: str) -> Iterator[ReadBeside]:
    """Yield a reader of the database at *url*. If the URL names several hosts, the first host that answers is used."""
    with closing(Server(url, attrs="any")) as server:
        check(server)

        def read(tournament: str, after: int, limit: int) -> list[Line]:
            with server.reading() as conn:
                found = lines_of(conn, tournament, after, limit)
                if not found and not conn.execute("SELECT 1 FROM tournament WHERE id = %s", (tournament,)).fetchone():
                    raise Refused("no_tournament", tournament=tournament[:80])
                return found

        def ids() -> set[str]:
            with server.reading() as conn:
                return {id for (id,) in conn.execute("SELECT id FROM tournament WHERE NOT deleted")}

        yield ReadBeside(read, lambda: closing(Register(Rows(server))), ids)
