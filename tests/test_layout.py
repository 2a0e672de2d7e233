"""The layout of the house: arrows point down, pure rooms stay pure, files stay short and say what they are."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.syntax import code_lines, nodes, parsed

HOUSE = Path(__file__).parents[1]
TEXTS = {
    file.relative_to(HOUSE).as_posix(): file.read_text("utf-8") for file in sorted((HOUSE / "arbiter").rglob("*.py"))
}
"""Every file of the house, as its reader calls it."""
PURE = ("sides.py", "refused.py", "fields.py", "rules", "clock", "pairing", "thinking", "tournament", "rulings")
LONGEST = 280
"""Lines of code in a file, without blanks, comments, docstrings and imports: nobody saves at the words."""

MOST = 16
"""Modules in a folder: beyond this it is two, by what they know."""

OUTSIDE = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
TELLS_THE_TIME = {"now", "utcnow", "today"}


def impurities(text: str) -> list[tuple[int, str]]:
    """The calls by which a pure room would reach outside, with their lines."""
    return [
        (call.lineno, ast.unparse(call.func))
        for call in nodes(text)
        if isinstance(call, ast.Call)
        and (
            (isinstance(call.func, ast.Name) and call.func.id in OUTSIDE)
            or (isinstance(call.func, ast.Attribute) and call.func.attr in TELLS_THE_TIME)
        )
    ]


def test_arrows_point_down_and_pure_rooms_import_nothing_impure() -> None:
    """In a process of its own: the linter sets logging up for itself, and would silence the tests after this one."""
    lint = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]
    done = subprocess.run([*lint, "--no-cache"], cwd=HOUSE, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_pure_room_reads_and_writes_nothing_and_tells_no_time() -> None:
    pure = [file for file in TEXTS if file.split("/")[1] in PURE]

    assert len(pure) > 100
    assert {file: found for file in pure if (found := impurities(TEXTS[file]))} == {}


def test_an_impure_call_is_seen() -> None:
    text = "def look():\n    with open('x') as f:\n        return datetime.now(), f.read(), date.today()\n"

    assert sorted(impurities(text)) == [(2, "open"), (3, "date.today"), (3, "datetime.now")]


def test_a_file_says_what_it_is() -> None:
    assert [file for file, text in TEXTS.items() if not ast.get_docstring(parsed(text))] == []


def test_a_file_is_read_in_one_sitting() -> None:
    assert {file: lines for file, text in TEXTS.items() if (lines := len(code_lines(text))) > LONGEST} == {}


def test_a_folder_is_looked_over_at_a_glance() -> None:
    held = Counter(file.rpartition("/")[0] for file in TEXTS)

    assert {folder: modules for folder, modules in held.items() if modules > MOST} == {}


def test_what_is_logged_for_whoever_repairs_the_service_is_held_by_a_test() -> None:
    """Each warning and error stands in a test, as far as it is the same every time."""
    tests = "\n".join(file.read_text("utf-8") for file in (HOUSE / "tests").rglob("test_*.py"))
    logged = [told for text in TEXTS.values() for told in warnings_logged(text)]

    assert len(logged) > 5
    assert [text for text in logged if not all(part.strip(" :") in tests for part in re.split(r"%\w", text))] == []


def warnings_logged(text: str) -> list[str]:
    """The texts of the warnings and errors that a file logs."""
    return [
        str(ast.literal_eval(call.args[0]))
        for call in nodes(text)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in {"log.warning", "log.error", "log.exception"}
    ]


def test_a_tests_folder_has_the_name_of_a_room() -> None:
    rooms = {file.name for file in (HOUSE / "arbiter").iterdir() if file.is_dir()}
    folders = {file.parent.relative_to(HOUSE / "tests").parts[0] for file in (HOUSE / "tests").glob("*/**/test_*.py")}

    assert folders - {"bench", "browser"} <= rooms


def test_a_sheet_and_a_file_are_made_without_the_web_framework() -> None:
    """`arbiter print` and `arbiter export` load what they need, and no Flask."""
    looks = "import sys, arbiter.cli, arbiter.hall.printing, arbiter.hall.stored_view, arbiter.exchange.export_formats"
    done = subprocess.run(
        [sys.executable, "-c", f"{looks}; print([name for name in sys.modules if name.startswith('flask')])"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "[]"


def test_lines_of_code_are_counted_without_words() -> None:
    text = '"""Says what it is."""\n\nimport os\n\n# a word\ndef f() -> str:\n    """Says\n    more."""\n'
    text += '    return (\n        "x"\n    )\n'

    assert code_lines(text) == {6, 9, 10, 11}
