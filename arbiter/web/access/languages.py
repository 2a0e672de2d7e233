"""Chooses the language in which a reader is answered."""

from __future__ import annotations

from werkzeug.datastructures import LanguageAccept

from arbiter import words


def chosen_language(asked: str, kept: str, accepted: LanguageAccept) -> str:
    """Return the language to answer in: that of the query parameter, the cookie, or the browser's setting.

    The first one that is known counts. If none is known, it is English.
    """
    known = next((language for language in (asked, kept) if language in words.LANGUAGES), None)
    return known or accepted.best_match(list(words.LANGUAGES)) or words.SOURCE
