"""What every test has at hand."""

from __future__ import annotations

import pytest

from tests.hall import Hall


@pytest.fixture
def hall() -> Hall:
    """Four players, round 1 going under 50/7200:25/3600."""
    return Hall()
