"""The register of an instance in PostgreSQL, which several nodes may write."""

from __future__ import annotations

from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.tables import Rows
from arbiter.journal.register import Register


class PostgresRegister(Register):
    """The register in a database. `refresh` loads what other nodes have written."""

    def __init__(self, server: Server) -> None:
        super().__init__(Rows(server))
