"""The answer "no": a code, its facts and its article, without a word of any language.

Every room may refuse; `words.py` makes the sentence for whoever reads it.
"""

from __future__ import annotations

from typing import TypeAlias

Fact: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...] | None


class Refused(Exception):
    """What was asked cannot be: nothing has been recorded, and the state is as it was."""

    def __init__(self, code: str, *, article: str | None = None, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.article = article
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code
