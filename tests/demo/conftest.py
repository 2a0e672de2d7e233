"""The demonstration with its doors open, whose past is made once a run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.demo.show import Show, make_past, show
from tests.once import once


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What went before the doors opened."""
    return once(tmp_path_factory, "demonstration", make_past)


@pytest.fixture
def opened(made: Path, tmp_path: Path) -> Iterator[Show]:
    """The doors have just opened."""
    with show(tmp_path, made) as ready:
        yield ready


@pytest.fixture(scope="module")
def past(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """The doors have just opened, and nothing more is going to happen."""
    with show(tmp_path_factory.mktemp("past"), made) as ready:
        yield ready


@pytest.fixture(scope="module")
def happened(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """Everything has happened, and waits for somebody of the office."""
    with show(tmp_path_factory.mktemp("happened"), made) as ready:
        ready.go_on(40)
        yield ready
