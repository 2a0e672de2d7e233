"""The OpenAPI 3.1 document, made from one table of operations; a test holds it against the routes that there are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from arbiter import __version__

TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
YES = {"type": "boolean"}
SIDE = {"type": "string", "enum": ["white", "black"]}
KEY = {
    "type": "string",
    "maxLength": 100,
    "description": "idempotency: the same key again gives the same answer and records nothing twice",
}
PAIR = {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2, "description": "[White's entry, Black's]"}
PAIRS = {"type": "array", "items": PAIR}
BOARD = "/tournaments/{t}/rounds/{n}/boards/{b}"
NOBODY, TABLET, OFFICIAL = "anybody", "the board's tablet or an official", "officials"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One request: what it does, who may send it, its fields, and what it answers when it is done."""

    method: str
    path: str
    does: str
    who: str
    fields: dict[str, Any] | None = None
    needed: tuple[str, ...] = ()
    query: dict[str, Any] | None = None
    answers: dict[str, str] | None = None
    kind: str = "application/json"


OPERATIONS = (
    Operation(method="get", path="/openapi.json", does="This document", who=NOBODY),
    Operation(method="get", path="/tournaments", does="Every tournament", who=NOBODY),
    Operation(
        method="post",
        path="/tournaments",
        does="Announce a tournament",
        who=OFFICIAL,
        fields={
            "name": TEXT,
            "variant": TEXT,
            "system": TEXT,
            "rounds": WHOLE,
            "control": TEXT,
            "regulations": TEXT,
            "flags": {"type": "string", "enum": ["propose", "auto"]},
            "points": TEXT,
            "tiebreaks": {"type": "array", "items": TEXT},
            "key": KEY,
        },
        needed=("name",),
        answers={"201": "the tournament"},
    ),
    Operation(method="get", path="/tournaments/{t}", does="One tournament", who=NOBODY),
    Operation(
        method="post",
        path="/tournaments/{t}/entries",
        does="Enter a player",
        who=OFFICIAL,
        fields={
            "name": TEXT,
            "rating": WHOLE,
            "club": TEXT,
            "federation": TEXT,
            "title": TEXT,
            "born": {"type": ["string", "integer"]},
            "sex": TEXT,
            "key": KEY,
        },
        needed=("name",),
        answers={"201": "the entry number"},
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/entries/{entry}/withdrawal",
        does="Withdraw an entry",
        who=OFFICIAL,
        fields={"reason": TEXT, "key": KEY},
        needed=("reason",),
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/rounds",
        does="Pair the next round, by the system or as written",
        who=OFFICIAL,
        fields={"pairs": PAIRS, "rematches": YES, "key": KEY},
        answers={"201": "the boards and the byes"},
    ),
    Operation(method="get", path="/tournaments/{t}/rounds/{n}", does="All boards of a round", who=NOBODY),
    Operation(
        method="delete",
        path="/tournaments/{t}/rounds/{n}",
        does="Take back a pairing that has not been started",
        who=OFFICIAL,
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/rounds/{n}/start",
        does="Set the clocks going, all at one instant; also those that an outage stopped",
        who=OFFICIAL,
        fields={"boards": {"type": "array", "items": WHOLE}, "key": KEY},
    ),
    Operation(method="get", path=BOARD, does="One board", who=NOBODY),
    Operation(
        method="post",
        path=f"{BOARD}/moves",
        does="Play a move",
        who=TABLET,
        fields={"move": TEXT, "ply": WHOLE, "key": KEY},
        needed=("move", "ply"),
        answers={"200": "the board after the move", "422": "an irregular move: the verdict, and what is owed"},
    ),
    Operation(
        method="post", path=f"{BOARD}/offers", does="Offer a draw", who=TABLET, fields={"side": SIDE, "key": KEY}
    ),
    Operation(
        method="post",
        path=f"{BOARD}/answers",
        does="Answer a draw offer",
        who=TABLET,
        fields={"accept": YES, "side": SIDE, "key": KEY},
        needed=("accept",),
    ),
    Operation(
        method="post", path=f"{BOARD}/resignations", does="Resign", who=TABLET, fields={"side": SIDE, "key": KEY}
    ),
    Operation(
        method="post",
        path=f"{BOARD}/claims",
        does="Claim a draw",
        who=TABLET,
        fields={"ground": TEXT, "side": SIDE, "key": KEY},
        needed=("ground",),
    ),
    Operation(
        method="post",
        path=f"{BOARD}/calls",
        does="Call the arbiter",
        who=TABLET,
        fields={"reason": TEXT, "side": SIDE, "key": KEY},
    ),
    Operation(
        method="post",
        path=f"{BOARD}/objections",
        does="Object to an irregular move; no profile has it yet",
        who=TABLET,
        fields={},
    ),
    Operation(
        method="post",
        path=f"{BOARD}/crowns",
        does="Crown the opponent's king; no profile has it yet",
        who=TABLET,
        fields={},
    ),
    Operation(
        method="post",
        path=f"{BOARD}/rulings",
        does="Rule at a board: result, adjudication, forfeit, time, stop, start, position, penalty, call",
        who=OFFICIAL,
        fields={
            "kind": {
                "type": "string",
                "enum": ["result", "adjudication", "forfeit", "time", "stop", "start", "position", "penalty", "call"],
            },
            "reason": TEXT,
            "article": TEXT,
            "result": TEXT,
            "loser": {"type": "string", "enum": ["white", "black", "both"]},
            "side": SIDE,
            "add_ms": WHOLE,
            "add_s": WHOLE,
            "left_ms": WHOLE,
            "ply": WHOLE,
            "step": {"type": "string", "enum": ["note", "caution", "warning"]},
            "key": KEY,
        },
        needed=("kind",),
    ),
    Operation(method="get", path="/tournaments/{t}/standings", does="The order as it stands", who=NOBODY),
    Operation(method="get", path="/tournaments/{t}/crosstable", does="Who met whom with what result", who=NOBODY),
    Operation(method="get", path="/tournaments/{t}/proposals", does="What only an arbiter may decide", who=OFFICIAL),
    Operation(
        method="post",
        path="/tournaments/{t}/proposals/{p}/sign",
        does="Make a proposal a ruling",
        who=OFFICIAL,
        fields={"reason": TEXT, "key": KEY},
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/proposals/{p}/dismiss",
        does="Decide otherwise",
        who=OFFICIAL,
        fields={"reason": TEXT, "key": KEY},
        needed=("reason",),
    ),
    Operation(
        method="get",
        path="/tournaments/{t}/events",
        does="Journal lines as they come, as server-sent events; Last-Event-ID resumes",
        who=NOBODY,
        query={"after": WHOLE, "lang": TEXT},
        kind="text/event-stream",
    ),
    Operation(
        method="get",
        path="/tournaments/{t}/journal",
        does="The lines with their hashes",
        who=OFFICIAL,
        query={"after": WHOLE},
    ),
    Operation(
        method="get",
        path="/tournaments/{t}/sheets/{sheet}.pdf",
        does="A sheet as PDF",
        who=NOBODY,
        query={"round": WHOLE, "board": WHOLE, "paper": {"type": "string", "enum": ["A4", "Letter"]}, "lang": TEXT},
        kind="application/pdf",
    ),
    Operation(
        method="post",
        path="/tournaments/{t}/tablets",
        does="Links that bind a tablet to a board, with their PINs",
        who=OFFICIAL,
        fields={"boards": {"type": "array", "items": WHOLE}, "side": SIDE},
        answers={"201": "the links"},
    ),
    Operation(
        method="delete", path="/tournaments/{t}/tablets", does="Revoke links", who=OFFICIAL, query={"board": WHOLE}
    ),
    Operation(
        method="post",
        path="/tablets/bind",
        does="A bearer token for a program that has a tablet's link and PIN",
        who=NOBODY,
        fields={"link": TEXT, "pin": TEXT},
        needed=("link", "pin"),
    ),
)


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
            "schema": TEXT if name in ("t", "sheet") else {**WHOLE, "minimum": 0},
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
