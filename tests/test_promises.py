"""Each promise has tests that there are, and its page says what they have seen."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests import promises
from tests.promises import HOUSE, PAGE, PROMISES, Promise, Sweep, figures, found, kept_once_passed, page

COUNTED = {"ten": 10, "twenty": 20, "fifty": 50, "hundred": 100, "thousand": 1_000}
SWEEPS = [(code, promise, sweep) for code, promise in PROMISES.items() for sweep in promise.slow]


def numbers(name: str) -> list[int]:
    """The numbers that the name of a test says in words."""
    told = []
    for words in re.findall(r"(?<![a-z])(?:(?:two|ten|twenty|fifty|hundred|thousand)(?:_|$))+", name):
        total = 1
        for word in words.strip("_").split("_"):
            total *= {"two": 2, **COUNTED}[word]
        told.append(total)
    return [number for number in told if number > 2]


def test_each_promise_is_held_by_tests_that_there_are() -> None:
    for code, promise in PROMISES.items():
        assert promise.short or promise.slow, code
        slow = [sweep.test for sweep in promise.slow]
        for test in (*promise.short, *slow):
            file, _, name = test.partition("::")
            functions = [
                node for node in ast.parse((HOUSE / file).read_text("utf-8")).body if isinstance(node, ast.FunctionDef)
            ]
            marked = {node.name: any("slow" in ast.unparse(mark) for mark in node.decorator_list) for node in functions}
            assert name in marked, test
            if test in slow:
                assert marked[name], f"{test} is no sweep"


def test_the_page_of_the_promises_is_what_their_tests_have_seen() -> None:
    assert PAGE.read_text("utf-8") == page()


def test_the_name_of_a_sweep_says_how_many_a_whole_run_tries() -> None:
    told = {sweep.name: (sweep.whole, numbers(sweep.name)) for _, _, sweep in SWEEPS if numbers(sweep.name)}

    assert len(told) > 10
    assert {name: both for name, both in told.items() if both[0] not in both[1]} == {}


def test_a_row_is_of_a_whole_run_and_below_what_is_promised() -> None:
    rows = {(code, name): row for code, seen in figures().items() for name, row in seen.items()}
    sweeps = {(code, sweep.name): sweep for code, _, sweep in SWEEPS}

    assert rows.keys() <= sweeps.keys()
    for of, row in rows.items():
        assert row["ran"] >= sweeps[of].whole, of
        assert (row["measured"] is None) is (sweeps[of].below is None), of
        assert row["measured"] is None or row["measured"] < sweeps[of].below, of


def test_a_promise_names_the_figure_and_the_count_that_its_sweep_is_held_to() -> None:
    bounded = [(promise, sweep) for _, promise, sweep in SWEEPS if sweep.below is not None]

    assert bounded
    for promise, sweep in bounded:
        assert f"less than {sweep.below:g} " in promise.says
        assert f"{sweep.whole:,} {sweep.of}" in promise.says


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of figures, and one promise with a sweep: the test that asks for it."""
    sweep = Sweep("test_promises.py::test_a_run_that_is_not_whole_or_fails_leaves_no_row", 3, "kills", below=10)
    monkeypatch.setattr(promises, "PROMISES", {"K": Promise("It holds", (), (sweep,))})
    monkeypatch.setattr(promises, "FIGURES", tmp_path / "figures.json")
    monkeypatch.setattr(promises, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(promises, "SEEN", [])
    monkeypatch.setenv("PROMISES", "write")
    return tmp_path / "figures.json"


def fails() -> None:
    """A test that has found something, and then fails."""
    with kept_once_passed():
        found("K", 3, "nothing lost", 1.0)
        raise AssertionError


def test_a_run_that_is_not_whole_or_fails_leaves_no_row(kept: Path) -> None:
    for ran, measured in ((2, 1.0), (3, 10.0), (3, None)):
        with pytest.raises(AssertionError), kept_once_passed():
            found("K", ran, "nothing lost", measured)
    with pytest.raises(AssertionError):
        fails()
    assert not kept.exists()
    with kept_once_passed():
        found("K", 3, "nothing lost", 1.0)

    assert figures()["K"]["test_a_run_that_is_not_whole_or_fails_leaves_no_row"]["ran"] == 3
    assert "| 3 kills: nothing lost |" in (kept.parent / "page.md").read_text("utf-8")
