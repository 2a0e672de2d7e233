"""The OpenAPI 3.1 document of the API, made from the views: what each operation takes, returns and refuses.

The schemas of bodies and queries come from the dataclasses of requests. The schemas of responses come from the typed
dictionaries that the views return.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import msgspec
from flask import Flask

from arbiter import __version__, words
from arbiter.fields import MOST_BOARDS, Sent, Slot, sent
from arbiter.shapes.refusal_json import Problem
from arbiter.values import dataclass
from arbiter.web.api.operation import ANYBODY, ROOT, Operation
from arbiter.web.request_parsing import Once

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """Query parameters of the event stream: the journal line after which it begins, and the boards that it is about."""

    after: Annotated[int | None, Sent("after which line to begin; without it now", least=0)] = None
    board: Annotated[tuple[int, ...], Sent("send only lines about these boards", (1,), least=1, most=MOST_BOARDS)] = ()


LIVE = Operation(
    id="events",
    does="Send journal lines as they are written, as server-sent events. Last-Event-ID resumes.",
    who=ANYBODY,
    media="text/event-stream",
    answers=str,
    query=Follow,
)
"""The operation of the event stream. The event loop serves it in front of Flask, so that it has no view."""
EXAMPLES = Path(__file__).parent / "examples.json"
"""The file with an example response of each operation, taken from a test. `tests/web/described.py` updates it."""
REF = "#/components/schemas/{name}"
BYTES = {"type": "string", "format": "binary"}
WHOLE = {"type": "integer", "minimum": 0}


def operations(app: Flask) -> Iterator[tuple[str, str, Operation]]:
    """Yield every operation of the API with its HTTP method and its path."""
    for rule in app.url_map.iter_rules():
        operation = getattr(app.view_functions[rule.endpoint], "operation", None)
        if operation is not None:
            method = next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"}))
            yield method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix(ROOT)), operation
    yield "get", "/tournaments/{t}/events", LIVE


def document(app: Flask) -> Schema:
    """Return the OpenAPI document of *app*. It is made at the first call and then stored."""
    if "openapi" not in app.extensions:
        app.extensions["openapi"] = _document(app)
    made: Schema = app.extensions["openapi"]
    return made


def _document(app: Flask) -> Schema:
    paths: dict[str, Schema] = {}
    found = sorted(operations(app), key=lambda one: one[1])
    told = (shape for _, _, one in found for said in (one.answers, *one.others.values()) for shape in _each(said))
    answers = list(dict.fromkeys(shape for shape in told if shape not in (None, bytes)))
    shapes, schemas = msgspec.json.schema_components([Problem, *answers], ref_template=REF)
    by_shape = dict(zip([Problem, *answers], shapes, strict=True))
    examples = json.loads(EXAMPLES.read_text("utf-8"))
    for method, path, operation in found:
        paths.setdefault(path, {})[method] = _described(method, path, operation, by_shape, schemas, examples)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Arbiter",
            "version": __version__,
            "summary": "Tournaments of draughts: what was asked, ruled, and written down",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": ROOT}],
        "security": [{}, {"token": []}],
        "tags": [{"name": tag} for tag in sorted({tag_of(path) for _, path, _ in found})],
        "paths": _even(paths),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": _even(dict(sorted(schemas.items()))),
        },
    }


def _described(
    method: str,
    path: str,
    operation: Operation,
    shapes: Mapping[Any, Schema],
    schemas: dict[str, Schema],
    examples: Schema,
) -> Schema:
    summary, _, more = operation.does.partition(". ")
    in_body = operation.takes and method != "delete"
    query = [slot for kind in (operation.query, *(() if in_body else operation.takes)) if kind for slot in sent(kind)]
    if operation.keyed and method == "post" and not in_body:
        query += sent(Once)
    described: Schema = {
        "operationId": operation.id,
        "tags": [tag_of(path)],
        "summary": summary.rstrip("."),
        "description": f"{more} For {operation.whose}.".strip(),
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": _of_address(name)} for name in _names(path)),
            *({"name": slot.name, "in": "query", "schema": _field(slot, schemas)} for slot in query),
            {"name": "lang", "in": "query", "schema": {"type": "string", "enum": list(words.LANGUAGES)}},
        ],
        "responses": {
            str(operation.status): _answer(
                summary, operation.media, operation.answers, shapes, examples.get(operation.id)
            ),
            **{
                str(status): _answer("otherwise", _media(status), shape, shapes)
                for status, shape in operation.others.items()
            },
            "default": _answer("refused", _media(400), Problem, shapes, examples["problem"]),
        },
    }
    if operation.raw:
        described["requestBody"] = {"required": True, "content": {operation.raw: {"schema": {"type": "string"}}}}
    elif in_body:
        described["requestBody"] = _body(operation, schemas)
    return described


def _even(schema: Any) -> Any:
    """Return *schema* with lists of a fixed length written as ordinary lists.

    Not every reader of schemas knows `prefixItems`.
    """
    if isinstance(schema, list):
        return [_even(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "prefixItems" in schema and schema.get("items") is False:
        schema = {**schema, "items": schema["prefixItems"][0]}
    return {name: _even(value) for name, value in schema.items() if name != "prefixItems"}


def tag_of(path: str) -> str:
    """Return the tag under which a path is listed in the document.

    A path about a board has the tag `boards`. Another path in a tournament has its part after the tournament's id, such
    as `rounds`. Any other path has its first part, such as `practice`.
    """
    parts = [part for part in path.split("/") if part and not part.startswith("{")]
    if "boards" in parts:
        return "boards"
    return parts[1] if parts[0] == "tournaments" and len(parts) > 1 else parts[0]


def _each(shape: Any) -> tuple[Any, ...]:
    """Return the possible responses of an operation as a tuple, even if there is only one."""
    return shape if isinstance(shape, tuple) else (shape,)


def _names(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def _of_address(name: str) -> Schema:
    return {"type": "string"} if name in ("t", "code", "sheet", "format", "name", "relayed") else WHOLE


def _media(status: int) -> str:
    return "application/json" if status < 400 else "application/problem+json"


def _answer(said: str, media: str, shape: Any, shapes: Mapping[Any, Schema], example: Any = None) -> Schema:
    known = [shapes[one] for one in _each(shape) if one in shapes] or [BYTES if shape is bytes else {"type": "object"}]
    schema = {"anyOf": known} if len(known) > 1 else known[0]
    shown = {"example": example} if example is not None and media.endswith("json") else {}
    return {"description": said, "content": {media: {"schema": schema, **shown}}}


def _body(operation: Operation, schemas: dict[str, Schema]) -> Schema:
    """Return the schema of a body: one object, or one of several objects, of which the field `kind` chooses one."""
    key = sent(Once) if operation.keyed else ()
    own = [slot for kind in operation.takes for slot in sent(kind)]
    if not operation.kinds:
        name = _component(operation.id)
        schemas[name] = _object([*own, *key], schemas)
        example = _example([*own, *key])
        needed = bool(schemas[name]["required"])
        return {"required": needed, "content": {"application/json": {"schema": _ref(name), "example": example}}}
    mapping: dict[str, str] = {}
    for kind, of in (*operation.kinds.items(), *((old, operation.kinds[new]) for old, new in operation.former.items())):
        name = f"{_component(operation.id)}{_component(kind)}"
        fixed = of.keywords if isinstance(of, partial) else {}
        fields = [slot for slot in sent(of.func if fixed else of) if slot.attribute not in fixed]
        schemas[name] = _object([*fields, *own, *key], schemas, kind=kind)
        if kind in operation.former:
            schemas[name] |= {"deprecated": True, "description": f"Now “{operation.former[kind]}”."}
        mapping[kind] = REF.format(name=name)
    kind, of = next(iter(operation.kinds.items()))
    schema = {
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }
    example = {"kind": kind, **_example([*sent(of), *own, *key])}
    return {"required": True, "content": {"application/json": {"schema": schema, "example": example}}}


def _component(text: str) -> str:
    return "".join(part.capitalize() for part in text.split("_"))


def _ref(name: str) -> Schema:
    return {"$ref": REF.format(name=name)}


def _object(fields: Iterable[Slot], schemas: dict[str, Schema], kind: str = "") -> Schema:
    properties: dict[str, Schema] = {"kind": {"const": kind, "type": "string"}} if kind else {}
    needed = ["kind"] if kind else []
    for slot in fields:
        properties[slot.name] = _field(slot, schemas)
        needed += [slot.name] if slot.needed else []
        for former, _ in slot.said.formerly if isinstance(slot.said, Sent) else ():
            now = f"Now “{slot.name}”."
            properties[former] = {**_typed(slot.type, schemas), "deprecated": True, "description": now}
    return {
        "type": "object",
        "properties": properties,
        "required": list(dict.fromkeys(needed)),
        "additionalProperties": False,
    }


def _field(slot: Slot, schemas: dict[str, Schema]) -> Schema:
    """Return the schema of a field: its type, its limits, and its help text."""
    said = slot.said
    assert isinstance(said, Sent)
    limits = {
        "minimum": said.least,
        "maximum": said.most,
        "maxLength": said.longest,
        "enum": list(said.known) or None,
    }
    schema = _typed(slot.type, schemas)
    inner = schema["items"] if schema.get("type") == "array" and "items" in schema else schema
    inner |= {name: value for name, value in limits.items() if value is not None}
    if said.number:
        schema = {"type": ["string", "integer"], **{k: v for k, v in schema.items() if k != "type"}}
    unit = f" ({said.unit})" if said.unit else ""
    shown = {} if said.example is None else {"examples": [_sent(said.example)]}
    return {**schema, "description": f"{said.help}{unit}", **shown}


def _typed(kind: Any, schemas: dict[str, Schema]) -> Schema:
    """Return the schema of a type. A tuple of name-value pairs becomes an object."""
    if get_origin(kind) is tuple and get_args(get_args(kind)[0])[1:] == (object,):
        return {"type": "object"}
    (schema,), components = msgspec.json.schema_components([kind], ref_template=REF)
    for name, component in components.items():
        schemas.setdefault(name, component | ({"additionalProperties": False} if "properties" in component else {}))
    return dict(schema)


def _example(fields: Iterable[Slot]) -> Schema:
    """Return an example body with every field that has an example or is required."""
    given: Schema = {}
    for slot in fields:
        assert isinstance(slot.said, Sent)
        value = _sent(slot.said.example)
        if value is None and slot.needed:
            value = slot.said.known[0] if slot.said.known else True if slot.type is bool else _first(slot.type)
        if value is not None:
            given[slot.name] = value
    return given


def _first(kind: Any) -> Any:
    return next((one.value for one in kind), None) if hasattr(kind, "__members__") else None


def _sent(value: Any) -> Any:
    """Return an example value in the form that JSON has: name-value pairs as an object, tuples as lists."""
    if isinstance(value, tuple):
        named = all(isinstance(one, tuple) and isinstance(one[0], str) for one in value)
        return dict(value) if value and named else [_sent(one) for one in value]
    return value
