"""The largest body of a request. Only views that take files accept a large body, and only from known senders.

The body buffer checks the size here before it reads a body. Flask then answers with the refusal, in the reader's form
and language.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException

from arbiter.refused import Refused

V = TypeVar("V", bound=Callable[..., object])

LARGEST_BODY_BYTES = 256 * 1_024
"""Bytes of a body that is not a file."""
LARGEST_FILE_BYTES = 16 * 1_024 * 1_024
"""Bytes of a file: a whole tournament with all its moves."""
MOST_FIELDS = 5_000
"""Fields of a form: a thousand boards with five each. A field takes a hundred times the memory of its bytes."""
UNPARSED = frozenset({"no_room", "too_large", "too_many_fields"})
"""Refusals of a body that is not parsed."""
UNREAD: ContextVar[Refused | None] = ContextVar("unread", default=None)
"""The reason why the body of the current request was not read; None if it was read."""


def takes_files(view: V) -> V:
    """Declare that *view* reads a file, so that its body may have up to `LARGEST_FILE_BYTES` bytes."""
    view.files = True  # type: ignore[attr-defined]  # read by `largest`
    return view


def largest(app: Flask, endpoint: str | None) -> int:
    """Return the most bytes that the body of a request to that endpoint may have."""
    view = app.view_functions.get(endpoint or "")
    return LARGEST_FILE_BYTES if getattr(view, "files", False) else LARGEST_BODY_BYTES


def takes_file(app: Flask, method: str, path: str) -> bool:
    """Return whether a request with that method to that path may send a file."""
    try:
        endpoint, _ = app.url_map.bind("").match(path, method)
    except HTTPException:  # there is no such page: Flask says so
        return False
    return largest(app, str(endpoint)) == LARGEST_FILE_BYTES


def check_size() -> None:
    """Before the view, refuse the request if its body is too long or was therefore not read."""
    if (refused := UNREAD.get()) is not None:
        raise refused
    most = largest(current_app, request.endpoint)
    if (request.content_length or 0) > most:
        raise Refused("too_large", most=most)
    if request.mimetype == "application/x-www-form-urlencoded" and request.get_data().count(b"&") >= MOST_FIELDS:
        raise Refused("too_many_fields", most=MOST_FIELDS)
