"""Refusals: a request that is not possible, as a code with facts and an article, without a sentence in any language.

Every module may raise one. `words.py` makes the sentence in the reader's language.
"""

from __future__ import annotations

from typing import TypeAlias

Fact: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...] | None


class Refused(Exception):
    """Raised for a request that is not possible. Nothing has been recorded, and the state is unchanged."""

    def __init__(self, code: str, *, article: str | None = None, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.article = article
        self.facts = facts
        self.others: tuple[Refused, ...] = ()
        """The further faults of a refused file, each as a refusal of its own."""

    def __reduce__(self) -> tuple[object, ...]:
        """Return the values from which another process makes a copy of the refusal."""
        return _copied, (self.code, self.article, self.facts, self.others)

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code


def _copied(code: str, article: str | None, facts: dict[str, Fact], others: tuple[Refused, ...]) -> Refused:
    made = Refused(code, article=article, **facts)
    made.others = others
    return made
