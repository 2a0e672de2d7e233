"""What every test has at hand."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.hall import Hall

settings.register_profile("steady", derandomize=True, deadline=None)  # `make test` tries the same cases everywhere
settings.register_profile("exploring", derandomize=False, deadline=None)  # `make test-all` looks for new ones
settings.load_profile("steady")


@pytest.fixture
def hall() -> Hall:
    """Four players, round 1 going under 50/7200:25/3600."""
    return Hall()
