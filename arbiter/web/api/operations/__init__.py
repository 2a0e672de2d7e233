"""What a request of the API is described by, for the document that `openapi.py` makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
