"""What was typed into a form that was refused: it comes back on the next page, to be put right and sent again."""

from __future__ import annotations

from typing import Any

from flask import request, session

TYPED = ("name", "reason", "grounds", "article", "until", "minutes", "boards", "entries", "control", "text", "fen")
"""Fields that people type; what else a form has was chosen, or is the page's."""
UNKEPT = ("csrf", "key", "back")
"""What a page has by itself."""
LONGEST = 2_500
"""Characters that a session takes along."""


def keep(without: str = "") -> None:
    """Keep the form at hand for the next page if something was typed into it; the field *without* is left out."""
    fields = [(name, text) for name, texts in request.form.lists() if name not in (*UNKEPT, without) for text in texts]
    typed = any(name in TYPED and text.strip() for name, text in fields)
    if typed and "password" not in request.form and sum(len(name) + len(text) for name, text in fields) <= LONGEST:
        session["kept"] = {"to": request.path, "fields": fields}


def kept_form() -> dict[str, Any] | None:
    """What was kept, once: where it goes, what was typed, and what stands beside it."""
    found = session.pop("kept", None) if "kept" in session else None
    if found is None:
        return None
    fields = found["fields"]
    return {
        "to": found["to"],
        "typed": [one for one in fields if one[0] in TYPED],
        "beside": [one for one in fields if one[0] not in TYPED],
    }
