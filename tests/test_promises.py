"""Each promise has tests that there are, and its page says what they have seen."""

from __future__ import annotations

import ast

from tests.promises import HOUSE, PAGE, PROMISES, page


def test_each_promise_is_held_by_tests_that_there_are() -> None:
    for code, promise in PROMISES.items():
        assert promise.short or promise.slow, code
        for test in (*promise.short, *promise.slow):
            file, _, name = test.partition("::")
            functions = [
                node for node in ast.parse((HOUSE / file).read_text("utf-8")).body if isinstance(node, ast.FunctionDef)
            ]
            marked = {node.name: any("slow" in ast.unparse(mark) for mark in node.decorator_list) for node in functions}
            assert name in marked, test
            if test in promise.slow:
                assert marked[name], f"{test} is no sweep"


def test_the_page_of_the_promises_is_what_their_tests_have_seen() -> None:
    assert PAGE.read_text("utf-8") == page()
