"""Stores the text typed into a refused form, so that the next page can show it, to be corrected and sent again."""

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
"""The names of fields in which people type. All other fields are choices, or set by the page."""
NOT_STORED = ("csrf", "key", "back")
"""The names of fields that a page sets itself. They are not stored."""
WITNESSED = ("own_board_alone", "own_act_alone", "own_panel_alone", "maker_interested")
"""Codes of refusals of an act that would be allowed with a witness, a second person who is present."""
LONGEST_FORM_CHARACTERS = 2_500
"""A form with more characters than this is not stored in the session."""


def keep(without: str = "", asked: str = "") -> None:
    """Store the current form for the next page, if something was typed into it or another field is needed.

    *without*: a field to leave out. *asked*: the field that is still needed. It is added, for the form to be sent again
    with it. A form with a password, and one that is too long, are not stored.
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
    """Return the stored form, or None if there is none. Delete it, so that it is shown only once.

    `to` is the form's URL, `typed` has the fields in which people type, and `beside` all other fields.
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
