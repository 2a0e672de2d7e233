"""What the document says of an answer, held against every answer that a test is given."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import werkzeug.test
from flask import Flask
from jsonschema_rs import Draft202012Validator

from arbiter.web.api.openapi import document

Doc = dict[str, Any]
_documents: list[Doc] = []


def of(app: Flask) -> Doc:
    """The document; it is the same for every application."""
    if not _documents:
        _documents.append(document(app))
    return _documents[0]


@cache
def validator(operation: str, status: str) -> Draft202012Validator | None:
    """What checks an answer of that status; None where the answer is no JSON."""
    every = (one for methods in _documents[0]["paths"].values() for one in methods.values())
    described = next(one for one in every if one["operationId"] == operation)
    said = described["responses"].get(status, described["responses"]["default"])
    schema = next((told["schema"] for media, told in said["content"].items() if media.endswith("json")), None)
    if schema is None:
        return None
    return Draft202012Validator({**strict(schema), "components": {"schemas": named_in(schema)}})


def named_in(schema: Doc) -> Doc:
    """The schemas that *schema* names, and those that they name in turn, with nothing besides what they name."""
    known, left = components(), [schema]
    found: Doc = {}
    while left:
        for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(left.pop())):
            if name not in found:
                found[name] = known[name]
                left.append(known[name])
    return found


@cache
def components() -> Doc:
    """The named schemas of the document, and nothing besides what they name."""
    return dict(strict(_documents[0]["components"]["schemas"]))


def strict(schema: Any) -> Any:
    """The schema, and nothing besides what it names."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    more = {"additionalProperties": False} if schema.get("properties") and "additionalProperties" not in schema else {}
    return {name: strict(value) for name, value in schema.items()} | more


def check(app: Flask, answer: werkzeug.test.TestResponse) -> None:
    """Fails where the answer is not as the document says."""
    path = answer.request.path
    if not path.startswith("/api/v1/") or not answer.is_json:
        return
    of(app)
    try:
        endpoint, _ = app.url_map.bind("").match(path, answer.request.method)
    except Exception:  # noqa: BLE001  # there is no such page, or not by that method
        return
    operation = vars(app.view_functions[str(endpoint)])["operation"]
    checks = validator(operation.id, str(answer.status_code))
    if checks is not None:
        found = checks.iter_errors(answer.get_json())
        faults = [f"{'/'.join(map(str, fault.instance_path))}: {fault.message[:300]}" for fault in found]
        assert not faults, (operation.id, answer.status_code, faults[:5])
        if answer.status_code == operation.status:
            keep(operation.id, answer.get_json())


KEEP = os.environ.get("ARBITER_EXAMPLES")
"""A file such as `arbiter/web/api/examples.json`: of every operation the answer that tells most is kept in it."""


def keep(name: str, told: Any) -> None:
    """Keeps the answer where it tells more than the one that is kept, or as much in fewer words."""
    if KEEP is None or name == "openapi":  # the document is no example in itself
        return
    told = shortened(told)
    file = Path(KEEP)
    kept = json.loads(file.read_text()) if file.exists() else {}
    if name not in kept or worth(told) > worth(kept[name]):
        kept[name] = told
        lines = (f" {json.dumps(one)}: {json.dumps(kept[one], ensure_ascii=False)}" for one in sorted(kept))
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def shortened(told: Any) -> Any:
    """The same with two of each list at most."""
    if isinstance(told, dict):
        return {name: shortened(value) for name, value in told.items()}
    return [shortened(one) for one in told[:2]] if isinstance(told, list) else told


def worth(told: Any) -> tuple[int, int]:
    """How many names an answer has that say something, and how short it is."""
    text = json.dumps(told)
    return len(set(re.findall(r'"(\w+)": (?!null|\[\]|\{\}|"")', text))), -len(text)
