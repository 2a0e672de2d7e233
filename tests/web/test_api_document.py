"""The OpenAPI document and what is served are the same: every operation, what it takes, and what it answers.

That answers are as the document says is checked wherever a test asks the API (`tests/web/described.py`).
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from arbiter.fields import sent
from arbiter.rulings.bounds.rights import FEED
from arbiter.web.api.openapi import document, operations
from arbiter.web.request_parsing import read
from arbiter.web.streams.event_streams import EVENTS
from tests.rulings.declared import body, road
from tests.web import described as described_by
from tests.web.conftest import Door

LIVE = "GET /tournaments/{t}/events"
"""Served in front of the application, by the event loop."""


@pytest.fixture
def described(door: Door) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document(door.client.application)["paths"].items()
        for method, operation in methods.items()
    }


def served(door: Door) -> set[str]:
    """The operations that the application has, with path parameters as the document writes them."""
    found = set()
    for rule in door.client.application.url_map.iter_rules():
        if rule.rule.startswith("/api/v1"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1"))
            found |= {f"{method} {path}" for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    return found


def test_what_is_served_is_described_and_the_other_way_round(door: Door, described: dict[str, Any]) -> None:
    assert served(door) | {LIVE} == set(described)


def test_the_wires_are_where_the_document_says() -> None:
    assert EVENTS.match("/api/v1" + LIVE.removeprefix("GET ").replace("{t}", "club-open"))


def test_the_document_is_served_to_everybody(door: Door) -> None:
    answer = door.get("/openapi.json", role=None)

    assert (answer.status_code, answer.get_json()["openapi"]) == (200, "3.1.0")
    assert answer.get_json() == json.loads(json.dumps(document(door.client.application)))


def test_an_operation_says_what_it_does_and_for_whom_and_how_it_is_refused(described: dict[str, Any]) -> None:
    for name, operation in described.items():
        assert operation["summary"], name
        assert "For " in operation["description"], name
        assert len(operation["tags"]) == 1
        assert "application/problem+json" in operation["responses"]["default"]["content"]
        in_path = [parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"]
        assert in_path == re.findall(r"{(\w+)}", name)


def test_every_operation_has_a_name_of_its_own(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for operation in described.values()]

    assert len(names) == len(set(names)) == len(described)


def test_every_answer_has_a_schema(described: dict[str, Any]) -> None:
    for name, operation in described.items():
        for status, answer in operation["responses"].items():
            for told in answer["content"].values():
                assert told["schema"] != {"type": "object"} or name == "GET /openapi.json", (name, status)


def test_every_schema_that_is_named_is_there(door: Door) -> None:
    text = json.dumps(document(door.client.application))
    schemas = document(door.client.application)["components"]["schemas"]

    assert set(re.findall(r'"#/components/schemas/([^"]+)"', text)) <= set(schemas)
    for schema in schemas.values():
        assert meta.is_valid(schema)


def bodies(door: Door) -> list[tuple[Any, dict[str, Any]]]:
    """Each operation that takes a body of JSON, with what the document says of it."""
    described = document(door.client.application)["paths"]
    found = ((operation, described[path][method]) for method, path, operation in operations(door.client.application))
    return [
        (operation, said["requestBody"]) for operation, said in found if "requestBody" in said and not operation.raw
    ]


def test_the_example_of_a_body_is_read(door: Door) -> None:
    schemas = document(door.client.application)["components"]
    for operation, said in bodies(door):
        content = said["content"]["application/json"]
        Draft202012Validator({**content["schema"], "components": schemas}).validate(content["example"])
        if operation.kinds:
            for kind, of in operation.kinds.items():
                fixed = of.keywords if isinstance(of, partial) else {}
                made = of.func if fixed else of
                assert read(of, {**body(made), "kind": kind}, **road(made))
        else:
            assert [read(kind, content["example"], **road(kind)) for kind in operation.takes]


def test_every_answer_has_an_example_as_its_schema_says(door: Door, described: dict[str, Any]) -> None:
    described_by.of(door.client.application)
    for name, operation in described.items():
        for status, answer in operation["responses"].items():
            shown = [told["example"] for told in answer["content"].values() if "example" in told]
            checks = described_by.validator(operation["operationId"], status)
            faults = [fault.message for one in shown for fault in checks.iter_errors(one)] if checks else []
            assert faults == [], (name, status)
        media, first = next(iter(next(iter(operation["responses"].values()))["content"].items()))
        assert "example" in first or media != "application/json" or name == "GET /openapi.json"


def test_a_needed_field_is_needed(door: Door) -> None:
    door.tournament()
    key = door.post("/hub/keys", {"hall": "Utrecht"}).get_json()["key"]
    values = {"t": "club-open", "n": "1", "b": "1", "entry": "1", "p": "1", "a": "1"}
    schemas = document(door.client.application)["components"]["schemas"]
    for method, path, operation in operations(door.client.application):
        needed = [s for kind in operation.takes for s in sent(kind) if s.needed and not s.said.blank]  # type: ignore[union-attr]  # sent
        if needed and method == "post" and not operation.kinds:
            with_key: dict[str, Any] = {"role": None, "headers": {"Authorization": f"Bearer {key}"}}
            of_a_hall = with_key if operation.who == FEED else {"role": "chief"}
            answer = door.post(re.sub(r"{(\w+)}", lambda found: values[found[1]], path), **of_a_hall)

            assert (answer.status_code, answer.get_json()["code"]) == (400, "field_missing"), path
            assert answer.get_json()["facts"]["field"] in [slot.name for slot in needed]
            name = operation.id.title().replace("_", "")
            assert {slot.name for slot in needed} <= set(schemas[name]["required"])


def test_every_field_of_a_ruling_is_described_by_its_kind(door: Door) -> None:
    schemas = document(door.client.application)["components"]["schemas"]

    assert {"kind", "side", "add_ms", "left_ms", "reason", "article", "key"} <= set(schemas["RuleTime"]["properties"])
    assert schemas["RuleTime"]["properties"]["add_s"]["deprecated"]
    assert schemas["RuleTakeBack"]["deprecated"]
    assert schemas["RuleTakeBack"]["properties"].keys() == schemas["RulePosition"]["properties"].keys()


def test_limits_stand_in_the_document_as_they_are_refused(door: Door) -> None:
    schemas = document(door.client.application)["components"]["schemas"]

    assert schemas["PlayMove"]["properties"]["move"]["maxLength"] == 200
    assert schemas["PlayMove"]["properties"]["key"]["maxLength"] == 200
    assert schemas["FixBoard"]["properties"]["board"]["maximum"] == 999
    assert schemas["StartRound"]["properties"]["boards"]["items"]["maximum"] == 999
