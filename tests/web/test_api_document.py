"""The OpenAPI document and what is served are the same."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from arbiter.web.api.openapi import OPERATIONS, document
from arbiter.web.wires.live import EVENTS
from tests.web.conftest import Door

LIVE = "GET /tournaments/{t}/events"
"""Served in front of the application, by the event loop."""


def served(door: Door) -> set[str]:
    """The operations that the application has, with path parameters as the document writes them."""
    found = set()
    for rule in door.client.application.url_map.iter_rules():
        if rule.rule.startswith("/api/v1"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1"))
            found |= {f"{method} {path}" for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    return found


def described() -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def test_what_is_served_is_described_and_the_other_way_round(door: Door) -> None:
    assert served(door) | {LIVE} == set(described())


def test_the_wires_are_where_the_document_says() -> None:
    assert EVENTS.match("/api/v1" + LIVE.removeprefix("GET ").replace("{t}", "club-open"))


def test_the_document_is_served_to_everybody(door: Door) -> None:
    answer = door.get("/openapi.json", role=None)

    assert (answer.status_code, answer.get_json()["openapi"]) == (200, "3.1.0")
    assert answer.get_json() == json.loads(json.dumps(document()))


@pytest.mark.parametrize("name", described())
def test_an_operation_says_what_it_does_and_for_whom_and_how_it_is_refused(name: str) -> None:
    operation = described()[name]

    assert operation["summary"]
    assert operation["description"].startswith("For ")
    assert "application/problem+json" in operation["responses"]["default"]["content"]
    in_path = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
    assert in_path == set(re.findall(r"{(\w+)}", name))


def test_every_operation_is_described_once() -> None:
    names = [(operation.method, operation.path) for operation in OPERATIONS]

    assert len(names) == len(set(names))


WITH_FIELDS = [operation for operation in OPERATIONS if operation.needed and operation.needed != ("reason",)]
"""Whether a reason is needed says the ruling, after it has looked at the state."""


@pytest.mark.parametrize("operation", WITH_FIELDS, ids=lambda operation: f"{operation.method} {operation.path}")
def test_a_needed_field_is_needed(door: Door, operation: Any) -> None:
    door.tournament()
    values = {"t": "club-open", "n": "1", "b": "1", "entry": "1", "p": "1", "a": "1"}
    path = re.sub(r"{(\w+)}", lambda found: values[found[1]], operation.path)
    answer = door.post(path)

    assert (answer.status_code, answer.get_json()["code"]) == (400, "field_missing")
    assert answer.get_json()["facts"]["field"] in operation.needed


def test_every_field_of_a_ruling_is_described() -> None:
    schema = described()["POST /tournaments/{t}/rounds/{n}/boards/{b}/rulings"]["requestBody"]
    fields = schema["content"]["application/json"]["schema"]["properties"]

    assert {"kind", "reason", "article", "result", "loser", "side", "add_ms", "left_ms", "ply", "step"} <= set(fields)
