"""The clock against worked examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clock.hall_clock import hall_clock

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "clock" / "vectors.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_the_clock_shows_what_the_worked_example_says(vector: dict[str, Any]) -> None:
    """Rulings H01, H02, H03, H04."""
    hall = hall_clock(vector["control"]["white"], vector["control"]["black"])

    for step, shown in vector["steps"]:
        hall.do(step)
        assert hall.shown() == shown, step
