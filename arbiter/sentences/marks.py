"""The function `N_`, which marks English texts so that `make words` collects them for translation."""

from __future__ import annotations


def N_(message: str) -> str:
    """Return *message* unchanged. The call marks the message for the catalogue of texts to translate."""
    return message
