"""What is installed beside the service: pinned by its hash, as the lock has it, and asked after in advisories."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from arbiter import __version__
from tests.service import free_port

HOUSE = Path(__file__).parents[1]
DOCKERFILE = (HOUSE / "Dockerfile").read_text("utf-8").replace("\\\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="a script of the shell")
def test_what_pip_installs_is_what_the_lock_says(tmp_path: Path) -> None:
    subprocess.run([HOUSE / "tools" / "requirements", tmp_path], check=True)

    for name in ("requirements.txt", "tools/packing.txt"):
        assert (tmp_path / name).read_text("utf-8") == (HOUSE / name).read_text("utf-8"), "make requirements"


@pytest.mark.parametrize("name", ["requirements.txt", "tools/packing.txt"])
def test_whatever_pip_installs_has_hashes(name: str) -> None:
    listed = (HOUSE / name).read_text("utf-8").replace("\\\n", "").splitlines()[1:]

    assert len(listed) > 5
    assert [line for line in listed if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []


def test_the_image_is_made_of_what_is_named_by_its_hash() -> None:
    beneath = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    installs = re.findall(r"pip install [^&\n]*", DOCKERFILE)

    assert len(set(beneath)) == 1
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim@sha256:[0-9a-f]{64}", beneath[0])
    assert len(installs) == 3
    assert all("--require-hashes" in one or "--no-deps /tmp/*.whl" in one for one in installs)
    assert "--no-isolation" in DOCKERFILE


def test_what_the_forge_runs_is_named_by_its_commit() -> None:
    workflow = (HOUSE / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    used = re.findall(r"uses: (.+)", workflow)

    assert used
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one)] == []
    assert re.findall(r"run: (\S.*)", workflow) == [".ci/run"]


@contextmanager
def advisories(of: str | None) -> Iterator[str]:
    """A source of advisories, which knows one of that package; its address."""

    class Source(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
            found = {"vulns": [{"id": "GHSA-test", "modified": "2026-01-01T00:00:00Z"}]}
            self.told({"results": [found if one["package"]["name"] == of else {} for one in asked]})

        def do_GET(self) -> None:
            self.told({"id": "GHSA-test", "modified": "2026-01-01T00:00:00Z", "summary": "a hole", "affected": []})

        def told(self, what: object) -> None:
            body = json.dumps(what).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Source) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def audited(source: str) -> tuple[int, str]:
    """The exit code of the audit, and what it says."""
    asked = [sys.executable, str(HOUSE / "tools" / "audit.py"), "--service-url", source]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize(("of", "code"), [("flask", 1), ("nothing-that-is-here", 0)])
def test_an_advisory_of_something_that_is_installed_is_found(of: str, code: int) -> None:
    with advisories(of) as source:
        ended, said = audited(source)

    assert (ended, "GHSA-test" in said) == (code, code == 1)
    assert "left out" not in said


def test_where_no_source_of_advisories_is_reached_the_audit_says_so_and_is_left_out() -> None:
    assert audited(f"http://127.0.0.1:{free_port()}/") == (
        0,
        "no advisory source could be reached: the audit is left out\n",
    )


def test_a_fault_of_the_audit_itself_is_no_network_that_is_away() -> None:
    code, said = audited("no address")

    assert code
    assert "left out" not in said


def test_what_is_not_released_calls_itself_otherwise_than_any_release() -> None:
    changes = (HOUSE / "CHANGELOG.md").read_text("utf-8")
    first, _, news = changes.partition("\n## [")[2].partition("]")
    released = re.findall(r"^## \[(\d[^]]*)\]", changes, re.MULTILINE)
    pending = first == "Unreleased" and news.partition("\n## ")[0].strip() != ""

    assert released
    assert (__version__ in released) is not pending
    assert (".dev" in __version__) is pending
