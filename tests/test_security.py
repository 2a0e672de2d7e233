"""What docs/security.md says is so: its tests are there, and no statement and no markup is made out of text."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from arbiter.web.headers import HEADERS, USED
from arbiter.web.streams.protocol import HEAD_TOO_LARGE, LATE, UNREADABLE
from arbiter.web.streams.stream import HEAD
from tests.syntax import nodes
from tests.web.conftest import Door, door_to

HOUSE = Path(__file__).parents[1]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (HOUSE / "docs" / "security.md").read_text("utf-8"))
CODE = {str(file.relative_to(HOUSE)): file.read_text("utf-8") for file in (HOUSE / "arbiter").rglob("*.py")}
RUNS = {"execute", "executemany", "executescript"}
CONDITIONS = {"rows", "update", "delete"}
OF_THE_HOUSE = {
    *("column", "kind.application_id", "kind.version", "marks", "max_pages"),
    *("name", "order", "value", "where", "step.encode()", "asked.encode()"),
}
"""What a statement may be put together from besides constants: parts that the same file names, never what was sent."""
OF_PSYCOPG = ("SQL(", "Identifier(", "asked.format(", "_met(", "_insert(", "_names(")
"""How parts of a statement begin that psycopg puts together: it quotes names and leaves values out."""


def test_every_test_that_is_named_is_there() -> None:
    missing = [
        (file, name)
        for file, name in NAMED
        if not (HOUSE / file).is_file() or f"def {name}(" not in (HOUSE / file).read_text("utf-8")
    ]

    assert len(NAMED) > 30
    assert missing == []


def put_together(text: str, calls: set[str]) -> list[str]:
    """The calls of these functions whose first argument is text that is put together, with what of."""
    found = []
    for node in nodes(text):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in calls:
            continue
        for part in ast.walk(node.args[0]):
            if isinstance(part, ast.FormattedValue):
                found.append(ast.unparse(part.value))
            elif isinstance(part, ast.BinOp | ast.Call):
                found.append(ast.unparse(part))
    return found


def _of_the_house(part: str) -> bool:
    return part.removesuffix(".encode()").isupper() or part in OF_THE_HOUSE


def test_no_statement_is_made_from_what_somebody_sent() -> None:
    wrong = {
        file: parts
        for file, text in CODE.items()
        if (parts := [part for part in put_together(text, RUNS) if not _of_the_house(part)])
        and not all(part.startswith(OF_PSYCOPG) for part in parts)
    }

    assert wrong == {}


def test_a_condition_on_a_table_of_the_register_is_put_together_from_numbers_alone() -> None:
    """The engines take its text as it is; what was sent goes beside it, as a value."""
    parts = [
        (ast.unparse(part.value), part.format_spec is not None and ast.unparse(part.format_spec) == "f'd'")
        for file, text in CODE.items()
        if file.startswith("arbiter/journal/")
        for node in nodes(text)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in CONDITIONS
        for given in (*node.args, *(keyword.value for keyword in node.keywords))
        if isinstance(given, ast.JoinedStr)
        for part in given.values
        if isinstance(part, ast.FormattedValue)
    ]

    assert len(parts) > 3
    assert [part for part, number in parts if not number and part != "ALL_BOARDS"] == []


def test_no_markup_is_made_from_text() -> None:
    made = {file: parts for file, text in CODE.items() if (parts := put_together(text, {"Markup"}))}
    paragraphs = {file for file, text in CODE.items() if "Paragraph(" in text and file.startswith("arbiter/sheets")}
    pages = (HOUSE / "templates").rglob("*.html")
    trusted = [file.name for file in pages if re.search(r"\|\s*safe\b", file.read_text("utf-8"))]

    assert made == {}
    assert paragraphs <= {"arbiter/sheets/drawing.py"}
    assert trusted == []


def test_what_is_put_together_is_found() -> None:
    text = "conn.execute(f'SELECT {name}')\nconn.execute('a' + b)\nconn.execute('a %s' % b)\nconn.execute('a')"

    assert put_together(text, RUNS) == ["name", "'a' + b", "'a %s' % b"]


@pytest.fixture
def door(tmp_path: Path) -> object:
    with door_to(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("path", ["/", "/office", "/sign-in", "/help", "/nowhere", "/api/v1/tournaments", "/healthz"])
def test_every_page_brings_its_policy(door: Door, path: str) -> None:
    headers = door.client.get(path).headers

    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Content-Type"].startswith(("text/html; charset=utf-8", "application/"))


@pytest.mark.parametrize(
    "path",
    ["/", "/static/icon.svg", "/worker.js", "/static/none.js", "/nowhere", "/api/v1/time", "/healthz", "/office"],
)
def test_every_answer_keeps_to_its_own_origin_and_uses_what_it_needs(door: Door, path: str) -> None:
    with door.client.get(path) as answer:
        headers = answer.headers

    assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
    allowed = dict(one.split("=") for one in headers["Permissions-Policy"].split(", "))
    assert [name for name, whom in allowed.items() if whom == "(self)"] == [*USED]
    assert {whom for name, whom in allowed.items() if name not in USED} == {"()"}
    assert {"camera", "microphone", "geolocation", "usb", "payment"} < allowed.keys()


@pytest.mark.parametrize("name", ["site.css", "tablet.js", "vendor/inter-083b8799.woff2"])
def test_a_file_that_is_no_document_has_the_headers_that_apply_to_it(door: Door, name: str) -> None:
    with door.client.get(f"/static/{name}") as answer:
        sent = {name: value for name, value in answer.headers.items() if name in HEADERS}

    assert sent == {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def test_what_no_view_answers_has_the_same_headers() -> None:
    for head in (HEAD, LATE, HEAD_TOO_LARGE, UNREADABLE):
        lines = dict(line.split(b": ", 1) for line in head.partition(b"\r\n\r\n")[0].split(b"\r\n")[1:] if line)

        assert {name: lines[name.lower().encode()].decode() for name in HEADERS} == HEADERS


def test_what_a_script_uses_of_the_browser_is_allowed() -> None:
    scripts = "\n".join(file.read_text("utf-8") for file in (HOUSE / "arbiter/web/static").glob("*.js"))
    used = {"autoplay": "new AudioContext", "screen-wake-lock": "wakeLock"}
    unused = ("geolocation", "mediaDevices", "clipboard", "requestMIDIAccess", "navigator.usb", "navigator.share")

    assert all(call in scripts and feature in USED for feature, call in used.items())
    assert [call for call in unused if call in scripts] == []
