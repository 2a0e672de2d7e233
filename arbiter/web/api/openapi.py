"""The OpenAPI 3.1 document, made from one table of operations; a test holds it against the routes that there are."""

from __future__ import annotations

import re
from typing import Any

from arbiter import __version__
from arbiter.web.api.operations import TEXT, WHOLE, Operation
from arbiter.web.api.operations.boards import BOARDS
from arbiter.web.api.operations.clocks import CLOCKS
from arbiter.web.api.operations.endings import ENDINGS
from arbiter.web.api.operations.hand import HAND
from arbiter.web.api.operations.officials import OFFICIALS
from arbiter.web.api.operations.officiating import OFFICIATING
from arbiter.web.api.operations.regulations import REGULATIONS
from arbiter.web.api.operations.tournaments import TOURNAMENTS

OPERATIONS = (*TOURNAMENTS, *HAND, *BOARDS, *CLOCKS, *ENDINGS, *OFFICIALS, *REGULATIONS, *OFFICIATING)


def document() -> dict[str, Any]:
    """The document as it is served."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Arbiter", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/api/v1"}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "problem": {
                    "type": "object",
                    "required": ["type", "title", "status", "detail"],
                    "properties": {
                        "type": TEXT,
                        "title": TEXT,
                        "status": WHOLE,
                        "detail": TEXT,
                        "code": TEXT,
                        "article": {"type": ["string", "null"]},
                        "facts": {"type": "object"},
                    },
                }
            },
        },
    }


def _described(operation: Operation) -> dict[str, Any]:
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": TEXT if name in ("t", "code", "sheet", "format") else {**WHOLE, "minimum": 0},
        }
        for name in re.findall(r"{(\w+)}", operation.path)
    ]
    in_query = [{"name": name, "in": "query", "schema": schema} for name, schema in (operation.query or {}).items()]
    answers = operation.answers or {"200": "done"}
    described: dict[str, Any] = {
        "summary": operation.does,
        "description": f"For {operation.who}.",
        "parameters": in_path + in_query,
        "responses": {
            **{status: {"description": said, "content": {operation.kind: {}}} for status, said in answers.items()},
            "default": {
                "description": "refused",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/problem"}}},
            },
        },
    }
    if operation.fields is not None:
        schema = {"type": "object", "properties": operation.fields, "required": list(operation.needed)}
        described["requestBody"] = {
            "required": bool(operation.needed),
            "content": {"application/json": {"schema": schema}},
        }
    return described
