"""The engines that keep journals and registers, for tests that hold on each of them."""

from __future__ import annotations

import pytest

from tests.postgres import Cluster, programs

WITHOUT = programs() is None


@pytest.fixture(params=("sqlite", "postgres"))
def rows(request: pytest.FixtureRequest) -> Cluster | None:
    """Emptied tables of a server, or none where files are the engine."""
    if request.param == "sqlite":
        return None
    one: Cluster = request.getfixturevalue("primary")
    one.emptied()
    return one
