"""Storing the text typed into a refused form, so that the next page shows the text to be corrected and sent again."""

from __future__ import annotations

from typing import Any

from flask import request, session

TYPED = (
    "name",
    "reason",
    "grounds",
    "article",
    "until",
    "minutes",
    "boards",
    "entries",
    "control",
    "text",
    "fen",
    "witness",
)
"""The types of fields into which people type. Other fields are choices, or are set by the page."""
NOT_STORED = ("csrf", "key", "back")
"""Fields that a page sets itself, which are not stored."""
WITNESSED = ("own_board_alone", "own_panel_alone", "maker_interested")
"""The codes of refusals after which the same request may succeed if a witness is named."""
LONGEST_FORM_CHARACTERS = 2_500
"""The most characters of a form that are stored in a session."""


def keep(without: str = "", asked: str = "") -> None:
    """Store the current form for the next page, unless nothing was typed into it and no field is *asked* for.

    The stored form lacks the field *without*, and has the empty field *asked* to be filled in.
    """
    fields = [
        (name, text) for name, texts in request.form.lists() if name not in (*NOT_STORED, without) for text in texts
    ]
    if asked and asked not in request.form:
        fields.append((asked, ""))
    typed = bool(asked) or any(name in TYPED and text.strip() for name, text in fields)
    if (
        typed
        and "password" not in request.form
        and sum(len(name) + len(text) for name, text in fields) <= LONGEST_FORM_CHARACTERS
    ):
        session["kept"] = {"to": request.path, "fields": fields}


def kept_form() -> dict[str, Any] | None:
    """Return the stored form and delete it, so that it is shown only once; None if there is none.

    The result has the form's URL, the typed fields, and the other fields.
    """
    found = session.pop("kept", None) if "kept" in session else None
    if found is None:
        return None
    fields = found["fields"]
    return {
        "to": found["to"],
        "typed": [one for one in fields if one[0] in TYPED],
        "beside": [one for one in fields if one[0] not in TYPED],
    }
