"""The journals and the register of a database, read beside the nodes that write them; a standby does as well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from arbiter.journal.lines import Line
from arbiter.journal.people import Person
from arbiter.journal.postgres.journal import all_lines, read
from arbiter.journal.postgres.register import PostgresRegister
from arbiter.journal.postgres.schema import check
from arbiter.journal.postgres.server import Server
from arbiter.refused import Refused


class RowsBeside:
    """What a database holds by now."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.register = PostgresRegister(server)

    def lines(self, tournament: str) -> list[Line]:
        with self.server.transaction() as conn:
            if conn.execute("SELECT 1 FROM tournament WHERE id = %s", (tournament,)).fetchone() is None:
                raise Refused("no_tournament", tournament=tournament[:80])
        return list(all_lines(self.server, tournament))

    def read(self, tournament: str, after: int, limit: int) -> list[Line]:
        return read(self.server, tournament, after, limit)

    def people(self, tournament: str) -> dict[int, Person]:
        return PostgresRegister(self.server).people(tournament)  # a new one: it remembers what it has read

    def officials(self) -> Mapping[int, str]:
        return self.register.accounts.names()

    def setting(self, name: str) -> str | None:
        return self.register.setting(name)

    def epoch(self, tournament: str, board: int) -> int:
        return self.register.epoch(tournament, board)


@contextmanager
def beside(url: str) -> Iterator[RowsBeside]:
    """That database, to be looked at: of several hosts the first that answers."""
    with closing(Server(url, attrs="any")) as server:
        check(server)
        yield RowsBeside(server)
