"""Requests made up from the OpenAPI document, good and wrong ones: none is a fault, each is answered as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.promises import HOUSE, found
from tests.service import service

PROGRAM = Path(sys.executable).with_name("schemathesis")
CONFIG = HOUSE / "tests" / "data" / "schemathesis.toml"
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
LIVE = "/tournaments/{t}/events"
"""It does not end."""


def made_up(folder: Path, role: str | None, *more: str) -> int:
    """How many requests were made up, as somebody of that role would send them."""
    with service(folder, ARBITER_CONNECTIONS_PER_ADDRESS="4000") as served:
        with served.caller(served.token()) as caller:
            for players, begun in ((8, True), (6, False), (6, False)):
                caller.tournament(players, started=begun)
        said = [] if role is None else ["--header", f"Authorization: Bearer {served.token(role)}"]
        asked = [
            *(
                str(PROGRAM),
                "--config-file",
                str(CONFIG),
                "--no-color",
                "run",
                f"{served.url}/api/v1/openapi.json",
                *said,
            ),
            *("--checks", ",".join(CHECKS), "--exclude-path", LIVE, "--seed", "2026", "--warnings", "off", *more),
        ]
        ran = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False)
        faults = served.said().count("Traceback")

    assert ran.returncode == 0, ran.stdout[-20_000:]
    assert faults == 0
    told = re.search(r"([\d,]+) generated", ran.stdout)
    assert told is not None
    return int(told[1].replace(",", ""))


def test_every_example_of_the_document_is_answered_as_it_says(tmp_path: Path) -> None:
    assert made_up(tmp_path, "director", "--phases", "examples") > 50


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_no_request_that_is_made_up_is_a_fault_and_each_is_answered_as_it_says(tmp_path: Path) -> None:
    counts = {}
    for role, examples in (("director", 60), ("arbiter", 15), ("spectator", 15), (None, 15)):
        folder = tmp_path / str(role)
        folder.mkdir()
        counts[role] = made_up(folder, role, "--phases", "examples,coverage,fuzzing", "--max-examples", str(examples))
    told = f"of {len(counts)} roles: 0 faults, each answered as the document says"
    found("G8", sum(counts.values()), told)
