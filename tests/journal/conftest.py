"""The engines that keep journals and registers, for tests that hold on each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from tests.postgres import Cluster, cluster, programs

WITHOUT = programs() is None


@pytest.fixture(scope="session")
def primary() -> Iterator[Cluster]:
    """A server with the tables."""
    if WITHOUT:
        pytest.skip("PostgreSQL is not installed")
    with cluster() as one, closing(Server(one.url)) as server:
        migrate(server)
        yield one


@pytest.fixture(params=("sqlite", "postgres"))
def rows(request: pytest.FixtureRequest) -> Cluster | None:
    """Emptied tables of a server, or none where files are the engine."""
    if request.param == "sqlite":
        return None
    one: Cluster = request.getfixturevalue("primary")
    one.emptied()
    return one
