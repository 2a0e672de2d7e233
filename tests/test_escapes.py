"""A test that cannot fail is none: no assertion of ours asks how busy the machine is, and no run ends in its middle."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.syntax import nodes

TESTS = Path(__file__).parent
FILES = {file.relative_to(TESTS).as_posix(): file.read_text("utf-8") for file in sorted(TESTS.rglob("*.py"))}
MACHINE = ("getloadavg", "cpu_count", "process_cpu_count", "sched_getaffinity", "cpu_percent")
"""Calls that tell how fast or how busy the machine is."""
TELLING = ("bench/", "conftest.py")
"""Benchmarks name the machine that they were run on, and the suite begins as many processes as it has cores."""
SUSPECT = re.compile(
    rf"""{"|".join(MACHINE)}|pytest\.(skip|xfail)\(|\bor (True|1)\b|\b(True|1) or\b"""
    r"""|assert (True\b|\d|'[^']*'($|,)|"[^"]*"($|,))|if .*:\s+return\n""",
    re.MULTILINE,
)
"""A file without any of this need not be parsed."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def escapes(text: str) -> list[tuple[int, str]]:
    """The ways in which a test of that text may pass without having shown anything, with their lines."""
    if not SUSPECT.search(text):
        return []
    found = [way for node in nodes(text) for way in escapes_at(node)]
    return sorted(set(found))


def escapes_at(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The escapes that begin at this node."""
    if isinstance(node, ast.Assert) and always(node.test):
        yield node.lineno, "always true"
    if isinstance(node, ast.Assert):
        yield from ((node.lineno, "always true") for one in ast.walk(node.test) if opened(one))
    if isinstance(node, ast.Attribute) and node.attr in MACHINE:
        yield node.lineno, "asks the machine"
    if isinstance(node, Function) and not fixture(node):
        yield from ((one.lineno, "gives up in its middle") for one in within(node) if gives_up(one))
    if isinstance(node, Function) and node.name.startswith("test_"):
        yield from ((one.lineno, "ends before its assertions") for one in within(node) if leaves(one))


def within(function: Function) -> Iterator[ast.stmt | ast.expr]:
    """What a function does itself: not what the functions do that it makes."""
    inner: list[ast.AST] = [*function.body]
    while inner:
        node = inner.pop()
        if isinstance(node, ast.stmt | ast.expr):
            yield node
        if not isinstance(node, Function | ast.Lambda):
            inner += ast.iter_child_nodes(node)


def always(test: ast.expr) -> bool:
    """Whether it is a constant that holds."""
    return isinstance(test, ast.Constant) and bool(test.value)


def opened(node: ast.AST) -> bool:
    """Whether it is an "or" of which one side always holds."""
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and any(map(always, node.values))


def fixture(function: Function) -> bool:
    """Whether a test asks for it, so that what it leaves out is left out whole."""
    return any("fixture" in ast.unparse(mark) for mark in function.decorator_list)


def gives_up(node: ast.AST) -> bool:
    """Whether the test is left out from here on."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"pytest.skip", "pytest.xfail"}


def leaves(node: ast.AST) -> bool:
    """Whether it is a condition under which the test is over; `assume` would draw another case."""
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Return)


def test_no_test_has_a_way_to_pass_without_having_shown_anything() -> None:
    assert len(FILES) > 300
    assert {file: ways for file, text in FILES.items() if (ways := left(file, escapes(text)))} == {}


def left(file: str, ways: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Without what the file may ask the machine for."""
    return [way for way in ways if way[1] != "asks the machine" or not file.startswith(TELLING)]


@pytest.mark.parametrize(
    ("does", "way"),
    [
        ("assert took < 10 or os.getloadavg()[0] > 2", "asks the machine"),
        ("slack = 1 if os.cpu_count() > 4 else 60", "asks the machine"),
        ("assert took < 10 or True", "always true"),
        ("assert 'that'", "always true"),
        ("if not strace: pytest.skip('no strace')", "gives up in its middle"),
        ("if not legal: return\n    assert legal", "ends before its assertions"),
    ],
)
def test_a_way_out_is_seen(does: str, way: str) -> None:
    assert [told for _, told in escapes(f"def test_it():\n    {does}\n")] == [way]


@pytest.mark.parametrize(
    "text",
    [
        "def test_it():\n    assert plays or proposal\n",
        "@pytest.fixture\ndef strace():\n    pytest.skip('no strace')\n",
        "def test_it():\n    def look():\n        return 1\n    assert look()\n",
    ],
)
def test_a_rule_of_two_ends_a_fixture_and_an_inner_function_are_none(text: str) -> None:
    assert escapes(text) == []
