"""What is told of a tournament beside what it is played under: where, when, under whose roof."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """Empty where nobody has said it. Days are ISO dates; `times` are rounds with the hall's time, 2026-12-05T10:00."""

    place: str = ""
    begins: str = ""
    ends: str = ""
    federation: str = ""
    times: tuple[tuple[int, str], ...] = ()
