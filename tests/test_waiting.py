"""No test depends on how fast the machine is: each waits for conditions, and measures no time that passes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
SLEEPS = {"sleep", "wait_for_timeout"}
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "time", "time_ns"}

LESS = "a sleep that is too short makes the test see less, and never fail"
REAL = "a slow test of the real clock"
ALLOWED = {
    "browser/test_a_directors_walk.py::results": "at least so long is between two keys: one that bounces comes sooner",
    "browser/test_a_late_move.py::test_an_automatic_flag_ends_the_game_once_the_tablet_has_nothing_left_to_say": (
        "the line is cut shortly before an instant that the service has named; a cut that comes sooner is as good"
    ),
    "browser/test_out_of_touch.py::test_after_ten_seconds_out_of_touch_both_devices_show_the_same_time": REAL,
    "browser/test_touching.py::test_a_warning_of_long_thinking_is_shown_until_the_move": REAL,
    "journal/test_journal.py::test_a_killed_writer_has_lost_nothing_that_it_acknowledged": LESS,
    "journal/test_postgres.py::test_what_only_a_restarted_primary_has_is_told_to_nobody_as_recorded": REAL,
    "test_flags_always.py::wait_until": "an instant of the real clock, at which or after which something is done",
    "test_instants.py::test_a_service_that_stood_still_comes_back_with_its_clocks_standing": REAL,
    "test_kill.py::kill_and_look": LESS,
    "test_kill.py::test_a_flag_waits_while_the_service_is_away_and_falls_after_the_clocks_go_on": (
        "the flag would have fallen by then; later is as good"
    ),
    "test_outages.py::endured": "a fault lasts so long at least, and every press is judged by when it was sent",
    "test_outages.py::lost_behind": REAL,
    "test_stalls.py::wait_until": "an instant of the real clock, at which or after which something is done",
    "web/test_connections.py::drip": "bytes that come slowly; slower is as good",
    "web/test_connections.py::hall": "the loop closes what is to be closed",
    "web/test_live.py::a_move": LESS,
    "web/test_page_cache.py::evening": "readers ask at different moments of a making; each is judged by when it asked",
    "web/test_page_cache.py::reached": "those who ask in one turn of the loop have asked in the next",
    "web/test_arrival_times.py::test_a_connection_tells_for_how_long_nothing_has_come_in_over_it": (
        "the time told lies between two readings of the clock, however long it is"
    ),
    "writing.py::__iter__": LESS,
}


@cache
def found() -> frozenset[str]:
    """The functions of tests that sleep outside a loop, or assert something about a clock there."""
    return frozenset(hasty())


def hasty() -> Iterator[str]:
    """Each sleep outside a loop, and each assertion about a clock outside one: file and function."""
    for path in sorted(TESTS.rglob("*.py")):
        if path.parts[len(TESTS.parts)] == "bench":  # they measure
            continue
        text = path.read_text("utf-8")
        if not any(word in text for word in SLEEPS | CLOCKS):
            continue
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if any(hurried(node) for node in outside_loops(function)):
                yield f"{path.relative_to(TESTS)}::{function.name}"


def outside_loops(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function that stand in no loop which waits for a condition, and in no function within it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.While):
            continue
        yield child
        yield from outside_loops(child)


def hurried(node: ast.AST) -> bool:
    """Whether it sleeps, other than to let somebody else take a turn, or asserts how much time has passed.

    A machine in a variable, as `tests/test_instants.py` has one, sleeps in no time.
    """
    if isinstance(node, ast.Assert):
        return any(called(inner) in CLOCKS for inner in ast.walk(node))
    if called(node) not in SLEEPS or called(node, "machine"):
        return False
    assert isinstance(node, ast.Call)
    return not (isinstance(node.args[0], ast.Constant) and node.args[0].value == 0)


def called(node: ast.AST, of: str = "") -> str:
    """The name of the function of a module, or of an object, that is called there; empty where none is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        return node.func.attr if of in ("", node.func.value.id) else ""
    return ""


def test_a_test_waits_for_conditions_and_not_for_time() -> None:
    assert found() - set(ALLOWED) == set(), "wait with tests.waiting.until, or say here why not"


def test_every_exception_is_needed() -> None:
    assert set(ALLOWED) - found() == set()
