"""The examples in docstrings are run: each says what it shows."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
MODULES = sorted(
    file.relative_to(HOUSE).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for file in (HOUSE / "arbiter").rglob("*.py")
    if ">>> " in file.read_text("utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_hold(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))

    assert tried
    assert not failed
